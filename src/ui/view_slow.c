/* view_slow.c: rounds that took three times the median or more, with what the disk did meanwhile,
 * and below them the round that is under way. */
#include "ui/panels.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/format.h"
#include "ui/glyph.h"

enum {
    ONE_LINE_COLS = 70,
    DETAIL_MAX = 160,
    HEAD_COLS = 32,
    PARTS = 3,
};

#define SECOND        UINT64_C(1000000000)
#define LATE_LEAST_NS UINT64_C(10000000)

/* "7.2x": NS in multiples of MEDIAN_NS. */
static void times_text(char out[16], uint64_t ns, uint64_t median_ns)
{
    char number[FORMAT_MAX];
    out[0] = '\0';
    if (median_ns > 0)
        snprintf(out, 16, "%.14sx", format_number(number, (double)ns / (double)median_ns));
}

static void clock_text(char out[32], uint64_t wall_ns)
{
    struct tm tm;
    time_t seconds = (time_t)(wall_ns / SECOND);
    localtime_r(&seconds, &tm);
    snprintf(out, 32, "%02d:%02d:%02d.%03u", tm.tm_hour, tm.tm_min, tm.tm_sec,
             (unsigned)(wall_ns % SECOND / 1000000));
}

static void disk_text(char out[DETAIL_MAX], const struct disk_delta *disk)
{
    char bytes[FORMAT_MAX], flushes[FORMAT_MAX], syncs[32] = "";
    if (disk->syncs == 0) {
        snprintf(out, DETAIL_MAX, "disk not read");
        return;
    }
    if (disk->syncs > 1)
        snprintf(syncs, sizeof syncs, " in %" PRIu32 " syncs", disk->syncs);
    snprintf(out, DETAIL_MAX, "%s, %s flush%s%s", format_bytes(bytes, disk->sectors * 512),
             format_count(flushes, disk->flushes), disk->flushes == 1 ? "" : "es", syncs);
}

/* Where the round's time went. */
struct part {
    const char *name;
    uint64_t ns; /* NOT_TIMED: left out */
};

static void split(const struct round *round, struct part out[PARTS])
{
    uint64_t write = round->write_ns == NOT_TIMED ? 0 : round->write_ns;
    uint64_t sync = round->sync_ns == NOT_TIMED ? 0 : round->sync_ns; /* as no-sync has it */
    uint64_t known = write + sync, whole = round->latency_ns;
    bool waited = known < whole && whole - known > whole / 20;
    out[0] = (struct part){"write", round->write_ns};
    out[1] = (struct part){"sync", round->sync_ns};
    out[2] = (struct part){"wait", waited ? whole - known : NOT_TIMED};
}

/* "write 3.10 us, sync 5.97 ms; " */
static void parts_text(char out[DETAIL_MAX], const struct part parts[PARTS])
{
    int used = 0;
    out[0] = '\0';
    for (int i = 0; i < PARTS; i++) {
        char ns[FORMAT_MAX];
        if (parts[i].ns != NOT_TIMED)
            used += snprintf(out + used, DETAIL_MAX - (size_t)used, "%s%s %s", used ? ", " : "",
                             parts[i].name, format_duration(ns, parts[i].ns));
    }
    if (used)
        snprintf(out + used, DETAIL_MAX - (size_t)used, "; ");
}

/* Takes the least part away; false when none was left. */
static bool drop_least(struct part parts[PARTS])
{
    struct part *least = &parts[0];
    for (int i = 1; i < PARTS; i++)
        if (parts[i].ns < least->ns)
            least = &parts[i];
    bool dropped = least->ns != NOT_TIMED;
    least->ns = NOT_TIMED;
    return dropped;
}

/* As much as WIDTH takes: what the disk did stays, of the times the largest. */
static void detail_text(char out[2 * DETAIL_MAX], const struct round *round, int width)
{
    struct part parts[PARTS];
    char times[DETAIL_MAX], disk[DETAIL_MAX];
    disk_text(disk, &round->disk);
    split(round, parts);
    do {
        parts_text(times, parts);
    } while ((int)(strlen(times) + strlen(disk)) > width && drop_least(parts));
    snprintf(out, 2 * DETAIL_MAX, "%s%s", times, disk);
}

static void draw_head(struct canvas *canvas, struct rect row, const struct slow_round *slow)
{
    char clock[32], text[FORMAT_MAX], times[16];
    struct pen pen = {canvas, row.x, row.y, row.x + row.w};
    clock_text(clock, slow->wall_ns);
    times_text(times, slow->round.latency_ns, slow->p50_ns);
    pen_text(&pen, ROLE_DIM, clock);
    pen_print(&pen, ROLE_VALUE, " %8s", format_duration(text, slow->round.latency_ns));
    pen_print(&pen, ROLE_WARN, " %6s", times);
}

/* One round in one row or two; returns the rows. */
static int draw_round(struct canvas *canvas, struct rect area, const struct slow_round *slow)
{
    bool one_line = area.w >= ONE_LINE_COLS;
    struct rect detail = {area.x + 2, area.y + 1, area.w - 2, 1};
    char text[2 * DETAIL_MAX];
    if (one_line)
        detail = (struct rect){area.x + HEAD_COLS, area.y, area.w - HEAD_COLS, 1};
    draw_head(canvas, area, slow);
    if (detail.y >= area.y + area.h)
        return 1;
    detail_text(text, &slow->round, detail.w);
    canvas_text(canvas, detail.x, detail.y, detail.w, ROLE_TEXT, text);
    return one_line ? 1 : 2;
}

static void draw_list(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    char text[FORMAT_MAX];
    unsigned shown = 0;
    while (shown < scene->slow_count && area.h > 0) {
        int used = draw_round(canvas, area, scene->slow[shown++]);
        area.y += used;
        area.h -= used;
    }
    if (shown > 0 || !scene->now || area.h <= 0)
        return;
    if (scene->now->slow_limit_ns)
        canvas_print(canvas, area.x, area.y, area.w, ROLE_DIM, "none; slow is over %s",
                     format_duration(text, scene->now->slow_limit_ns));
    else
        canvas_text(canvas, area.x, area.y, area.w, ROLE_DIM, "the median is not known yet");
}

/* Ages of a few ms are chance: by the time they can be read the round has long returned. */
static bool is_late(const struct scene *scene)
{
    const struct snapshot *now = scene->now;
    return scene_hangs(scene) || (now->slow_limit_ns && now->oldest_ns > now->slow_limit_ns &&
                                  now->oldest_ns > LATE_LEAST_NS);
}

static void draw_in_flight(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    const struct snapshot *now = scene->now;
    char age[FORMAT_MAX];
    if (!now || now->in_flight == 0)
        return;
    format_duration(age, now->oldest_ns);
    if (is_late(scene))
        canvas_print(canvas, row.x, row.y, row.w, ROLE_WARN, "writer %" PRIu32 " in flight for %s",
                     now->oldest_writer, age);
    else
        canvas_print(canvas, row.x, row.y, row.w, ROLE_DIM, "in flight now: %s", age);
}

static void draw_frame(struct canvas *canvas, struct rect panel, const struct layout *layout)
{
    canvas_rule(canvas, panel.x, panel.y, panel.w, "slow rounds, over 3x p50");
    if (!layout->slow_beside)
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
    draw_frame(canvas, panel, &scene->layout);
    struct rect list = {panel.x + 2, panel.y + 1, panel.w - 3, rows - 1};
    draw_list(canvas, list, scene);
    draw_in_flight(canvas, (struct rect){list.x, panel.y + rows, list.w, 1}, scene);
}
