/* tour_cells.h: figures as narrow as a tour's tables need them. Each writes CELL and returns it. */
#ifndef FSYNCSCOPE_REPORT_TOUR_CELLS_H
#define FSYNCSCOPE_REPORT_TOUR_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/format.h"
#include "base/histogram.h"
#include "source/tour.h"

/* "542us": six columns at most. */
char *tour_cell_time(char cell[FORMAT_MAX], uint64_t ns);

/* The same, with "~" before it where too few rounds carry such a percentile. */
char *tour_cell_percentile(char cell[FORMAT_MAX + 1], const struct histogram *h, double percent);

/* "17,012", "1.23M": seven columns at most. */
char *tour_cell_rate(char cell[FORMAT_MAX], double per_s);

/* "1.00", "<.01", "12.3", "1028": four columns at most, where it is not absurd. */
char *tour_cell_ratio(char cell[FORMAT_MAX], double value);

/* Half of the way from the least pass to the greatest, "4%", and MARK after it. */
char *tour_cell_spread(char cell[FORMAT_MAX], struct tour_spread spread, char mark);

#endif
