/* strategies.h: the rows of the table of strategies. For strategy.c and tests alone. */
#ifndef FSYNCSCOPE_ENGINE_STRATEGIES_H
#define FSYNCSCOPE_ENGINE_STRATEGIES_H

#include "engine/strategy.h"

extern const struct strategy strategy_alone;
extern const struct strategy strategy_fair;
extern const struct strategy strategy_private;
extern const struct strategy strategy_group;
extern const struct strategy strategy_group_delay;
extern const struct strategy strategy_group_gather;
extern const struct strategy strategy_async;

/* How many writers of a group (its state) are queued right now. */
unsigned group_queued(void *state);

/* How many writers group+gather waits for; how many wait for fair's lock. */
unsigned group_expected(void *state);
unsigned fair_queued(void *state);

#endif
