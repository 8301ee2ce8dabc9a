/* rolling.h: a median of the last 5 to 10 s in which rounds ended, and the limit that follows from
 * it. Two histograms take turns, so that nothing is subtracted and nothing is kept for each
 * interval. */
#ifndef FSYNCSCOPE_ENGINE_ROLLING_H
#define FSYNCSCOPE_ENGINE_ROLLING_H

#include <stdint.h>

#include "base/histogram.h"

enum { SLOW_ROUNDS_MIN = 20 }; /* below so many rounds no median is trusted */

struct rolling {
    struct histogram half[2];
    unsigned newest;
    uint64_t turned_ns;
};

void rolling_clear(struct rolling *rolling, uint64_t now_ns);

/* Adds an interval's latencies. One without a round turns nothing over: the measure by which a
 * freeze is slow must outlast the freeze. */
void rolling_add(struct rolling *rolling, const struct histogram *interval, uint64_t now_ns);

/* SNAPSHOT_SLOW_FACTOR times the median, in ns; 0 while it would rest on too few rounds. */
uint64_t rolling_slow_limit(const struct rolling *rolling);

#endif
