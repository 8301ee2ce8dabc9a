/* sharing.c: sums, added and taken out again field by field. */
#include "base/sharing.h"

static unsigned size_of(uint64_t records)
{
    unsigned i = 0;
    while (i + 1 < SHARING_SIZES && records >= sharing_from(i + 1))
        i++;
    return i;
}

static void add_split(struct split *into, const struct split *from)
{
    into->queue_ns += from->queue_ns;
    into->leader_ns += from->leader_ns;
    into->delay_ns += from->delay_ns;
    into->write_ns += from->write_ns;
    into->sync_ns += from->sync_ns;
}

void sharing_note(struct sharing *s, const struct round *round)
{
    add_split(&s->split, &round->split);
    if (round->led && round->sync_ns != NOT_TIMED)
        s->size[size_of(round->led)]++;
    if (!round->delay_asked_ns)
        return;
    s->delays++;
    s->delay_asked_ns += round->delay_asked_ns;
    s->delay_reached_ns += round->delay_reached_ns;
}

void sharing_add(struct sharing *into, const struct sharing *from)
{
    add_split(&into->split, &from->split);
    into->delays += from->delays;
    into->delay_asked_ns += from->delay_asked_ns;
    into->delay_reached_ns += from->delay_reached_ns;
    for (unsigned i = 0; i < SHARING_SIZES; i++)
        into->size[i] += from->size[i];
}

void sharing_subtract(struct sharing *out_of, const struct sharing *from)
{
    out_of->split.queue_ns -= from->split.queue_ns;
    out_of->split.leader_ns -= from->split.leader_ns;
    out_of->split.delay_ns -= from->split.delay_ns;
    out_of->split.write_ns -= from->split.write_ns;
    out_of->split.sync_ns -= from->split.sync_ns;
    out_of->delays -= from->delays;
    out_of->delay_asked_ns -= from->delay_asked_ns;
    out_of->delay_reached_ns -= from->delay_reached_ns;
    for (unsigned i = 0; i < SHARING_SIZES; i++)
        out_of->size[i] -= from->size[i];
}

uint64_t split_sum(const struct split *split)
{
    return split->queue_ns + split->leader_ns + split->delay_ns + split->write_ns + split->sync_ns;
}

bool sharing_range(const struct sharing *s, unsigned *first, unsigned *last)
{
    bool some = false;
    for (unsigned i = 0; i < SHARING_SIZES; i++) {
        if (!s->size[i])
            continue;
        *first = some ? *first : i;
        *last = i;
        some = true;
    }
    return some;
}
