/* filter.h: which events the kernel is to keep, in the words of its own filters
 * (Documentation/trace/events.rst, "Event filtering"). Pure but for the program's own name. */
#ifndef FSYNCSCOPE_TRACE_FILTER_H
#define FSYNCSCOPE_TRACE_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/event.h"
#include "trace/stack.h"

enum { FILTER_MAX = 4096 }; /* the kernel takes a page */

/* Between which ids the writers' threads lie. Both 0: not known, and all of the program's name are
 * noted, which another run of it that is busy would fill the ring with. */
struct trace_threads {
    int32_t first, last;
};

/* Of COUNT threads; an id of 0 is none. */
struct trace_threads trace_threads_of(const int32_t *pid, unsigned count);

/* With RICH, for rounds that are long enough to bear it. False: KIND is of no use then, and stays
 * off. */
bool trace_filter(enum trace_kind kind, const struct trace_stack *stack,
                  struct trace_threads threads, bool rich, char *out, size_t size);

#endif
