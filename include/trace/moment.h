/* moment.h: what one moment of a round goes to, from what is under way then. Pure: for
 * attribution.c. */
#ifndef FSYNCSCOPE_TRACE_MOMENT_H
#define FSYNCSCOPE_TRACE_MOMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/inside.h"
#include "trace/attribution.h"
#include "trace/calls.h"
#include "trace/requests.h"
#include "trace/timeline.h"

struct moment {
    const struct attribution *what;
    const struct round_calls *calls;
    const struct timeline *timeline;
    uint64_t at_ns;
};

/* Whether the leader is in its sync then; in its write or sync. */
bool moment_in_sync(const struct moment *moment);
bool moment_in_calls(const struct moment *moment);

/* NOW is of the same moment. */
enum share moment_share(const struct moment *moment, const struct requests_now *now);

#endif
