/* labels.h: what tells the series of one outcome from those of another. For openmetrics.c. */
#ifndef FSYNCSCOPE_REPORT_LABELS_H
#define FSYNCSCOPE_REPORT_LABELS_H

#include "report/table.h"

enum { LABELS_MAX = 8 * TARGET_PATH_MAX };

/* All that makes a configuration another one, and where it was run, as it stands between braces.
 * What does not apply is an empty label, which is the same as none. */
void labels_of(char labels[LABELS_MAX], const struct target *target, const struct config *config);

/* Whether an outcome before the I-th has the same labels. */
bool labels_repeated(const struct report_table *table, size_t i);

#endif
