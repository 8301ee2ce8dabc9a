/* sysio.c: the kernel's row of the table, and the loops that a single call does not give.
 *
 * The row holds plain calls with the sign of their errors turned; all policy (going on after short
 * writes, repeating after a signal) is in the sysio_* functions, so that it applies to every
 * implementation of the table alike. */
#include "sys/sysio.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sys/ring.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

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

static ssize_t kernel_pwritev2(const struct sysio *io, int fd, const struct iovec *part, int parts,
                               off_t offset, int flags)
{
    (void)io;
    const ssize_t done = pwritev2(fd, part, parts, offset, flags);
    return done < 0 ? -errno : done;
}

static int kernel_fallocate(const struct sysio *io, int fd, off_t offset, off_t bytes)
{
    (void)io;
    return fallocate(fd, 0, offset, bytes) ? -errno : 0;
}

static int kernel_rename(const struct sysio *io, int dirfd, const char *name, const char *to)
{
    (void)io;
    return renameat(dirfd, name, dirfd, to) ? -errno : 0;
}

static int kernel_sync_file_range(const struct sysio *io, int fd, off_t offset, off_t bytes,
                                  unsigned flags)
{
    (void)io;
    return sync_file_range(fd, offset, bytes, flags) ? -errno : 0;
}

static int kernel_map(const struct sysio *io, int fd, size_t bytes, void **at)
{
    (void)io;
    void *mapped = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (mapped == MAP_FAILED)
        return -errno;
    *at = mapped;
    return 0;
}

static int kernel_unmap(const struct sysio *io, void *at, size_t bytes)
{
    (void)io;
    return munmap(at, bytes) ? -errno : 0;
}

static int kernel_populate(const struct sysio *io, void *at, size_t bytes)
{
    (void)io;
    return madvise(at, bytes, MADV_POPULATE_WRITE) ? -errno : 0;
}

static int kernel_msync(const struct sysio *io, void *at, size_t bytes)
{
    (void)io;
    return msync(at, bytes, MS_SYNC) ? -errno : 0;
}

static int kernel_ring_open(const struct sysio *io, struct ring **out)
{
    (void)io;
    return ring_open(out);
}

static void kernel_ring_close(const struct sysio *io, struct ring *ring)
{
    (void)io;
    ring_close(ring);
}

static ssize_t kernel_ring_write_sync(const struct sysio *io, struct ring *ring, int fd,
                                      const struct iovec *part, int parts, off_t offset,
                                      int *sync_rc)
{
    (void)io;
    return ring_write_sync(ring, fd, part, parts, offset, sync_rc);
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
    .pwritev2 = kernel_pwritev2,
    .fallocate = kernel_fallocate,
    .rename = kernel_rename,
    .sync_file_range = kernel_sync_file_range,
    .map = kernel_map,
    .unmap = kernel_unmap,
    .populate = kernel_populate,
    .msync = kernel_msync,
    .ring_open = kernel_ring_open,
    .ring_close = kernel_ring_close,
    .ring_write_sync = kernel_ring_write_sync,
    .kernel_files = true,
};

int sysio_write_counted(const struct sysio *io, int fd, const void *data, size_t bytes,
                        off_t offset, uint64_t *calls)
{
    const char *rest = data;
    while (bytes > 0) {
        const ssize_t done = io->pwrite(io, fd, rest, bytes, offset);
        if (done == -EINTR)
            continue;
        if (done <= 0)
            return done < 0 ? (int)done : -ENOSPC;
        ++*calls;
        rest += done;
        bytes -= (size_t)done;
        offset += done;
    }
    return 0;
}

int sysio_write_all(const struct sysio *io, int fd, const void *data, size_t bytes, off_t offset)
{
    uint64_t unheard = 0;
    return sysio_write_counted(io, fd, data, bytes, offset, &unheard);
}

void sysio_parts_advance(struct iovec **part, int *parts, size_t done)
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

/* FLAGS 0 is the older call, which every kernel and every test has. */
static ssize_t writev_once(const struct sysio *io, int fd, const struct iovec *part, int parts,
                           off_t offset, int flags)
{
    return flags ? io->pwritev2(io, fd, part, parts, offset, flags)
                 : io->pwritev(io, fd, part, parts, offset);
}

int sysio_writev2_counted(const struct sysio *io, int fd, struct iovec *part, int parts,
                          off_t offset, int flags, uint64_t *calls)
{
    sysio_parts_advance(&part, &parts, 0); /* empty parts in front ask for no call */
    while (parts > 0) {
        const ssize_t done = writev_once(io, fd, part, parts, offset, flags);
        if (done == -EINTR)
            continue;
        if (done <= 0)
            return done < 0 ? (int)done : -ENOSPC;
        ++*calls;
        sysio_parts_advance(&part, &parts, (size_t)done);
        offset += done;
    }
    return 0;
}

int sysio_writev_all(const struct sysio *io, int fd, struct iovec *part, int parts, off_t offset)
{
    uint64_t unheard = 0;
    return sysio_writev2_counted(io, fd, part, parts, offset, 0, &unheard);
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
