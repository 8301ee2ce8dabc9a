/* blockstat.h: the counters of whole disks, /sys/dev/block/MAJ:MIN/stat
 * (Documentation/block/stat.rst): sectors written is the 7th field, flush requests the 16th, there
 * since Linux 5.5. What counts is the number of fields read, not the kernel's version. Each of the
 * two can be missing where the other is there.
 *
 * A reading costs about 2.5 us a disk: never take one inside a timed interval. */
#ifndef FSYNCSCOPE_DISK_BLOCKSTAT_H
#define FSYNCSCOPE_DISK_BLOCKSTAT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/snapshot.h"
#include "base/target.h"

/* One disk's. */
struct block_counters {
    uint64_t sectors_written; /* of 512 bytes */
    uint64_t flushes;
    bool has_flushes; /* the kernel gave 16 fields or more */
};

/* All disks' at one time, each by itself: in a sum, a reset of one would pass unseen. */
struct block_reading {
    unsigned disks;
    struct block_counters disk[TARGET_DEVICES_MAX];
};

/* What happened between two readings, added up over all disks. */
struct block_delta {
    bool has_flushes, has_sectors; /* a figure without is 0 */
    bool reset;                    /* a counter fell: there is no figure at all */
    uint64_t flushes, sectors;
};

/* Filled by blockstat_open, then only read: any thread. */
struct blockstat {
    int fd[TARGET_DEVICES_MAX];
    unsigned devices;
    bool has_flushes, has_sectors; /* what is counted by all of them */
    char reason[REASON_MAX];       /* why one of the two is not, else "" */
};

/* Parses the text of one stat file. 0, or -EINVAL when it has fewer than 11 numbers. */
int blockstat_parse(const char *text, struct block_counters *out);

/* Opens the counters of all disks of TARGET under ROOT ("" in the program). Always succeeds: with
 * no counters to be had, devices is 0 and reason says why. */
void blockstat_open(const struct target *target, const char *root, struct blockstat *out);

/* Reads all disks. False when there are none or a read failed. */
bool blockstat_read(const struct blockstat *stat, struct block_reading *out);

/* AFTER minus BEFORE, disk by disk. A counter that fell wrapped at 2^32, as some do, when that
 * leaves a likely difference; any other fall is a reset. */
struct block_delta blockstat_since(const struct blockstat *stat, const struct block_reading *before,
                                   const struct block_reading *after);

/* The same where only both figures are of use. False, with nothing set, when one is missing. */
bool blockstat_delta(const struct blockstat *stat, const struct block_reading *before,
                     const struct block_reading *after, uint64_t *flushes, uint64_t *sectors);

void blockstat_close(struct blockstat *stat);

#endif
