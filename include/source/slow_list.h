/* slow_list.h: the newest slow rounds, the longest ones, and how many there were. For history.c.
 *
 * Constant in size. One thread. */
#ifndef FSYNCSCOPE_SOURCE_SLOW_LIST_H
#define FSYNCSCOPE_SOURCE_SLOW_LIST_H

#include <stdint.h>

#include "source/history.h"

struct slow_list {
    struct slow_round ring[HISTORY_SLOW_MAX];
    uint64_t added; /* to the ring, ever */

    /* Since the last change. */
    uint64_t count;
    unsigned slowest_count;
    struct round slowest[SNAPSHOT_SLOWEST]; /* longest first */
};

/* A new configuration: counts and the longest start anew, the list stays. */
void slow_list_begin(struct slow_list *list);

/* All starts anew, the list too. */
void slow_list_clear(struct slow_list *list);

void slow_list_add(struct slow_list *list, const struct snapshot *snapshot);

/* The I-th newest, NULL past the end. */
const struct slow_round *slow_list_at(const struct slow_list *list, unsigned i);

#endif
