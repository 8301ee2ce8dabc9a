/* comparison.h: what every configuration came to that the load has been through, and the one that
 * the others are measured by.
 *
 * A row is a configuration, not a visit: going back to one starts its figures anew, as everywhere,
 * and the newest visit's stand. Kept are the figures of all its rounds since the change or the last
 * reset; a configuration without a round is kept only if it failed, with its reason.
 *
 * Bounded: COMPARISON_ROWS rows of some 80 KiB, allocated as they come; then the one that was seen
 * longest ago goes, but never the live one or the baseline. One thread. A NULL comparison is one
 * without rows. */
#ifndef FSYNCSCOPE_SOURCE_COMPARISON_H
#define FSYNCSCOPE_SOURCE_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "source/history.h"
#include "source/outcome.h"

enum {
    COMPARISON_ROWS = 64,
    COMPARISON_WARNINGS = 32, /* ids that are kept apart: no more than bits of `warnings` */
};

struct compared {
    uint64_t id;   /* in the order of first visits, from 1 on; never used twice */
    uint64_t seen; /* in the order of newest visits */
    unsigned visits;
    uint32_t warnings;                         /* bit I: comparison_warning I spoke against it */
    uint64_t p50_ns, p99_ns;                   /* 0 without rounds */
    double records_per_s, records_per_sync;    /* NAN where there is nothing to divide by, */
    double flushes_per_record, kib_per_record; /* or no counter */
    struct outcome outcome;
};

struct comparison;

/* NULL when there is no memory. */
struct comparison *comparison_create(void);
void comparison_free(struct comparison *comparison);

/* Takes in how the newest configuration stands: call it after each history_add. A row that there
 * is no memory for is left out. */
void comparison_take(struct comparison *comparison, struct history *history);

/* The I-th warning that any row earned, facts and measured ones, in the order in which they came;
 * NULL past the end. */
const struct warning *comparison_warning(const struct comparison *comparison, unsigned i);

/* The traits in which any two rows differ; the mode alone when none do. */
unsigned comparison_traits(const struct comparison *comparison);

/* Rows in the order of first visits; NULL past the end. A pointer is good until the next take. */
size_t comparison_count(const struct comparison *comparison);
const struct compared *comparison_at(const struct comparison *comparison, size_t i);

/* The row of ID, the baseline's too, and that of the configuration now at work; NULL when there is
 * none. */
const struct compared *comparison_find(const struct comparison *comparison, uint64_t id);
const struct compared *comparison_live(const struct comparison *comparison);

/* Keeps a copy of ROW's result as it is now as the baseline. False, and nothing changes, for a row
 * without rounds. */
bool comparison_pin(struct comparison *comparison, const struct compared *row);
void comparison_unpin(struct comparison *comparison);

/* The baseline as it was pinned, a row with an id of its own, whatever its configuration's row says
 * by now; NULL: there is none. */
const struct compared *comparison_baseline(const struct comparison *comparison);

/* The row of the baseline's configuration, which goes on; NULL without a baseline. */
const struct compared *comparison_pinned(const struct comparison *comparison);

/* The durable row of the least p50 that writes its records; rows whose percentiles are thin only
 * when there are no others, then the floor, rows that are not durable only when no row is. NULL: no
 * row has rounds. */
const struct compared *comparison_best(const struct comparison *comparison);

/* --- ratios in words --- */

enum pace { PACE_UNKNOWN, PACE_SAME, PACE_SLOWER, PACE_FASTER };

/* How NOW_NS stands to BASE_NS, and by what factor of 1 or more: within 5 % it is PACE_SAME. */
enum pace comparison_pace(uint64_t now_ns, uint64_t base_ns, double *factor);

#endif
