/* report_golden.h: reports compared with files. */
#ifndef FSYNCSCOPE_TESTS_REPORT_GOLDEN_H
#define FSYNCSCOPE_TESTS_REPORT_GOLDEN_H

/* Compares TEXT with tests/golden/NAME; its version is hidden first, for it changes with each
 * release. With GOLDEN_UPDATE=1 it writes the file. */
void report_golden_check(const char *name, char *text);

#endif
