/* tour_plan.h: which lines a tour has. For tour.c.
 *
 * A section is a row of tour_plan.c's table. */
#ifndef FSYNCSCOPE_SOURCE_TOUR_PLAN_H
#define FSYNCSCOPE_SOURCE_TOUR_PLAN_H

#include "source/tour.h"

/* Fills LINES (room for TOUR_LINES_MAX, zeroed), section by section; returns how many. */
unsigned tour_plan_lines(const struct source_ops *ops, const struct tour_plan *plan,
                         struct tour_line *lines);

#endif
