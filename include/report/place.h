/* place.h: where something was measured, at the head of a text report. */
#ifndef FSYNCSCOPE_REPORT_PLACE_H
#define FSYNCSCOPE_REPORT_PLACE_H

#include <stdio.h>

#include "base/snapshot.h"

/* Directory, file system, barriers, disks, stack and system of SNAPSHOT, a line or more each. */
void place_text(FILE *out, const struct snapshot *snapshot);

#endif
