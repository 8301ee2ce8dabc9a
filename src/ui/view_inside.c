/* view_inside.c: one slow round, or the one that hangs: its cause as a headline, where its time
 * went as one bar beside the usual one, then its timeline below an ordinary round's. All bars have
 * the same scale.
 *
 * Rows are dealt out by what tells most: headline and bar stay in the smallest place. */
#include "ui/panels.h"

#include <inttypes.h>
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
    LINE_MAX_BYTES = 512,
};

/* What is left of the place, from the top. */
static void skip(struct rect *area, int rows)
{
    rows = rows < area->h ? rows : area->h;
    area->y += rows;
    area->h -= rows;
}

static const uint64_t *usual_of(const struct scene *scene)
{
    const struct inside *inside = &scene->detail->inside;
    if (shares_sum(inside->usual_ns) == 0 && scene->ordinary)
        return scene->ordinary->inside.ns;
    return inside->usual_ns;
}

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The cause, what hangs, or why neither is known; false for the last. */
static bool say_cause(char out[ROUND_TEXT_MAX], const struct scene *scene, int width)
{
    const struct slow_round *slow = scene->detail;
    if (slow == &scene->hanging && round_hanging(out, scene->now, width))
        return true;
    if (round_cause(out, &slow->inside, width))
        return true;
    if (slow == &scene->hanging)
        snprintf(out, ROUND_TEXT_MAX, "in flight: what it waits for is not seen");
    else
        snprintf(out, ROUND_TEXT_MAX, "%s",
                 inside_known(&slow->inside) ? "" : causes_why_none(&slow->inside));
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
                     const struct spans_scale *scale, const char *name, const uint64_t ns[SHARES])
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
    shares_bar(canvas, (struct rect){area->x + before, area->y, area->w - before, rows}, ns,
               scale->full_ns);
    skip(area, rows);
}

static void draw_bars(struct canvas *canvas, struct rect *area, const struct spans_scale *scale,
                      const struct scene *scene, bool tall)
{
    const struct inside *inside = &scene->detail->inside;
    draw_bar(canvas, area, tall ? BAR_ROWS_TALL : 1, scale, "this round", inside->ns);
    if (tall)
        skip(area, 1);
    if (area->h > 2)
        draw_bar(canvas, area, 1, scale, "usual", usual_of(scene));
}

static void draw_legend(struct canvas *canvas, struct rect *area, const struct scene *scene,
                        bool tall)
{
    struct rect legend = *area;
    int rows = tall ? LEGEND_ROWS_TALL : LEGEND_ROWS;
    legend.h = rows < area->h ? rows : area->h;
    skip(area, shares_legend(canvas, legend, scene->detail->inside.ns, usual_of(scene)));
    if (tall)
        skip(area, 1);
}

/* A third of the rows, at least one, is the ordinary round's; more when the other needs less. */
static int usual_rows(int rows, unsigned spans, unsigned usual_spans)
{
    int third = rows / 3 > 0 ? rows / 3 : 1;
    int spare = rows - (int)spans;
    int share = spare > third ? spare : third;
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
        skip(&rows, spans_draw(canvas, above, scale, usual, "usual ", ROLE_DIM, &more));
    }
    skip(&rows, spans_draw(canvas, rows, scale, inside, "", ROLE_TEXT, &left_out));
    axis.y = rows.y;
    spans_axis(canvas, axis, scale);
    if (left_out + more > 0)
        canvas_print(canvas, axis.x, axis.y, scale->label + scale->time, ROLE_NOTE,
                     "and %u shorter ones", left_out + more);
    skip(area, axis.y + 1 - area->y);
}

static void add(char line[LINE_MAX_BYTES], const char *text)
{
    size_t used = strlen(line);
    if (text[0])
        snprintf(line + used, LINE_MAX_BYTES - used, "%s%s", used ? "; " : "", text);
}

/* Who led whom is known once the round is OVER; a round that was ACKNOWLEDGED before its sync
 * followed nobody. */
static void add_sharing(char line[LINE_MAX_BYTES], const struct slow_round *slow, bool over,
                        bool acknowledged)
{
    char text[96], count[FORMAT_MAX];
    snprintf(text, sizeof text, "writer %" PRIu32, slow->round.writer);
    add(line, text);
    if (over && acknowledged)
        add(line, "acknowledged before its sync");
    else if (over && slow->round.led == 0)
        add(line, "followed a leader");
    else if (over && slow->round.led > 1) {
        snprintf(text, sizeof text, "led %s records", format_count(count, slow->round.led));
        add(line, text);
    }
    snprintf(text, sizeof text, "batch %s", format_count(count, slow->batch));
    add(line, text);
}

/* "postgres[812] and 1 more: 3.2 MiB in 41 requests meanwhile". Pages that the kernel writes back
 * are no program's; where requests are not seen, only their sum is known. */
static void add_others(char line[LINE_MAX_BYTES], const struct inside *inside)
{
    const struct other_program *other = &inside->other;
    char who[4 * INSIDE_WHO_MAX], bytes[FORMAT_MAX], pid[16] = "", more[48] = "", text[256];
    if (!other->who[0])
        return;
    text_escape(who, sizeof who, other->who);
    if (strcmp(other->who, "writeback") != 0)
        snprintf(pid, sizeof pid, "[%" PRId32 "]", other->pid);
    if (other->programs > 1)
        snprintf(more, sizeof more, " and %" PRIu32 " more", other->programs - 1);
    format_bytes(bytes, other->bytes);
    if (inside->origin == INSIDE_INFERRED)
        snprintf(text, sizeof text, "others wrote %s meanwhile", bytes);
    else
        snprintf(text, sizeof text, "%s%s%s: %s in %" PRIu32 " request%s meanwhile", who, pid, more,
                 bytes, other->requests, other->requests == 1 ? "" : "s");
    add(line, text);
}

/* Batch, the disk's work, the load, who else was there. */
static void draw_context(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    const struct slow_round *slow = scene->detail;
    char line[LINE_MAX_BYTES] = "", text[ROUND_TEXT_MAX], number[FORMAT_MAX];
    add_others(line, &slow->inside);
    if (inside_known(&slow->inside) && slow->round.disk.syncs > 0) {
        round_disk(text, &slow->round.disk); /* else it is told with the stamps */
        add(line, text);
    }
    add_sharing(line, slow, slow != &scene->hanging, scene->now->has_risk);
    if (slow->load_average >= 0) {
        snprintf(text, sizeof text, "load %s", format_fixed(number, slow->load_average, 2));
        add(line, text);
    }
    if (slow->inside.lost_events > 0) {
        snprintf(text, sizeof text, "%s trace events lost",
                 format_count(number, slow->inside.lost_events));
        add(line, text);
    }
    canvas_short(canvas, row.x, row.y, row.w, ROLE_DIM, line);
}

/* In place of a timeline: what the stamps tell, and why nothing was traced. */
static void draw_untraced(struct canvas *canvas, struct rect *area, const struct scene *scene)
{
    const struct tracing *tracing = &scene->now->tracing;
    char text[ROUND_TEXT_MAX], shown[2 * sizeof tracing->reason];
    if (!inside_known(&scene->detail->inside)) {
        round_parts(text, &scene->detail->round, area->w);
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
    uint64_t full_ns = most(slow->round.latency_ns, shares_sum(usual_of(scene)));
    if (scene->ordinary)
        full_ns = most(full_ns, scene->ordinary->round.latency_ns);
    struct spans_scale scale = spans_scale(area.w, most(full_ns, 1));
    draw_headline(canvas, &area, scene);
    if (tall)
        skip(&area, 1);
    draw_bars(canvas, &area, &scale, scene, tall);
    draw_legend(canvas, &area, scene, tall);
    bool context = area.h > 0;
    area.h -= context;
    if (slow->inside.origin == INSIDE_TRACED)
        draw_timelines(canvas, &area, &scale, scene);
    else
        draw_untraced(canvas, &area, scene);
    if (tall)
        skip(&area, 1);
    if (context)
        draw_context(canvas, (struct rect){area.x, area.y, area.w, 1}, scene);
}
