/* strategy.c: the table of strategies. */
#include "engine/strategy.h"

#include <string.h>

#include "engine/strategies.h"

static const struct strategy *const strategies[] = {
    &strategy_alone,
    &strategy_group,
    &strategy_group_delay,
};

const struct strategy *strategy_at(size_t i)
{
    return i < sizeof strategies / sizeof strategies[0] ? strategies[i] : NULL;
}

const struct strategy *strategy_find(const char *name)
{
    for (size_t i = 0; strategy_at(i); i++)
        if (strcmp(name, strategy_at(i)->about.name) == 0)
            return strategy_at(i);
    return NULL;
}
