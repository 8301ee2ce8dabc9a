/* slow_list.c: see slow_list.h. A ring of the newest, which stays over changes; the rest is of the
 * newest configuration alone.
 *
 * What was seen inside a round comes some intervals after the round itself, and finds it by its
 * writer and its start. One that finds no round any more is left out of the counts by cause: whose
 * configuration it was is not known. */
#include "source/slow_list.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { ORDINARY_WITHIN = 10 }; /* a part of the median */

void slow_list_begin(struct slow_list *list)
{
    list->count = 0;
    list->slowest_count = 0;
    memset(list->seen, 0, sizeof(list->seen));
    memset(list->causes, 0, sizeof(list->causes));
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
            .batch = s->config.batch,
            .syncs_each = s->config.syncs_each,
            .load_average = s->load_average[0],
        };
    }
}

static bool same_round(const struct round *a, const struct round *b)
{
    return a->start_ns == b->start_ns && a->writer == b->writer;
}

static unsigned listed(const struct slow_list *list)
{
    return list->added < HISTORY_SLOW_MAX ? (unsigned)list->added : HISTORY_SLOW_MAX;
}

static const struct slow_round *find_listed(const struct slow_list *list, const struct round *round)
{
    for (unsigned i = 0; i < listed(list); i++) {
        if (same_round(&list->ring[i].round, round))
            return &list->ring[i];
    }
    return NULL;
}

static bool is_longest(const struct slow_list *list, const struct round *round)
{
    for (unsigned i = 0; i < list->slowest_count; i++) {
        if (same_round(&list->slowest[i], round))
            return true;
    }
    return false;
}

/* Where the inside of ROUND stands, or may stand: there are as many places as longest rounds, so
 * one of them belongs to it, is empty, or to a round that is none of the longest any more. */
static struct inside_round *place_of(struct slow_list *list, const struct round *round)
{
    struct inside_round *spare = &list->seen[0];

    for (unsigned i = 0; i < SNAPSHOT_SLOWEST; i++) {
        struct inside_round *at = &list->seen[i];
        if (at->inside.origin != INSIDE_NONE && same_round(&at->round, round))
            return at;
        if (at->inside.origin == INSIDE_NONE || !is_longest(list, &at->round))
            spare = at;
    }
    return spare;
}

/* A second look, traced after inferred, takes the first one's place in the counts. */
static void take_inside(struct slow_list *list, const struct inside_round *seen,
                        uint64_t generation)
{
    const struct slow_round *found = find_listed(list, &seen->round);

    if (seen->inside.origin == INSIDE_NONE)
        return;
    if (is_longest(list, &seen->round))
        *place_of(list, &seen->round) = *seen;
    if (!found)
        return;
    struct inside *inside = &list->ring[found - list->ring].inside;
    if (found->generation == generation) {
        if (inside->origin != INSIDE_NONE)
            list->causes[inside_class(inside)]--;
        list->causes[inside_class(&seen->inside)]++;
    }
    *inside = seen->inside;
}

/* One round stands for all ordinary ones: it should be near the median as that is by now. Of two
 * the nearer one stays, for as long as it is near. */
static bool is_more_ordinary(const struct round *next, const struct round *old, uint64_t p50_ns)
{
    const uint64_t far_ns = round_distance_ns(old, p50_ns);

    return !p50_ns || far_ns > p50_ns / ORDINARY_WITHIN ||
           round_distance_ns(next, p50_ns) <= far_ns;
}

static void take_ordinary(struct slow_list *list, const struct snapshot *s)
{
    const uint64_t p50_ns = s->slow_limit_ns / SNAPSHOT_SLOW_FACTOR;
    struct ordinary *at = NULL;

    for (unsigned i = 0; i < SLOW_LIST_ORDINARY; i++) {
        if (list->ordinary[i].generation == s->generation)
            at = &list->ordinary[i];
    }
    if (at && !is_more_ordinary(&s->ordinary.round, &at->seen.round, p50_ns))
        return;
    if (!at)
        at = &list->ordinary[list->ordinary_next++ % SLOW_LIST_ORDINARY];
    *at = (struct ordinary){.generation = s->generation, .seen = s->ordinary};
}

void slow_list_add(struct slow_list *list, const struct snapshot *s, uint64_t began_ns)
{
    list->count += s->slow_rounds;
    for (unsigned i = 0; i < s->slowest_count; i++)
        slowest_keep(list->slowest, &list->slowest_count, &s->slowest[i]);
    note_newest(list, s);
    for (unsigned i = 0; i < s->inside_count && i < SNAPSHOT_INSIDE; i++)
        take_inside(list, &s->inside[i], s->generation);
    if (s->has_ordinary && began_ns && s->ordinary.round.start_ns >= began_ns)
        take_ordinary(list, s);
}

const struct slow_round *slow_list_at(const struct slow_list *list, unsigned i)
{
    if (i >= listed(list))
        return NULL;
    return &list->ring[(list->added - 1 - i) % HISTORY_SLOW_MAX];
}

const struct inside *slow_list_inside(const struct slow_list *list, const struct round *round)
{
    const struct slow_round *found = find_listed(list, round);

    if (found && found->inside.origin != INSIDE_NONE)
        return &found->inside;
    for (unsigned i = 0; i < SNAPSHOT_SLOWEST; i++) {
        const struct inside_round *seen = &list->seen[i];
        if (seen->inside.origin != INSIDE_NONE && same_round(&seen->round, round))
            return &seen->inside;
    }
    return NULL;
}

enum history_then slow_list_then(const struct slow_list *list, const struct round *round)
{
    if (find_listed(list, round))
        return HISTORY_THEN_SLOW;
    return list->added > HISTORY_SLOW_MAX ? HISTORY_THEN_UNKNOWN : HISTORY_THEN_NOT;
}

const struct inside_round *slow_list_ordinary(const struct slow_list *list, uint64_t generation)
{
    for (unsigned i = 0; generation && i < SLOW_LIST_ORDINARY; i++) {
        if (list->ordinary[i].generation == generation)
            return &list->ordinary[i].seen;
    }
    return NULL;
}

void slow_list_causes_listed(const struct slow_list *list, uint64_t out[CAUSES])
{
    memset(out, 0, CAUSES * sizeof(out[0]));
    for (unsigned i = 0; i < listed(list); i++)
        out[inside_class(&list->ring[i].inside)]++;
}

void slow_list_causes(const struct slow_list *list, uint64_t out[CAUSES])
{
    uint64_t looked = 0;

    memcpy(out, list->causes, sizeof(list->causes));
    for (unsigned i = CAUSE_NONE + 1; i < CAUSES; i++)
        looked += out[i];
    out[CAUSE_NONE] = list->count > looked ? list->count - looked : 0;
}
