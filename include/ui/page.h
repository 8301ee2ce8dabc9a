/* page.h: text that may be taller than its place: drawn whole on a canvas of its own, of which a
 * window is shown. */
#ifndef FSYNCSCOPE_UI_PAGE_H
#define FSYNCSCOPE_UI_PAGE_H

#include "ui/canvas.h"

/* Shows PAGE from its row TOP on in AREA of CANVAS. */
void page_show(struct canvas *canvas, struct rect area, const struct canvas *page, int top);

#endif
