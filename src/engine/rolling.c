/* rolling.c: see rolling.h. */
#include "engine/rolling.h"

#include "base/snapshot.h"

static const uint64_t half_ns = UINT64_C(5000000000);

void rolling_clear(struct rolling *r, uint64_t now_ns)
{
    histogram_clear(&r->half[0]);
    histogram_clear(&r->half[1]);
    r->newest = 0;
    r->turned_ns = now_ns;
}

void rolling_add(struct rolling *r, const struct histogram *interval, uint64_t now_ns)
{
    if (!interval->count)
        return;
    if (now_ns - r->turned_ns >= half_ns) {
        r->newest ^= 1;
        histogram_clear(&r->half[r->newest]);
        r->turned_ns = now_ns;
    }
    histogram_merge(&r->half[r->newest], interval);
}

uint64_t rolling_slow_limit(const struct rolling *r)
{
    struct histogram both = r->half[0];
    histogram_merge(&both, &r->half[1]);
    if (both.count < SLOW_ROUNDS_MIN)
        return 0;
    return SNAPSHOT_SLOW_FACTOR * histogram_percentile(&both, 50);
}
