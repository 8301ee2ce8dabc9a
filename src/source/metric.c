/* metric.c: see metric.h. */
#include "source/metric.h"

#include <math.h>
#include <string.h>

#include "source/metric_row.h"

static const struct metric_row *row_of(const struct metric *metric)
{
    return (const struct metric_row *)(const void *)metric;
}

const struct metric *metric_at(size_t i)
{
    const struct metric_row *row = metric_row_at(i);

    return row ? &row->metric : NULL;
}

const struct metric *metric_find(const char *name)
{
    const struct metric *metric;

    for (size_t i = 0; (metric = metric_at(i)); i++) {
        if (strcmp(metric->path, name) == 0 || strcmp(metric->name, name) == 0)
            return metric;
    }
    return NULL;
}

double metric_value(const struct metric *metric, const struct outcome *outcome)
{
    return row_of(metric)->read(row_of(metric), outcome);
}

double metric_json_unit(const struct metric *metric)
{
    return row_of(metric)->unit;
}

const char *metric_json_unit_name(const struct metric *metric)
{
    return row_of(metric)->unit_name;
}

static double in_json(const struct metric_row *row, double value)
{
    double one = pow(10, row->decimals);

    return floor(value / row->unit * one + 0.5) / one;
}

/* The statistic with LATE values more, the first of FIRST_NS and the others of REST_NS. */
static double with_late(const struct metric_row *row, const struct histogram *h, unsigned late,
                        uint64_t first_ns, uint64_t rest_ns)
{
    struct histogram all = *h;

    if (!h->count)
        histogram_clear(&all);
    for (unsigned i = 0; i < late; i++)
        histogram_add(&all, i ? rest_ns : first_ns);
    return metric_row_statistic(row, &all);
}

/* Late values take the last ranks: what they reach has no end. */
static double without_end(const struct metric_row *row, const struct histogram *h, unsigned late)
{
    double value = with_late(row, h, late, UINT64_MAX, UINT64_MAX);

    if ((late && row->statistic == MEAN) || value >= (double)UINT64_MAX)
        return (double)INFINITY;
    return value;
}

/* Of rounds it is known for how long each has lasted. Whether a call is a write or a sync is not:
 * it may belong to the figure, or not. */
static struct metric_range range_of(const struct metric_row *row, const struct outcome *outcome)
{
    const struct histogram *h =
        (const struct histogram *)(const void *)((const char *)&outcome->figures + row->offset);
    const struct unfinished *u = &outcome->unfinished;
    bool calls = row->offset == offsetof(struct figures, write) ||
                 row->offset == offsetof(struct figures, sync);
    double plain = metric_value(&row->metric, outcome);

    if (!calls)
        return (struct metric_range){with_late(row, h, u->rounds, u->oldest_ns, u->least_ns),
                                     without_end(row, h, u->rounds)};
    double late = with_late(row, h, outcome->stuck_calls, outcome->stuck_ns, u->least_ns);
    return (struct metric_range){fmin(plain, late), without_end(row, h, outcome->stuck_calls)};
}

struct metric_range metric_json_range(const struct metric *metric, const struct outcome *outcome)
{
    const struct metric_row *row = row_of(metric);
    double plain = metric_value(metric, outcome);
    struct metric_range range = {plain, plain};
    bool none = isnan(plain) && row->offset != offsetof(struct figures, latency);

    if (row->statistic > COUNT && outcome->stuck_calls && !none)
        range = range_of(row, outcome);
    return (struct metric_range){in_json(row, range.least), in_json(row, range.most)};
}

char *metric_json_text(char buf[FORMAT_MAX], const struct metric *metric,
                       const struct outcome *outcome)
{
    const struct metric_row *row = row_of(metric);
    double value = metric_value(metric, outcome);

    buf[0] = '\0';
    if (fabs(value) < 1e18) /* no NAN, and fit for the digits that there are */
        format_fixed(buf, value / row->unit, row->decimals);
    return buf;
}
