/* verdict.h: what the figures say about themselves: the class of the device, and warnings that rest on
 * measured evidence. Pure functions of a history, so live, replayed and reported figures agree. */
#ifndef FSYNCSCOPE_SOURCE_VERDICT_H
#define FSYNCSCOPE_SOURCE_VERDICT_H

#include "source/history.h"

struct verdict {
    bool known;              /* false: too few syncs, or a target without a disk */
    uint64_t sync_p50_ns;    /* the figure it rests on */
    char words[REASON_MAX];  /* "like a plain NVMe drive" */
    char doubt[REASON_MAX];  /* why it may be wrong, a sentence; "" when there is no doubt */
};

/* The class of the device by the median sync of WINDOW. */
struct verdict verdict_of(struct history *history, enum window window);

/* All warnings that hold now, most severe first: those of the facts, of the configuration
 * (not-durable), and of the evidence in WINDOW (no-flush-seen, implausibly-fast, other-writers),
 * which are gone again when it no longer says so. Returns how many were written to OUT (room for
 * TARGET_WARNINGS_MAX). */
unsigned warnings_now(struct history *history, enum window window,
                      struct warning out[TARGET_WARNINGS_MAX]);

#endif
