/* freeze.h: from when to when the file system was seen to be frozen. Pure. */
#ifndef FSYNCSCOPE_TRACE_FREEZE_H
#define FSYNCSCOPE_TRACE_FREEZE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/round.h"

/* The present or last one. Starts zeroed. */
struct freeze {
    uint64_t from_ns, to_ns;
};

/* At NOW_NS a thread waits for a thaw, and ROUND hangs in that. */
void freeze_seen(struct freeze *freeze, const struct round *round, uint64_t now_ns);

/* Whether any of ROUND lies in it. */
bool freeze_covers(const struct freeze *freeze, const struct round *round);

#endif
