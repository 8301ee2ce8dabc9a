/* packing.c: see packing.h. */
#include "source/packing.h"

_Static_assert((int)HISTOGRAM_BUCKETS <= UINT16_MAX, "a bucket's number in 16 bits");

uint32_t packing_need(const struct histogram *h)
{
    uint32_t used = 0;

    for (uint32_t i = h->low; h->count && i <= h->high; i++)
        used += h->bucket[i] != 0;
    return used;
}

void packing_put(struct packing *p, const struct histogram *h, struct packed *out)
{
    *out = (struct packed){.count = h->count,
                           .sum_ns = h->sum_ns,
                           .min_ns = h->min_ns,
                           .max_ns = h->max_ns,
                           .first = p->next};
    for (uint32_t i = h->low; h->count && i <= h->high; i++) {
        if (!h->bucket[i])
            continue;
        p->count[p->next % PACKING_ROOM] = (uint32_t)h->bucket[i];
        p->bucket[p->next % PACKING_ROOM] = (uint16_t)i;
        p->next++;
    }
    out->used = (uint32_t)(p->next - out->first);
}

void packing_get(const struct packing *p, const struct packed *packed, struct histogram *h)
{
    histogram_clear(h);
    for (uint64_t i = packed->first; i < packed->first + packed->used; i++)
        h->bucket[p->bucket[i % PACKING_ROOM]] = p->count[i % PACKING_ROOM];
    h->count = packed->count;
    h->sum_ns = packed->sum_ns;
    if (packed->count)
        histogram_set_extremes(h, packed->min_ns, packed->max_ns);
}
