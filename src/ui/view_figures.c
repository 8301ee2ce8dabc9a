/* view_figures.c: what a round costs in time, and a record in everything else.
 *
 * Percentiles stand in fixed columns; which of them a narrow screen drops is their rank. A figure
 * of too few rounds is marked with a `~`. */
#include "ui/panels.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/disks.h"
#include "base/format.h"
#include "base/text.h"
#include "ui/glyph.h"

enum {
    COLUMN_COLS = 9,
    UNIT_COLS = 15, /* " flushes/record" */
    NUMBER_COLS_MOST = 20,
    NARROW_COLS = 45,
    REASON_ROWS = 2,
    TITLE_COLS_MOST = 24,
};

/* A preparation syncs five times a second. */
#define STILL_NS UINT64_C(3000000000)

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
    {"p99", offsetof(struct summary, p99_ns), ROLE_P99, THIN_P99_ROUNDS, 1},
    {"p99.9", offsetof(struct summary, p999_ns), ROLE_VALUE, THIN_P999_ROUNDS, 4},
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

/* The first of these that fits: in full, with a mark in place of the doubt, without "median", in a
 * word or two, the mark in short. A mark stays, whatever goes: without it the class would be a
 * fact. The doubt itself is in the target view. */
static void draw_likeness(struct canvas *canvas, struct rect row, const struct verdict *verdict)
{
    char text[FORMAT_MAX], doubt[REASON_MAX + 16] = "";
    const char *mark = verdict->doubt ? " (in doubt)" : "";
    format_duration(text, verdict->sync_p50_ns);
    if (verdict->doubt)
        snprintf(doubt, sizeof doubt, "; in doubt: %s", verdict->doubt);
    const char *const says[][3] = {
        {"median sync ", verdict->words, doubt},
        {"median sync ", verdict->words, mark},
        {"sync ", verdict->words, mark},
        {"sync ", verdict->brief, mark},
        {"sync ", verdict->brief, verdict->doubt ? " (?)" : ""},
    };
    size_t i = 0;
    while (i + 1 < sizeof says / sizeof *says &&
           (int)(strlen(says[i][0]) + strlen(text) + 2 + strlen(says[i][1]) + strlen(says[i][2])) >
               row.w)
        i++;
    struct pen pen = {canvas, row.x, row.y, row.x + row.w};
    pen_text(&pen, ROLE_DIM, says[i][0]);
    pen_text(&pen, ROLE_VALUE, text);
    pen_print(&pen, ROLE_DIM, ": %s", says[i][1]);
    pen_text(&pen, ROLE_WARN, says[i][2]);
}

/* In full, or as much as fits. */
static void draw_no_class(struct canvas *canvas, struct rect row, const struct verdict *verdict)
{
    static const char *const words[] = {": no class of disk, which goes by one sync",
                                        ": no class, that goes by one", ": no class"};
    char text[FORMAT_MAX];
    size_t i = 0;
    format_duration(text, verdict->sync_p50_ns);
    while (i + 1 < sizeof words / sizeof *words &&
           (int)(strlen("two syncs ") + strlen(text) + strlen(words[i])) > row.w)
        i++;
    struct pen pen = {canvas, row.x, row.y, row.x + row.w};
    pen_text(&pen, ROLE_DIM, "two syncs ");
    pen_text(&pen, ROLE_VALUE, text);
    pen_text(&pen, ROLE_DIM, words[i]);
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
    else if (scene->verdict.reason)
        draw_no_class(canvas, inner, &scene->verdict);
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
    struct rect words = {bar.x, area.y + 3, bar.w, 1};
    if (now->prepare_still_ns > STILL_NS)
        canvas_print(canvas, words.x, words.y, words.w, ROLE_WARN,
                     "nothing has moved for %s: the disk, or a frozen file system",
                     format_duration(done, now->prepare_still_ns));
    else
        canvas_text(canvas, words.x, words.y, words.w, ROLE_DIM,
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
        if (scene_hint(scene))
            canvas_wrap(canvas, (struct rect){area.x + 2, area.y + 2, area.w - 2, 2}, ROLE_TEXT,
                        scene_hint(scene));
    } else {
        draw_columns(canvas, area, &scene->latency);
        panel_split(canvas, (struct rect){area.x, area.y + 2, area.w, 1}, scene);
        struct rect last = {area.x, area.y + 3, area.w, 1};
        if (!panel_response(canvas, last, scene))
            draw_verdict(canvas, last, scene);
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

/* Why there are neither flushes nor KiB. What is too long for its rows ends in "...": the target
 * view has it in full. */
static void draw_reason(struct canvas *canvas, struct rect area, const char *reason)
{
    static const char *const labels[] = {"disk n/a: ", "n/a: "};
    struct rect taller = {0, 0, area.w, area.h + 1};
    char text[REASON_MAX * 4 + 16], shown[REASON_MAX * 4];
    int rows = 0;
    text_escape(shown, sizeof shown, reason);
    for (size_t i = 0; i < sizeof labels / sizeof *labels && (i == 0 || rows > area.h); i++) {
        snprintf(text, sizeof text, "%s%s", labels[i], shown);
        rows = canvas_wrap(NULL, taller, ROLE_TEXT, text);
    }
    canvas_wrap(canvas, area, ROLE_TEXT, text);
    if (rows > area.h)
        canvas_right(canvas, area.x, area.y + area.h - 1, area.w, ROLE_TEXT, "...");
}

/* The kernel's counters are the whole disk's: other programs' work is in them. */
static void draw_disk(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    struct rect row = {area.x, area.y, area.w, 1}, below = {area.x, area.y + 1, area.w, 1};
    if (scene->disk_reason) {
        area.x += 2;
        area.w -= 2;
        draw_reason(canvas, area, scene->disk_reason);
        return;
    }
    draw_cost(canvas, row, scene->flushes_per_record, "flushes/record");
    char unit[UNIT_COLS + 1] = "KiB/record";
    if (scene->padding > 0)
        snprintf(unit, sizeof unit, "KiB, %.0f %% pad", scene->padding * 100);
    draw_cost(canvas, below, scene->kib_per_record, unit);
}

/* What the figures are a sum of. A long name is in the header. */
static void sum_text(char title[64], const struct target *target)
{
    char sum[REASON_MAX];
    if (!disks_sum(sum, sizeof sum, target)[0])
        return;
    if (strlen(sum) > TITLE_COLS_MOST)
        snprintf(sum, sizeof sum, "over %u paths", target->device_count);
    text_escape(title, 64, sum);
}

void panel_cost(struct canvas *canvas, const struct scene *scene)
{
    struct rect panel = scene->layout.cost;
    struct rect row = {panel.x, panel.y + 1, panel.w, 1};
    char title[64] = "a record";
    if (scene->now)
        sum_text(title, &scene->now->target);
    canvas_rule(canvas, panel.x, panel.y, panel.w, title);
    if (scene_silence(scene))
        return;
    int used = 4 + (int)strlen(title);
    panel_sizes(canvas, (struct rect){panel.x + used, panel.y, panel.w - used, 1}, scene);
    draw_cost(canvas, row, scene->records_per_s, "records/s");
    row.y++;
    draw_cost(canvas, row, scene->records_per_sync, "records/sync");
    draw_disk(canvas, (struct rect){panel.x, row.y + 1, panel.w, REASON_ROWS}, scene);
}
