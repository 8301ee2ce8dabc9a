/* outcome.h: what one configuration came to. A row of a table, of the comparison, of a tour.
 *
 * A value of some 80 KiB: keep them on the heap. Pure functions of a history, so that live,
 * replayed and reported rows agree. */
#ifndef FSYNCSCOPE_SOURCE_OUTCOME_H
#define FSYNCSCOPE_SOURCE_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/snapshot.h"
#include "source/history.h"

/* Rounds that had begun and not ended when the result was made: in no histogram. */
struct unfinished {
    unsigned rounds;
    uint64_t oldest_ns; /* what the oldest of them has taken so far, */
    uint64_t least_ns;  /* and each at least */
};

struct outcome {
    struct config config;
    uint64_t generation;
    bool interrupted; /* its own limit was not reached */
    bool refused;     /* the mode cannot run here: error says why */
    int error_code;   /* errno value, 0: all went well */
    char error[sizeof((struct snapshot *)0)->error];
    uint64_t failed_rounds;
    struct figures figures; /* of all its rounds */
    bool has_typical;
    struct round typical;         /* near the median, with its own disk_delta */
    unsigned stuck_calls;         /* calls that had not returned when it was told to end, */
    uint64_t stuck_ns;            /* and the age of the oldest; set by whoever waited for them */
    struct unfinished unfinished; /* likewise: the rounds that these calls hold up */
    uint64_t backlog;             /* records that were to begin by then and had not: open loop */
    bool has_risk;                /* it acknowledges before it syncs: */
    struct risk risk, risk_most;  /* what a power cut would have taken at the end, and at most */
    uint64_t causes[CAUSES];      /* slow rounds by cause; at CAUSE_NONE those not looked into */
};

/* The newest configuration's outcome as far as HISTORY knows it; false before the first snapshot.
 * `interrupted` is left false, what is stuck 0. */
bool outcome_take(struct outcome *out, struct history *history);

#endif
