/* spotcheck.h: reads the disk's counters around single syncs while that costs half a percent of
 * them at most.
 *
 * Time spent in syncs earns credit, each reading spends it. Two readings in a row bracket one sync
 * exactly; a sync that took unusually long is followed by a reading of its own, and what that
 * covers (disk_delta.syncs) is said beside it. A reading stands outside the sync's own stamps;
 * writers that wait behind the sync wait for it, too, which the same bound limits. One owner at a
 * time. */
#ifndef FSYNCSCOPE_ENGINE_SPOTCHECK_H
#define FSYNCSCOPE_ENGINE_SPOTCHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/round.h"
#include "disk/blockstat.h"

struct spotcheck {
    struct blockstat *stat; /* NULL or without devices: never reads */
    struct block_reading last;
    uint32_t syncs; /* since the last reading */
    bool has_last;
    bool pair_open;     /* the last reading is to be followed by one after the next sync */
    uint64_t cost_ns;   /* of one reading, as measured */
    uint64_t credit_ns; /* earned by sync time so far, less what readings cost */
    uint64_t usual_ns;  /* what a sync takes of late: a moving mean */
};

/* Begins with two readings of STAT (kept; may be NULL), outside any round. */
void spotcheck_start(struct spotcheck *check, struct blockstat *stat);

/* After a sync that took SYNC_NS. Fills DELTA (syncs 0 when nothing was read). */
void spotcheck_after(struct spotcheck *check, uint64_t sync_ns, struct disk_delta *delta);

#endif
