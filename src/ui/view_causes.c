/* view_causes.c: how many of the newest slow rounds each cause had, as a line or as a table. */
#include "ui/panels.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "source/causes.h"

enum { CAUSE_COLS = 16, COUNT_COLS = 4 };

void panel_causes_line(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    struct pen pen = {canvas, row.x, row.y, row.x + row.w};
    bool told[CAUSES] = {false};
    enum cause cause;
    if (scene->slow_count == 0) {
        pen_text(&pen, ROLE_DIM, "no slow round so far");
        return;
    }
    pen_print(&pen, ROLE_DIM, "of the last %u: ", scene->slow_count);
    for (int i = 0; (cause = causes_next(scene->causes, told)) != CAUSES; i++) {
        char item[64];
        snprintf(item, sizeof item, "%s%s %" PRIu64, i ? ", " : "", causes_words(cause),
                 scene->causes[cause]);
        if (pen.x + (int)strlen(item) > pen.end)
            return;
        pen_text(&pen, cause == CAUSE_NONE ? ROLE_DIM : ROLE_VALUE, item);
    }
}

int panel_causes(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    bool told[CAUSES] = {false};
    enum cause cause;
    int y = area.y;
    if (scene->slow_count == 0)
        canvas_text(canvas, area.x, y, area.w, ROLE_DIM, "no slow round so far");
    else
        canvas_print(canvas, area.x, y, area.w, ROLE_DIM, "causes of the last %u",
                     scene->slow_count);
    y++;
    while ((cause = causes_next(scene->causes, told)) != CAUSES && y < area.y + area.h) {
        int x = area.x + CAUSE_COLS + COUNT_COLS + 1;
        enum role role = cause == CAUSE_NONE ? ROLE_DIM : ROLE_TEXT;
        char count[FORMAT_MAX];
        canvas_text(canvas, area.x, y, CAUSE_COLS, role, causes_words(cause));
        canvas_right(canvas, area.x + CAUSE_COLS, y, COUNT_COLS, ROLE_VALUE,
                     format_count(count, scene->causes[cause]));
        canvas_bar(canvas, x, y, area.x + area.w - x,
                   (double)scene->causes[cause] / scene->slow_count,
                   cause == CAUSE_NONE ? ROLE_DIM : ROLE_BAR);
        y++;
    }
    return y - area.y;
}
