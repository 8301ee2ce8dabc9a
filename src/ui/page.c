/* page.c: see page.h. */
#include "ui/page.h"

void page_show(struct canvas *canvas, struct rect area, const struct canvas *page, int top)
{
    for (int y = 0; y < area.h; y++) {
        for (int x = 0; x < area.w; x++) {
            const struct cell *cell = canvas_at(page, x, top + y);
            if (cell)
                canvas_glyph(canvas, area.x + x, area.y + y, cell->code, cell->role);
        }
    }
}
