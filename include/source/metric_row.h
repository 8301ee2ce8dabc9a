/* metric_row.h: the rows behind metric.h: where a figure lies and how the document prints it. For
 * metric.c. */
#ifndef FSYNCSCOPE_SOURCE_METRIC_ROW_H
#define FSYNCSCOPE_SOURCE_METRIC_ROW_H

#include "source/metric.h"

/* Of a histogram; NO_STATISTIC: the figure is of none. */
enum statistic { NO_STATISTIC, COUNT, MIN, MEAN, RANK, MAX };

struct metric_row {
    struct metric metric; /* first: a row is found by it */
    double (*read)(const struct metric_row *row, const struct outcome *outcome);
    size_t offset; /* what READ looks at, in struct figures */
    enum statistic statistic;
    double percent;
    const char *unit_name; /* in JSON */
    double unit;           /* of the base, in one of those */
    unsigned decimals;     /* in JSON */
};

/* What ROW tells of H; NAN of an empty one, but for the count. */
double metric_row_statistic(const struct metric_row *row, const struct histogram *h);

/* The I-th row, NULL past the end. */
const struct metric_row *metric_row_at(size_t i);

#endif
