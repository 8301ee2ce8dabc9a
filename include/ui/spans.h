/* spans.h: what happened inside a round, to scale: a line for each call, request and thread. */
#ifndef FSYNCSCOPE_UI_SPANS_H
#define FSYNCSCOPE_UI_SPANS_H

#include <stdint.h>

#include "base/inside.h"
#include "ui/canvas.h"

/* How the columns of a timeline are dealt out in WIDTH cells. */
struct spans_scale {
    int label, time;  /* widths of the columns before the bars */
    uint64_t full_ns; /* what the bars' whole width is */
};

/* Timelines that are to be compared share one of these. FULL_NS is above 0. */
struct spans_scale spans_scale(int width, uint64_t full_ns);

/* Draws the spans of INSIDE in AREA, by when they began. Where there is no room for all, the
 * round's own requests and waits go before other programs' requests, and those before calls. Labels
 * begin with PREFIX and have the role ROLE. Returns the rows taken; *LEFT_OUT is how many had no
 * room. */
int spans_draw(struct canvas *canvas, struct rect area, const struct spans_scale *scale,
               const struct inside *inside, const char *prefix, enum role role, unsigned *left_out);

/* "0 ... 2.98 ms ... 5.97 ms" under the bars. */
void spans_axis(struct canvas *canvas, struct rect row, const struct spans_scale *scale);

#endif
