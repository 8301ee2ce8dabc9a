/* view_chart.c: the last minute: the median as a filled shape, p99 as a line above it, on a scale
 * of whole decades.
 *
 * A column is one slot of the history and never stretched; a wider screen has finer slots. Under it
 * a row of time with a tick and a name for each change: what stands left of it is of the old load.
 */
#include "ui/panels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"
#include "ui/glyph.h"
#include "ui/scale.h"

struct plot {
    struct canvas *canvas;
    struct rect area; /* of the columns alone */
    const struct scales *scales;
};

static void decade_text(char out[16], int decade)
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    static const int powers[] = {1, 10, 100};
    int unit = decade / 3 < 3 ? decade / 3 : 3;
    if (decade < 0 || decade > 11)
        snprintf(out, 16, "1e%d s", decade - 9);
    else
        snprintf(out, 16, "%d %s", powers[decade - 3 * unit], units[unit]);
}

static void draw_scale(const struct plot *plot)
{
    int rows = plot->area.h, step = plot->scales->chart_rows;
    for (int i = 0; i < rows; i++) {
        int y = plot->area.y + rows - 1 - i, x = plot->area.x - 1;
        bool labelled = step > 0 && i % step == 0;
        canvas_glyph(plot->canvas, x, y, labelled ? GLYPH_TEE_LEFT : GLYPH_VERTICAL, ROLE_DIM);
        if (!labelled)
            continue;
        char text[16];
        decade_text(text, plot->scales->chart_decade + i / step);
        canvas_right(plot->canvas, x - CHART_GUTTER + 1, y, CHART_GUTTER - 2, ROLE_DIM, text);
    }
}

/* Row (from the bottom) that NS falls into, held within the plot. */
static int row_of(const struct plot *plot, uint64_t ns)
{
    int row = (int)floor(scale_chart_height(plot->scales, ns));
    return row < 0 ? 0 : row >= plot->area.h ? plot->area.h - 1 : row;
}

static void draw_p50(const struct plot *plot, int x, uint64_t ns)
{
    double height = scale_chart_height(plot->scales, ns);
    int bottom = plot->area.y + plot->area.h - 1, full = row_of(plot, ns);
    int eighths = (int)((height - full) * 8);
    eighths = eighths < 1 ? 1 : eighths > 8 ? 8 : eighths;
    for (int i = 0; i < full; i++)
        canvas_glyph(plot->canvas, x, bottom - i, GLYPH_FULL, ROLE_P50);
    canvas_glyph(plot->canvas, x, bottom - full, (uint32_t)(GLYPH_LOWER_1 + eighths - 1), ROLE_P50);
}

static void draw_p99(const struct plot *plot, int x, uint64_t ns)
{
    double height = scale_chart_height(plot->scales, ns);
    int row = row_of(plot, ns);
    uint32_t glyph = height >= plot->area.h ? GLYPH_UP
                     : height - row >= 0.5  ? GLYPH_TOP_LINE
                                            : GLYPH_HORIZONTAL;
    canvas_glyph(plot->canvas, x, plot->area.y + plot->area.h - 1 - row, glyph, ROLE_P99);
}

static void draw_tick(const struct plot *plot, int x)
{
    for (int y = plot->area.y; y <= plot->area.y + plot->area.h; y++) {
        const struct cell *cell = canvas_at(plot->canvas, x, y);
        if (cell && cell->code == ' ')
            canvas_glyph(plot->canvas, x, y, GLYPH_TICK, ROLE_DIM);
    }
}

static void draw_slots(const struct plot *plot, const struct scene *scene)
{
    for (int i = 0; i < plot->area.w; i++) {
        const struct chart_slot *slot = &scene->chart[i];
        int x = plot->area.x + i;
        if (slot->rounds > 0) {
            draw_p50(plot, x, slot->p50_ns);
            draw_p99(plot, x, slot->p99_ns);
        }
        if (slot->changed)
            draw_tick(plot, x);
    }
}

/* Writes NAME beside its tick at X: to the right, where what it names begins, or else to the left;
 * a name that would be cut by END or the chart's edge is left out. Returns where an older name must
 * end. */
static int draw_change(const struct plot *plot, int x, int end, const char *name)
{
    int y = plot->area.y + plot->area.h, length = (int)text_length(name), from = x;
    if (length <= end - x - 2) {
        canvas_text(plot->canvas, x + 1, y, length, ROLE_NOTE, name);
    } else if (length <= x - plot->area.x - 1) {
        from = x - length - 1;
        canvas_text(plot->canvas, from + 1, y, length, ROLE_NOTE, name);
    }
    canvas_glyph(plot->canvas, x, y, GLYPH_TICK, ROLE_NOTE);
    return from;
}

/* Names of the changes, the newest first, none over another. Returns where the oldest begins. */
static int draw_changes(const struct plot *plot, const struct scene *scene)
{
    int end = plot->area.x + plot->area.w + CHART_LABELS;
    for (int i = plot->area.w - 1; i >= 0; i--) {
        const struct chart_slot *slot = &scene->chart[i];
        int x = plot->area.x + i;
        if (!slot->changed || x >= end)
            continue;
        const struct mark *mark = state_mark(scene->state, slot->generation);
        end = draw_change(plot, x, end, mark ? mark->label : "");
    }
    return end;
}

static bool is_blank(const struct canvas *canvas, int x, int y, int width)
{
    for (int i = 0; i < width; i++) {
        const struct cell *cell = canvas_at(canvas, x + i, y);
        if (cell && cell->code != ' ')
            return false;
    }
    return true;
}

/* The ends of the axis give way to the names of changes. */
static void draw_time(const struct plot *plot, int names_from)
{
    static const char ago[] = "60 s ago", now[] = "now";
    int y = plot->area.y + plot->area.h, from = plot->area.x, before_now = (int)strlen(now) + 1;
    int end = from + plot->area.w;
    if (names_from > from + (int)strlen(ago))
        canvas_text(plot->canvas, from, y, plot->area.w, ROLE_DIM, ago);
    if (is_blank(plot->canvas, end - before_now, y, before_now))
        canvas_right(plot->canvas, from, y, plot->area.w, ROLE_DIM, now);
}

static void draw_name(const struct plot *plot, int row, enum role role, const char *name,
                      uint64_t ns)
{
    char text[FORMAT_MAX];
    canvas_print(plot->canvas, plot->area.x + plot->area.w + 1,
                 plot->area.y + plot->area.h - 1 - row, CHART_LABELS - 1, role, "%s%s", name,
                 format_duration(text, ns));
}

/* The newest column with rounds; the one before it while it has only begun to fill. -1: none. */
static int newest_column(const struct chart_slot *slots, int count)
{
    int i = count - 1;
    while (i >= 0 && slots[i].rounds == 0)
        i--;
    bool begins = i > 0 && slots[i].rounds < THIN_P99_ROUNDS && slots[i - 1].rounds >= THIN_P99_ROUNDS &&
                  slots[i - 1].generation == slots[i].generation;
    return begins ? i - 1 : i;
}

/* The lines are named where they end: beside the newest column, never over each other. */
static void draw_names(const struct plot *plot, const struct scene *scene)
{
    int i = newest_column(scene->chart, plot->area.w);
    if (i < plot->area.w - 4 || i < 0)
        return;
    int p50 = row_of(plot, scene->chart[i].p50_ns), p99 = row_of(plot, scene->chart[i].p99_ns);
    if (p99 == p50 && p99 + 1 < plot->area.h)
        p99++;
    else if (p99 == p50)
        p50--;
    bool thin = scene->chart[i].rounds < THIN_P99_ROUNDS;
    draw_name(plot, p99, ROLE_P99, thin ? "p99~" : "p99 ", scene->chart[i].p99_ns);
    draw_name(plot, p50, ROLE_P50, "p50 ", scene->chart[i].p50_ns);
    canvas_text(plot->canvas, plot->area.x + plot->area.w, plot->area.y - 1, CHART_LABELS,
                ROLE_TITLE, " newest ");
}

static void draw_title(struct canvas *canvas, struct rect panel)
{
    struct pen pen = {canvas, panel.x + 2, panel.y, panel.x + panel.w};
    canvas_rule(canvas, panel.x, panel.y, panel.w, NULL);
    pen_text(&pen, ROLE_P50, " \u2588");
    pen_text(&pen, ROLE_TITLE, " p50 and ");
    pen_text(&pen, ROLE_P99, "\u2594");
    pen_text(&pen, ROLE_TITLE, " p99, last 60 s ");
}

void panel_chart(struct canvas *canvas, const struct scene *scene)
{
    struct rect panel = scene->layout.chart;
    int rows = layout_inner(panel) - 1;
    if (rows <= 0)
        return;
    struct plot plot = {
        .canvas = canvas,
        .area = {panel.x + CHART_GUTTER, panel.y + 1, scene->layout.chart_columns, rows},
        .scales = &scene->state->scales,
    };
    draw_title(canvas, panel);
    draw_scale(&plot);
    draw_slots(&plot, scene);
    draw_time(&plot, draw_changes(&plot, scene));
    draw_names(&plot, scene);
}
