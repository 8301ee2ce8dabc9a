/* blockstat.h: the counters of whole disks, /sys/dev/block/MAJ:MIN/stat
 * (Documentation/block/stat.rst): sectors written is the 7th field, flush requests the 16th, there
 * since Linux 5.5. What counts is the number of fields read, not the kernel's version.
 *
 * A reading costs about 2.5 us: never take one inside a timed interval. One owner per object. */
#ifndef FSYNCSCOPE_DISK_BLOCKSTAT_H
#define FSYNCSCOPE_DISK_BLOCKSTAT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/snapshot.h"
#include "base/target.h"

struct block_counters {
    uint64_t sectors_written; /* of 512 bytes */
    uint64_t flushes;
    bool has_flushes; /* the kernel gave 16 fields or more */
};

struct blockstat {
    int fd[TARGET_DEVICES_MAX];
    unsigned devices;
    char reason[REASON_MAX]; /* why there are no counters, or no flushes among them; else "" */
};

/* Parses the text of one stat file. 0, or -EINVAL when it has fewer than 11 numbers. */
int blockstat_parse(const char *text, struct block_counters *out);

/* Opens the counters of all disks of TARGET under ROOT ("" in the program). Always succeeds: with
 * no counters to be had, devices is 0 and reason says why. */
void blockstat_open(const struct target *target, const char *root, struct blockstat *out);

/* Reads the sum over all disks. False when there are none or a read failed. */
bool blockstat_read(const struct blockstat *stat, struct block_counters *out);

/* AFTER minus BEFORE. A counter that fell wrapped at 2^32, as some do, when that leaves a likely
 * difference; any other fall is a reset. False, with nothing set, when there is no difference to be
 * had: after a reset, or where the kernel counts no flushes. */
bool blockstat_delta(const struct block_counters *before, const struct block_counters *after,
                     uint64_t *flushes, uint64_t *sectors);

void blockstat_close(struct blockstat *stat);

#endif
