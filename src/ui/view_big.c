/* view_big.c: two figures for the back row: what a commit costs, and how many there are a second.
 *
 * Block digits five rows high, more on a large screen; dots are squares where the widest figure
 * leaves room for it, else one cell. */
#include "ui/panels.h"

#include <math.h>
#include <stdio.h>

#include "base/format.h"
#include "base/text.h"
#include "ui/digits.h"

enum {
    NAME_COLS = 12,
    FIGURES = 2,
    DOT_MOST = 4,
    GAP_FROM_ROWS = 20,
};

struct figure {
    const char *name;
    enum role role;
    char text[FORMAT_MAX];
};

static void headline(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    const struct config *c = &scene->state->wish;
    char mode[CONFIG_NAME_MAX * 4], strategy[CONFIG_NAME_MAX * 4], count[FORMAT_MAX];
    struct pen pen = {canvas, row.x + 1, row.y, row.x + row.w};
    text_escape(mode, sizeof mode, c->mode);
    text_escape(strategy, sizeof strategy, c->strategy);
    pen_text(&pen, ROLE_VALUE, mode);
    pen_print(&pen, ROLE_DIM, "   %s, ", strategy);
    pen_print(&pen, ROLE_TEXT, "%s writer%s", format_count(count, c->writers),
              c->writers == 1 ? "" : "s");
    if (scene->now && !scene->now->config.durable)
        pen_text(&pen, ROLE_BAD, "   NOT DURABLE");
}

static void flushes(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    char text[FORMAT_MAX], kib[FORMAT_MAX], reason[REASON_MAX * 4];
    struct pen pen = {canvas, row.x + 1, row.y, row.x + row.w};
    if (scene->disk_reason) {
        text_escape(reason, sizeof reason, scene->disk_reason);
        pen_print(&pen, ROLE_TEXT, "flushes n/a: %s", reason);
        return;
    }
    pen_text(&pen, ROLE_VALUE, format_number(text, scene->flushes_per_record));
    pen_text(&pen, ROLE_DIM, " flushes and ");
    pen_text(&pen, ROLE_VALUE, format_kib(kib, scene->kib_per_record));
    pen_text(&pen, ROLE_DIM, " a record");
}

/* The largest dot with which both figures fit. */
static struct dot choose_dot(const struct figure figures[FIGURES], int cols, int rows)
{
    struct dot best = {1, 1};
    for (int size = 1; size <= DOT_MOST; size++) {
        struct dot dot = {2 * size, size};
        bool fits = FIGURES * DIGIT_ROWS * size <= rows;
        for (int i = 0; i < FIGURES; i++)
            fits = fits && digits_width(figures[i].text, dot) <= cols;
        if (fits)
            best = dot;
    }
    return best;
}

static void draw_figures(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    struct figure figures[FIGURES] = {{"p50", ROLE_P50, ""}, {"records/s", ROLE_VALUE, ""}};
    format_duration(figures[0].text, scene->latency.p50_ns);
    format_number(figures[1].text, scene->records_per_s);
    struct dot dot = choose_dot(figures, area.w - NAME_COLS - 1, area.h);
    int height = DIGIT_ROWS * dot.rows;
    int gap = (area.h - FIGURES * height) / (FIGURES + 1), y = area.y + gap;
    for (int i = 0; i < FIGURES; i++) {
        canvas_right(canvas, area.x, y + height / 2, NAME_COLS - 2, ROLE_DIM, figures[i].name);
        digits_draw(canvas, area.x + NAME_COLS, y, dot, figures[i].role, figures[i].text);
        y += height + gap;
    }
}

/* In place of the figures: why there are none. */
static void draw_instead(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    const struct snapshot *now = scene->now;
    char done[FORMAT_MAX], total[FORMAT_MAX];
    struct rect bar = {area.x + 2, area.y + 3, area.w - 4, 1};
    if (now && now->state == RUN_PREPARING && now->prepare_total > 0) {
        canvas_print(canvas, bar.x, area.y + 1, bar.w, ROLE_NOTE, "preparing the file: %s of %s",
                     format_bytes(done, now->prepare_done),
                     format_bytes(total, now->prepare_total));
        canvas_bar(canvas, bar.x, bar.y, bar.w,
                   (double)now->prepare_done / (double)now->prepare_total, ROLE_BAR);
        return;
    }
    struct rect words = {bar.x, area.y + area.h / 2, bar.w, 1};
    canvas_text(canvas, words.x, words.y, words.w, ROLE_NOTE, scene_silence(scene));
    if (scene_hint(scene))
        canvas_text(canvas, words.x, words.y + 1, words.w, ROLE_TEXT, scene_hint(scene));
}

static void versus(struct canvas *canvas, struct rect row, const struct scene *scene)
{
    char words[BASELINE_WORDS_MAX];
    baseline_words(words, scene->baseline, scene->latency.p50_ns, &scene->now->config);
    canvas_short(canvas, row.x + 1, row.y, row.w - 1, ROLE_VALUE, words);
}

void view_big(struct canvas *canvas, const struct scene *scene)
{
    const struct layout *l = &scene->layout;
    int y = l->controls.y, gap = l->rows >= GAP_FROM_ROWS ? 1 : 0;
    panel_top(canvas, scene);
    headline(canvas, (struct rect){0, y + gap, l->cols, 1}, scene);
    y += 1 + 2 * gap;
    int below = l->footer.y - 1 - gap; /* the row of flushes */
    bool compared = scene->baseline && scene->now && !scene_silence(scene);
    if (compared)
        versus(canvas, (struct rect){0, --below, l->cols, 1}, scene);
    struct rect area = {0, y, l->cols, below - y - gap};
    if (scene->now && scene->now->state == RUN_FAILED)
        failure_words(canvas, (struct rect){1, area.y, area.w - 2, area.h}, scene);
    else if (scene_silence(scene))
        draw_instead(canvas, area, scene);
    else
        draw_figures(canvas, area, scene);
    if (!scene_silence(scene))
        flushes(canvas, (struct rect){0, below + (compared ? 1 : 0), l->cols, 1}, scene);
    panel_footer(canvas, scene);
}
