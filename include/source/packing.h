/* packing.h: histograms of past intervals in a ring of fixed size, their used buckets alone. For
 * window.c.
 *
 * An interval has a few hundred of a histogram's 2,369 buckets, so a minute fits into an eighth of
 * what whole histograms would take. Packing and taking out cost what the used range costs. */
#ifndef FSYNCSCOPE_SOURCE_PACKING_H
#define FSYNCSCOPE_SOURCE_PACKING_H

#include <stdint.h>

#include "base/histogram.h"

enum { PACKING_ROOM = 1 << 20 }; /* buckets; of 600 intervals 1,700 each */

struct packing {
    uint64_t next; /* number of the next bucket */
    uint32_t count[PACKING_ROOM];
    uint16_t bucket[PACKING_ROOM];
};

/* A histogram that lies in a packing, until PACKING_ROOM further buckets were put. */
struct packed {
    uint64_t count, sum_ns, min_ns, max_ns;
    uint64_t first; /* number of its first bucket */
    uint32_t used;
};

/* How many buckets H takes. */
uint32_t packing_need(const struct histogram *h);

/* The caller has made room: what lay packing_need() buckets beyond the oldest is overwritten. */
void packing_put(struct packing *packing, const struct histogram *h, struct packed *out);

/* H, zeroed memory or a histogram before, becomes what was put. */
void packing_get(const struct packing *packing, const struct packed *packed, struct histogram *h);

#endif
