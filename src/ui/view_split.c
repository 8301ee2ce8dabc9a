/* view_split.c: how writers share syncs: where a round's time goes, and how many records go
 * together.
 *
 * The parts of the bar begin with their letter, so that it can be read without colours. */
#include "ui/panels.h"

#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "source/naming.h"
#include "ui/glyph.h"

enum {
    PARTS = 5,
    BAR_COLS = 20,
    BAR_COLS_NARROW = 14, /* leaves room for the names of two parts */
    BAR_FROM_COLS = 50,
    WIDE_FROM_COLS = 60,
    NAMED_FROM_COLS = 26,
    SPARK_LEVELS = 8,
};

struct part {
    const char *name;
    uint64_t ns; /* summed */
    uint32_t glyph;
    enum role role;
};

static void make_parts(const struct split *s, uint32_t syncs_each, struct part out[PARTS])
{
    const struct part parts[PARTS] = {
        {"queue", s->queue_ns, GLYPH_LIGHT, ROLE_DIM},
        {"leader", s->leader_ns, GLYPH_LIGHT, ROLE_NOTE},
        {"delay", s->delay_ns, GLYPH_MEDIUM, ROLE_WARN},
        {"write", s->write_ns, GLYPH_MEDIUM, ROLE_P99},
        {naming_sync(syncs_each), s->sync_ns, GLYPH_FULL, ROLE_BAR},
    };
    memcpy(out, parts, sizeof parts);
}

static const char letters[PARTS + 1] = "qldws"; /* of the parts, in their order */

static void draw_bar(struct pen *pen, const struct part parts[PARTS], double sum, int cols)
{
    double end = 0;
    int from = 0;
    for (int i = 0; i < PARTS; i++) {
        end += (double)parts[i].ns;
        int to = (int)(end / sum * cols + 0.5);
        struct rect area = {pen->x + from, pen->y, to - from, 1};
        canvas_fill(pen->canvas, area, parts[i].glyph, parts[i].role);
        if (to > from)
            canvas_glyph(pen->canvas, area.x, area.y, (uint32_t)letters[i], ROLE_KEY);
        from = to;
    }
    pen->x += cols + 1;
}

/* The largest part that is not yet named; NULL when the rest is under a thousandth. */
static struct part *next_part(struct part parts[PARTS], uint64_t sum)
{
    struct part *most = &parts[0];
    for (int i = 1; i < PARTS; i++)
        if (parts[i].ns > most->ns)
            most = &parts[i];
    return most->ns && most->ns >= sum / 1000 ? most : NULL;
}

/* "mean q░░░░l░s█████████ sync 210 us  queue 120 us", the largest first, as many as fit. */
void panel_split(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    const struct figures *f = scene->figures;
    uint64_t sum = f ? split_sum(&f->sharing.split) : 0;
    struct pen pen = {canvas, row.x + 2, row.y, row.x + row.w};
    struct part parts[PARTS], *part;
    if (!sum || !f->rounds)
        return;
    make_parts(&f->sharing.split, scene->now->config.syncs_each, parts);
    pen_text(&pen, ROLE_DIM, "mean ");
    if (row.w >= BAR_FROM_COLS)
        draw_bar(&pen, parts, (double)sum, row.w >= WIDE_FROM_COLS ? BAR_COLS : BAR_COLS_NARROW);
    while ((part = next_part(parts, sum))) {
        char text[FORMAT_MAX];
        format_duration(text, part->ns / f->rounds);
        if (pen.x + (int)(strlen(part->name) + 1 + strlen(text)) > pen.end)
            return;
        pen_print(&pen, ROLE_DIM, "%s ", part->name);
        pen_print(&pen, ROLE_TEXT, "%s  ", text);
        part->ns = 0;
    }
}

/* The octaves of batch sizes that stand in one column. */
struct sizes {
    const struct sharing *sharing;
    unsigned first, last; /* octaves */
    unsigned each;        /* octaves a column */
    char from[24], to[24];
};

static unsigned columns_of(const struct sizes *s)
{
    return (s->last - s->first) / s->each + 1;
}

static uint64_t column_of(const struct sizes *s, unsigned column)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < s->each && s->first + column * s->each + i <= s->last; i++)
        sum += s->sharing->size[s->first + column * s->each + i];
    return sum;
}

static void draw_sizes(struct pen *pen, const struct sizes *s)
{
    uint64_t most = 1;
    for (unsigned i = 0; i < columns_of(s); i++)
        most = column_of(s, i) > most ? column_of(s, i) : most;
    for (unsigned i = 0; i < columns_of(s); i++) {
        uint64_t count = column_of(s, i);
        unsigned level = (unsigned)((double)count / (double)most * SPARK_LEVELS + 0.5);
        uint32_t glyph = GLYPH_LOWER_1 + (level > 0 ? level - 1 : 0);
        canvas_glyph(pen->canvas, pen->x++, pen->y, count ? glyph : ' ', ROLE_BAR);
    }
}

/* Batch sizes as a line of bars, between the least and the greatest that the outer ones stand for:
 * "records a sync 1▁▂█31", against the right end of ROW. Octaves share a column where it must be.
 */
void panel_sizes(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    struct sizes s = {.sharing = scene->figures ? &scene->figures->sharing : NULL, .each = 1};
    if (!s.sharing || !sharing_range(s.sharing, &s.first, &s.last) || s.last == 0)
        return;
    snprintf(s.from, sizeof s.from, " %llu", (unsigned long long)sharing_from(s.first));
    snprintf(s.to, sizeof s.to, "%llu ", (unsigned long long)sharing_from(s.last + 1) - 1);
    const char *name = row.w >= NAMED_FROM_COLS ? " records a sync" : "";
    int words = (int)(strlen(name) + strlen(s.from) + strlen(s.to));
    while (words + (int)columns_of(&s) >= row.w && columns_of(&s) > 1)
        s.each++;
    int cols = words + (int)columns_of(&s);
    if (cols >= row.w)
        return;
    struct pen pen = {canvas, row.x + row.w - cols - 1, row.y, row.x + row.w};
    pen_text(&pen, ROLE_DIM, name);
    pen_text(&pen, ROLE_DIM, s.from);
    draw_sizes(&pen, &s);
    pen_text(&pen, ROLE_DIM, s.to);
}
