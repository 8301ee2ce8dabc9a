/* tracer.h: a thread that looks into slow rounds, and into an ordinary one now and then, and hands
 * what it saw to a later snapshot.
 *
 * It reads the kernel's events only when something was slow, and takes a fiftieth of one processor
 * for that, a tenth while slow rounds eat up the time; what it has no time for is left out.
 * tracer_interval and tracer_add are for the thread that makes snapshots, and return at once. */
#ifndef FSYNCSCOPE_TRACE_TRACER_H
#define FSYNCSCOPE_TRACE_TRACER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/choice.h"
#include "base/err.h"
#include "base/snapshot.h"
#include "sys/keeper.h"

struct tracer;

/* With WANTED false, the kernel is not looked into. With NEEDED, that it cannot be is an error:
 * -errno and a sentence. TARGET is looked at in the call alone. */
int tracer_create(const struct target *target, struct keeper *keeper, bool wanted, bool needed,
                  struct tracer **out, struct err *err);

/* SNAPSHOT's measured part tells what is to be looked into; what was seen since the last call is
 * added to it. PID has the thread of each writer. */
void tracer_interval(struct tracer *tracer, const _Atomic int32_t *pid, struct snapshot *snapshot);

/* Adds what was seen since then, as much as there is room for; true: there is more. */
bool tracer_add(struct tracer *tracer, struct snapshot *snapshot);

/* Waits until all that was asked for was looked into. */
void tracer_settle(struct tracer *tracer);

/* Ends the thread, and the kernel's tracing. NULL is allowed. */
void tracer_destroy(struct tracer *tracer);

#endif
