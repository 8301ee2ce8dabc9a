/* attribution.h: to what each nanosecond of a round went, from its stamps and the kernel's events.
 *
 * At each moment one thing counts, the one nearest to the disk: a request of the round that the
 * disk works on (its flush before data before metadata; on a stack of disks, the lowest); one that
 * waits to be handed to it, behind other programs' or in the queue; a thread that the round waits
 * for. So shares never overlap, and add up to the latency. While the round waits for another writer
 * of this program, which has the lock or leads, that one's requests count like its own.
 *
 * Pure. */
#ifndef FSYNCSCOPE_TRACE_ATTRIBUTION_H
#define FSYNCSCOPE_TRACE_ATTRIBUTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/inside.h"
#include "trace/calls.h"
#include "trace/event.h"
#include "trace/stack.h"

struct attribution {
    const struct round *round;
    bool in_flight;     /* it has not returned: its latency is its age */
    int32_t caller;     /* then, the thread that is in its call; 0: the writer's own */
    int32_t pid;        /* the writer's thread; 0: not known */
    const int32_t *kin; /* all threads of this program */
    unsigned kin_count;
    const struct trace_stack *stack;
    const struct trace_event *event; /* by time, some from before the round */
    size_t events;
    uint64_t since_ns; /* from here on they are whole; of earlier ones nothing is believed */
    bool exact; /* each switch and waking of the writers, and each request handed to a disk was seen
                 */
    bool frozen;      /* the writer was seen waiting for a frozen file system to thaw */
    uint64_t from_ns; /* nobody watched before: the sync's time up to then is blind */
};

/* Fills origin, shares, spans and other programs; leaves usual shares and the cause zeroed. */
void attribute(const struct attribution *what, struct inside *out);

#endif
