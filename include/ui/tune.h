/* tune.h: what one press of a key makes of a configuration.
 *
 * Pure functions. STEP is +1 or -1. Each returns false, and changes nothing, when the value stands
 * at its bound already. */
#ifndef FSYNCSCOPE_UI_TUNE_H
#define FSYNCSCOPE_UI_TUNE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/choice.h"
#include "base/config.h"

enum { CHOICES_MAX = 64 };

/* Modes or strategies in the source's order. */
struct choices {
    size_t count;
    const struct choice *at[CHOICES_MAX];
    const char *trouble[CHOICES_MAX]; /* why it cannot run here, as far as known; NULL: it may */
};

/* Twice or half as many, within the bounds. */
bool tune_writers(struct config *config, int step);
bool tune_batch(struct config *config, int step);

/* The next power of two: from 100 B up to 128 B or down to 64 B. */
bool tune_record(struct config *config, int step);

/* The next of 0, 10, 20, 50, 100, 200 us, ... 1 s. */
bool tune_delay(struct config *config, int step);

/* The position of NAME; 0 when it is not there. */
size_t choices_find(const struct choices *choices, const char *name);

/* The choice after or before NAME, around the ends and past those that cannot run; NULL when there
 * are none. */
const struct choice *choices_step(const struct choices *choices, const char *name, int step);

#endif
