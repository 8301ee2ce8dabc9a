/* sharing.h: how an interval's rounds shared their syncs: where the writers' time went, how many
 * records went together, how long leaders waited on purpose. Sums, so that intervals add up.
 *
 * A value. Pure functions, any thread. */
#ifndef FSYNCSCOPE_BASE_SHARING_H
#define FSYNCSCOPE_BASE_SHARING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/round.h"

enum { SHARING_SIZES = 28 }; /* batches of 1, 2 to 3, 4 to 7, ... records; 2^26 are possible */

struct sharing {
    struct split split;      /* summed over the rounds */
    uint64_t delays;         /* deliberate waits of leaders */
    uint64_t delay_asked_ns; /* summed over them */
    uint64_t delay_reached_ns;
    uint64_t size[SHARING_SIZES]; /* syncs that carried so many records */
};

/* Records that were acknowledged and are not durable yet: what a power cut would take. */
struct risk {
    uint64_t records, bytes;
    uint64_t ns; /* for how long the oldest of them is */
};

void sharing_note(struct sharing *sharing, const struct round *round);
void sharing_add(struct sharing *into, const struct sharing *from);
void sharing_subtract(struct sharing *out_of, const struct sharing *from);

/* All parts together. */
uint64_t split_sum(const struct split *split);

/* The sizes that occur, as positions: false when no sync was noted. */
bool sharing_range(const struct sharing *sharing, unsigned *first, unsigned *last);

/* The least number of records of size I. */
static inline uint64_t sharing_from(unsigned i)
{
    return UINT64_C(1) << i;
}

#endif
