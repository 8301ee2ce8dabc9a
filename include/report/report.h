/* report.h: a finished run (or all that is known of one) as text or JSON.
 *
 * Reads a history and writes to a stream; the caller checks ferror. Standard output holds results
 * alone: nothing here writes anywhere else. Before the first snapshot there is nothing to tell, and
 * the document says so. */
#ifndef FSYNCSCOPE_REPORT_REPORT_H
#define FSYNCSCOPE_REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/preset.h"
#include "report/check.h"
#include "source/comparison.h"
#include "source/history.h"
#include "source/outcome.h"

enum { REPORT_SLOWEST = 5 }; /* rounds that are told one by one */

struct run_result {
    struct history *history; /* window "all" is the run */
    bool interrupted;        /* a signal ended it early */
    unsigned stuck_calls;  /* calls that had not returned from the kernel when it was told to end */
    uint64_t stuck_ns;     /* age of the oldest of them */
    unsigned behind_stuck; /* writers that waited in the program for them */
    struct unfinished unfinished;  /* the rounds that they hold up */
    const struct outcome *outcome; /* of the run; NULL before the first snapshot */
    /* Of the dashboard, which visits more than one configuration; NULL: there is only the run's. */
    const struct comparison *comparison;
    const struct preset *preset; /* that was asked for; NULL: none */
    const struct check *checks;
    size_t check_count;
};

/* The contract's JSON document: strict, null for what could not be measured. */
void report_json(FILE *out, const struct run_result *result);

/* The same; WATCH is told of its numbers. */
void report_json_watched(FILE *out, const struct run_result *result,
                         const struct json_watch *watch);

/* The contract's text block: header, figures, histogram, median round, slowest rounds. */
void report_text(FILE *out, const struct run_result *result);

/* What stands under a directory and the warnings that its facts earn, before anything was measured:
 * text and JSON. LOAD is negative where it is not known. */
void report_info_text(FILE *out, const struct target *target, const double load[3]);
void report_info_json(FILE *out, const struct target *target, const double load[3]);

/* What stays on the normal screen after the dashboard was left: a few lines on the configuration at
 * work, and one on every other that was visited. */
void report_summary(FILE *out, const struct run_result *result);

#endif
