/* view_histogram.c: the window's latencies in bars of an octave, or half of one on tall screens.
 *
 * The rows stay where they are while the values fit (scale.c); only when they do not, the end rows
 * take in what lies beyond and say so. A pinned baseline's rounds stand behind the bars, as shares,
 * for it had more of them or fewer. */
#include "ui/panels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "ui/glyph.h"
#include "ui/scale.h"

enum {
    LABEL_COLS = 15,
    SHARE_COLS = 8,
    COUNT_COLS = 14,
    GAP_COLS = 2,
    TAG_COLS = 9, /* " p50 ~p99" */
    TAGGED_FROM_COLS = 50,
    COUNTED_FROM_COLS = 70,
    BARS_MAX = 128,
    LEGEND_COLS = 13, /* " ░ baseline " and the rule's end */
};

struct bar {
    uint64_t from_ns, to_ns;
    uint64_t count;
    double share, ghost; /* of all rounds, and of the baseline's */
    char label[SCALE_TEXT_MAX];
};

static void label_open(struct bar *bar, const char *sign, int border)
{
    char text[SCALE_TEXT_MAX];
    scale_border_text(text, border);
    snprintf(bar->label, sizeof bar->label, "%s %.20s", sign, text);
}

static double share_between(const struct histogram *h, uint64_t from_ns, uint64_t to_ns)
{
    if (!h || h->count == 0)
        return 0;
    return (double)histogram_between(h, from_ns, to_ns) / (double)h->count;
}

static bool lies_under(const struct histogram *h, uint64_t ns)
{
    return h && h->count > 0 && h->min_ns < ns;
}

static bool lies_over(const struct histogram *h, uint64_t ns)
{
    return h && h->count > 0 && h->max_ns >= ns;
}

/* All bars, the first and the last open where values lie beyond them. */
static void make_bars(struct bar *bars, int rows, const struct scales *scales,
                      const struct histogram *h, const struct histogram *ghost)
{
    int step = scale_bar_step(rows);
    for (int i = 0; i < rows; i++) {
        struct bar *bar = &bars[i];
        int from = scales->bar_first + i * step, to = from + step;
        bar->from_ns = scale_border(from);
        bar->to_ns = scale_border(to);
        scale_bar_label(bar->label, from, to);
        if (i == 0 && (lies_under(h, bar->from_ns) || lies_under(ghost, bar->from_ns))) {
            label_open(bar, "under", to);
            bar->from_ns = 0;
        }
        if (i == rows - 1 && (lies_over(h, bar->to_ns) || lies_over(ghost, bar->to_ns))) {
            label_open(bar, "over", from);
            bar->to_ns = UINT64_MAX;
        }
        bar->count = histogram_between(h, bar->from_ns, bar->to_ns);
        bar->share = share_between(h, bar->from_ns, bar->to_ns);
        bar->ghost = share_between(ghost, bar->from_ns, bar->to_ns);
    }
}

static void share_text(char out[16], uint64_t count, uint64_t total)
{
    double share = 100.0 * (double)count / (double)total;
    if (share > 0 && share < 0.05)
        snprintf(out, 16, "<0.1 %%");
    else
        snprintf(out, 16, "%.1f %%", share);
}

static bool holds(const struct bar *bar, uint64_t ns)
{
    return ns >= bar->from_ns && ns < bar->to_ns;
}

static void draw_tags(struct pen *pen, const struct bar *bar, const struct summary *latency)
{
    if (holds(bar, latency->p50_ns))
        pen_text(pen, ROLE_P50, " p50");
    if (holds(bar, latency->p99_ns))
        pen_text(pen, ROLE_P99, latency->count < THIN_P99_ROUNDS ? " ~p99" : " p99");
}

/* Share and, with room, count. Returns where the bar begins. */
static int draw_numbers(struct canvas *canvas, struct rect row, const struct bar *bar,
                        uint64_t total)
{
    char text[FORMAT_MAX];
    int x = row.x + LABEL_COLS;
    share_text(text, bar->count, total);
    if (bar->count > 0)
        canvas_right(canvas, x, row.y, SHARE_COLS, ROLE_VALUE, text);
    x += SHARE_COLS;
    if (row.w < COUNTED_FROM_COLS)
        return x + GAP_COLS;
    if (bar->count > 0)
        canvas_right(canvas, x, row.y, COUNT_COLS, ROLE_DIM, format_count(text, bar->count));
    return x + COUNT_COLS + GAP_COLS;
}

/* "512 - 1024 us  84.7 %  ████░░"; with room also the count, and where p50 and p99 lie. MOST is the
 * largest share of any bar. */
static void draw_bar(struct canvas *canvas, struct rect row, const struct bar *bar, double most,
                     const struct summary *latency)
{
    int end = row.x + row.w;
    bool tagged = row.w >= TAGGED_FROM_COLS;
    canvas_right(canvas, row.x, row.y, LABEL_COLS, ROLE_DIM, bar->label);
    int x = draw_numbers(canvas, row, bar, latency->count),
        width = end - x - (tagged ? TAG_COLS : 1);
    int cells = (int)ceil(bar->share / most * width);
    int ghost = (int)ceil(bar->ghost / most * width);
    canvas_fill(canvas, (struct rect){x, row.y, ghost, 1}, GLYPH_LIGHT, ROLE_GHOST);
    canvas_bar(canvas, x, row.y, width, bar->share / most, ROLE_BAR);
    struct pen pen = {canvas, x + (cells > ghost ? cells : ghost), row.y, end};
    if (tagged && bar->count > 0)
        draw_tags(&pen, bar, latency);
}

static void draw_title(struct canvas *canvas, struct rect panel, const struct scene *scene)
{
    canvas_rule(canvas, panel.x, panel.y, panel.w, "histogram of rounds");
    if (!scene->baseline)
        return;
    struct pen pen = {canvas, panel.x + panel.w - LEGEND_COLS, panel.y, panel.x + panel.w};
    pen_text(&pen, ROLE_DIM, " ");
    canvas_glyph(canvas, pen.x++, pen.y, GLYPH_LIGHT, ROLE_GHOST);
    pen_text(&pen, ROLE_DIM, " baseline ");
}

void panel_histogram(struct canvas *canvas, const struct scene *scene)
{
    struct rect panel = scene->layout.histogram;
    int rows = layout_inner(panel);
    struct bar bars[BARS_MAX];
    double most = 0;
    if (rows <= 0)
        return;
    draw_title(canvas, panel, scene);
    if (scene_silence(scene)) {
        canvas_text(canvas, panel.x + 2, panel.y + 1, panel.w - 2, ROLE_NOTE, scene_silence(scene));
        return;
    }
    rows = rows < BARS_MAX ? rows : BARS_MAX;
    make_bars(bars, rows, &scene->state->scales, scene->bars, scene_ghost(scene));
    for (int i = 0; i < rows; i++)
        most = fmax(most, fmax(bars[i].share, bars[i].ghost));
    for (int i = 0; i < rows; i++)
        draw_bar(canvas, (struct rect){panel.x, panel.y + 1 + i, panel.w, 1}, &bars[i], most,
                 &scene->latency);
}
