/* calls.h: where a round's calls lie, by its stamps, and what it waited for before and after. Pure.
 */
#ifndef FSYNCSCOPE_TRACE_CALLS_H
#define FSYNCSCOPE_TRACE_CALLS_H

#include <stdint.h>

#include "base/inside.h"
#include "base/round.h"

/* Where a round's calls lie, as times of CLOCK_MONOTONIC within it. */
struct round_calls {
    uint64_t write_ns, sync_ns, synced_ns, end_ns; /* each not before the one before it */
};

struct round_calls round_calls(const struct round *round);

/* What most of its waiting was for, by its own account. */
enum wait_for round_wait_for(const struct round *round);

#endif
