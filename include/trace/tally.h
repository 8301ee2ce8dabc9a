/* tally.h: how many events a sync brings, for what watching costs. */
#ifndef FSYNCSCOPE_TRACE_TALLY_H
#define FSYNCSCOPE_TRACE_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/pace.h"
#include "trace/tracefs.h"

struct tally {
    bool begun;
    uint64_t events; /* up to the moment from which on is counted */
    uint64_t syncs;  /* since */
    unsigned intervals;
};

/* From now on TRACEFS watches in one way. NULL: it rests. */
void tally_begin(struct tally *tally, const struct tracefs *tracefs);

/* After an interval that TRACEFS watched as a whole; NULL: it rested. INTERVAL has its own syncs,
 * and gets the events and syncs since the last time, or 0 of both: the ring is asked now and then.
 */
void tally_interval(struct tally *tally, const struct tracefs *tracefs,
                    struct pace_interval *interval);

#endif
