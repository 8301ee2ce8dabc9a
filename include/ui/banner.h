/* banner.h: the warnings that hold, in words, on every view. */
#ifndef FSYNCSCOPE_UI_BANNER_H
#define FSYNCSCOPE_UI_BANNER_H

#include <stdbool.h>

#include "base/target.h"
#include "ui/canvas.h"
#include "ui/layout.h"

/* What it shows: the first of COUNT warnings, which come most severe first. */
struct banner {
    const struct warning *list;
    unsigned count;
    bool listed; /* the view lists them all, so nobody is sent there */
};

/* What BANNER needs on a screen of COLS columns. */
struct banner_need banner_need(const struct banner *banner, int cols);

/* The first one, and how many more there are and where. */
void banner_draw(struct canvas *canvas, struct rect area, const struct banner *banner);

#endif
