/* view_slow.c: rounds that took three times the median or more, with their cause where one is
 * known, else with where their time went and what the disk did meanwhile. The longest stays on top,
 * so that one freeze is seen an hour later too; then the newest, and in the last row what is under
 * way. */
#include "ui/panels.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/format.h"
#include "ui/glyph.h"
#include "ui/round_text.h"

enum { ONE_LINE_COLS = 90, HEAD_COLS = 36 };

/* Ages of a few ms are chance: by the time they can be read the call has long returned. */
#define LATE_LEAST_NS UINT64_C(10000000)

static void draw_head(struct canvas *canvas, struct rect row, const struct slow_round *slow,
                      const char *mark)
{
    char clock[32], text[FORMAT_MAX], times[16];
    struct pen pen = {canvas, row.x, row.y, row.x + row.w};
    round_clock(clock, slow->wall_ns);
    round_times(times, slow->round.latency_ns, slow->p50_ns);
    pen_text(&pen, ROLE_DIM, clock);
    pen_print(&pen, ROLE_VALUE, " %8s", format_duration(text, slow->round.latency_ns));
    pen_print(&pen, ROLE_WARN, " %6s %s", times, mark);
}

/* One round in one row or two; returns the rows. */
static int draw_round(struct canvas *canvas, struct rect area, const struct slow_round *slow,
                      const char *mark)
{
    bool one_line = area.w >= ONE_LINE_COLS;
    struct rect detail = {area.x + 2, area.y + 1, area.w - 2, 1};
    char text[ROUND_TEXT_MAX];
    if (one_line)
        detail = (struct rect){area.x + HEAD_COLS, area.y, area.w - HEAD_COLS, 1};
    draw_head(canvas, area, slow, mark);
    if (detail.y >= area.y + area.h)
        return 1;
    if (!round_cause(text, &slow->inside, detail.w))
        round_parts(text, &slow->round, slow->syncs_each, detail.w);
    canvas_text(canvas, detail.x, detail.y, detail.w, ROLE_TEXT, text);
    return one_line ? 1 : 2;
}

/* The worst one first, then the newest; returns how many there are. */
static unsigned draw_rounds(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    const struct slow_round *worst = scene->worst;
    unsigned shown = worst ? 1 : 0;
    int used = worst ? draw_round(canvas, area, worst, "worst") : 0;
    for (unsigned i = 0; i < scene->slow_count && area.h > used; i++) {
        area.y += used;
        area.h -= used;
        used = 0;
        if (worst && scene_same_round(&scene->slow[i]->round, &worst->round))
            continue;
        used = draw_round(canvas, area, scene->slow[i], "");
        shown++;
    }
    return shown;
}

static void draw_list(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    char text[FORMAT_MAX];
    if (area.h <= 0 || draw_rounds(canvas, area, scene) > 0 || !scene->now)
        return;
    if (scene->now->slow_limit_ns)
        canvas_print(canvas, area.x, area.y, area.w, ROLE_DIM, "none; slow is over %s",
                     format_duration(text, scene->now->slow_limit_ns));
    else
        canvas_text(canvas, area.x, area.y, area.w, ROLE_DIM, "the median is not known yet");
}

/* Whose call it is is known only where nobody else is under way. How many wait for it is told where
 * there is room. */
static void draw_late(struct canvas *canvas, struct rect row, const struct snapshot *now)
{
    struct pen pen = {canvas, row.x, row.y, row.x + row.w};
    char age[FORMAT_MAX], count[FORMAT_MAX], waiting[FORMAT_MAX + 8];
    format_duration(age, now->call_ns);
    if (now->in_flight == 1)
        pen_print(&pen, ROLE_WARN, "writer %" PRIu32 " in flight for %s", now->oldest_writer, age);
    else
        pen_print(&pen, ROLE_WARN, "call in flight for %s", age);
    if (now->in_flight <= now->calls)
        return;
    snprintf(waiting, sizeof waiting, ", %s wait",
             format_count(count, now->in_flight - now->calls));
    if (canvas_width(canvas, waiting) <= pen.end - pen.x)
        pen_text(&pen, ROLE_WARN, waiting);
}

void panel_in_flight(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    const struct snapshot *now = scene->now;
    char age[FORMAT_MAX], open[ROUND_TEXT_MAX];
    if (!now)
        return;
    if (round_hanging(open, &scene->hanging, scene->hanging_since_ns, row.w))
        canvas_text(canvas, row.x, row.y, row.w, ROLE_WARN, open);
    else if (scene_call_is_late(scene, LATE_LEAST_NS))
        draw_late(canvas, row, now);
    else
        canvas_print(canvas, row.x, row.y, row.w, ROLE_DIM, "in flight now: %s",
                     now->in_flight && now->oldest_ns ? format_duration(age, now->oldest_ns)
                                                      : "none");
}

static void draw_frame(struct canvas *canvas, struct rect panel, const struct scene *scene)
{
    char title[64], count[FORMAT_MAX];
    snprintf(title, sizeof title, "slow rounds, over 3x p50: %s",
             format_count(count, scene->slow_total));
    canvas_rule(canvas, panel.x, panel.y, panel.w, title);
    if (!scene->layout.slow_beside)
        return;
    canvas_glyph(canvas, panel.x, panel.y, GLYPH_TEE_DOWN, ROLE_DIM);
    for (int y = panel.y + 1; y < panel.y + panel.h; y++)
        canvas_glyph(canvas, panel.x, y, GLYPH_VERTICAL, ROLE_DIM);
}

void panel_slow(struct canvas *canvas, const struct scene *scene)
{
    struct rect panel = scene->layout.slow;
    int rows = layout_inner(panel);
    if (rows <= 0)
        return;
    draw_frame(canvas, panel, scene);
    struct rect list = {panel.x + 2, panel.y + 1, panel.w - 3, rows - 1};
    draw_list(canvas, list, scene);
    panel_in_flight(canvas, (struct rect){list.x, panel.y + rows, list.w, 1}, scene);
}
