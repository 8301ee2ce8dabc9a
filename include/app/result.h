/* result.h: a finished run in the format that was asked for, and what its checks say. */
#ifndef FSYNCSCOPE_APP_RESULT_H
#define FSYNCSCOPE_APP_RESULT_H

#include <stdio.h>

#include "app/options.h"
#include "app/status.h"
#include "report/report.h"

/* Takes the outcome of the newest configuration into ROOM, with what RESULT says of how it ended,
 * and makes it RESULT's; before the first snapshot RESULT has none. */
void result_take(struct run_result *result, struct outcome *room);

/* Prints RESULT to OUT in FORMAT. The caller checks ferror(3). */
void result_print(FILE *out, enum output_format format, const struct run_result *result);

/* Says on ERR which checks held and which could not be judged. STATUS_CHECK when one did or could
 * not, else STATUS_DONE. */
enum status result_judge(FILE *err, const struct run_result *result);

#endif
