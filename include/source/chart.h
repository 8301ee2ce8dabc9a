/* chart.h: the last 60 s in slots of half a second, with their percentiles. For history.c.
 *
 * Slots are counted from the first snapshot's begin, so that the same snapshots always fall into
 * the same slots, live or replayed. */
#ifndef FSYNCSCOPE_SOURCE_CHART_H
#define FSYNCSCOPE_SOURCE_CHART_H

#include <stdbool.h>
#include <stdint.h>

#include "source/history.h"

enum { CHART_PAIRS = CHART_SLOTS / 2 };

struct chart {
    bool started;
    uint64_t origin_ns;
    uint64_t newest; /* number of the slot that is filling; numbers modulo CHART_SLOTS are places */
    uint64_t generation; /* of the load that ran last; 0: none yet */
    struct histogram latency[CHART_SLOTS];
    struct chart_slot half[CHART_SLOTS];
    struct chart_slot pair[CHART_PAIRS];
    struct histogram both; /* work space: the newest pair's rounds */
};

/* CHART must be zeroed memory at first. */
void chart_add(struct chart *chart, const struct snapshot *snapshot);

struct chart_slot chart_half(const struct chart *chart, unsigned i);
struct chart_slot chart_pair(const struct chart *chart, unsigned i);

#endif
