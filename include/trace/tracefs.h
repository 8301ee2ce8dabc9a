/* tracefs.h: a private instance of the kernel's tracer, which fills a ring that nobody reads until
 * something was slow (Documentation/trace/ftrace.rst, events.rst).
 *
 * It sees only this target's disks and the threads that a sync depends on, keeps the clock that
 * rounds are stamped with, and touches no other tracer. The instance is removed at the end, by the
 * keeper when the end is sudden, and at the next start when that failed too. No call but from one
 * thread at a time. */
#ifndef FSYNCSCOPE_TRACE_TRACEFS_H
#define FSYNCSCOPE_TRACE_TRACEFS_H

#include <stdint.h>

#include "base/inside.h"
#include "sys/keeper.h"
#include "trace/filter.h"
#include "trace/pace.h"
#include "trace/page.h"
#include "trace/stack.h"

struct tracefs;

/* Begins to trace. 0, or -errno with why not, and what would help, in REASON (as large as that of
 * struct tracing): nothing is left behind then. */
int tracefs_open(const struct trace_stack *stack, struct keeper *keeper, struct tracefs **out,
                 char *reason, size_t size);

/* What was read. */
struct tracefs_read {
    uint64_t whole_from_ns; /* from here on nothing is missing; 0: at all */
    uint64_t missing;       /* events overwritten before that; 0: their number is not known */
    uint64_t left_out;      /* read, but there was no room in OUT */
};

/* The stretches of time that are of interest. */
enum { TRACE_WINDOWS_MAX = 12 };

struct trace_windows {
    unsigned count;
    struct {
        uint64_t from_ns, to_ns;
    } at[TRACE_WINDOWS_MAX];
};

/* Empties the ring into OUT, which keeps of what it holds what lies in one of WINDOWS, and gains
 * what does, sorted. Costs about a microsecond for each 4 KiB of the ring, and a quarter for each
 * event taken. */
struct tracefs_read tracefs_drain(struct tracefs *tracefs, const struct trace_windows *windows,
                                  struct trace_events *out);

/* How closely to watch, and which threads; lean at first, and all of the program's name. Takes some
 * milliseconds, in which both hold in part. 0, or -errno: what is watched is not known then. */
int tracefs_watch(struct tracefs *tracefs, enum watch watch, struct trace_threads threads);

/* Events that were put into the ring since the start. Costs some ten microseconds a processor. */
uint64_t tracefs_events(const struct tracefs *tracefs);

/* Stops and removes the instance. NULL is allowed. */
void tracefs_close(struct tracefs *tracefs);

#endif
