/* figure.h: a figure of a result by its name: a metric, in full or in brief, or any other number of
 * the JSON document by its path.
 *
 * Pure functions of a result, any thread. */
#ifndef FSYNCSCOPE_REPORT_FIGURE_H
#define FSYNCSCOPE_REPORT_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/format.h"
#include "source/metric.h"

struct run_result;

enum { FIGURE_PATH_MAX = 64 };

struct figure {
    const struct metric *metric; /* NULL: known by its path alone, */
    const char *text;            /* `length` bytes of what was typed; the caller keeps them */
    unsigned length;
    enum metric_unit unit;
    double one;            /* of the base (ns, bytes), in one of the document's unit */
    const char *unit_name; /* "us", "KiB", "" for a number of things */
};

/* False when the document can have no number of the NAME of LENGTH bytes, which the caller keeps.
 */
bool figure_find(struct figure *figure, const char *name, size_t length);

/* Its path in the document, and what it is called: in brief, or the path again. Return BUF. */
char *figure_path(char buf[FIGURE_PATH_MAX], const struct figure *figure);
char *figure_name(char buf[FIGURE_PATH_MAX], const struct figure *figure);

/* The name that is most like NAME, in brief where there is a brief one. Returns BUF. */
char *figure_nearest(char buf[FIGURE_PATH_MAX], const char *name);

/* As the document prints it; "" when it was not measured. Returns BUF. */
char *figure_digits(char buf[FORMAT_MAX], const struct figure *figure,
                    const struct run_result *result);

/* That number, between the bounds that rounds that never ended leave (metric_json_range). */
struct metric_range figure_range(const struct figure *figure, const struct run_result *result);

/* VALUE, in the document's unit, as people read it. Returns BUF. */
char *figure_text(char buf[FORMAT_MAX], const struct figure *figure, double value);

#endif
