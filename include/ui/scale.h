/* scale.h: the chart's and the histogram's scales: where they begin, and when they move.
 *
 * A scale keeps its place while the values fit, so that nothing jumps. Pure functions. */
#ifndef FSYNCSCOPE_UI_SCALE_H
#define FSYNCSCOPE_UI_SCALE_H

#include <stdint.h>

#include "source/history.h"
#include "ui/state.h"

enum { SCALE_TEXT_MAX = 48 };

/* The chart: whole decades, each the same number of rows. Moves SCALES for the slots shown in ROWS
 * rows. */
void scale_chart(struct scales *scales, const struct chart_slot *slots, int count, int rows);

/* The height of NS above the chart's lower edge, in rows; below 0 when it is under it. */
double scale_chart_height(const struct scales *scales, uint64_t ns);

/* The histogram's borders: 125 ns x 2^(i/2), odd ones at 1.408 (whole buckets of the histogram)
 * in place of the root of 2. Border 6 is 1 us. */
uint64_t scale_border(int i);

/* How many borders a bar spans when there are ROWS of them: 2 an octave, 1 half of one. */
int scale_bar_step(int rows);

/* Moves the first bar so that what HISTOGRAM holds is seen in ROWS rows, and what GHOST holds (may
 * be NULL) as far as there is room beside it. */
void scale_bars(struct scales *scales, const struct histogram *histogram,
                const struct histogram *ghost, int rows);

/* "512 - 1024 us": the label of the bar between borders FROM and TO. */
void scale_bar_label(char out[SCALE_TEXT_MAX], int from, int to);

/* One end of it, with its unit: "512 us". */
void scale_border_text(char out[SCALE_TEXT_MAX], int border);

#endif
