/* mode_uring.c: io_uring: the write and, linked behind it, the fdatasync are handed over together.
 *
 * One system call for both, which returns when both have: so there is no moment between them to
 * take a time at, and the whole counts as the sync's. A write that is cut short breaks the link
 * (the kernel answers -ECANCELED for the fdatasync); the rest then goes with a link of its own. */
#include <errno.h>

#include "disk/modes.h"
#include "sys/ring.h"

static int uring_attach(struct scratch *s, uint64_t reserve, struct err *err)
{
    struct ring *ring;
    (void)reserve;
    const int rc = s->io->ring_open(s->io, &ring);
    if (!rc) {
        s->own = ring;
        return 0;
    }
    /* sysctl kernel.io_uring_disabled, and the filters of containers. */
    err_set(err, rc, "%s",
            rc == -EPERM ? "io_uring is forbidden here: io_uring_setup" : "io_uring_setup");
    return rc == -EPERM ? -EOPNOTSUPP : rc;
}

static void uring_detach(struct scratch *s)
{
    s->io->ring_close(s->io, s->own);
    s->own = NULL;
}

static int put_linked(struct scratch *s, struct iovec *part, int parts, uint64_t offset)
{
    int sync_rc = 0;
    while (parts > 0) {
        const ssize_t done =
            s->io->ring_write_sync(s->io, s->own, s->fd, part, parts, (off_t)offset, &sync_rc);
        if (done == -EINTR)
            continue;
        if (done <= 0) {
            s->failed_call = "io_uring write";
            return done < 0 ? (int)done : -ENOSPC;
        }
        sysio_parts_advance(&part, &parts, (size_t)done);
        offset += (uint64_t)done;
    }
    if (sync_rc == -EINTR)
        sync_rc = sysio_fdatasync(s->io, s->fd);
    if (sync_rc)
        s->failed_call = "io_uring fdatasync";
    return sync_rc;
}

/* Of a commit that is too long for one call only the last part has the sync behind it. */
static int put_uring(struct scratch *s, struct iovec *part, int parts, uint64_t offset, bool last)
{
    s->writes++;
    if (last)
        return put_linked(s, part, parts, offset);
    return sysio_writev_all(s->io, s->fd, part, parts, (off_t)offset);
}

static int write_linked(struct scratch *s, const struct payload *payload, size_t count,
                        uint64_t offset)
{
    if (count > 1 || payload->records > 1)
        return payload_gather(s, payload, count, offset, put_uring);
    struct iovec part = {(void *)payload->bytes, payload->record_bytes};
    return put_uring(s, &part, 1, offset, true);
}

static const char *uring_missing(void)
{
    return ring_built_in() ? NULL : "not built in: the build did not find liburing";
}

const struct syncmode mode_uring_fdatasync = {
    .about =
        {
            .name = "uring-fdatasync",
            .group = "overwrite",
            .line = "overwrite filled blocks through io_uring: a write linked to an fdatasync, in "
                    "one system call",
            .used_by = "storage engines built on io_uring: Seastar (ScyllaDB), glommio",
            .durable = true,
        },
    .layout = LAYOUT_FILLED,
    .syncs = 1,
    .write = write_linked,
    .sync = NULL,
    .write_call = "io_uring write and fdatasync",
    .sync_call = "io_uring write and fdatasync",
    .attach = uring_attach,
    .attach_tells = true,
    .detach = uring_detach,
    .missing = uring_missing,
};
