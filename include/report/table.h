/* table.h: outcomes of one target as a table for machines: CSV and Prometheus' text format.
 *
 * One outcome of a run or of the dashboard, or many of a tour. A figure that was not
 * measured is an empty field, or no sample at all: never 0, never NaN. Numbers have a point in
 * every locale. Text from outside is escaped as text_escape does. The caller checks ferror(3). */
#ifndef FSYNCSCOPE_REPORT_TABLE_H
#define FSYNCSCOPE_REPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/target.h"
#include "source/outcome.h"

struct report_table {
    const struct target *target;    /* NULL before it is known: then there are no outcomes */
    const struct warning *warnings; /* that hold for the target and for what was measured on it */
    unsigned warning_count;         /* up to 32 with `warned` */
    const uint32_t *warned;         /* of each outcome, bit I: warnings[I] holds for it; NULL: all
                                       hold for all but what is each row's own */
    const struct outcome *const *outcomes; /* none twice */
    size_t count;
    bool interrupted; /* a signal ended the whole before its time */
};

/* RFC 4180: a header, then a row for each outcome. Columns are the JSON document's names. */
void report_csv(FILE *out, const struct report_table *table);

/* Fit for node_exporter's textfile collector and `promtool check metrics`; ends with "# EOF". Of
 * outcomes of the same configuration the first alone is told: labels must be unique. */
void report_openmetrics(FILE *out, const struct report_table *table);

/* Whether the warning ID holds for OUTCOME's row: those of the configuration and of the run itself
 * are each row's own. */
bool table_warns(const struct report_table *table, const struct outcome *outcome, const char *id);

#endif
