/* banner.h: the target's warnings, in words, on every view. */
#ifndef FSYNCSCOPE_UI_BANNER_H
#define FSYNCSCOPE_UI_BANNER_H

#include "base/target.h"
#include "ui/canvas.h"
#include "ui/layout.h"

/* What the warnings of TARGET need on a screen of COLS columns. */
struct banner_need banner_need(const struct target *target, int cols);

/* The most severe one, and how many more there are. */
void banner_draw(struct canvas *canvas, struct rect area, const struct target *target);

#endif
