/* report_golden.h: reports as text, and compared with files. */
#ifndef FSYNCSCOPE_TESTS_REPORT_GOLDEN_H
#define FSYNCSCOPE_TESTS_REPORT_GOLDEN_H

#include "report/report.h"

/* report_text and its like. */
typedef void report_print(FILE *out, const struct run_result *result);

/* What PRINT makes of RESULT; malloc'd. */
char *report_printed(report_print *print, const struct run_result *result);

/* Compares that with tests/golden/report-NAME, as report_golden_check does. */
void report_golden(const char *name, report_print *print, const struct run_result *result);

/* Compares TEXT with tests/golden/NAME; its version is hidden first, for it changes with each
 * release. With GOLDEN_UPDATE=1 it writes the file. */
void report_golden_check(const char *name, char *text);

#endif
