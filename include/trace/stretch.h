/* stretch.h: from when to when the kernel was watched, and how closely; and so what of a round was
 * seen. Pure. */
#ifndef FSYNCSCOPE_TRACE_STRETCH_H
#define FSYNCSCOPE_TRACE_STRETCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/round.h"
#include "trace/pace.h"

/* The present or last stretch. Starts zeroed but for how it is watched; from_ns 0: since ever. */
struct stretch {
    enum watch watch; /* now */
    uint64_t from_ns, to_ns;
    uint64_t exact_from_ns, exact_to_ns; /* both 0: never exactly */
};

/* From now on as WATCH says. The change began at BEGUN_NS and was complete at DONE_NS, in between
 * both hold in part: rounds are seen whole outside of it. */
void stretch_change(struct stretch *stretch, enum watch watch, uint64_t begun_ns, uint64_t done_ns);

/* Whether the kernel was watched while ROUND lasted, at all or CLOSELY. */
bool stretch_covers(const struct stretch *stretch, const struct round *round, bool closely);

/* From when on the kernel was watched while ROUND lasted; 0: it was not, or not for long enough. A
 * round that began while watching rested is what ends the rest: most of it is seen all the same. */
uint64_t stretch_seen_from(const struct stretch *stretch, const struct round *round);

#endif
