/* json_parts.h: objects that stand in more than one JSON document, the same in each. */
#ifndef FSYNCSCOPE_REPORT_JSON_PARTS_H
#define FSYNCSCOPE_REPORT_JSON_PARTS_H

#include "base/config.h"
#include "report/json_writer.h"
#include "source/history.h"
#include "source/verdict.h"

/* The member "config". */
void json_config(struct json *json, const struct config *config);

/* The members "records", "elapsed_s", "records_per_s", "rounds", "rounds_per_s". */
void json_totals(struct json *json, const struct figures *figures);

/* The member NAME: figures of a histogram; all but the count are null when it is empty. */
void json_latency(struct json *json, const char *name, const struct histogram *histogram);

/* What the rounds came to, from "records" to "padding_bytes"; FAILED rounds are in none of it. In
 * a closed loop "response_us" is null. */
void json_work(struct json *json, const struct figures *figures, const struct config *config,
               uint64_t failed);

/* The member "disk": what the whole disk, or the sum of TARGET's, did meanwhile. */
void json_disk(struct json *json, const struct figures *figures, const struct target *target);

/* The member NAME: an errno value, 0 where there is none, and its sentence; null without both. */
void json_error(struct json *json, const char *name, int code, const char *text);

/* The member NAME: what the median sync is like; null where there is no disk to judge. */
void json_verdict(struct json *json, const char *name, const struct verdict *verdict);

#endif
