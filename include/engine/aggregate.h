/* aggregate.h: adds up what all recorders of a generation noted since the last time, and sets the
 * limit from which a round counts as slow. One caller at a time. */
#ifndef FSYNCSCOPE_ENGINE_AGGREGATE_H
#define FSYNCSCOPE_ENGINE_AGGREGATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/snapshot.h"
#include "engine/generation.h"
#include "engine/rolling.h"

struct aggregate {
    uint64_t at_ns;        /* end of the last interval */
    uint64_t idle_ns;      /* the gate's account at that time */
    uint64_t syncs;        /* the sink's count at that time */
    uint64_t padded_bytes; /* likewise */
    struct block_reading disk;
    bool has_disk;
    struct rolling latency;
};

/* Begins with generation G, whose first round starts at NOW_NS or later. */
void aggregate_begin(struct aggregate *a, struct generation *g, uint64_t now_ns);

/* Ends an interval and fills OUT's measured part: times, counts, histograms, disk, notable rounds,
 * rounds in flight, slow limit. With LAST, after the writers were joined, the interval ends with
 * the last round. */
void aggregate_collect(struct aggregate *a, struct generation *g, bool last, struct snapshot *out);

/* Ends an interval in which no generation ran: no rounds, no rates. */
void aggregate_collect_nothing(struct aggregate *a, struct snapshot *out);

#endif
