/* metric.h: the figures of an outcome by name: one table for --fail-if, csv, openmetrics and the
 * comparison, whose names are those of the JSON document.
 *
 * Pure functions, any thread. */
#ifndef FSYNCSCOPE_SOURCE_METRIC_H
#define FSYNCSCOPE_SOURCE_METRIC_H

#include <stdbool.h>
#include <stddef.h>

#include "base/format.h"
#include "source/outcome.h"

enum metric_unit {
    METRIC_COUNT,
    METRIC_TIME,  /* value() is in ns */
    METRIC_BYTES, /* value() is in bytes */
    METRIC_RATE,  /* a second */
    METRIC_RATIO,
};

struct metric {
    const char *path; /* in JSON: "latency_us.p99", "disk.flushes_per_record", "records_per_s" */
    const char *name; /* the same in brief, unique: "p99", "sync_p99", "flushes_per_record" */
    const char *help; /* one line */
    enum metric_unit unit;
    bool counts_up; /* a total, that only grows while the load runs */
};

/* The I-th row, NULL past the end. */
const struct metric *metric_at(size_t i);

/* The row of a path or a name, NULL when there is none. */
const struct metric *metric_find(const char *name);

/* In the unit's base (ns, bytes, 1); NAN when it was not measured. */
double metric_value(const struct metric *metric, const struct outcome *outcome);

/* Between what bounds the figure lies when rounds that never ended are counted with as long as they
 * have lasted, or longer: both are the figure itself when none was held up, and the upper one is
 * INFINITY where those rounds reach. In the unit of the JSON name (us, ms, s, KiB) and with its
 * decimals: the very number that the document prints, so that a check agrees with its readers. */
struct metric_range {
    double least, most; /* NAN: not measured */
};

struct metric_range metric_json_range(const struct metric *metric, const struct outcome *outcome);

/* That number as the document prints it; "" when it was not measured. Returns BUF. */
char *metric_json_text(char buf[FORMAT_MAX], const struct metric *metric,
                       const struct outcome *outcome);

/* How many of the base make one of the JSON unit: 1000 (ns) for us, 1024 (bytes) for KiB, else 1.
 */
double metric_json_unit(const struct metric *metric);

/* What that unit is called: "us", "ms", "s", "KiB", "" for a number of things. */
const char *metric_json_unit_name(const struct metric *metric);

#endif
