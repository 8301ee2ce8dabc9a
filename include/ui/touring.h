/* touring.h: the dashboard's tour: one mode after the other, each for a while, with the rest of the
 * configuration as it is; then back to where it began. */
#ifndef FSYNCSCOPE_UI_TOURING_H
#define FSYNCSCOPE_UI_TOURING_H

#include <stdbool.h>

#include "base/snapshot.h"
#include "ui/actions.h"

#define TOURING_STAY_NS UINT64_C(1000000000) /* of a mode, once its first round has begun */

/* Begins with what the keys asked for last; a paused load goes on. */
void touring_begin(struct ui *ui);

/* Ends it early, before a key changes the configuration: the wish is again what it was, and
 * applied. False when there is no tour. */
bool touring_leave(struct ui *ui);

/* The same by a key that means just that: shows what was measured. */
bool touring_stop(struct ui *ui);

/* Takes note of a snapshot that state and history have: goes on to the next mode when it is time,
 * and shows the comparison after the last. */
void touring_note(struct ui *ui, const struct snapshot *snapshot);

/* Brings what the footer shows up to date, and frees what is left of a tour. */
void touring_free(struct ui *ui);

#endif
