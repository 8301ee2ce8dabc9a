/* syncmode.c: the table of modes, how one is opened with all that it needs, and the ways to write
 * and to sync that most of them share. */
#include "disk/syncmode.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>

#include "disk/modes.h"
#include "disk/scratch_prepare.h"

/* In the order of menus: those of a group stand together. */
static const struct syncmode *const modes[] = {
    &mode_append_fsync,
    &mode_append_fdatasync,
    &mode_dsync,
    &mode_sync,
    &mode_falloc_fdatasync,
    &mode_extend_fsync,
    &mode_overwrite_fsync,
    &mode_overwrite_fdatasync,
    &mode_overwrite_dsync,
    &mode_overwrite_sync,
    &mode_rwf_dsync,
    &mode_uring_fdatasync,
    &mode_direct_fdatasync,
    &mode_direct_dsync,
    &mode_mmap_msync,
    &mode_create_rename,
    &mode_doublewrite,
    &mode_flush_only,
    &mode_no_sync,
    &mode_sync_file_range,
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

const char *syncmode_missing(const struct syncmode *mode)
{
    return mode->missing ? mode->missing() : NULL;
}

uint64_t syncmode_reserve(const struct config *config)
{
    return (uint64_t)config->writers * config->batch * config->record_bytes;
}

int syncmode_file_bytes(const struct syncmode *mode, const struct config *config, int dirfd,
                        uint64_t *bytes, struct err *err)
{
    const uint64_t least = mode->least_bytes ? mode->least_bytes(config, dirfd) : 0;
    const int rc = scratch_size_least(mode->layout, config, least, dirfd, bytes, err);
    if (!rc && mode->least_bytes)
        *bytes = (*bytes + FILE_BYTES_MIN - 1) / FILE_BYTES_MIN * FILE_BYTES_MIN;
    return rc;
}

bool syncmode_is_refusal(int code)
{
    return code == EOPNOTSUPP || code == ENOSYS || code == EINVAL;
}

int syncmode_refuse(const struct syncmode *mode, struct err *err)
{
    const struct err cause = *err;
    err_set(err, 0, "%s cannot run here: %s", mode->about.name, cause.text);
    err->code = cause.code;
    return -EOPNOTSUPP;
}

int syncmode_open(const struct syncmode *mode, const struct syncmode_place *place, uint64_t bytes,
                  uint64_t reserve, struct scratch *s, struct err *err)
{
    struct err unheard;
    /* A simulated disk has what this build may lack. */
    const char *missing = place->io->kernel_files ? syncmode_missing(mode) : NULL;
    const bool is_special =
        mode->attach || mode->open_flags & O_DIRECT || mode->layout == LAYOUT_ALLOCATED;
    err = err ? err : &unheard;
    s->fd = -1;
    if (missing) {
        err_set(err, 0, "%s", missing);
        return syncmode_refuse(mode, err);
    }
    int rc = scratch_open(s, place->io, place->keeper, place->dirfd, mode->layout, mode->open_flags,
                          bytes, err);
    if (!rc && mode->ask)
        rc = mode->ask(s, reserve, err);
    if (!rc)
        rc = scratch_prepare(s, place->progress, err);
    if (!rc && mode->attach)
        rc = mode->attach(s, reserve, err);
    if (rc)
        scratch_remove(s);
    return rc && is_special && syncmode_is_refusal(-rc) ? syncmode_refuse(mode, err) : rc;
}

void syncmode_close(const struct syncmode *mode, struct scratch *s)
{
    if (s->fd >= 0 && mode && mode->detach)
        mode->detach(s);
    scratch_remove(s);
}

const char *payload_record(const struct payload *payload, uint32_t i)
{
    if (i == 0)
        return payload->bytes; /* spares the common case a division */
    return payload->bytes + i * payload->step % payload->span;
}

uint64_t payload_bytes(const struct payload *payload, size_t count)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += payload[i].record_bytes * payload[i].records;
    return bytes;
}

static int write_one(struct scratch *s, const char *bytes, uint64_t length, uint64_t offset)
{
    return sysio_write_counted(s->io, s->fd, bytes, length, (off_t)offset, &s->writes);
}

int write_plain(struct scratch *s, const struct payload *payload, size_t count, uint64_t offset)
{
    if (count > 1)
        return write_gathered(s, payload, count, offset);
    for (uint32_t i = 0; i < payload->records; i++) {
        int rc = write_one(s, payload_record(payload, i), payload->record_bytes, offset);
        if (rc)
            return rc;
        offset += payload->record_bytes;
    }
    return 0;
}

/* Parts that wait for one call. */
struct gather {
    struct iovec part[IOV_MAX];
    int parts;
    uint64_t bytes;
};

static int gather_flush(struct scratch *s, struct gather *g, uint64_t *offset, payload_put *put,
                        bool last)
{
    if (!g->parts)
        return 0;
    int rc = put(s, g->part, g->parts, *offset, last);
    *offset += g->bytes;
    g->parts = 0;
    g->bytes = 0;
    return rc;
}

int payload_gather(struct scratch *s, const struct payload *payload, size_t count, uint64_t offset,
                   payload_put *put)
{
    struct gather g; /* 16 KiB: worker.c gives its threads the stack for it */
    g.parts = 0;
    g.bytes = 0;
    for (size_t p = 0; p < count; p++) {
        for (uint32_t i = 0; i < payload[p].records; i++) {
            int rc = g.parts == IOV_MAX ? gather_flush(s, &g, &offset, put, false) : 0;
            if (rc)
                return rc;
            g.part[g.parts++] =
                (struct iovec){(void *)payload_record(&payload[p], i), payload[p].record_bytes};
            g.bytes += payload[p].record_bytes;
        }
    }
    return gather_flush(s, &g, &offset, put, true);
}

static int put_plain(struct scratch *s, struct iovec *part, int parts, uint64_t offset, bool last)
{
    (void)last;
    return sysio_writev2_counted(s->io, s->fd, part, parts, (off_t)offset, 0, &s->writes);
}

int write_gathered(struct scratch *s, const struct payload *payload, size_t count, uint64_t offset)
{
    if (count == 1 && payload->records == 1)
        return write_one(s, payload->bytes, payload->record_bytes, offset);
    return payload_gather(s, payload, count, offset, put_plain);
}

int sync_file(struct scratch *s)
{
    return sysio_fsync(s->io, s->fd);
}

int sync_data(struct scratch *s)
{
    return sysio_fdatasync(s->io, s->fd);
}
