/* scratch.h: the file that the load writes to, and where in it the next bytes go.
 *
 * Safety: created exclusively under a random name with mode 0600 in the measured directory; removed
 * by whoever made it, by the keeper when the program dies, by the next start after a power cut. To
 * know such a leftover from a file that merely has its name, the name carries the file's inode
 * number and birth time, which no other file can have, and a live owner holds a flock(2) on it.
 *
 * Calls that write may block as long as the disk does: worker and control threads only. */
#ifndef FSYNCSCOPE_DISK_SCRATCH_H
#define FSYNCSCOPE_DISK_SCRATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/config.h"
#include "base/err.h"
#include "sys/keeper.h"
#include "sys/sysio.h"

enum layout {
    LAYOUT_APPEND,    /* grows from nothing, starts anew at its size */
    LAYOUT_FILLED,    /* written and synced before the first round, then overwritten in turn */
    LAYOUT_MAPPED,    /* the same, but filled page by page: see scratch_prepare.c */
    LAYOUT_FIXED,     /* one block, never written in a round */
    LAYOUT_ALLOCATED, /* fallocated and never written; each block once, then starts anew */
    LAYOUT_EXTENDED,  /* one hole of the final size; each block once, then starts anew */
    LAYOUT_FRESH,     /* one block, which stands for files that the mode makes in each round */
};

struct scratch {
    const struct sysio *io;
    struct keeper *keeper;
    int dirfd;
    int fd;
    enum layout layout;
    bool writes_wait;   /* opened with O_DSYNC, O_SYNC or O_DIRECT: each write waits for the disk */
    bool through_cache; /* O_DIRECT was seen not to get past the page cache */
    uint64_t bytes;     /* size it may grow to, or is filled to */
    uint64_t begin;     /* where what is written once begins, after what was there before */
    uint64_t writes; /* write calls so far; a mode whose write is its sync counts syncs by them */
    uint64_t next;   /* where the next bytes go; guarded by the strategy's exclusion */
    uint64_t block;  /* pieces begin at multiples of it, and the file is filled in such; 0: any */
    uint64_t padded; /* bytes written so far for nothing but to fill blocks */
    int directory_code;      /* why its directory cannot be synced, an errno value; 0: it was */
    const char *failed_call; /* the call that failed, of a mode that makes several; else NULL */
    void *own;               /* what the mode keeps besides: a mapping, a ring, a buffer */
    char name[96];
};

/* How far a long preparation has come; the preparing thread writes, others read. CANCEL set from
 * another thread makes scratch_create end with -ECANCELED soon. */
struct scratch_progress {
    _Atomic uint64_t done, total; /* bytes */
    atomic_bool cancel;
};

/* Room, in bytes, that files of ours may take in DIRFD's file system: what is free to this user
 * less 5 % of the whole, and no more than RLIMIT_FSIZE. No bound (UINT64_MAX) for DIRFD -1, a
 * simulated disk, and where a file system does not tell its size. 0 or -errno. */
int scratch_room(int dirfd, uint64_t *bytes);

/* The size the file will have for CONFIG: what was asked for, else the layout's default (256 MiB
 * where each block is written once, 1,024 records but no more than 1 GiB for filled; a quarter of
 * the room where that is less), of a grown one a MiB or eight rounds more than asked for; and never
 * less than one round of all writers; for FRESH what all its files take. 0, or with a sentence:
 * -EINVAL when less than that was asked for, -ENOSPC when there is no room, -EFBIG when `ulimit -f`
 * is what forbids it, -errno of the look. */
int scratch_size(enum layout layout, const struct config *config, int dirfd, uint64_t *bytes,
                 struct err *err);

/* The same for a mode of which one round needs LEAST bytes, or those of the records when that is
 * more: refusals name that need. */
int scratch_size_least(enum layout layout, const struct config *config, uint64_t least, int dirfd,
                       uint64_t *bytes, struct err *err);

/* Creates the file with FLAGS besides O_RDWR, empty. KEEPER may be NULL, DIRFD -1 where IO knows no
 * directories. 0, or -errno with a sentence and nothing left behind. Then it has to be prepared:
 * see scratch_prepare.h. */
int scratch_open(struct scratch *s, const struct sysio *io, struct keeper *keeper, int dirfd,
                 enum layout layout, int flags, uint64_t bytes, struct err *err);

/* scratch_open, and prepares the file to the layout: BYTES of noise for FILLED, one block for
 * FIXED, nothing for APPEND; file and directory are synced, so that no round pays for the name. On
 * failure nothing is left behind. KEEPER and PROGRESS may be NULL, DIRFD -1 where IO knows no
 * directories. Returns 0 or -errno with a sentence. */
int scratch_create(struct scratch *s, const struct sysio *io, struct keeper *keeper, int dirfd,
                   enum layout layout, int flags, uint64_t bytes, struct scratch_progress *progress,
                   struct err *err);

/* Fills and syncs the first BYTES of a new file whose blocks are written once: rounds go on behind
 * them, after a restart too. 0 or -errno with a sentence, as scratch_create; the file then stays to
 * be removed. PROGRESS may be NULL. */
int scratch_grow(struct scratch *s, uint64_t bytes, struct scratch_progress *progress,
                 struct err *err);

/* Where LENGTH bytes go now; moves on. LENGTH must fit the file (scratch_size saw to that). An
 * append file must have room: see scratch_is_full. Exclusive callers only. */
uint64_t scratch_place(struct scratch *s, uint64_t length);

/* Whether each block of such a file is written once, and the file then started anew. */
bool scratch_is_written_once(enum layout layout);

/* Whether a file whose blocks are written once has no room for RESERVE more bytes. */
bool scratch_is_full(const struct scratch *s, uint64_t reserve);

/* Starts such a file anew: cut to where it began, laid out as it was before the first round, and
 * synced, so that no later round pays for it. 0, or -errno and the call in s->failed_call. */
int scratch_restart(struct scratch *s);

/* Closes and removes the file. Safe on one that was never created (fd -1). */
void scratch_remove(struct scratch *s);

/* Removes from DIRFD what dead runs left. Never touches a file that it cannot prove to be one of
 * ours: a regular file of this user, mode 0600, one link, whose name tells its own inode number and
 * birth time, and that nobody holds locked. Returns how many were removed. */
unsigned scratch_sweep(int dirfd);

#endif
