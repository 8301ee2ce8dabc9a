/* causes.c: see causes.h. */
#include "source/causes.h"

#include <stddef.h>

enum cause causes_next(const uint64_t counts[CAUSES], bool told[CAUSES])
{
    static const enum cause last[] = {CAUSE_RESTED, CAUSE_NONE};
    enum cause next = CAUSES;

    for (int i = CAUSE_NONE + 1; i < CAUSES; i++) {
        if (causes_tell((enum cause)i) && !told[i] && counts[i] &&
            (next == CAUSES || counts[i] > counts[next]))
            next = (enum cause)i;
    }
    for (size_t i = 0; i < sizeof(last) / sizeof(last[0]); i++) {
        if (next == CAUSES && !told[last[i]] && counts[last[i]])
            next = last[i];
    }
    if (next != CAUSES)
        told[next] = true;
    return next;
}

bool causes_tell(enum cause cause)
{
    return cause != CAUSE_NONE && cause != CAUSE_RESTED;
}

const char *causes_words(enum cause cause)
{
    return cause == CAUSE_NONE ? "not looked into" : cause_words(cause);
}

const char *causes_label(enum cause cause, const struct inside_round *ordinary)
{
    return cause == CAUSE_META ? cause_label(cause, ordinary && ordinary->inside.no_journal)
                               : causes_words(cause);
}

const char *causes_why_none(const struct inside *inside, bool ended)
{
    if (inside_known(inside))
        return NULL;
    if (inside->origin == INSIDE_RESTED)
        return "not looked into: watching rests, since it would cost more than 2 %";
    return ended ? "not looked into: too many were slow at once" : "not looked into yet";
}

uint64_t causes_total(const uint64_t counts[CAUSES])
{
    uint64_t total = 0;

    for (int i = 0; i < CAUSES; i++)
        total += counts[i];
    return total;
}
