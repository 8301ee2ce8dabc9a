/* mode_lossy.c: modes that are not durable, to see what durability costs and what only looks like
 * it. Every surface labels them; their figures are nobody's commits. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

#include "disk/modes.h"

const struct syncmode mode_no_sync = {
    .about =
        {
            .name = "no-sync",
            .group = "not durable",
            .line = "write at the end of a growing file and go on: a power cut loses what the "
                    "kernel has not written yet",
            .used_by =
                "PostgreSQL fsync=off, SQLite synchronous=OFF, Redis appendfsync no, Kafka's "
                "default",
            .durable = false,
        },
    .layout = LAYOUT_APPEND,
    .syncs = 0,
    .write = write_plain,
    .sync = NULL,
    .write_call = "write",
    .sync_call = "",
};

/* What sync_file_range(2) is told to write. */
struct range {
    uint64_t offset, bytes;
};

static int range_attach(struct scratch *s, uint64_t reserve, struct err *err)
{
    (void)reserve;
    const int rc = s->io->sync_file_range(s->io, s->fd, 0, 1, SYNC_FILE_RANGE_WRITE);
    if (rc)
        return err_set(err, rc, "sync_file_range");
    s->own = calloc(1, sizeof(struct range));
    return s->own ? 0 : err_set(err, ENOMEM, "no memory for the mode");
}

static void range_detach(struct scratch *s)
{
    free(s->own);
    s->own = NULL;
}

static int write_range(struct scratch *s, const struct payload *payload, size_t count,
                       uint64_t offset)
{
    struct range *range = s->own;
    *range = (struct range){.offset = offset, .bytes = payload_bytes(payload, count)};
    return write_plain(s, payload, count, offset);
}

/* Waits for the data to be written, and that is all: neither metadata nor the disk's cache. */
static int sync_range(struct scratch *s)
{
    const unsigned flags =
        SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
    const struct range *range = s->own;
    int rc;
    do
        rc = s->io->sync_file_range(s->io, s->fd, (off_t)range->offset, (off_t)range->bytes, flags);
    while (rc == -EINTR);
    return rc;
}

const struct syncmode mode_sync_file_range = {
    .about =
        {
            .name = "sync-file-range",
            .group = "not durable",
            .line = "overwrite filled blocks, then sync_file_range: written to the disk, but "
                    "neither metadata nor the disk's cache",
            .used_by = "PostgreSQL's *_flush_after and RocksDB's bytes_per_sync, as a hint before "
                       "a real sync",
            .durable = false,
        },
    .layout = LAYOUT_FILLED,
    .syncs = 0, /* it asks for writing out, which makes nothing durable */
    .write = write_range,
    .sync = sync_range,
    .write_call = "write",
    .sync_call = "sync_file_range",
    .attach = range_attach,
    .attach_tells = true,
    .detach = range_detach,
};
