/* view_figures.c: what a round costs in time, and a record in everything else.
 *
 * Percentiles stand in fixed columns; which of them a narrow screen drops is their rank. A figure
 * of too few rounds is marked with a `~`. */
#include "ui/panels.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"
#include "ui/glyph.h"

enum {
    COLUMN_COLS = 9,
    P99_ROUNDS = 100,
    P999_ROUNDS = 1000,
    UNIT_COLS = 15, /* " flushes/record" */
    NUMBER_COLS_MOST = 20,
    NARROW_COLS = 45,
    PARTS = 3,
    PART_BAR_COLS = 20,
};

struct column {
    const char *label;
    size_t offset; /* in struct summary */
    enum role role;
    uint64_t enough; /* rounds below which it is marked as thin */
    int rank;        /* the higher, the sooner it is left out */
};

static const struct column columns[] = {
    {"min", offsetof(struct summary, min_ns), ROLE_VALUE, 0, 5},
    {"mean", offsetof(struct summary, mean_ns), ROLE_VALUE, 0, 6},
    {"p50", offsetof(struct summary, p50_ns), ROLE_P50, 0, 0},
    {"p90", offsetof(struct summary, p90_ns), ROLE_VALUE, 0, 3},
    {"p99", offsetof(struct summary, p99_ns), ROLE_P99, P99_ROUNDS, 1},
    {"p99.9", offsetof(struct summary, p999_ns), ROLE_VALUE, P999_ROUNDS, 4},
    {"max", offsetof(struct summary, max_ns), ROLE_VALUE, 0, 2},
};

static void draw_columns(struct canvas *canvas, struct rect area, const struct summary *summary)
{
    int room = area.w / COLUMN_COLS, x = area.x;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        const struct column *c = &columns[i];
        uint64_t ns;
        char duration[FORMAT_MAX], text[FORMAT_MAX + 1];
        if (c->rank >= room)
            continue;
        memcpy(&ns, (const char *)summary + c->offset, sizeof ns);
        snprintf(text, sizeof text, "%s%s", summary->count < c->enough ? "~" : "",
                 format_duration(duration, ns));
        canvas_right(canvas, x, area.y, COLUMN_COLS, ROLE_DIM, c->label);
        canvas_right(canvas, x, area.y + 1, COLUMN_COLS, c->role, text);
        x += COLUMN_COLS;
    }
}

/* --- where the time goes --- */

struct part {
    const char *name;
    double ns; /* mean a round */
    uint32_t glyph;
    enum role role;
};

/* The round as its writer felt it is its write, its sync, and the wait for others. */
static void split(const struct scene *scene, struct part out[PARTS])
{
    double write = (double)scene->write.mean_ns, sync = (double)scene->sync.mean_ns;
    double wait = (double)scene->latency.mean_ns - write - sync;
    out[0] = (struct part){"write", write, GLYPH_MEDIUM, ROLE_P99};
    out[1] = (struct part){"sync", sync, GLYPH_FULL, ROLE_BAR};
    out[2] = (struct part){"wait", wait > 0 ? wait : 0, GLYPH_LIGHT, ROLE_DIM};
}

static void draw_part_bar(struct pen *pen, const struct part parts[PARTS], double sum)
{
    double end = 0;
    int from = 0;
    for (int i = 0; i < PARTS; i++) {
        end += parts[i].ns;
        int to = (int)(end / sum * PART_BAR_COLS + 0.5);
        canvas_fill(pen->canvas, (struct rect){pen->x + from, pen->y, to - from, 1}, parts[i].glyph,
                    parts[i].role);
        from = to;
    }
    pen->x += PART_BAR_COLS;
}

/* "mean: write 3.1 us  sync 820 us  wait 1.2 ms", with a bar where there is room. */
static void draw_split(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    struct part parts[PARTS];
    char text[FORMAT_MAX];
    struct pen pen = {canvas, row.x + 2, row.y, row.x + row.w};
    split(scene, parts);
    double sum = parts[0].ns + parts[1].ns + parts[2].ns;
    if (!(sum > 0))
        return;
    pen_text(&pen, ROLE_DIM, "mean: ");
    for (int i = 0; i < PARTS; i++) {
        if (parts[i].ns < sum / 1000)
            continue;
        pen_print(&pen, ROLE_DIM, "%s ", parts[i].name);
        pen_print(&pen, ROLE_TEXT, "%s  ", format_duration(text, (uint64_t)parts[i].ns));
    }
    if (pen.end - pen.x > PART_BAR_COLS)
        draw_part_bar(&pen, parts, sum);
}

/* The first of these that fits: in full, with a mark in place of the doubt, without "median", in a
 * word or two. The doubt itself is in the target view. */
static void draw_likeness(struct canvas *canvas, struct rect row, const struct verdict *verdict)
{
    char text[FORMAT_MAX], doubt[REASON_MAX + 16] = "";
    const char *mark = verdict->doubt ? " (in doubt)" : "";
    format_duration(text, verdict->sync_p50_ns);
    if (verdict->doubt)
        snprintf(doubt, sizeof doubt, "; in doubt: %s", verdict->doubt);
    const char *const wordings[][3] = {
        {"median sync ", verdict->words, doubt}, {"median sync ", verdict->words, mark},
        {"sync ", verdict->words, mark},         {"sync ", verdict->words, ""},
        {"sync ", verdict->brief, mark},         {"sync ", verdict->brief, ""},
    };
    size_t i = 0;
    while (i + 1 < sizeof wordings / sizeof *wordings &&
           (int)(strlen(wordings[i][0]) + strlen(text) + 2 + strlen(wordings[i][1]) +
                 strlen(wordings[i][2])) > row.w)
        i++;
    struct pen pen = {canvas, row.x, row.y, row.x + row.w};
    pen_text(&pen, ROLE_DIM, wordings[i][0]);
    pen_text(&pen, ROLE_VALUE, text);
    pen_print(&pen, ROLE_DIM, ": %s", wordings[i][1]);
    pen_text(&pen, ROLE_WARN, wordings[i][2]);
}

static void draw_verdict(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    struct rect inner = {row.x + 2, row.y, row.w - 2, 1};
    if (!scene->now->config.durable)
        canvas_text(canvas, inner.x, inner.y, inner.w, ROLE_BAD,
                    "NOT DURABLE: acknowledged before it is safe");
    else if (scene->now->target.memory)
        canvas_text(canvas, inner.x, inner.y, inner.w, ROLE_WARN,
                    "memory: no figure here is a disk's");
    else if (scene->verdict.known)
        draw_likeness(canvas, inner, &scene->verdict);
}

/* --- the two panels --- */

static void draw_preparing(struct canvas *canvas, struct rect area, const struct snapshot *now)
{
    char done[FORMAT_MAX], total[FORMAT_MAX];
    double fraction =
        now->prepare_total ? (double)now->prepare_done / (double)now->prepare_total : 0;
    struct rect bar = {area.x + 2, area.y + 1, area.w - 4, 1};
    canvas_print(canvas, bar.x, area.y, bar.w, ROLE_NOTE, "preparing the file: %s of %s",
                 format_bytes(done, now->prepare_done), format_bytes(total, now->prepare_total));
    canvas_fill(canvas, bar, GLYPH_LIGHT, ROLE_GHOST);
    canvas_bar(canvas, bar.x, bar.y, bar.w, fraction, ROLE_BAR);
    canvas_text(canvas, bar.x, area.y + 3, bar.w, ROLE_DIM,
                "any other mode leaves it; nothing is timed yet");
}

static void draw_title(struct canvas *canvas, struct rect panel, const struct scene *scene)
{
    static const char *const spans[WINDOWS] = {"last 1 s", "last 10 s", "last 60 s",
                                               "since the change"};
    char title[64], count[FORMAT_MAX], rounds[FORMAT_MAX + 12];
    bool narrow = panel.w < NARROW_COLS; /* the strip above tells the window too */
    snprintf(title, sizeof title, "latency%s%s", narrow ? "" : ", ",
             narrow ? "" : spans[scene->state->window]);
    snprintf(rounds, sizeof rounds, " %s rounds ", format_count(count, scene->latency.count));
    canvas_rule(canvas, panel.x, panel.y, panel.w, title);
    canvas_right(canvas, panel.x, panel.y, panel.w - 2, ROLE_TEXT, rounds);
}

void panel_latency(struct canvas *canvas, const struct scene *scene)
{
    struct rect panel = scene->layout.latency;
    struct rect area = {panel.x, panel.y + 1, panel.w, panel.h - 1};
    const char *silence = scene_silence(scene);
    draw_title(canvas, panel, scene);
    if (scene->now && scene->now->state == RUN_PREPARING) {
        draw_preparing(canvas, area, scene->now);
    } else if (silence) {
        canvas_text(canvas, area.x + 2, area.y + 1, area.w - 2, ROLE_NOTE, silence);
    } else {
        draw_columns(canvas, area, &scene->latency);
        draw_split(canvas, (struct rect){area.x, area.y + 2, area.w, 1}, scene);
        draw_verdict(canvas, (struct rect){area.x, area.y + 3, area.w, 1}, scene);
    }
}

static void draw_cost(struct canvas *canvas, struct rect row, double value, const char *unit)
{
    char text[FORMAT_MAX];
    int number = row.w - UNIT_COLS - 1;
    if (number > NUMBER_COLS_MOST)
        number = NUMBER_COLS_MOST;
    canvas_right(canvas, row.x, row.y, number, ROLE_VALUE, format_number(text, value));
    canvas_text(canvas, row.x + number + 1, row.y, row.w - number - 1, ROLE_DIM, unit);
}

/* The kernel's counters are the whole disk's: other programs' work is in them. */
static void draw_disk(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    struct rect row = {area.x, area.y, area.w, 1}, below = {area.x, area.y + 1, area.w, 1};
    char reason[REASON_MAX * 4], unit[UNIT_COLS + 1] = "KiB/record";
    if (!scene->disk_reason) {
        draw_cost(canvas, row, scene->flushes_per_record, "flushes/record");
        if (scene->padding > 0)
            snprintf(unit, sizeof unit, "KiB, %.0f %% pad", scene->padding * 100);
        draw_cost(canvas, below, scene->kib_per_record, unit);
        return;
    }
    draw_cost(canvas, row, (double)NAN, "flushes, KiB");
    text_escape(reason, sizeof reason, scene->disk_reason);
    canvas_text(canvas, below.x + 2, below.y, below.w - 2, ROLE_DIM, reason);
}

void panel_cost(struct canvas *canvas, const struct scene *scene)
{
    struct rect panel = scene->layout.cost;
    struct rect row = {panel.x, panel.y + 1, panel.w, 1};
    char title[64] = "a record";
    unsigned disks = scene->now ? scene->now->target.device_count : 0;
    if (disks > 1)
        snprintf(title, sizeof title, "sum of %u disks", disks);
    canvas_rule(canvas, panel.x, panel.y, panel.w, title);
    if (scene_silence(scene))
        return;
    draw_cost(canvas, row, scene->records_per_s, "records/s");
    row.y++;
    draw_cost(canvas, row, scene->records_per_sync, "records/sync");
    draw_disk(canvas, (struct rect){panel.x, row.y + 1, panel.w, 2}, scene);
}
