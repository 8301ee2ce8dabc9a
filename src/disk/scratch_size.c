/* scratch_size.c: how large a scratch file may be, and is going to be. */
#include "disk/scratch.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

#include "base/format.h"
#include "disk/scratch_prepare.h"

#define APPEND_BYTES   (UINT64_C(256) << 20)
#define FILLED_RECORDS UINT64_C(1024)
#define FILLED_MAX     (UINT64_C(1) << 30) /* with large records it would be filled for minutes */

#define GROWN_BYTES (UINT64_C(1) << 20) /* that a grown file may grow further: about its size */

enum {
    GROWN_ROUNDS = 8,
    KEEP_FREE_PERCENT = 5,
    ROOM_SHARE = 4, /* a default takes no more than a quarter of the room */
    BLOCK_BYTES = 4096,
};

struct room {
    uint64_t bytes;
    bool by_ulimit; /* RLIMIT_FSIZE is what bounds it */
};

static uint64_t min_u64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t max_u64(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t multiply_capped(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static int free_look(int dirfd, uint64_t *bytes)
{
    struct statvfs st;
    if (fstatvfs(dirfd, &st))
        return -errno;
    if (st.f_blocks == 0) { /* some network and user-space file systems tell nothing */
        *bytes = UINT64_MAX;
        return 0;
    }
    const uint64_t keep = st.f_blocks / 100 * KEEP_FREE_PERCENT;
    const uint64_t blocks = st.f_bavail > keep ? st.f_bavail - keep : 0;
    *bytes = multiply_capped(blocks, st.f_frsize);
    return 0;
}

static int room_look(int dirfd, struct room *out)
{
    struct rlimit limit;

    *out = (struct room){.bytes = UINT64_MAX};
    if (dirfd < 0)
        return 0;
    const int rc = free_look(dirfd, &out->bytes);
    if (rc)
        return rc;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        limit.rlim_cur < out->bytes)
        *out = (struct room){.bytes = limit.rlim_cur, .by_ulimit = true};
    return 0;
}

int scratch_room(int dirfd, uint64_t *bytes)
{
    struct room room;
    const int rc = room_look(dirfd, &room);
    if (!rc)
        *bytes = room.bytes;
    return rc;
}

/* The bytes of one round of all writers: what no file may be smaller than. */
static uint64_t round_bytes(const struct config *config)
{
    return (uint64_t)config->writers * config->batch * config->record_bytes;
}

/* Where blocks are written once there is room for at least two rounds, else each round would have
 * to start the file anew first. */
static uint64_t default_bytes(enum layout layout, const struct config *config, uint64_t round,
                              uint64_t room)
{
    const bool is_filled = layout == LAYOUT_FILLED || layout == LAYOUT_MAPPED;
    const uint64_t filled = min_u64(FILLED_RECORDS * config->record_bytes, FILLED_MAX);
    const uint64_t wanted = is_filled ? max_u64(filled, round) : max_u64(APPEND_BYTES, 2 * round);
    const uint64_t bytes = max_u64(min_u64(wanted, room / ROOM_SHARE), round);
    return (bytes + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
}

static int refuse_small(const struct config *config, uint64_t round, struct err *err)
{
    char asked[FORMAT_MAX], need[FORMAT_MAX];
    return err_set(err, 0, "--file-size %s is too small: one round of %u x %u records needs %s",
                   format_bytes(asked, config->file_bytes), config->writers, config->batch,
                   format_bytes(need, round));
}

static int refuse_room(uint64_t bytes, const struct room *room, struct err *err)
{
    char need[FORMAT_MAX], have[FORMAT_MAX];
    format_bytes(need, bytes);
    format_bytes(have, room->bytes);
    if (room->by_ulimit)
        return err_set(err, EFBIG,
                       "the scratch file needs %s, the limit on file sizes "
                       "(ulimit -f) allows %s",
                       need, have);
    return err_set(err, ENOSPC,
                   "the scratch file needs %s, only %s are free besides the %d %% that stay free",
                   need, have, KEEP_FREE_PERCENT);
}

int scratch_size_least(enum layout layout, const struct config *config, uint64_t least, int dirfd,
                       uint64_t *bytes, struct err *err)
{
    struct room room;
    const uint64_t round = max_u64(least, round_bytes(config));
    const int rc = room_look(dirfd, &room);
    if (rc)
        return err_set(err, rc, "ask for the free space");

    uint64_t wanted = SCRATCH_FIXED_BYTES;
    if (layout == LAYOUT_FRESH) {
        wanted += 2 * round; /* the new file and the one that it replaces */
    } else if (layout != LAYOUT_FIXED && config->file_bytes) {
        const bool grows_on = config->grown && scratch_is_written_once(layout);
        if (config->file_bytes < round && !grows_on)
            return refuse_small(config, round, err);
        wanted = config->file_bytes;
        if (grows_on)
            wanted += max_u64(GROWN_BYTES, GROWN_ROUNDS * round);
    } else if (layout != LAYOUT_FIXED) {
        wanted = default_bytes(layout, config, round, room.bytes);
    }
    if (wanted > room.bytes)
        return refuse_room(wanted, &room, err);
    *bytes = wanted;
    return 0;
}

int scratch_size(enum layout layout, const struct config *config, int dirfd, uint64_t *bytes,
                 struct err *err)
{
    return scratch_size_least(layout, config, 0, dirfd, bytes, err);
}
