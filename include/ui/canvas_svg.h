/* canvas_svg.h: a canvas as a picture that any browser shows, in a theme's colours. */
#ifndef FSYNCSCOPE_UI_CANVAS_SVG_H
#define FSYNCSCOPE_UI_CANVAS_SVG_H

#include <stdio.h>

#include "ui/canvas.h"
#include "ui/theme.h"

/* Writes CANVAS as a document of SVG 1.1: text in runs that are placed cell by cell, blocks and
 * lines as shapes, so that it fits together whatever the font. The terminal's own colours become
 * dark on light or light on dark, as suits the theme. The caller checks ferror(3). */
void canvas_svg(FILE *out, const struct canvas *canvas, const struct theme *theme);

#endif
