/* tour_spread.c: which pass tells of a line, how far its passes are apart, and whether two lines
 * differ by more. */
#include "source/tour.h"

#include <math.h>
#include <stdlib.h>

struct ranked {
    double value;
    unsigned pass;
};

static int by_value(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;

    if (x->value == y->value)
        return (x->pass > y->pass) - (x->pass < y->pass);
    return (x->value > y->value) - (x->value < y->value);
}

/* Passes without a round have no value. Of two the worse is the middle: of rates the lesser, of
 * times the greater. */
static struct tour_spread spread_of(const struct tour_line *line,
                                    double (*value)(const struct tour_pass *pass), bool is_time)
{
    struct ranked list[TOUR_PASSES];
    struct tour_spread spread = {.median = (double)NAN, .least = (double)NAN, .most = (double)NAN};

    for (unsigned i = 0; i < line->passes; i++) {
        if (line->pass[i].rounds && isfinite(value(&line->pass[i])))
            list[spread.passes++] = (struct ranked){value(&line->pass[i]), i};
    }
    if (!spread.passes)
        return spread;
    qsort(list, spread.passes, sizeof(list[0]), by_value);
    const struct ranked *middle = &list[is_time ? spread.passes / 2 : (spread.passes - 1) / 2];
    spread.middle = middle->pass;
    spread.median = middle->value;
    spread.least = list[0].value;
    spread.most = list[spread.passes - 1].value;
    return spread;
}

static double p50_of(const struct tour_pass *pass)
{
    return (double)pass->p50_ns;
}

static double rate_of(const struct tour_pass *pass)
{
    return pass->records_per_s;
}

struct tour_spread tour_p50_ns(const struct tour_line *line)
{
    return spread_of(line, p50_of, true);
}

struct tour_spread tour_records_per_s(const struct tour_line *line)
{
    return spread_of(line, rate_of, false);
}

static double response_of(const struct tour_pass *pass)
{
    return pass->response_p50_ns ? (double)pass->response_p50_ns : (double)NAN;
}

static bool is_scheduled(const struct tour_line *line)
{
    return line->config.rate_per_s > 0;
}

struct tour_spread tour_judged(const struct tour_line *line)
{
    return is_scheduled(line) ? spread_of(line, response_of, true) : tour_records_per_s(line);
}

double tour_times(const struct tour_line *line, const struct tour_line *other)
{
    double own = tour_judged(line).median, its = tour_judged(other).median;
    double over = is_scheduled(line) ? its : own, under = is_scheduled(line) ? own : its;

    return under > 0 ? over / under : (double)NAN;
}

const struct histogram *tour_times_of(const struct tour_line *line, const struct figures *figures)
{
    return is_scheduled(line) ? &figures->response : &figures->latency;
}

unsigned tour_middle(const struct tour_line *line)
{
    return tour_judged(line).middle;
}

const struct outcome *tour_outcome(const struct tour_line *line)
{
    return line->taken[tour_middle(line)];
}

bool tour_spreads_meet(struct tour_spread a, struct tour_spread b)
{
    return a.passes > 1 && b.passes > 1 && a.least <= b.most && b.least <= a.most;
}
