/* sharing.h: how writers shared syncs, as lines of text and members of JSON. */
#ifndef FSYNCSCOPE_REPORT_SHARING_H
#define FSYNCSCOPE_REPORT_SHARING_H

#include <stdio.h>

#include "report/json_writer.h"
#include "source/history.h"

/* Where a round's time went, batch sizes, delays, what is at risk, the open loop: a line each, and
 * none for what there is nothing to tell of. */
void sharing_text(FILE *out, const struct snapshot *now, const struct figures *figures);

/* The same as members of the document: "split_us", "batch_sizes", "delay", "at_risk",
 * "backlog_records". */
void sharing_json(struct json *json, const struct snapshot *now, const struct figures *figures);

#endif
