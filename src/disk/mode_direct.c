/* mode_direct.c: O_DIRECT: from the program's buffer to the disk, past the page cache.
 *
 * The kernel takes only whole blocks of the disk, from buffers that are aligned as the disk asks.
 * Records that are so go as they are. Others are put together in an aligned buffer, as a database
 * puts its log records into pages, and the last block of each commit is filled up: that padding is
 * written, so it is counted.
 *
 * O_DIRECT alone is not durable: neither the disk's cache nor metadata. direct-fdatasync asks for
 * both; with O_DSYNC each write does, by FUA where disk and file system have it.
 *
 * Where O_DIRECT is not possible there is no silent way through the page cache: the mode refuses.
 * Where the kernel takes it and goes through the cache all the same, that is tried out (bypass.h)
 * and told: it is what a database gets there, too.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>

#include "base/noise.h"
#include "disk/bypass.h"
#include "disk/dio.h"
#include "disk/fstype.h"
#include "disk/modes.h"

enum {
    BUFFER_MAX = 16 << 20, /* a commit of more goes in several writes */
    SIZE_ALIGN = 4096,     /* of files, whatever smaller blocks the disk takes */
    SIMULATED_BLOCK = 512,
};

struct direct {
    struct dio align;
    uint64_t room, used; /* of the buffer; room is a multiple of the block */
    char *buffer;
};

static uint64_t round_up(uint64_t bytes, uint64_t align)
{
    return (bytes + align - 1) / align * align;
}

static int align_look(const struct scratch *s, struct dio *align, struct err *err)
{
    if (!s->io->kernel_files) {
        *align = (struct dio){.memory = SIMULATED_BLOCK, .block = SIMULATED_BLOCK};
        return 0;
    }
    struct statfs fs;
    const struct fstype *type = fstatfs(s->fd, &fs) == 0 ? fstype_find((uint32_t)fs.f_type) : NULL;
    if (type && type->kind == FS_MEMORY)
        return err_set(err, EOPNOTSUPP, "%s is memory: O_DIRECT would not get past it", type->name);
    const int rc = dio_of_file("", s->fd, align);
    return rc ? err_set(err, rc, "this file system does no direct I/O on the scratch file") : 0;
}

/* The file is filled, and holds the largest commit, in whole blocks. */
static int direct_ask(struct scratch *s, uint64_t reserve, struct err *err)
{
    struct dio align;
    const int rc = align_look(s, &align, err);
    if (rc)
        return rc;
    s->block = align.block;
    s->bytes = round_up(s->bytes > reserve ? s->bytes : reserve, align.block);
    return 0;
}

/* Sees whether writes go past the cache. */
static int bypass_look(struct scratch *s, const struct direct *d, struct err *err)
{
    enum known bypasses = UNKNOWN;
    uint64_t noise = 0;
    if (!s->io->kernel_files || s->bytes < d->align.block)
        return 0;
    noise_fill((uint64_t *)d->buffer, d->align.block / sizeof noise, &noise);
    const int rc = bypass_try(s->io, s->fd, &d->align, d->buffer, &bypasses);
    s->through_cache = bypasses == NO;
    return rc ? err_set(err, rc, "write to the scratch file with O_DIRECT") : 0;
}

static int direct_attach(struct scratch *s, uint64_t reserve, struct err *err)
{
    struct direct *d = calloc(1, sizeof *d);
    int rc = d ? align_look(s, &d->align, err) : err_set(err, ENOMEM, "no memory for a buffer");
    if (!rc) {
        const uint64_t wanted = reserve < BUFFER_MAX ? reserve : BUFFER_MAX;
        const uint64_t align = d->align.memory > SIZE_ALIGN ? d->align.memory : SIZE_ALIGN;
        d->room = round_up(wanted, d->align.block);
        d->buffer = aligned_alloc(align, round_up(d->room, align));
        rc = d->buffer ? bypass_look(s, d, err) : err_set(err, ENOMEM, "no memory for a buffer");
    }
    if (rc) {
        if (d)
            free(d->buffer);
        free(d);
        return rc;
    }
    s->own = d;
    return 0;
}

static void direct_detach(struct scratch *s)
{
    struct direct *d = s->own;
    free(d->buffer);
    free(d);
    s->own = NULL;
}

/* Whether every record is whole blocks in aligned memory. All records of a commit have one size. */
static bool fits(const struct direct *d, const struct payload *payload, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint64_t start = (uintptr_t)payload[i].bytes | payload[i].step;
        if (payload[i].record_bytes % d->align.block || start % d->align.memory)
            return false;
    }
    return true;
}

/* Writes the buffer, filled up to a whole block, and moves *OFFSET on. */
static int buffer_write(struct scratch *s, uint64_t *offset)
{
    struct direct *d = s->own;
    const uint64_t bytes = round_up(d->used, d->align.block);
    memset(d->buffer + d->used, 0, bytes - d->used);
    s->padded += bytes - d->used;
    d->used = 0;
    const int rc = sysio_write_counted(s->io, s->fd, d->buffer, bytes, (off_t)*offset, &s->writes);
    *offset += bytes;
    return rc;
}

static int buffer_add(struct scratch *s, const char *bytes, uint64_t length, uint64_t *offset)
{
    struct direct *d = s->own;
    while (length > 0) {
        const uint64_t free_bytes = d->room - d->used;
        const uint64_t now = length < free_bytes ? length : free_bytes;
        memcpy(d->buffer + d->used, bytes, now);
        d->used += now;
        bytes += now;
        length -= now;
        const int rc = d->used == d->room ? buffer_write(s, offset) : 0;
        if (rc)
            return rc;
    }
    return 0;
}

static int write_direct(struct scratch *s, const struct payload *payload, size_t count,
                        uint64_t offset)
{
    struct direct *d = s->own;
    if (fits(d, payload, count))
        return write_gathered(s, payload, count, offset);
    d->used = 0;
    for (size_t p = 0; p < count; p++) {
        for (uint32_t i = 0; i < payload[p].records; i++) {
            const int rc =
                buffer_add(s, payload_record(&payload[p], i), payload[p].record_bytes, &offset);
            if (rc)
                return rc;
        }
    }
    return d->used ? buffer_write(s, &offset) : 0;
}

/* Each writer's commit is filled up on its own when it goes alone. */
static uint64_t least_bytes(const struct config *config, int dirfd)
{
    const uint64_t block = dirfd < 0 ? SIZE_ALIGN : dio_block_under("", dirfd);
    return config->writers *
           round_up(config->batch * config->record_bytes, block > SIZE_ALIGN ? block : SIZE_ALIGN);
}

const struct syncmode mode_direct_fdatasync = {
    .about =
        {
            .name = "direct-fdatasync",
            .group = "direct",
            .line = "overwrite filled blocks with O_DIRECT, past the page cache, then fdatasync: "
                    "the disk's cache",
            .used_by = "InnoDB's data files with innodb_flush_method=O_DIRECT (and fsync); "
                       "ScyllaDB's commit log with commitlog_use_o_dsync off",
            .durable = true,
        },
    .layout = LAYOUT_FILLED,
    .open_flags = O_DIRECT,
    .syncs = 1,
    .write = write_direct,
    .sync = sync_data,
    .write_call = "write (O_DIRECT)",
    .sync_call = "fdatasync",
    .ask = direct_ask,
    .attach = direct_attach,
    .detach = direct_detach,
    .least_bytes = least_bytes,
};

const struct syncmode mode_direct_dsync = {
    .about =
        {
            .name = "direct-dsync",
            .group = "direct",
            .line = "overwrite filled blocks with O_DIRECT and O_DSYNC: each write is its own "
                    "sync, by FUA if the disk has it",
            .used_by = "ScyllaDB's commit log, TigerBeetle, SQL Server on Linux; PostgreSQL up to "
                       "15 with open_datasync "
                       "and wal_level=minimal",
            .durable = true,
        },
    .layout = LAYOUT_FILLED,
    .open_flags = O_DIRECT | O_DSYNC,
    .syncs = SYNC_EACH_WRITE,
    .write = write_direct,
    .sync = NULL,
    .write_call = "write (O_DIRECT, O_DSYNC)",
    .sync_call = "write (O_DIRECT, O_DSYNC)",
    .ask = direct_ask,
    .attach = direct_attach,
    .detach = direct_detach,
    .least_bytes = least_bytes,
};
