/* window.h: the last minute's intervals in a ring, added up over 1 s, 10 s and 60 s. For history.c.
 *
 * A window holds the intervals that ended less than its length before the newest one did, empty
 * ones too. Adding one costs a merge and, for each window, the subtraction of what leaves it. */
#ifndef FSYNCSCOPE_SOURCE_WINDOW_H
#define FSYNCSCOPE_SOURCE_WINDOW_H

#include <stdint.h>

#include "source/history.h"
#include "source/packing.h"

enum {
    /* A minute at ten a second and some more, for a change of state makes one out of turn. When
     * even these are used up, or the room for their buckets, the longest window is the shorter for
     * it. */
    WINDOW_RING = 640,
    WINDOW_PARTS = 4, /* latency, write, sync, response */
};

/* Figures that intervals are added to and taken out of. */
struct window_sum {
    struct figures figures;
    uint64_t first; /* number of the oldest interval in it */
    uint64_t ran; /* intervals in which the load ran, but those that the disk's figures leave out */
    uint64_t blind;         /* of those, without flushes */
    uint64_t blind_sectors; /* of those, without sectors */
};

/* What is kept of one interval: its figures, with the histograms packed. */
struct window_interval {
    uint64_t rounds, records, syncs, padded_bytes, active_ns;
    struct sharing sharing;
    struct disk_counts disk;
    struct packed part[WINDOW_PARTS];
};

struct window_extremes {
    uint64_t min_ns, max_ns; /* min above max: no values */
};

struct windows {
    uint64_t added; /* the number of the next interval */
    struct window_sum sum[WINDOW_ALL];
    uint64_t end_ns[WINDOW_RING];
    struct window_interval interval[WINDOW_RING];
    struct packing packing;
    struct figures entering, leaving; /* one interval's, unpacked */
    /* Apart from the histograms, so that looking all of them through stays in the cache. */
    struct window_extremes extremes[WINDOW_RING][WINDOW_PARTS];
};

/* The figures of one snapshot's interval alone. OUT was zeroed memory or figures before. */
void figures_of(struct figures *out, const struct snapshot *snapshot);

void window_sum_clear(struct window_sum *sum);
void window_sum_add(struct window_sum *sum, const struct figures *interval);

/* WINDOWS must be zeroed memory at first. */
void windows_clear(struct windows *windows);
void windows_add(struct windows *windows, const struct snapshot *snapshot);

#endif
