/* threshold.h: what a preset's own system asks of a disk, and whether it was met. */
#ifndef FSYNCSCOPE_REPORT_THRESHOLD_H
#define FSYNCSCOPE_REPORT_THRESHOLD_H

#include <stdbool.h>
#include <stdio.h>

#include "base/preset.h"
#include "report/check.h"
#include "report/json_writer.h"
#include "source/outcome.h"

/* The line of PRESET's verdict and the one of its source; nothing when PRESET is NULL. MEMORY: all
 * that was measured is memory. With OUTCOME NULL nothing was measured. */
void threshold_text(FILE *out, const struct preset *preset, const struct outcome *outcome,
                    bool memory);

enum { THRESHOLD_FORMS = 3, THRESHOLD_FORM_MAX = 64 };

/* The verdict while the load runs, in forms from the fullest to the shortest. */
struct threshold_live {
    enum check_answer answer;
    char form[THRESHOLD_FORMS][THRESHOLD_FORM_MAX];
};

/* Fills OUT; HANGS: a call has not returned for long. False where there is nothing to judge: no
 * threshold, no sync yet, or a load that is not the preset's any more. */
bool threshold_live(struct threshold_live *out, const struct preset *preset,
                    const struct outcome *outcome, bool hangs);

/* The member "preset": null when PRESET is NULL. */
void threshold_json(struct json *json, const struct preset *preset, const struct outcome *outcome,
                    bool memory);

#endif
