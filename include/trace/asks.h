/* asks.h: which rounds of an interval are to be looked into: the longest slow ones, an ordinary one
 * now and then, one that hangs. Under the lock of whoever has it; nothing here takes long. */
#ifndef FSYNCSCOPE_TRACE_ASKS_H
#define FSYNCSCOPE_TRACE_ASKS_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/snapshot.h"
#include "trace/look.h"

enum { ASKS_MAX = SNAPSHOT_SLOWEST + 2 }; /* an ordinary one, and one that hangs */

/* Starts zeroed. */
struct asks {
    struct ask ask[ASKS_MAX];
    unsigned count;
    int32_t pid[WRITERS_MAX]; /* the writers' threads */
    unsigned pids;
    uint64_t seen_ns;                    /* end of the last interval */
    uint64_t ordinary_ns;                /* when an ordinary round was asked for last */
    unsigned ordinaries;                 /* that were answered; counted by who answers */
    uint64_t stood_from_ns, stood_to_ns; /* the last time that the program stood still, */
    bool starved;                        /* for want of a processor */
    uint64_t disk_rate;                  /* bytes a second, of the busiest interval */
    uint64_t ready_ns;                   /* of the thread that takes intervals, at the last one */
};

/* Another configuration: what was asked of the one before is not wanted any more. */
void asks_begin(struct asks *asks);

/* Adds what the interval SNAPSHOT is worth. PID has the thread of each writer. READY_NS is for how
 * long in all the calling thread could run and had no processor, 0: not known; an interval that is
 * late for that reason is no stop by a signal. */
void asks_take(struct asks *asks, const _Atomic int32_t *pid, uint64_t ready_ns,
               const struct snapshot *snapshot);

/* What the slow rounds of an interval that are known took beyond a median one. */
uint64_t asks_excess_ns(const struct snapshot *snapshot);

#endif
