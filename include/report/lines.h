/* lines.h: the lines that the text report and the summary share. All text from outside is escaped.
 */
#ifndef FSYNCSCOPE_REPORT_LINES_H
#define FSYNCSCOPE_REPORT_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "report/report.h"

enum { LINES_WIDTH = 80 };

/* Prints TEXT from COLUMN on, with further lines from INDENT on, broken at spaces and after commas
 * to stay within LINES_WIDTH; a number stays with what follows it. A word that is longer than a
 * line stays whole: a path must be fit for copying. */
void lines_wrapped(FILE *out, size_t column, size_t indent, const char *text);

/* "LABEL   TEXT", wrapped like that. */
void lines_labelled(FILE *out, const char *label, const char *text);

/* "append-fsync, group+delay, 16 writers, record 100 B, batch 1, delay 200 us". Returns BUF. */
char *lines_config(char *buf, size_t size, const struct config *config);

/* "nvme0n1 and nvme1n1", "no disk". Returns BUF. */
char *lines_devices(char *buf, size_t size, const struct target *target);

/* The COUNT warnings of LIST, a line each, and WITH_ADVICE what to do below it. */
void lines_warnings(FILE *out, const struct warning *list, unsigned count, bool with_advice);

/* What went wrong with the run itself: failed, interrupted, stuck. Nothing when all went well. */
void lines_trouble(FILE *out, const struct run_result *result);

/* "1,000 rounds in 606 ms: 1,651 rounds/s, 1,651 records/s, 1.00 records/sync". */
void lines_rates(FILE *out, const struct figures *figures);

/* "whole disk  1,000 flushes, 27.8 MiB written; 1.00 flushes and 28.5 KiB a record"; of several
 * disks of TARGET, or paths to one, the sum, labelled as such. And, when there were some, how many
 * intervals were left out. */
void lines_disk(FILE *out, const struct figures *figures, const struct target *target);

/* What was written only to fill the disk's blocks; nothing when nothing was. */
void lines_padding(FILE *out, const struct figures *figures);

/* The median sync with what it tells of the disk and why that may be wrong; nothing where there is
 * no disk to judge. */
void lines_verdict(FILE *out, struct history *history);

#endif
