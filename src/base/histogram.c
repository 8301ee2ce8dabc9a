/* histogram.c: log-linear buckets, addressed by the value's leading bits.
 *
 * The range of buckets in use is kept beside the counts, so that clearing and merging, done for
 * every writer ten times a second, cost what the interval's few dozen buckets cost and not all
 * 2,369. */
#include "base/histogram.h"

#include <math.h>

uint32_t histogram_bucket_of(uint64_t ns)
{
    if (ns < HISTOGRAM_SUB)
        return (uint32_t)ns;
    unsigned top = 63u - (unsigned)__builtin_clzll(ns);
    if (top >= HISTOGRAM_TOP_BIT)
        return HISTOGRAM_BUCKETS - 1;
    unsigned shift = top - HISTOGRAM_SUB_BITS;
    /* ns >> shift lies in [SUB, 2 x SUB): the octave's leading 1 counts as its first SUB. */
    return shift * HISTOGRAM_SUB + (uint32_t)(ns >> shift);
}

uint64_t histogram_bucket_from(uint32_t bucket)
{
    if (bucket < HISTOGRAM_SUB)
        return bucket;
    unsigned shift = bucket / HISTOGRAM_SUB - 1;
    return (uint64_t)(bucket % HISTOGRAM_SUB + HISTOGRAM_SUB) << shift;
}

void histogram_clear(struct histogram *h)
{
    if (h->count)
        for (uint32_t i = h->low; i <= h->high; i++)
            h->bucket[i] = 0;
    h->count = 0;
    h->sum_ns = 0;
    h->min_ns = 0;
    h->max_ns = 0;
    h->low = HISTOGRAM_BUCKETS;
    h->high = 0;
}

/* Widens the range in use and the extremes; an empty histogram has none yet. */
static void widen(struct histogram *h, uint32_t low, uint32_t high, uint64_t min_ns,
                  uint64_t max_ns)
{
    if (!h->count || low < h->low)
        h->low = low;
    if (!h->count || high > h->high)
        h->high = high;
    if (!h->count || min_ns < h->min_ns)
        h->min_ns = min_ns;
    if (!h->count || max_ns > h->max_ns)
        h->max_ns = max_ns;
}

void histogram_add(struct histogram *h, uint64_t ns)
{
    uint32_t bucket = histogram_bucket_of(ns);
    widen(h, bucket, bucket, ns, ns);
    h->bucket[bucket]++;
    h->count++;
    h->sum_ns += ns;
}

void histogram_merge(struct histogram *into, const struct histogram *from)
{
    if (!from->count)
        return;
    widen(into, from->low, from->high, from->min_ns, from->max_ns);
    for (uint32_t i = from->low; i <= from->high; i++)
        into->bucket[i] += from->bucket[i];
    into->count += from->count;
    into->sum_ns += from->sum_ns;
}

void histogram_subtract(struct histogram *out_of, const struct histogram *from)
{
    if (!from->count)
        return;
    for (uint32_t i = from->low; i <= from->high; i++)
        out_of->bucket[i] -= from->bucket[i];
    out_of->count -= from->count;
    out_of->sum_ns -= from->sum_ns;
}

void histogram_set_extremes(struct histogram *h, uint64_t min_ns, uint64_t max_ns)
{
    h->min_ns = min_ns;
    h->max_ns = max_ns;
    h->low = histogram_bucket_of(min_ns);
    h->high = histogram_bucket_of(max_ns);
}

/* The middle of a bucket, held inside the exact extremes. The last bucket has no middle: what lies
 * beyond the range is told by the exact maximum. */
static uint64_t representative(const struct histogram *h, uint32_t bucket)
{
    if (bucket == HISTOGRAM_BUCKETS - 1)
        return h->max_ns;
    uint64_t from = histogram_bucket_from(bucket);
    uint64_t middle = from + (histogram_bucket_from(bucket + 1) - from) / 2;
    if (middle < h->min_ns)
        return h->min_ns;
    return middle > h->max_ns ? h->max_ns : middle;
}

uint64_t histogram_percentile(const struct histogram *h, double percent)
{
    if (!h->count)
        return 0;
    /* Nearest rank. The small step back undoes rounding: 99.9 % of 1,000 is rank 999. */
    double exact = ceil(percent * (double)h->count / 100.0 - 1e-6);
    uint64_t rank = exact < 1 ? 1 : (uint64_t)exact;
    if (rank == 1)
        return h->min_ns; /* known exactly, as the last one is */
    if (rank >= h->count)
        return h->max_ns;
    uint64_t seen = 0;
    for (uint32_t i = h->low; i <= h->high; i++) {
        seen += h->bucket[i];
        if (seen >= rank)
            return representative(h, i);
    }
    return h->max_ns;
}

uint64_t histogram_mean(const struct histogram *h)
{
    return h->count ? h->sum_ns / h->count : 0;
}

uint64_t histogram_between(const struct histogram *h, uint64_t from_ns, uint64_t to_ns)
{
    if (!h->count)
        return 0;
    uint64_t sum = 0;
    for (uint32_t i = h->low; i <= h->high; i++) {
        uint64_t start = histogram_bucket_from(i);
        if (start >= from_ns && (start < to_ns || to_ns == UINT64_MAX))
            sum += h->bucket[i];
    }
    return sum;
}
