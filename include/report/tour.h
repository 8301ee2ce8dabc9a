/* tour.h: a tour, finished or as far as it came, as tables of text or as JSON.
 *
 * The text comes in parts, so that a section can be printed once it is over. The caller checks
 * ferror(3). */
#ifndef FSYNCSCOPE_REPORT_TOUR_H
#define FSYNCSCOPE_REPORT_TOUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "source/history.h"
#include "source/tour.h"
#include "source/tour_verdict.h"

struct tour_result {
    const struct tour *tour;
    struct history *history;     /* whose newest snapshot tells the target */
    bool interrupted;            /* a signal ended it early */
    const struct preset *preset; /* that gave the load; NULL: none */
};

/* Where it was measured, and how to read the tables. */
void report_tour_head(FILE *out, const struct tour_result *result);

/* The table of SECTION; nothing when none of its lines was reached. Within 80 columns. */
void report_tour_section(FILE *out, const struct tour *tour, enum tour_section section);

/* Warnings, what went wrong, and the verdict. */
void report_tour_tail(FILE *out, const struct tour_result *result);

/* The whole as one strict document. */
void report_tour_json(FILE *out, const struct tour_result *result);

/* What tells LINE from the others of its section, "group+delay, 16 writers". Returns BUF. */
char *report_tour_label(char *buf, size_t size, const struct tour_line *line);

/* "overwrite-fdatasync, 4,263 records/s: 2.58 times the 1,651 of append-fsync". Returns BUF. */
char *report_tour_best(char *buf, size_t size, const struct tour_best *best);

/* "batch 512 against batch 1: 79.0 times the records/s". Returns BUF. */
char *report_tour_curve(char *buf, size_t size, const struct tour_curve *curve);

#endif
