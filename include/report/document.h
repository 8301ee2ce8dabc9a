/* document.h: the numbers of a run's JSON document by their paths, "causes.flush" or
 * "target.free_bytes": whatever the document has, for it is asked itself.
 *
 * Members of arrays have no path. The document is made anew each time, about a millisecond. */
#ifndef FSYNCSCOPE_REPORT_DOCUMENT_H
#define FSYNCSCOPE_REPORT_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/format.h"
#include "report/report.h"

enum { DOCUMENT_PATH_MAX = 64 };

/* Calls TAKE with the path of each number that a document may have, in its order. False when there
 * is no memory. */
bool document_each(void (*take)(void *ctx, const char *path), void *ctx);

/* Whether a document may have a number there. */
bool document_has(const char *path);

/* The number at PATH in RESULT's document as it is printed; "" where it is null or not there.
 * Returns BUF. */
char *document_number(char buf[FORMAT_MAX], const struct run_result *result, const char *path);

#endif
