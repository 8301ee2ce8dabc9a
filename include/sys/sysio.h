/* sysio.h: the table of system calls that carry the load; the seam for tests.
 *
 * The engine and the modes reach the kernel through this table alone, so that a test can fail the
 * n-th call, cut a write short, hold an fsync at a gate, or put a simulated disk underneath. Each
 * call is the system call of its name, except that it returns -errno in place of -1 and takes the
 * table itself first, from which an implementation finds its state. None retries: EINTR and short
 * writes come through as the kernel gave them (sysio_write_all deals with both). Any thread. */
#ifndef FSYNCSCOPE_SYS_SYSIO_H
#define FSYNCSCOPE_SYS_SYSIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

struct ring;

struct sysio {
    int (*open)(const struct sysio *io, int dirfd, const char *name, int flags, mode_t mode);
    int (*close)(const struct sysio *io, int fd);
    ssize_t (*pwrite)(const struct sysio *io, int fd, const void *data, size_t bytes, off_t offset);
    ssize_t (*pwritev)(const struct sysio *io, int fd, const struct iovec *part, int parts,
                       off_t offset);
    int (*fsync)(const struct sysio *io, int fd);
    int (*fdatasync)(const struct sysio *io, int fd);
    int (*ftruncate)(const struct sysio *io, int fd, off_t bytes);
    int (*unlink)(const struct sysio *io, int dirfd, const char *name);
    /* What single modes need. NAME and TO are both in DIRFD; MODE of fallocate is 0. */
    ssize_t (*pwritev2)(const struct sysio *io, int fd, const struct iovec *part, int parts,
                        off_t offset, int flags);
    int (*fallocate)(const struct sysio *io, int fd, off_t offset, off_t bytes);
    int (*rename)(const struct sysio *io, int dirfd, const char *name, const char *to);
    int (*sync_file_range)(const struct sysio *io, int fd, off_t offset, off_t bytes,
                           unsigned flags);
    /* mmap(2), shared, to read and write; madvise(2) with MADV_POPULATE_WRITE, which takes the
     * faults of a store and tells as -EFAULT what the store itself would die of with SIGBUS;
     * msync(2) with MS_SYNC. */
    int (*map)(const struct sysio *io, int fd, size_t bytes, void **at);
    int (*unmap)(const struct sysio *io, void *at, size_t bytes);
    int (*populate)(const struct sysio *io, void *at, size_t bytes);
    int (*msync)(const struct sysio *io, void *at, size_t bytes);
    /* See ring.h. */
    int (*ring_open)(const struct sysio *io, struct ring **out);
    void (*ring_close)(const struct sysio *io, struct ring *ring);
    ssize_t (*ring_write_sync)(const struct sysio *io, struct ring *ring, int fd,
                               const struct iovec *part, int parts, off_t offset, int *sync_rc);
    /* Its descriptors are the kernel's own, so flock(2), statx(2) and renameat2(2) mean something
     * on them (scratch.c makes its files known to later runs that way). A simulated disk leaves it
     * false; a table that only wraps the kernel's calls sets it. */
    bool kernel_files;
};

/* The kernel itself. */
extern const struct sysio sysio_kernel;

/* Writes all BYTES at OFFSET, going on after short writes and EINTR. 0 or -errno; a write that
 * stores nothing is -ENOSPC (POSIX allows a 0 only for what cannot be stored). */
int sysio_write_all(const struct sysio *io, int fd, const void *data, size_t bytes, off_t offset);

/* The same, and adds to *CALLS how many calls that took: where each write waits for the disk, each
 * is a sync. */
int sysio_write_counted(const struct sysio *io, int fd, const void *data, size_t bytes,
                        off_t offset, uint64_t *calls);

/* The same for PARTS of at most IOV_MAX. Changes PART when a write is cut short. */
int sysio_writev_all(const struct sysio *io, int fd, struct iovec *part, int parts, off_t offset);

/* The same with FLAGS for each call, pwritev2(2), and counted. */
int sysio_writev2_counted(const struct sysio *io, int fd, struct iovec *part, int parts,
                          off_t offset, int flags, uint64_t *calls);

/* Takes DONE written bytes off the front of *PART. */
void sysio_parts_advance(struct iovec **part, int *parts, size_t done);

/* fsync and fdatasync, repeated on EINTR alone: a failed sync is never tried again, since a second
 * one can succeed though the data is gone (fsync(2), "ERRORS"; and the pages are clean by then). */
int sysio_fsync(const struct sysio *io, int fd);
int sysio_fdatasync(const struct sysio *io, int fd);

#endif
