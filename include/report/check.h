/* check.h: "p99>10ms": an expression over one figure of a result, parsed before anything is
 * measured and judged when it was.
 *
 * Pure functions, any thread. The figure is compared as the JSON document prints it, so that
 * whoever reads the document comes to the same answer. */
#ifndef FSYNCSCOPE_REPORT_CHECK_H
#define FSYNCSCOPE_REPORT_CHECK_H

#include <stddef.h>
#include <stdio.h>

#include "base/err.h"
#include "report/figure.h"
#include "report/json_writer.h"

struct run_result;

enum { CHECKS_MAX = 32 };

enum check_op { CHECK_LESS, CHECK_AT_MOST, CHECK_MORE, CHECK_AT_LEAST, CHECK_EQUAL, CHECK_OTHER };

/* An answer of three: a figure that was not measured is neither above a limit nor below it. */
enum check_answer { CHECK_NO, CHECK_YES, CHECK_UNKNOWN };

struct check {
    const char *expression; /* as typed; the caller keeps it */
    struct figure figure;
    enum check_op op;
    double value; /* in the figure's JSON unit */
};

/* Parses NAME OP VALUE: a figure's path or name; < <= > >= == !=; a number in the figure's JSON
 * unit, or a time or size with a unit. 0, or -EINVAL with what follows "--fail-if EXPRESSION: ". */
int check_parse(struct check *check, const char *expression, struct err *err);

enum check_answer check_judge(const struct check *check, const struct run_result *result);

/* The measured figure as people read it, "834 us"; where it is not known "n/a, because ...".
 * Returns BUF. */
char *check_measured(char *buf, size_t size, const struct check *check,
                     const struct run_result *result);

/* "p99>10ms holds: p99 is 12.0 ms". Returns BUF. */
char *check_sentence(char *buf, size_t size, const struct check *check,
                     const struct run_result *result);

/* The member "checks": an object for each of RESULT's. */
void checks_json(struct json *json, const struct run_result *result);

/* A line for each. */
void checks_text(FILE *out, const struct run_result *result);

#endif
