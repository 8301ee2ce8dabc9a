/* hang.h: a round that has not returned, as it is by now: it was looked into some time ago, and
 * what was open then is taken to be so still. Pure. */
#ifndef FSYNCSCOPE_UI_HANG_H
#define FSYNCSCOPE_UI_HANG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/inside.h"

/* A look that is older than this says nothing of now. */
#define HANG_FRESH_NS UINT64_C(1000000000)

/* Whether it waits for a thaw, whatever took most of its time so far. */
bool hang_is_frozen(const struct inside *inside);

/* Makes SEEN, whose latency is its age at the last look, AGE_NS old. While the look is fresh, what
 * was open in it goes on, and the time since is its; later that time has no name. Shares add up to
 * the age. Returns how long ago the look was. */
uint64_t hang_count_up(struct inside_round *seen, uint64_t age_ns);

#endif
