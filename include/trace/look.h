/* look.h: looks into one round after it has ended, or while it hangs, with the kernel's events
 * where they can be had, else with what its stamps tell. One thread. */
#ifndef FSYNCSCOPE_TRACE_LOOK_H
#define FSYNCSCOPE_TRACE_LOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/inside.h"
#include "base/snapshot.h"
#include "sys/keeper.h"
#include "trace/pace.h"

enum ask_kind { ASK_SLOW, ASK_ORDINARY, ASK_HANGING };

/* What is wanted. */
struct ask {
    enum ask_kind kind;
    uint64_t generation;
    struct round round;
    int32_t pid;                         /* the writer's thread; 0: not known */
    int32_t caller;                      /* while it hangs, who is in its call; 0: not known */
    uint64_t stood_from_ns, stood_to_ns; /* the program stood still, both 0: it did not */
    bool starved;                        /* for want of a processor, and not by a signal */
    bool only_flushes;                   /* the mode writes nothing */
    uint64_t disk_rate; /* bytes a second that the whole disk wrote at its busiest; 0: not known */
};

struct look;

/* Always makes one; STATUS says whether it can see into the kernel. NULL: no memory. With WANTED
 * false it does not try. */
struct look *look_create(const struct target *target, struct keeper *keeper, bool wanted,
                         struct tracing *status);
void look_free(struct look *look);

/* Another configuration: what was usual is so no longer. */
void look_begin(struct look *look);

/* Once an interval, which was such: PID has COUNT threads of writers. */
void look_tick(struct look *look, const int32_t *pid, unsigned count,
               const struct pace_interval *interval);

/* The part of the rounds' time that watching has cost since look_begin; 0: not known. */
double look_price(const struct look *look);

/* Events that were overwritten before they could be read, in stretches that a round was asked for
 * in, since the start. */
uint64_t look_lost(const struct look *look);

/* Fetches the kernel's events around the rounds of COUNT asks. Those since FLIGHT_NS are kept, for
 * a round that has not returned may be asked for later. */
void look_fetch(struct look *look, const struct ask *ask, unsigned count, uint64_t flight_ns);

/* Looks into ASK's round after a fetch. False: it is no ordinary round to learn from. PID as above.
 */
bool look_at(struct look *look, const struct ask *ask, const int32_t *pid, unsigned count,
             struct inside_round *out);

#endif
