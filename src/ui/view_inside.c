/* view_inside.c: one slow round, or the one that hangs: its cause as a headline, where its time
 * went as one bar beside the usual one, then its timeline below that of one ordinary round. All
 * bars have the same scale.
 *
 * Rows are dealt out by what tells most: headline and bar stay in the smallest place. */
#include "ui/panels.h"

#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"
#include "source/causes.h"
#include "ui/round_text.h"
#include "ui/shares.h"
#include "ui/spans.h"

enum {
    TALL_ROWS = 22, /* with thick bars and blank lines */
    HEADLINE_ROWS = 2,
    LEGEND_ROWS = 2,
    LEGEND_ROWS_TALL = 4,
    BAR_ROWS_TALL = 3,
};

/* What is left of the place, from the top. */
static void skip(struct rect *area, int rows)
{
    rows = rows < area->h ? rows : area->h;
    area->y += rows;
    area->h -= rows;
}

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The cause, what hangs, or why neither is known; false for the last. */
static bool say_cause(char out[ROUND_TEXT_MAX], const struct scene *scene, int width)
{
    const struct slow_round *slow = scene->detail;
    char age[FORMAT_MAX];
    if (slow == &scene->hanging && round_hanging(out, slow, scene->hanging_since_ns, width))
        return true;
    if (slow != &scene->hanging && round_cause(out, &slow->inside, width))
        return true;
    if (slow == &scene->hanging)
        snprintf(out, ROUND_TEXT_MAX, "in flight for %s: what it waits for is not seen",
                 format_duration(age, slow->round.latency_ns));
    else
        snprintf(out, ROUND_TEXT_MAX, "%s",
                 inside_known(&slow->inside)
                     ? ""
                     : causes_why_none(&slow->inside, scene_is_settled(scene, slow)));
    return false;
}

static void draw_headline(struct canvas *canvas, struct rect *area, const struct scene *scene)
{
    char text[ROUND_TEXT_MAX];
    struct rect lines = *area;
    bool known = say_cause(text, scene, HEADLINE_ROWS * area->w);
    if (lines.h > HEADLINE_ROWS)
        lines.h = HEADLINE_ROWS;
    skip(area, canvas_wrap(canvas, lines, known ? ROLE_VALUE : ROLE_NOTE, text));
}

/* "this round  5.97 ms  [bar]" of ROWS rows. */
static void draw_bar(struct canvas *canvas, struct rect *area, int rows,
                     const struct spans_scale *scale, const char *name, const uint64_t ns[SHARES],
                     const struct inside *inside)
{
    char text[FORMAT_MAX];
    uint64_t sum = shares_sum(ns);
    if (rows > area->h)
        rows = area->h;
    if (sum == 0 || rows == 0)
        return;
    int y = area->y + rows / 2, before = scale->label + scale->time + 1;
    canvas_text(canvas, area->x, y, scale->label - 1, ROLE_TEXT, name);
    canvas_right(canvas, area->x + scale->label, y, scale->time - 1, ROLE_VALUE,
                 format_duration(text, sum));
    shares_bar(canvas, (struct rect){area->x + before, area->y, area->w - before, rows}, ns, inside,
               scale->full_ns);
    skip(area, rows);
}

/* What the round is compared to: the mean of ordinary rounds of before it, which its sentence calls
 * usual; while none is known, the one ordinary round that has a timeline. */
static void draw_other_bar(struct canvas *canvas, struct rect *area,
                           const struct spans_scale *scale, const struct scene *scene)
{
    const struct inside *inside = &scene->detail->inside;
    const struct inside *ordinary = scene->ordinary ? &scene->ordinary->inside : NULL;
    uint64_t usual_ns[SHARES];
    shares_usual(usual_ns, inside);
    if (shares_sum(usual_ns) > 0)
        draw_bar(canvas, area, 1, scale, "usual", usual_ns, inside);
    else if (ordinary)
        draw_bar(canvas, area, 1, scale, "one ordinary round", ordinary->ns, ordinary);
}

static void draw_bars(struct canvas *canvas, struct rect *area, const struct spans_scale *scale,
                      const struct scene *scene, bool tall)
{
    const struct inside *inside = &scene->detail->inside;
    draw_bar(canvas, area, tall ? BAR_ROWS_TALL : 1, scale, "this round", inside->ns, inside);
    if (tall)
        skip(area, 1);
    if (area->h > 2)
        draw_other_bar(canvas, area, scale, scene);
}

static void draw_legend(struct canvas *canvas, struct rect *area, const struct scene *scene,
                        bool tall)
{
    struct rect legend = *area;
    uint64_t usual_ns[SHARES];
    shares_usual(usual_ns, &scene->detail->inside);
    int rows = tall ? LEGEND_ROWS_TALL : LEGEND_ROWS;
    legend.h = rows < area->h ? rows : area->h;
    skip(area, shares_legend(canvas, legend, &scene->detail->inside, usual_ns));
    if (tall)
        skip(area, 1);
}

/* Just under half of the rows are the ordinary round's; more when the other needs less. */
static int usual_rows(int rows, unsigned spans, unsigned usual_spans)
{
    int spare = rows - (int)spans, half = (rows - 1) / 2;
    int share = spare > half ? spare : half;
    return rows < 3 ? 0 : share < (int)usual_spans ? share : (int)usual_spans;
}

static void draw_timelines(struct canvas *canvas, struct rect *area,
                           const struct spans_scale *scale, const struct scene *scene)
{
    const struct inside *inside = &scene->detail->inside;
    const struct inside *usual = scene->ordinary ? &scene->ordinary->inside : NULL;
    unsigned left_out = 0, more = 0;
    if (inside->span_count == 0 || area->h < 2)
        return;
    struct rect axis = {area->x, area->y, area->w, 1}, rows = *area;
    rows.h = area->h - 1;
    if (usual && usual->span_count > 0) {
        struct rect above = rows;
        above.h = usual_rows(rows.h, inside->span_count, usual->span_count);
        skip(&rows, spans_draw(canvas, above, scale, usual, "ordinary ", ROLE_DIM, &more));
    }
    skip(&rows, spans_draw(canvas, rows, scale, inside, "", ROLE_TEXT, &left_out));
    axis.y = rows.y;
    spans_axis(canvas, axis, scale);
    if (left_out + more > 0)
        canvas_print(canvas, axis.x, axis.y, scale->label + scale->time, ROLE_NOTE, "and %u more",
                     left_out + more);
    skip(area, axis.y + 1 - area->y);
}

/* In place of a timeline: what the stamps tell, and why nothing was traced. */
static void draw_untraced(struct canvas *canvas, struct rect *area, const struct scene *scene)
{
    const struct tracing *tracing = &scene->now->tracing;
    char text[ROUND_TEXT_MAX], shown[2 * sizeof tracing->reason];
    if (!inside_known(&scene->detail->inside)) {
        round_parts(text, &scene->detail->round, scene->detail->syncs_each, area->w);
        if (area->h > 0)
            canvas_text(canvas, area->x, area->y, area->w, ROLE_TEXT, text);
        skip(area, 1);
    }
    if (tracing->on || !tracing->reason[0])
        return;
    snprintf(text, sizeof text, "looking inside rounds is off: %.400s",
             text_escape(shown, sizeof shown, tracing->reason));
    skip(area, canvas_wrap(canvas, *area, ROLE_NOTE, text));
}

void panel_round(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    const struct slow_round *slow = scene->detail;
    bool tall = area.h >= TALL_ROWS;
    uint64_t full_ns = most(slow->round.latency_ns, shares_sum(slow->inside.usual_ns));
    if (scene->ordinary)
        full_ns = most(full_ns, scene->ordinary->round.latency_ns);
    struct spans_scale scale = spans_scale(area.w, most(full_ns, 1));
    draw_headline(canvas, &area, scene);
    if (tall)
        skip(&area, 1);
    draw_bars(canvas, &area, &scale, scene, tall);
    draw_legend(canvas, &area, scene, tall);
    int context = panel_context_rows(area.h, scene);
    area.h -= context;
    if (slow->inside.origin == INSIDE_TRACED)
        draw_timelines(canvas, &area, &scale, scene);
    else
        draw_untraced(canvas, &area, scene);
    if (tall)
        skip(&area, 1);
    panel_context(canvas, (struct rect){area.x, area.y, area.w, context}, scene);
}
