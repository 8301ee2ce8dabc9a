/* causes.h: why rounds were slow, as lines of text and members of JSON. All text from outside is
 * escaped. What was not looked into is null, or has no line. */
#ifndef FSYNCSCOPE_REPORT_CAUSES_H
#define FSYNCSCOPE_REPORT_CAUSES_H

#include <stdio.h>

#include "report/json_writer.h"
#include "source/history.h"

/* Slow rounds by cause, what an ordinary round is made of, and why nothing was looked into; nothing
 * where there is nothing to tell. */
void causes_text(FILE *out, const struct history *history);

/* "slow rounds  27: flush 20, other programs 7": one line, none when nothing was looked into. */
void causes_summary(FILE *out, const struct history *history);

/* The sentence on ROUND, below its line of a table, or why a slow one has none; nothing where no
 * round was looked into. The median tells whether it was slow at all. */
void causes_text_round(FILE *out, const struct history *history, const struct round *round,
                       uint64_t p50_ns);

/* The members "tracing", "causes" and "ordinary_round" of the document. HISTORY has a snapshot. */
void causes_json(struct json *json, const struct history *history);

/* The members "cause", "cause_reason", "cause_class", "origin", "shares_us", "others",
 * "others_total" and "lost_events" of ROUND; the median tells whether it was slow at all. */
void causes_json_round(struct json *json, const struct history *history, const struct round *round,
                       uint64_t p50_ns);

#endif
