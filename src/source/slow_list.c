/* slow_list.c: see slow_list.h. A ring of the newest, which stays over changes; the rest is of the
 * newest configuration alone. */
#include "source/slow_list.h"

#include <stdlib.h>
#include <string.h>

void slow_list_begin(struct slow_list *list)
{
    list->count = 0;
    list->slowest_count = 0;
}

void slow_list_clear(struct slow_list *list)
{
    slow_list_begin(list);
    list->added = 0;
}

static int by_start(const void *a, const void *b)
{
    const struct round *x = a, *y = b;
    return (x->start_ns > y->start_ns) - (x->start_ns < y->start_ns);
}

/* Those over the limit, by time: the newest goes on top. */
static void note_newest(struct slow_list *list, const struct snapshot *s)
{
    struct round round[SNAPSHOT_SLOWEST];

    memcpy(round, s->slowest, sizeof(round));
    qsort(round, s->slowest_count, sizeof(round[0]), by_start);
    for (unsigned i = 0; i < s->slowest_count; i++) {
        if (!s->slow_limit_ns || round[i].latency_ns <= s->slow_limit_ns)
            continue;
        list->ring[list->added++ % HISTORY_SLOW_MAX] = (struct slow_round){
            .round = round[i],
            .wall_ns = s->wall_ns - (s->at_ns - round[i].start_ns),
            .p50_ns = s->slow_limit_ns / SNAPSHOT_SLOW_FACTOR,
            .generation = s->generation,
        };
    }
}

void slow_list_add(struct slow_list *list, const struct snapshot *s)
{
    list->count += s->slow_rounds;
    for (unsigned i = 0; i < s->slowest_count; i++)
        slowest_keep(list->slowest, &list->slowest_count, &s->slowest[i]);
    note_newest(list, s);
}

const struct slow_round *slow_list_at(const struct slow_list *list, unsigned i)
{
    if (i >= HISTORY_SLOW_MAX || i >= list->added)
        return NULL;
    return &list->ring[(list->added - 1 - i) % HISTORY_SLOW_MAX];
}
