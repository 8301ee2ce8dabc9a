/* mode_doublewrite.c: a page that a power cut tears in its place must stand whole somewhere else.
 *
 * As InnoDB does it: the pages of a batch go one after the other to an area of their own, one sync;
 * then each to its own place in the tablespace, one sync. Both are parts of one filled file: the
 * area at its beginning, as long as the largest commit, and the tablespace after it. The places go
 * through the tablespace in a scattered order that uses each once before any comes again.
 *
 * Writes stand on both sides of the first sync, so the round has no single moment between "write"
 * and "sync": the whole counts as the sync's. */
#include <errno.h>
#include <stdlib.h>

#include "disk/modes.h"

struct doublewrite {
    uint64_t area; /* bytes */
    uint64_t next; /* number of the next page */
};

/* About the golden section of SLOTS, and without a common divisor: steps of it reach every slot. */
static uint64_t stride_of(uint64_t slots)
{
    uint64_t stride = slots * 5 / 8 + 1;
    for (;; stride++) {
        uint64_t a = stride, b = slots;
        while (b) {
            const uint64_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1)
            return stride;
    }
}

static int doublewrite_attach(struct scratch *s, uint64_t reserve, struct err *err)
{
    struct doublewrite *d = calloc(1, sizeof *d);
    if (!d)
        return err_set(err, ENOMEM, "no memory for the mode");
    d->area = reserve;
    s->own = d;
    return 0;
}

static void doublewrite_detach(struct scratch *s)
{
    free(s->own);
    s->own = NULL;
}

static int write_area(struct scratch *s, const struct payload *payload, size_t count)
{
    s->failed_call = "write to the doublewrite area";
    int rc = write_gathered(s, payload, count, 0);
    if (rc)
        return rc;
    s->failed_call = "fdatasync of the doublewrite area";
    return sysio_fdatasync(s->io, s->fd);
}

static int write_scattered(struct scratch *s, const struct payload *payload, size_t count)
{
    struct doublewrite *d = s->own;
    const uint64_t page = payload->record_bytes;
    const uint64_t slots = (s->bytes - d->area) / page, stride = stride_of(slots);
    s->failed_call = "write to the tablespace";
    for (size_t p = 0; p < count; p++) {
        for (uint32_t i = 0; i < payload[p].records; i++) {
            const uint64_t offset = d->area + d->next++ % slots * stride % slots * page;
            s->writes++;
            const int rc =
                sysio_write_all(s->io, s->fd, payload_record(&payload[p], i), page, (off_t)offset);
            if (rc)
                return rc;
        }
    }
    s->failed_call = "fdatasync of the tablespace";
    return sysio_fdatasync(s->io, s->fd);
}

static int write_twice(struct scratch *s, const struct payload *payload, size_t count,
                       uint64_t offset)
{
    (void)offset; /* it has places of its own */
    const int rc = write_area(s, payload, count);
    return rc ? rc : write_scattered(s, payload, count);
}

/* The area, and as much tablespace, so that no page of a commit is written over in it. */
static uint64_t least_bytes(const struct config *config, int dirfd)
{
    (void)dirfd;
    return 2 * syncmode_reserve(config);
}

const struct syncmode mode_doublewrite = {
    .about =
        {
            .name = "doublewrite",
            .group = "pages and files",
            .line = "a batch of pages to a doublewrite area, fdatasync, the same pages to "
                    "scattered places, fdatasync: 2 syncs",
            .used_by =
                "InnoDB (try -s 16k -b 64); PostgreSQL's full-page writes serve the same end",
            .durable = true,
        },
    .layout = LAYOUT_FILLED,
    .syncs = 2,
    .write = write_twice,
    .sync = NULL,
    .write_call = "doublewrite",
    .sync_call = "doublewrite",
    .attach = doublewrite_attach,
    .detach = doublewrite_detach,
    .least_bytes = least_bytes,
};
