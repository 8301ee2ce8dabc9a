/* view_rounds.c: the slow rounds: what caused the last hundred, the list, newest first, and the one
 * that is picked (view_inside.c). Below each other on a narrow screen, side by side on a wide one.
 */
#include "ui/panels.h"

#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "ui/actions.h"
#include "ui/glyph.h"
#include "ui/round_text.h"

enum {
    MARGIN = 1,
    WIDE_COLS = 150,
    LIST_COLS_LEAST = 52,
    LIST_COLS_MOST = 80,
    LIST_ROWS_TALL = 10,
    LIST_ROWS = 4,
    LIST_ROWS_LOW = 3,
    LIST_ROWS_LEAST = 2,
    HEAD_COLS = 32,
    HINT_FROM_COLS = 66,
};

const struct view_key view_rounds_keys[] = {{"arrows", "pick"}, {"Home", "newest"}, {NULL, NULL}};

static const char *why_none(const struct scene *scene, const struct slow_round *slow)
{
    if (slow->inside.origin == INSIDE_RESTED)
        return cause_words(CAUSE_RESTED);
    return scene_is_settled(scene, slow) ? "too many at once" : "not yet looked into";
}

/* "> 12:03:46.773  5.97 ms   7.2x  5.1 of 5.9 ms in one flush" */
static void draw_row(struct canvas *canvas, struct rect row, const struct scene *scene,
                     const struct slow_round *slow, bool picked)
{
    char clock[32], latency[FORMAT_MAX], times[16], text[ROUND_TEXT_MAX];
    enum role role = picked ? ROLE_CURSOR : ROLE_TEXT;
    round_clock(clock, slow->wall_ns);
    round_times(times, slow->round.latency_ns, slow->p50_ns);
    if (picked)
        canvas_fill(canvas, row, ' ', role);
    canvas_print(canvas, row.x, row.y, row.w, role, "%c %s %8s %6s", picked ? '>' : ' ', clock,
                 format_duration(latency, slow->round.latency_ns), times);
    if (!round_cause(text, &slow->inside, row.w - HEAD_COLS))
        snprintf(text, sizeof text, "- (%s)", why_none(scene, slow));
    canvas_text(canvas, row.x + HEAD_COLS, row.y, row.w - HEAD_COLS, role, text);
}

/* As many as there are rows, so that the picked one is among them; one that the list has no more
 * stands at its end. */
static void draw_list(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    bool gone = scene->picked && scene->picked_place == scene->slow_count;
    int count = (int)scene->slow_count + gone, place = (int)scene->picked_place;
    int top = place < area.h ? 0 : place - area.h + 1;
    for (int i = top; i < count && i < top + area.h; i++) {
        struct rect row = {area.x, area.y + i - top, area.w, 1};
        draw_row(canvas, row, scene, scene->picked && i == place ? scene->picked : scene->slow[i],
                 scene->picked && i == place && scene->detail != &scene->hanging);
    }
}

/* Which one it is, and with which keys to go on. */
static const char *hint(const struct scene *scene, int width)
{
    bool brief = width < HINT_FROM_COLS;
    if (scene->detail == &scene->hanging)
        return brief ? " in flight now " : " in flight now: arrows pick another ";
    if (scene->state->pick.held)
        return brief ? " picked " : " picked: Home follows the newest ";
    return brief ? " newest " : " newest: arrows pick another ";
}

/* The rule above the one that is told in detail. */
static void draw_round(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    const struct slow_round *slow = scene->detail;
    char clock[32], latency[FORMAT_MAX], times[16], title[96];
    round_clock(clock, slow->wall_ns);
    round_times(times, slow->round.latency_ns, slow->p50_ns);
    snprintf(title, sizeof title, "%s  %s%s%s", clock,
             format_duration(latency, slow->round.latency_ns), times[0] ? ", " : "", times);
    canvas_rule(canvas, area.x, area.y, area.w, title);
    canvas_right(canvas, area.x, area.y, area.w - 2, ROLE_NOTE, hint(scene, area.w));
    panel_round(canvas, (struct rect){area.x + MARGIN, area.y + 1, area.w - 2 * MARGIN, area.h - 1},
                scene);
}

static void draw_wide(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    int cols = area.w * 2 / 5;
    cols = cols < LIST_COLS_LEAST ? LIST_COLS_LEAST : cols > LIST_COLS_MOST ? LIST_COLS_MOST : cols;
    struct rect left = {area.x + MARGIN, area.y, cols - 2 * MARGIN, area.h}, causes = left;
    causes.h = area.h / 2;
    int used = panel_causes(canvas, causes, scene) + 1;
    left.y += used;
    left.h -= used;
    draw_list(canvas, left, scene);
    for (int y = area.y; y < area.y + area.h; y++)
        canvas_glyph(canvas, area.x + cols, y, GLYPH_VERTICAL, ROLE_DIM);
    draw_round(canvas, (struct rect){area.x + cols + 1, area.y, area.w - cols - 1, area.h}, scene);
}

static void draw_narrow(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    int rows = area.h >= 34   ? LIST_ROWS_TALL
               : area.h >= 20 ? LIST_ROWS
               : area.h >= 12 ? LIST_ROWS_LOW
                              : LIST_ROWS_LEAST;
    struct rect list = {area.x + MARGIN, area.y + 1, area.w - 2 * MARGIN, rows};
    struct rect round = {area.x, list.y + rows, area.w, area.h - 1 - rows};
    panel_causes_line(canvas, (struct rect){list.x, area.y, list.w, 1}, scene);
    draw_list(canvas, list, scene);
    draw_round(canvas, round, scene);
}

static void draw_none(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    const struct tracing *tracing = &scene->now->tracing;
    struct rect lines = {area.x + MARGIN, area.y + 1, area.w - 2 * MARGIN, area.h - 1};
    char limit[FORMAT_MAX], text[sizeof tracing->reason + 64];
    if (scene->now->slow_limit_ns)
        canvas_print(canvas, lines.x, area.y, lines.w, ROLE_TEXT, "none; slow is over %s",
                     format_duration(limit, scene->now->slow_limit_ns));
    else
        canvas_text(canvas, lines.x, area.y, lines.w, ROLE_TEXT, "the median is not known yet");
    if (tracing->on || !tracing->reason[0])
        return;
    snprintf(text, sizeof text, "looking inside rounds is off: %s", tracing->reason);
    canvas_wrap(canvas, lines, ROLE_NOTE, text);
}

/* The rule says what runs, for the strip of controls has no room here. */
static void draw_frame(struct canvas *canvas, int y, const struct scene *scene)
{
    char title[160], writers[FORMAT_MAX];
    const struct config *c = scene->now ? &scene->now->config : NULL;
    if (c)
        snprintf(title, sizeof title, "slow rounds: %s, %s, %s writer%s", c->mode, c->strategy,
                 format_count(writers, c->writers), c->writers == 1 ? "" : "s");
    else
        snprintf(title, sizeof title, "slow rounds");
    canvas_rule(canvas, 0, y, canvas->cols, title);
}

void view_rounds(struct canvas *canvas, const struct scene *scene)
{
    const struct layout *l = &scene->layout;
    int y = l->controls.y + 1;
    struct rect area = {0, y, l->cols, l->footer.y - y};
    panel_top(canvas, scene);
    draw_frame(canvas, y - 1, scene);
    panel_footer(canvas, scene);
    if (!scene->now)
        return;
    if (inside_known(&scene->hanging.inside) && scene->detail != &scene->hanging) {
        panel_in_flight(canvas, (struct rect){MARGIN, y, l->cols - 2 * MARGIN, 1}, scene);
        area.y++;
        area.h--;
    }
    if (!scene->detail)
        draw_none(canvas, area, scene);
    else if (area.w >= WIDE_COLS)
        draw_wide(canvas, area, scene);
    else
        draw_narrow(canvas, area, scene);
}

bool view_rounds_key(struct ui *ui, uint32_t key)
{
    return pick_key(&ui->state.pick, ui->history, key);
}

void action_newest(struct ui *ui, int step)
{
    (void)step;
    pick_newest(&ui->state.pick);
}
