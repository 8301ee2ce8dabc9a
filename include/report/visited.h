/* visited.h: the configurations that a result tells of: the run's own, and of the dashboard every
 * other one that was visited.
 *
 * Pure but for the history that the result has. Outcomes stay those of the result and of its
 * comparison: good until the next snapshot is taken in. */
#ifndef FSYNCSCOPE_REPORT_VISITED_H
#define FSYNCSCOPE_REPORT_VISITED_H

#include <stdio.h>

#include "report/json_writer.h"
#include "report/report.h"
#include "source/comparison.h"

enum { VISITED_MAX = COMPARISON_ROWS + 1 };

struct visited {
    size_t count;
    const struct outcome *outcome[VISITED_MAX]; /* in the order of first visits */
    uint32_t warned[VISITED_MAX];               /* bit I: warning[I] speaks against it */
    unsigned visits[VISITED_MAX];
    unsigned warning_count;
    struct warning warning[COMPARISON_WARNINGS];
};

/* Nothing before the first snapshot. The configuration at work stands as RESULT tells it, as soon
 * as it has something to tell; one that has not keeps what its visit before came to. */
void visited_take(struct visited *out, const struct run_result *result);

/* A line a configuration, the least p50 first; nothing when there is only the one at work. */
void visited_text(FILE *out, const struct run_result *result);

/* The member "comparison": an object a configuration; none without a comparison. */
void visited_json(struct json *json, const struct run_result *result);

#endif
