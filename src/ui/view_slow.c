/* view_slow.c: rounds that took three times the median or more, with where their time went and what
 * the disk did meanwhile. The longest stays on top, so that one freeze is seen an hour later too;
 * then the newest, and in the last row what is under way. */
#include "ui/panels.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/format.h"
#include "ui/glyph.h"

enum {
    ONE_LINE_COLS = 90,
    DETAIL_MAX = 160,
    LINE_MAX_BYTES = 2 * DETAIL_MAX + 2,
    HEAD_COLS = 36,
    PARTS = 3,
    MINOR = 20, /* a part under a 20th of its round is left out before the disk's work is */
};

#define SECOND UINT64_C(1000000000)

/* Ages of a few ms are chance: by the time they can be read the call has long returned. */
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

/* "28 KiB, 1 flush"; in brief without what does not tell of this round alone. */
static void disk_text(char out[DETAIL_MAX], const struct disk_delta *disk, bool brief)
{
    char bytes[FORMAT_MAX], flushes[FORMAT_MAX], syncs[32] = "";
    if (disk->syncs == 0) {
        snprintf(out, DETAIL_MAX, "disk not read");
        return;
    }
    format_bytes(bytes, disk->sectors * 512);
    if (disk->syncs > 1)
        snprintf(syncs, sizeof syncs, " in %" PRIu32 " syncs", disk->syncs);
    if (brief && disk->syncs > 1)
        snprintf(out, DETAIL_MAX, "%s%s", bytes, syncs);
    else
        snprintf(out, DETAIL_MAX, "%s, %s flush%s%s", bytes, format_count(flushes, disk->flushes),
                 disk->flushes == 1 ? "" : "es", syncs);
}

/* Where the round's time went. */
struct part {
    const char *name;
    uint64_t ns; /* NOT_TIMED: left out */
};

static void split(const struct round *round, struct part out[PARTS])
{
    uint64_t wait_ns = round_wait_ns(round);
    bool waited = wait_ns > round->latency_ns / MINOR;
    out[0] = (struct part){"write", round->write_ns};
    out[1] = (struct part){"sync", round->sync_ns};
    out[2] = (struct part){"wait", waited ? wait_ns : NOT_TIMED};
}

/* "write 3.10 us, sync 5.97 ms" */
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
}

/* Takes the least part away if it is under LIMIT; false when it is not, or none was left. */
static bool drop_least(struct part parts[PARTS], uint64_t limit)
{
    struct part *least = &parts[0];
    for (int i = 1; i < PARTS; i++)
        if (parts[i].ns < least->ns)
            least = &parts[i];
    bool dropped = least->ns < limit;
    if (dropped)
        least->ns = NOT_TIMED;
    return dropped;
}

/* Parts and the disk's work, if both fit. */
static bool join(char out[LINE_MAX_BYTES], const struct part parts[PARTS],
                 const struct disk_delta *delta, bool brief, int width)
{
    char times[DETAIL_MAX], disk[DETAIL_MAX];
    parts_text(times, parts);
    disk_text(disk, delta, brief);
    snprintf(out, LINE_MAX_BYTES, "%s%s%s", times, times[0] ? "; " : "", disk);
    return (int)strlen(out) <= width;
}

/* As much as WIDTH takes. Where the time went stays, minor parts aside; then the disk's work. */
static void detail_text(char out[LINE_MAX_BYTES], const struct round *round, int width)
{
    struct part parts[PARTS];
    split(round, parts);
    do {
        if (join(out, parts, &round->disk, false, width) ||
            join(out, parts, &round->disk, true, width))
            return;
    } while (drop_least(parts, round->latency_ns / MINOR));
    do {
        parts_text(out, parts);
    } while ((int)strlen(out) > width && drop_least(parts, NOT_TIMED));
}

static void draw_head(struct canvas *canvas, struct rect row, const struct slow_round *slow,
                      const char *mark)
{
    char clock[32], text[FORMAT_MAX], times[16];
    struct pen pen = {canvas, row.x, row.y, row.x + row.w};
    clock_text(clock, slow->wall_ns);
    times_text(times, slow->round.latency_ns, slow->p50_ns);
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
    char text[LINE_MAX_BYTES];
    if (one_line)
        detail = (struct rect){area.x + HEAD_COLS, area.y, area.w - HEAD_COLS, 1};
    draw_head(canvas, area, slow, mark);
    if (detail.y >= area.y + area.h)
        return 1;
    detail_text(text, &slow->round, detail.w);
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

static void draw_in_flight(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    const struct snapshot *now = scene->now;
    char age[FORMAT_MAX];
    if (!now)
        return;
    if (scene_call_is_late(scene, LATE_LEAST_NS))
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
    draw_in_flight(canvas, (struct rect){list.x, panel.y + rows, list.w, 1}, scene);
}
