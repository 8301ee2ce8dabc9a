/* view_histogram.c: the window's latencies in bars of an octave, or half of one on tall screens.
 *
 * The rows stay where they are while the values fit (scale.c); only when they do not, the end rows
 * take in what lies beyond and say so. */
#include "ui/panels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
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
};

struct bar {
    uint64_t from_ns, to_ns;
    uint64_t count;
    char label[SCALE_TEXT_MAX];
};

static void label_open(struct bar *bar, const char *sign, int border)
{
    char text[SCALE_TEXT_MAX];
    scale_border_text(text, border);
    snprintf(bar->label, sizeof bar->label, "%s %.20s", sign, text);
}

/* All bars, the first and the last open where values lie beyond them. */
static void make_bars(struct bar *bars, int rows, const struct scales *scales,
                      const struct histogram *h)
{
    int step = scale_bar_step(rows);
    for (int i = 0; i < rows; i++) {
        struct bar *bar = &bars[i];
        int from = scales->bar_first + i * step, to = from + step;
        bar->from_ns = scale_border(from);
        bar->to_ns = scale_border(to);
        scale_bar_label(bar->label, from, to);
        if (i == 0 && h->min_ns < bar->from_ns) {
            label_open(bar, "under", to);
            bar->from_ns = 0;
        }
        if (i == rows - 1 && h->max_ns >= bar->to_ns) {
            label_open(bar, "over", from);
            bar->to_ns = UINT64_MAX;
        }
        bar->count = histogram_between(h, bar->from_ns, bar->to_ns);
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

/* "512 - 1024 us  84.7 %  ████"; with room also the count, and where p50 and p99 lie. */
static void draw_bar(struct canvas *canvas, struct rect row, const struct bar *bar, uint64_t most,
                     const struct summary *latency)
{
    char text[FORMAT_MAX];
    int x = row.x + LABEL_COLS, end = row.x + row.w;
    bool tagged = row.w >= TAGGED_FROM_COLS;
    canvas_right(canvas, row.x, row.y, LABEL_COLS, ROLE_DIM, bar->label);
    if (bar->count == 0)
        return;
    share_text(text, bar->count, latency->count);
    canvas_right(canvas, x, row.y, SHARE_COLS, ROLE_VALUE, text);
    x += SHARE_COLS;
    if (row.w >= COUNTED_FROM_COLS) {
        canvas_right(canvas, x, row.y, COUNT_COLS, ROLE_DIM, format_count(text, bar->count));
        x += COUNT_COLS;
    }
    x += GAP_COLS;
    int width = end - x - (tagged ? TAG_COLS : 1);
    double fraction = (double)bar->count / (double)most;
    canvas_bar(canvas, x, row.y, width, fraction, ROLE_BAR);
    struct pen pen = {canvas, x + (int)ceil(fraction * width), row.y, end};
    if (tagged)
        draw_tags(&pen, bar, latency);
}

void panel_histogram(struct canvas *canvas, const struct scene *scene)
{
    struct rect panel = scene->layout.histogram;
    int rows = layout_inner(panel);
    struct bar bars[BARS_MAX];
    uint64_t most = 0;
    if (rows <= 0)
        return;
    canvas_rule(canvas, panel.x, panel.y, panel.w, "histogram of rounds");
    if (scene_silence(scene)) {
        canvas_text(canvas, panel.x + 2, panel.y + 1, panel.w - 2, ROLE_NOTE, scene_silence(scene));
        return;
    }
    rows = rows < BARS_MAX ? rows : BARS_MAX;
    make_bars(bars, rows, &scene->state->scales, scene->bars);
    for (int i = 0; i < rows; i++)
        most = bars[i].count > most ? bars[i].count : most;
    for (int i = 0; i < rows; i++)
        draw_bar(canvas, (struct rect){panel.x, panel.y + 1 + i, panel.w, 1}, &bars[i], most,
                 &scene->latency);
}
