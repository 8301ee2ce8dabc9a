/* simdisk.h: a simulated disk that knows which bytes are durable, and can lose its power.
 *
 * It holds the bytes of one file, or of SIM_FILES small ones when it is split: then each has a
 * region of its own. Of all names that are made it knows whether they are still there
 * (simdisk_files). A write lands in the page cache; a sync makes durable what was in the cache when
 * it began, at the moment it ends, as a real one may. Bytes written while it runs are not part of
 * it. A descriptor opened with O_DSYNC or O_SYNC makes its own bytes durable in the write.
 *
 * Every begin and end of a call is a step. At step `cut_at` the power goes: the durable bytes stay
 * as they are and every call fails with EIO from then on. At each step the calling thread yields to
 * the others a random number of times, so that a seed explores a schedule of its own. */
#ifndef FSYNCSCOPE_TESTS_SIMDISK_H
#define FSYNCSCOPE_TESTS_SIMDISK_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sys/sysio.h"

enum { SIM_BYTES = 64 << 10, SIM_FILES = 16, SIM_NAMES = 80, SIM_NAME = 128 };

struct simdisk {
    struct sysio io; /* first: calls find their disk by it */
    pthread_mutex_t lock;
    pthread_cond_t moved;
    uint64_t random;
    unsigned steps;
    unsigned cut_at;     /* 0: never */
    unsigned fail_sync;  /* number of the sync that fails with fail_code; 0: none */
    unsigned fail_write; /* likewise */
    unsigned fail_rename;
    int fail_code;
    unsigned renames;       /* begun */
    unsigned syncs, writes; /* begun */
    unsigned held;          /* syncs that wait at the gate */
    unsigned held_writes;
    bool hold_syncs, hold_writes;
    unsigned hold_sync;  /* number of a sync that waits at the gate alone; 0: none */
    bool short_writes;   /* each write stores the half of what it was given */
    unsigned interrupts; /* so many syncs are interrupted before they do anything */
    unsigned write_interrupts;
    bool dead;
    bool split;                     /* into SIM_FILES files */
    int flags;                      /* of the open descriptor */
    unsigned opened, removed;       /* files */
    unsigned restarts;              /* times that the file was cut to nothing */
    char file[SIM_NAMES][SIM_NAME]; /* "": a free place */
    bool dirty[SIM_BYTES];
    char cached[SIM_BYTES];
    char durable[SIM_BYTES];
};

void simdisk_init(struct simdisk *disk, uint64_t seed);
void simdisk_destroy(struct simdisk *disk);

/* Syncs that begin from now on wait; until at least COUNT do; let them all go. */
void simdisk_hold(struct simdisk *disk);
void simdisk_wait_held(struct simdisk *disk, unsigned count);
void simdisk_release(struct simdisk *disk);

/* Of all syncs, holds the NUMBER-th alone; one that was held before goes. */
void simdisk_hold_sync(struct simdisk *disk, unsigned number);

/* The newest sync that is held fails with CODE. */
void simdisk_fail_held(struct simdisk *disk, int code);

/* The same of writes. */
void simdisk_hold_writes(struct simdisk *disk);
void simdisk_wait_held_writes(struct simdisk *disk, unsigned count);
void simdisk_release_writes(struct simdisk *disk);

/* Files that were made and not removed. */
unsigned simdisk_files(struct simdisk *disk);

/* How often the BYTES of DATA stand at a multiple of BYTES in what is durable. */
unsigned simdisk_copies(struct simdisk *disk, const char *data, size_t bytes);

/* Whether the BYTES of DATA stand anywhere at a multiple of BYTES in what is durable. */
bool simdisk_has(struct simdisk *disk, const char *data, size_t bytes);

#endif
