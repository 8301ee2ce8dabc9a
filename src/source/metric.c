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

double metric_json_value(const struct metric *metric, const struct outcome *outcome)
{
    const struct metric_row *row = row_of(metric);
    double one = pow(10, row->decimals);

    return floor(metric_value(metric, outcome) / row->unit * one + 0.5) / one;
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
