/* causes.c: see causes.h. */
#include "source/causes.h"

#include <stddef.h>

enum cause causes_next(const uint64_t counts[CAUSES], bool told[CAUSES])
{
    enum cause next = CAUSES;

    for (int i = CAUSE_NONE + 1; i < CAUSES; i++) {
        if (!told[i] && counts[i] && (next == CAUSES || counts[i] > counts[next]))
            next = (enum cause)i;
    }
    if (next == CAUSES && !told[CAUSE_NONE] && counts[CAUSE_NONE])
        next = CAUSE_NONE;
    if (next != CAUSES)
        told[next] = true;
    return next;
}

const char *causes_words(enum cause cause)
{
    return cause == CAUSE_NONE ? "not looked into" : cause_words(cause);
}

const char *causes_why_none(const struct inside *inside)
{
    if (inside_known(inside))
        return NULL;
    if (inside->origin == INSIDE_RESTED)
        return "not looked into: watching rests, since it would cost more than 2 %";
    return "not looked into: too many at once, or not yet";
}

uint64_t causes_total(const uint64_t counts[CAUSES])
{
    uint64_t total = 0;

    for (int i = 0; i < CAUSES; i++)
        total += counts[i];
    return total;
}
