/* ring.c: two linked requests and their two answers; or, without liburing, a refusal.
 *
 * Nothing fancy on purpose (no polling thread, no registered files or buffers): what is measured is
 * the price of the link against the two calls that it replaces. */
#include "sys/ring.h"

#include <errno.h>

#ifdef HAVE_LIBURING

#include <liburing.h>
#include <stdlib.h>

enum { ENTRIES = 4, REQUESTS = 2 };

/* What a request is known by in its answer. */
enum { WRITE = 1, SYNC = 2 };

struct ring {
    struct io_uring uring;
};

bool ring_built_in(void)
{
    return true;
}

int ring_open(struct ring **out)
{
    struct ring *ring = calloc(1, sizeof *ring);
    if (!ring)
        return -ENOMEM;
    const int rc = io_uring_queue_init(ENTRIES, &ring->uring, 0);
    if (rc) {
        free(ring);
        return rc;
    }
    *out = ring;
    return 0;
}

void ring_close(struct ring *ring)
{
    io_uring_queue_exit(&ring->uring);
    free(ring);
}

static void prepare(struct ring *ring, int fd, const struct iovec *part, int parts, off_t offset)
{
    struct io_uring_sqe *sqe = io_uring_get_sqe(&ring->uring);
    if (parts == 1)
        io_uring_prep_write(sqe, fd, part->iov_base, (unsigned)part->iov_len, (__u64)offset);
    else
        io_uring_prep_writev(sqe, fd, part, (unsigned)parts, (__u64)offset);
    sqe->user_data = WRITE;
    sqe->flags |= IOSQE_IO_LINK;
    sqe = io_uring_get_sqe(&ring->uring);
    io_uring_prep_fsync(sqe, fd, IORING_FSYNC_DATASYNC);
    sqe->user_data = SYNC;
}

/* Both answers, in whatever order. */
static int collect(struct ring *ring, ssize_t *written, int *sync_rc)
{
    for (int seen = 0; seen < REQUESTS; seen++) {
        struct io_uring_cqe *cqe;
        int rc;
        do
            rc = io_uring_wait_cqe(&ring->uring, &cqe);
        while (rc == -EINTR);
        if (rc)
            return rc;
        if (cqe->user_data == WRITE)
            *written = cqe->res;
        else
            *sync_rc = cqe->res;
        io_uring_cqe_seen(&ring->uring, cqe);
    }
    return 0;
}

ssize_t ring_write_sync(struct ring *ring, int fd, const struct iovec *part, int parts,
                        off_t offset, int *sync_rc)
{
    ssize_t written = 0;
    prepare(ring, fd, part, parts, offset);
    int rc;
    do /* what a signal kept from being handed over is still in the queue */
        rc = io_uring_submit_and_wait(&ring->uring, REQUESTS);
    while (rc == -EINTR);
    if (rc >= 0)
        rc = collect(ring, &written, sync_rc);
    return rc < 0 ? rc : written;
}

#else

bool ring_built_in(void)
{
    return false;
}

int ring_open(struct ring **out)
{
    (void)out;
    return -ENOSYS;
}

void ring_close(struct ring *ring)
{
    (void)ring;
}

ssize_t ring_write_sync(struct ring *ring, int fd, const struct iovec *part, int parts,
                        off_t offset, int *sync_rc)
{
    (void)ring, (void)fd, (void)part, (void)parts, (void)offset, (void)sync_rc;
    return -ENOSYS;
}

#endif
