/* ready.h: the scheduler's account of how long each writer could run and had no processor, noted
 * once an interval, and what it tells of one round. Pure but for ready_note. */
#ifndef FSYNCSCOPE_TRACE_READY_H
#define FSYNCSCOPE_TRACE_READY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/round.h"

enum { READY_WRITERS = 16, READY_ACCOUNTS = 64 };

/* As it stood at one time. */
struct ready_account {
    uint64_t at_ns;
    uint64_t ready_ns[READY_WRITERS]; /* in all; 0: not known */
};

/* The last intervals', a ring. Starts zeroed. */
struct ready_book {
    struct ready_account account[READY_ACCOUNTS];
    unsigned noted;
};

/* Of one round, in nanoseconds. */
struct ready_bounds {
    uint64_t least; /* not less than this: certain, or more than any other time had */
    uint64_t most;  /* not more than all that was noted around it */
};

/* Reads the accounts of COUNT threads of writers, a few microseconds each. */
void ready_note(struct ready_book *book, uint64_t now_ns, const int32_t *pid, unsigned count);

/* False: not known. */
bool ready_of(const struct ready_book *book, const struct round *round, struct ready_bounds *out);

#endif
