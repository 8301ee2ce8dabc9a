/* tour_spread.c: how far the passes of a line are apart, and whether two lines differ by more. */
#include "source/tour.h"

#include <math.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static struct tour_spread spread_of(double value[TOUR_PASSES], unsigned count)
{
    const double none = (double)NAN;

    if (!count)
        return (struct tour_spread){0, none, none, none};
    qsort(value, count, sizeof(value[0]), by_value);
    return (struct tour_spread){count, value[(count - 1) / 2], value[0], value[count - 1]};
}

struct tour_spread tour_p50_ns(const struct tour_line *line)
{
    double value[TOUR_PASSES];
    unsigned count = 0;

    for (unsigned i = 0; i < line->passes; i++) {
        if (line->pass[i].rounds)
            value[count++] = (double)line->pass[i].p50_ns;
    }
    return spread_of(value, count);
}

struct tour_spread tour_records_per_s(const struct tour_line *line)
{
    double value[TOUR_PASSES];
    unsigned count = 0;

    for (unsigned i = 0; i < line->passes; i++) {
        if (line->pass[i].rounds && isfinite(line->pass[i].records_per_s))
            value[count++] = line->pass[i].records_per_s;
    }
    return spread_of(value, count);
}

bool tour_spreads_meet(struct tour_spread a, struct tour_spread b)
{
    return a.passes > 1 && b.passes > 1 && a.least <= b.most && b.least <= a.most;
}
