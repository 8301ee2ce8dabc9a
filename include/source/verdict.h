/* verdict.h: what the figures say about themselves: the class of the device, and all warnings that
 * hold now. Pure functions of a history, so live, replayed and reported figures agree. */
#ifndef FSYNCSCOPE_SOURCE_VERDICT_H
#define FSYNCSCOPE_SOURCE_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

#include "source/history.h"

struct verdict {
    bool known; /* false: too few syncs, a load that is not durable, memory, another machine */
    uint64_t sync_p50_ns; /* the figure it rests on */
    const char *words;    /* "like a plain NVMe drive"; static, NULL when not known */
    const char *brief;    /* the same for a narrow place */
    const char *doubt;    /* why it may be wrong, one clause; NULL when there is no doubt */
    const char *reason;   /* why there is none though syncs were timed, one clause; else NULL */
};

/* The class of the device by the median sync of WINDOW. */
struct verdict verdict_of(struct history *history, enum window window);

/* All warnings that hold now, most severe first: those of the facts, of the configuration
 * (not-durable, not-direct), and of the evidence in WINDOW (no-flush-seen, implausibly-fast,
 * other-writers), which are gone again when it no longer says so. Returns how many were written to
 * OUT. */
unsigned warnings_now(struct history *history, enum window window,
                      struct warning out[TARGET_WARNINGS_MAX]);

#endif
