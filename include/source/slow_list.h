/* slow_list.h: the newest slow rounds, the longest ones, and how many there were. For history.c.
 *
 * Constant in size. One thread. */
#ifndef FSYNCSCOPE_SOURCE_SLOW_LIST_H
#define FSYNCSCOPE_SOURCE_SLOW_LIST_H

#include <stdint.h>

#include "source/history.h"

enum { SLOW_LIST_ORDINARY = 8 };

/* The ordinary round of one configuration. */
struct ordinary {
    uint64_t generation; /* 0: none */
    struct inside_round seen;
};

struct slow_list {
    struct slow_round ring[HISTORY_SLOW_MAX];
    uint64_t added; /* to the ring, ever */

    /* Since the last change. */
    uint64_t count;
    unsigned slowest_count;
    struct round slowest[SNAPSHOT_SLOWEST];     /* longest first */
    struct inside_round seen[SNAPSHOT_SLOWEST]; /* insides of those, in no order */
    uint64_t causes[CAUSES];                    /* of those that were looked into */

    struct ordinary ordinary[SLOW_LIST_ORDINARY];
    unsigned ordinary_next;
};

/* A new configuration: counts and the longest start anew, the list stays. */
void slow_list_begin(struct slow_list *list);

/* All starts anew but the ordinary rounds: they are still what their configurations are like. */
void slow_list_clear(struct slow_list *list);

/* BEGAN_NS: when the snapshot's configuration began, 0 when it has not. An ordinary round of before
 * belongs to another one. */
void slow_list_add(struct slow_list *list, const struct snapshot *snapshot, uint64_t began_ns);

/* The I-th newest, NULL past the end. */
const struct slow_round *slow_list_at(const struct slow_list *list, unsigned i);

/* As the functions of history.h. */
const struct inside *slow_list_inside(const struct slow_list *list, const struct round *round);
enum history_then slow_list_then(const struct slow_list *list, const struct round *round);
const struct inside_round *slow_list_ordinary(const struct slow_list *list, uint64_t generation);
void slow_list_causes_listed(const struct slow_list *list, uint64_t out[CAUSES]);
void slow_list_causes(const struct slow_list *list, uint64_t out[CAUSES]);

#endif
