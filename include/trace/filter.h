/* filter.h: which events the kernel is to keep, in the words of its own filters
 * (Documentation/trace/events.rst, "Event filtering"). Pure but for the program's own name. */
#ifndef FSYNCSCOPE_TRACE_FILTER_H
#define FSYNCSCOPE_TRACE_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "trace/event.h"
#include "trace/stack.h"

enum { FILTER_MAX = 4096 }; /* the kernel takes a page */

/* With RICH, for rounds that are long enough to bear it. False: KIND is of no use then, and stays
 * off. */
bool trace_filter(enum trace_kind kind, const struct trace_stack *stack, bool rich, char *out,
                  size_t size);

#endif
