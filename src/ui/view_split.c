/* view_split.c: how writers share syncs: where a round's time goes, how many records go together,
 * and what the strategy waits for, owes, or is behind with.
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
    BAR_FROM_COLS = 50,
    NAMED_FROM_COLS = 26,
    SPARK_LEVELS = 8,
    LINE_MAX_BYTES = 256,
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

static void draw_bar(struct pen *pen, const struct part parts[PARTS], double sum)
{
    double end = 0;
    int from = 0;
    for (int i = 0; i < PARTS; i++) {
        end += (double)parts[i].ns;
        int to = (int)(end / sum * BAR_COLS + 0.5);
        struct rect area = {pen->x + from, pen->y, to - from, 1};
        canvas_fill(pen->canvas, area, parts[i].glyph, parts[i].role);
        if (to > from)
            canvas_glyph(pen->canvas, area.x, area.y, (uint32_t)letters[i], ROLE_KEY);
        from = to;
    }
    pen->x += BAR_COLS + 1;
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
        draw_bar(&pen, parts, (double)sum);
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

static uint64_t most_of(const struct sharing *s, unsigned first, unsigned last)
{
    uint64_t most = 1;
    for (unsigned i = first; i <= last; i++)
        most = s->size[i] > most ? s->size[i] : most;
    return most;
}

/* Batch sizes as a line of bars between the least and the greatest, "batches 1▁▂█16", against the
 * right end of ROW. */
void panel_sizes(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    unsigned first, last;
    char from[24], to[24];
    const struct sharing *s = scene->figures ? &scene->figures->sharing : NULL;
    if (!s || !sharing_range(s, &first, &last) || last == 0)
        return;
    snprintf(from, sizeof from, " %llu", (unsigned long long)sharing_from(first));
    snprintf(to, sizeof to, "%llu ", (unsigned long long)sharing_from(last));
    const char *name = row.w >= NAMED_FROM_COLS ? " records a sync" : "";
    int cols = (int)(strlen(name) + strlen(from) + (last - first + 1) + strlen(to));
    if (cols >= row.w)
        return;
    struct pen pen = {canvas, row.x + row.w - cols - 1, row.y, row.x + row.w};
    pen_text(&pen, ROLE_DIM, name);
    pen_text(&pen, ROLE_DIM, from);
    uint64_t most = most_of(s, first, last);
    for (unsigned i = first; i <= last; i++) {
        unsigned level = (unsigned)((double)s->size[i] / (double)most * SPARK_LEVELS + 0.5);
        uint32_t glyph = GLYPH_LOWER_1 + (level > 0 ? level - 1 : 0);
        canvas_glyph(canvas, pen.x++, pen.y, s->size[i] ? glyph : ' ', ROLE_BAR);
    }
    pen_text(&pen, ROLE_DIM, to);
}

/* One thing told at three lengths, the longest first. */
struct telling {
    char text[3][LINE_MAX_BYTES];
};

static void say_response(struct telling *out, const struct scene *scene)
{
    char p50[FORMAT_MAX], p99[FORMAT_MAX], backlog[FORMAT_MAX];
    const struct histogram *h = &scene->figures->response;
    format_duration(p50, histogram_percentile(h, 50));
    format_duration(p99, histogram_percentile(h, 99));
    format_count(backlog, scene->now->backlog);
    snprintf(out->text[0], LINE_MAX_BYTES,
             "from the planned start p50 %s  p99 %s, backlog %s records", p50, p99, backlog);
    snprintf(out->text[1], LINE_MAX_BYTES, "response p50 %s  p99 %s  backlog %s", p50, p99,
             backlog);
    snprintf(out->text[2], LINE_MAX_BYTES, "resp. p99 %s  backlog %s", p99, backlog);
}

static void say_risk(struct telling *out, const struct scene *scene)
{
    const struct risk *now = &scene->now->risk, *most = &scene->now->risk_most;
    char a[FORMAT_MAX], b[FORMAT_MAX], c[FORMAT_MAX], d[FORMAT_MAX], e[FORMAT_MAX], f[FORMAT_MAX];
    format_count(a, now->records);
    format_bytes(b, now->bytes);
    format_duration(c, now->ns);
    format_count(d, most->records);
    format_bytes(e, most->bytes);
    format_duration(f, most->ns);
    snprintf(out->text[0], LINE_MAX_BYTES, "at risk now %s records, %s, %s; at most %s, %s, %s", a,
             b, c, d, e, f);
    snprintf(out->text[1], LINE_MAX_BYTES, "risk %s %s %s, most %s %s %s", a, b, c, d, e, f);
    snprintf(out->text[2], LINE_MAX_BYTES, "risk %s, most %s records", a, d);
}

static void say_delay(struct telling *out, const struct scene *scene)
{
    const struct sharing *s = &scene->figures->sharing;
    char asked[FORMAT_MAX], reached[FORMAT_MAX], half[FORMAT_MAX];
    format_duration(asked, s->delay_asked_ns / s->delays);
    format_duration(reached, s->delay_reached_ns / s->delays);
    format_duration(half, scene->sync.p50_ns / 2);
    snprintf(out->text[0], LINE_MAX_BYTES, "delay %s, reached %s; half a median flush is %s", asked,
             reached, half);
    snprintf(out->text[1], LINE_MAX_BYTES, "delay %s, reached %s; half a flush %s", asked, reached,
             half);
    snprintf(out->text[2], LINE_MAX_BYTES, "delay %s, reached %s", asked, reached);
}

/* What there is to tell of this strategy: the open loop before the risk before the delay. False
 * when it is nothing. */
bool panel_strategy(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    struct telling say = {{""}};
    size_t length = 0;
    const struct figures *f = scene->figures;
    if (!f || !scene->now)
        return false;
    if (scene->now->config.rate_per_s > 0 && f->response.count)
        say_response(&say, scene);
    else if (scene->now->has_risk)
        say_risk(&say, scene);
    else if (f->sharing.delays && scene->now->config.uses_siblings)
        say_delay(&say, scene);
    if (!say.text[0][0])
        return false;
    while (length < 2 && canvas_width(canvas, say.text[length]) > row.w - 2)
        length++;
    canvas_short(canvas, row.x + 2, row.y, row.w - 2, ROLE_NOTE, say.text[length]);
    return true;
}
