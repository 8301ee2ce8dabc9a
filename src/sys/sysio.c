/* sysio.c: the kernel's row of the table, and the loops that a single call does not give.
 *
 * The row holds plain calls with the sign of their errors turned; all policy (going on after short
 * writes, repeating after a signal) is in the sysio_* functions, so that it applies to every
 * implementation of the table alike. */
#include "sys/sysio.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static int kernel_open(const struct sysio *io, int dirfd, const char *name, int flags, mode_t mode)
{
    (void)io;
    const int fd = openat(dirfd, name, flags, mode);
    return fd < 0 ? -errno : fd;
}

static int kernel_close(const struct sysio *io, int fd)
{
    (void)io;
    return close(fd) ? -errno : 0;
}

static ssize_t kernel_pwrite(const struct sysio *io, int fd, const void *data, size_t bytes,
                             off_t offset)
{
    (void)io;
    const ssize_t done = pwrite(fd, data, bytes, offset);
    return done < 0 ? -errno : done;
}

static ssize_t kernel_pwritev(const struct sysio *io, int fd, const struct iovec *part, int parts,
                              off_t offset)
{
    (void)io;
    const ssize_t done = pwritev(fd, part, parts, offset);
    return done < 0 ? -errno : done;
}

static int kernel_fsync(const struct sysio *io, int fd)
{
    (void)io;
    return fsync(fd) ? -errno : 0;
}

static int kernel_fdatasync(const struct sysio *io, int fd)
{
    (void)io;
    return fdatasync(fd) ? -errno : 0;
}

static int kernel_ftruncate(const struct sysio *io, int fd, off_t bytes)
{
    (void)io;
    return ftruncate(fd, bytes) ? -errno : 0;
}

static int kernel_unlink(const struct sysio *io, int dirfd, const char *name)
{
    (void)io;
    return unlinkat(dirfd, name, 0) ? -errno : 0;
}

const struct sysio sysio_kernel = {
    .open = kernel_open,
    .close = kernel_close,
    .pwrite = kernel_pwrite,
    .pwritev = kernel_pwritev,
    .fsync = kernel_fsync,
    .fdatasync = kernel_fdatasync,
    .ftruncate = kernel_ftruncate,
    .unlink = kernel_unlink,
    .kernel_files = true,
};

int sysio_write_all(const struct sysio *io, int fd, const void *data, size_t bytes, off_t offset)
{
    const char *rest = data;
    while (bytes > 0) {
        const ssize_t done = io->pwrite(io, fd, rest, bytes, offset);
        if (done == -EINTR)
            continue;
        if (done <= 0)
            return done < 0 ? (int)done : -ENOSPC;
        rest += done;
        bytes -= (size_t)done;
        offset += done;
    }
    return 0;
}

/* Takes DONE written bytes off the front of PART. */
static void parts_advance(struct iovec **part, int *parts, size_t done)
{
    while (*parts > 0 && done >= (*part)->iov_len) {
        done -= (*part)->iov_len;
        ++*part;
        --*parts;
    }
    if (*parts > 0) {
        (*part)->iov_base = (char *)(*part)->iov_base + done;
        (*part)->iov_len -= done;
    }
}

int sysio_writev_all(const struct sysio *io, int fd, struct iovec *part, int parts, off_t offset)
{
    parts_advance(&part, &parts, 0); /* empty parts in front ask for no call */
    while (parts > 0) {
        const ssize_t done = io->pwritev(io, fd, part, parts, offset);
        if (done == -EINTR)
            continue;
        if (done <= 0)
            return done < 0 ? (int)done : -ENOSPC;
        parts_advance(&part, &parts, (size_t)done);
        offset += done;
    }
    return 0;
}

int sysio_fsync(const struct sysio *io, int fd)
{
    int rc;
    do
        rc = io->fsync(io, fd);
    while (rc == -EINTR);
    return rc;
}

int sysio_fdatasync(const struct sysio *io, int fd)
{
    int rc;
    do
        rc = io->fdatasync(io, fd);
    while (rc == -EINTR);
    return rc;
}
