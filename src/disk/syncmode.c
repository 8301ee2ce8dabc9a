/* syncmode.c: the table of modes, and the ways to write and to sync that most of them share. */
#include "disk/syncmode.h"

#include <limits.h>
#include <string.h>

#include "disk/modes.h"

static const struct syncmode *const modes[] = {
    &mode_append_fsync,    &mode_append_fdatasync,    &mode_dsync,           &mode_sync,
    &mode_overwrite_fsync, &mode_overwrite_fdatasync, &mode_overwrite_dsync, &mode_overwrite_sync,
    &mode_flush_only,
};

const struct syncmode *syncmode_at(size_t i)
{
    return i < sizeof modes / sizeof modes[0] ? modes[i] : NULL;
}

const struct syncmode *syncmode_find(const char *name)
{
    for (size_t i = 0; syncmode_at(i); i++) {
        const struct choice *about = &syncmode_at(i)->about;
        if (strcmp(name, about->name) == 0 || (about->alias && strcmp(name, about->alias) == 0))
            return syncmode_at(i);
    }
    return NULL;
}

static const char *record_at(const struct payload *payload, uint32_t i)
{
    if (i == 0)
        return payload->bytes; /* spares the common case a division */
    return payload->bytes + i * payload->step % payload->span;
}

static int write_one(struct scratch *s, const char *bytes, uint64_t length, uint64_t offset)
{
    s->writes++;
    return sysio_write_all(s->io, s->fd, bytes, length, (off_t)offset);
}

int write_plain(struct scratch *s, const struct payload *payload, size_t count, uint64_t offset)
{
    if (count > 1)
        return write_gathered(s, payload, count, offset);
    for (uint32_t i = 0; i < payload->records; i++) {
        int rc = write_one(s, record_at(payload, i), payload->record_bytes, offset);
        if (rc)
            return rc;
        offset += payload->record_bytes;
    }
    return 0;
}

/* Parts that wait for one pwritev. */
struct gather {
    struct iovec part[IOV_MAX];
    int parts;
    uint64_t bytes;
};

static int gather_flush(struct scratch *s, struct gather *g, uint64_t *offset)
{
    if (!g->parts)
        return 0;
    s->writes++;
    int rc = sysio_writev_all(s->io, s->fd, g->part, g->parts, (off_t)*offset);
    *offset += g->bytes;
    g->parts = 0;
    g->bytes = 0;
    return rc;
}

int write_gathered(struct scratch *s, const struct payload *payload, size_t count, uint64_t offset)
{
    if (count == 1 && payload->records == 1)
        return write_one(s, payload->bytes, payload->record_bytes, offset);
    struct gather g; /* 16 KiB: worker.c gives its threads the stack for it */
    g.parts = 0;
    g.bytes = 0;
    for (size_t p = 0; p < count; p++) {
        for (uint32_t i = 0; i < payload[p].records; i++) {
            g.part[g.parts++] =
                (struct iovec){(void *)record_at(&payload[p], i), payload[p].record_bytes};
            g.bytes += payload[p].record_bytes;
            int rc = g.parts == IOV_MAX ? gather_flush(s, &g, &offset) : 0;
            if (rc)
                return rc;
        }
    }
    return gather_flush(s, &g, &offset);
}

int sync_file(struct scratch *s)
{
    return sysio_fsync(s->io, s->fd);
}

int sync_data(struct scratch *s)
{
    return sysio_fdatasync(s->io, s->fd);
}
