/* histogram.h: counts of durations in log-linear buckets.
 *
 * Values are nanoseconds. Below 64 ns every value has a bucket of its own; above, each octave
 * [2^k, 2^(k+1)) is cut into 64 equal buckets, so a bucket is at most 1/64 of its value wide and
 * its middle is off by less than 0.8 %. From 2^42 ns (73 minutes) on all values share the last
 * bucket; min and max are exact for every value.
 *
 * A value, pointer-free: copy it with =. Adding one value is a handful of instructions and never
 * allocates. Not locked: one owner at a time. */
#ifndef FSYNCSCOPE_BASE_HISTOGRAM_H
#define FSYNCSCOPE_BASE_HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>

enum {
    HISTOGRAM_SUB_BITS = 6,
    HISTOGRAM_SUB = 1 << HISTOGRAM_SUB_BITS, /* buckets in an octave */
    HISTOGRAM_TOP_BIT = 42,                  /* first octave that is not resolved */
    HISTOGRAM_BUCKETS = (HISTOGRAM_TOP_BIT - HISTOGRAM_SUB_BITS + 1) * HISTOGRAM_SUB + 1,
};

struct histogram {
    uint64_t count;
    uint64_t sum_ns;
    uint64_t min_ns; /* exact; meaningless while count is 0 */
    uint64_t max_ns;
    uint32_t low; /* buckets outside [low, high] are all 0; low > high while empty */
    uint32_t high;
    uint64_t bucket[HISTOGRAM_BUCKETS];
};

/* Makes H empty. Touches only the buckets that are in use; H must have been zeroed memory or a
 * histogram before. */
void histogram_clear(struct histogram *h);

/* Counts one value. */
void histogram_add(struct histogram *h, uint64_t ns);

/* Adds all of FROM to INTO. */
void histogram_merge(struct histogram *into, const struct histogram *from);

/* Takes FROM, which was merged into OUT_OF before, out again. min, max, low and high stay as they
 * were: a caller that drops values sets the exact extremes itself with histogram_set_extremes. */
void histogram_subtract(struct histogram *out_of, const struct histogram *from);

/* Sets the exact extremes after a subtraction, from the histograms that are left. */
void histogram_set_extremes(struct histogram *h, uint64_t min_ns, uint64_t max_ns);

/* The value at PERCENT (0 to 100) by nearest rank, in ns, never outside [min_ns, max_ns]; 0 when
 * empty: look at count first. Monotonic in PERCENT. */
uint64_t histogram_percentile(const struct histogram *h, double percent);

/* The mean in ns; 0 when empty. */
uint64_t histogram_mean(const struct histogram *h);

/* How many values lie in [FROM_NS, TO_NS), counted by bucket; exact when both are bucket borders,
 * as all powers of two up to 2^42 are. TO_NS of UINT64_MAX takes the last bucket in. */
uint64_t histogram_between(const struct histogram *h, uint64_t from_ns, uint64_t to_ns);

/* The bucket a value falls into, and the lowest value of a bucket. */
uint32_t histogram_bucket_of(uint64_t ns);
uint64_t histogram_bucket_from(uint32_t bucket);

#endif
