/* tour_others.h: whether other programs wrote to the disk during a pass of a tour. For tour.c.
 *
 * Pure functions of lines. */
#ifndef FSYNCSCOPE_SOURCE_TOUR_OTHERS_H
#define FSYNCSCOPE_SOURCE_TOUR_OTHERS_H

#include "source/tour.h"

/* What a pass of CONFIG's load wrote to the disk beyond its own records, for a sync; NAN where that
 * is not known. */
double tour_beyond_bytes(const struct figures *figures, const struct config *config);

/* Whether a pass of LINE, one of the COUNT at LINES, holds more writes than its load explains on
 * TARGET; then OUT is the warning. */
bool tour_others_wrote(const struct tour_line *lines, unsigned count, const struct tour_line *line,
                       const struct target *target, struct warning *out);

#endif
