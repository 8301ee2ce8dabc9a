/* json_target.h: a target as an object of JSON, the same in every document. */
#ifndef FSYNCSCOPE_REPORT_JSON_TARGET_H
#define FSYNCSCOPE_REPORT_JSON_TARGET_H

#include "base/target.h"
#include "report/json_writer.h"

/* The member "target": TARGET's facts, the load averages, and the COUNT warnings of LIST. */
void json_target(struct json *json, const struct target *target, const double load[3],
                 const struct warning *list, unsigned count);

#endif
