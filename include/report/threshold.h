/* threshold.h: what a preset's own system asks of a disk, and whether it was met. */
#ifndef FSYNCSCOPE_REPORT_THRESHOLD_H
#define FSYNCSCOPE_REPORT_THRESHOLD_H

#include <stdio.h>

#include "base/preset.h"
#include "report/json_writer.h"
#include "source/outcome.h"

/* The line of PRESET's verdict and the one of its source; nothing when PRESET is NULL. MEMORY: all
 * that was measured is memory. With OUTCOME NULL nothing was measured. */
void threshold_text(FILE *out, const struct preset *preset, const struct outcome *outcome,
                    bool memory);

/* The member "preset": null when PRESET is NULL. */
void threshold_json(struct json *json, const struct preset *preset, const struct outcome *outcome,
                    bool memory);

#endif
