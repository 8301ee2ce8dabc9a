/* stuck.h: whether a load that was told to end is held up by the kernel, or is merely not done yet.
 *
 * Writers that wait in the program, for a lock or for a leader and its delay, come to their turn by
 * themselves; a call that does not return for much longer than any did before is stuck. */
#ifndef FSYNCSCOPE_APP_STUCK_H
#define FSYNCSCOPE_APP_STUCK_H

#include <stdbool.h>
#include <stdint.h>

#include "report/report.h"
#include "source/history.h"

/* How long rounds under way may take to return: three times the longest so far and no less than
 * STUCK_LEAST_NS, and the delay that a leader may still be waiting. */
uint64_t stuck_patience_ns(struct history *history);

#define STUCK_LEAST_NS UINT64_C(500000000)

/* Whether the load, told to end WAITED_NS ago, hangs in the newest snapshot of HISTORY: in a call,
 * or, where none is known, in making or removing its file. */
bool stuck_now(struct history *history, uint64_t waited_ns);

/* Puts what hangs into RESULT, from the newest snapshot of its history. The load was told to end,
 * or had its last round return, WAITED_NS ago. */
void stuck_tell(struct run_result *result, uint64_t waited_ns);

#endif
