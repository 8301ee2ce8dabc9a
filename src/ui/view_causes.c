/* view_causes.c: how many of the newest slow rounds each cause had, as a line or as a table. */
#include "ui/panels.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "source/causes.h"

enum { CAUSE_COLS = 16, COUNT_COLS = 4 };

/* "flush 61", and where that is not all, how many rounds are left. */
struct item {
    enum cause cause;
    char text[48];
    int width;     /* with the comma before it */
    uint64_t left; /* rounds of the causes after it */
};

static int list_items(struct item items[CAUSES], const struct scene *scene)
{
    bool told[CAUSES] = {false};
    uint64_t left = scene->slow_count;
    int count = 0;
    enum cause cause;
    while ((cause = causes_next(scene->causes, told)) != CAUSES) {
        struct item *item = &items[count];
        *item = (struct item){.cause = cause, .left = left -= scene->causes[cause]};
        snprintf(item->text, sizeof item->text, "%s %" PRIu64, causes_label(cause, scene->ordinary),
                 scene->causes[cause]);
        item->width = (int)strlen(item->text) + (count++ ? 2 : 0);
    }
    return count;
}

static void more_text(char out[32], uint64_t rounds, bool first)
{
    out[0] = '\0';
    if (rounds)
        snprintf(out, 32, "%s%" PRIu64 " more", first ? "" : " and ", rounds);
}

/* How many items fit in WIDTH together with what tells of the rest. */
static int fitting(const struct item *items, int count, int width)
{
    int fit = 0, used = 0;
    char more[32];
    for (int i = 0; i < count; i++) {
        used += items[i].width;
        more_text(more, items[i].left, false);
        if (used + (int)strlen(more) <= width)
            fit = i + 1;
    }
    return fit;
}

void panel_causes_line(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    struct pen pen = {canvas, row.x, row.y, row.x + row.w};
    struct item items[CAUSES];
    char more[32];
    if (scene->slow_count == 0) {
        pen_text(&pen, ROLE_DIM, "no slow round so far");
        return;
    }
    pen_print(&pen, ROLE_DIM, "of the last %u: ", scene->slow_count);
    int fit = fitting(items, list_items(items, scene), pen.end - pen.x);
    for (int i = 0; i < fit; i++)
        pen_print(&pen, causes_tell(items[i].cause) ? ROLE_VALUE : ROLE_DIM, "%s%s", i ? ", " : "",
                  items[i].text);
    more_text(more, fit ? items[fit - 1].left : scene->slow_count, fit == 0);
    pen_text(&pen, ROLE_DIM, more);
}

static void draw_cause(struct canvas *canvas, struct rect row, const struct scene *scene,
                       enum cause cause)
{
    int x = row.x + CAUSE_COLS + COUNT_COLS + 1;
    char count[FORMAT_MAX];
    canvas_text(canvas, row.x, row.y, CAUSE_COLS, causes_tell(cause) ? ROLE_TEXT : ROLE_DIM,
                causes_label(cause, scene->ordinary));
    canvas_right(canvas, row.x + CAUSE_COLS, row.y, COUNT_COLS, ROLE_VALUE,
                 format_count(count, scene->causes[cause]));
    canvas_bar(canvas, x, row.y, row.x + row.w - x,
               (double)scene->causes[cause] / scene->slow_count,
               causes_tell(cause) ? ROLE_BAR : ROLE_DIM);
}

int panel_causes(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    struct item items[CAUSES];
    int count = list_items(items, scene), rows = area.h - 1;
    if (scene->slow_count == 0)
        canvas_text(canvas, area.x, area.y, area.w, ROLE_DIM, "no slow round so far");
    else
        canvas_print(canvas, area.x, area.y, area.w, ROLE_DIM, "causes of the last %u",
                     scene->slow_count);
    int fit = count <= rows ? count : rows - 1;
    for (int i = 0; i < fit; i++)
        draw_cause(canvas, (struct rect){area.x, area.y + 1 + i, area.w, 1}, scene, items[i].cause);
    if (fit >= count || rows < 1)
        return 1 + fit;
    canvas_print(canvas, area.x, area.y + rows, area.w, ROLE_DIM, "and %" PRIu64 " more",
                 fit > 0 ? items[fit - 1].left : scene->slow_count);
    return area.h;
}
