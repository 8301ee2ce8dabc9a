/* view_comparison.c: every configuration visited, a row each; below them the one under the cursor
 * in full. The table itself is in view_compared.c. */
#include "ui/panels.h"

#include <stdio.h>

#include "base/format.h"
#include "base/text.h"
#include "ui/compare.h"

enum {
    DETAIL_ROWS = 3, /* with its rule */
    DETAIL_ROWS_SHORT = 2,
};

const struct view_key view_comparison_keys[] = {
    {"Enter", "goes back"}, {"arrows", "row, sort"}, {"a", "turn"}, {"=", "baseline"}, {NULL, NULL},
};

/* --- below the table --- */

static void say_ratio(char *out, size_t size, const struct compare_base *base,
                      const struct compared *row)
{
    char words[BASELINE_WORDS_MAX];
    out[0] = '\0';
    if (!base->row || !row->p50_ns)
        return;
    if (!base->pinned && base->row->id == row->id) {
        snprintf(out, size, "the best of the durable ones; = pins it as the baseline");
        if (!row->outcome.config.durable)
            snprintf(out, size, "the least p50, but none of these is durable");
        return;
    }
    if (compare_is_base(base, row)) {
        snprintf(out, size, "the baseline, as it was when it was pinned");
        return;
    }
    baseline_words(words, base->row, row->p50_ns, &row->outcome.config);
    snprintf(out, size, "%s, the %s", words, base->pinned ? "baseline" : "best");
}

static void draw_counts(struct canvas *canvas, struct rect line, const struct compared *row)
{
    const struct figures *f = &row->outcome.figures;
    char count[FORMAT_MAX], text[FORMAT_MAX], reason[REASON_MAX * 4];
    struct pen pen = {canvas, line.x, line.y, line.x + line.w};
    pen_print(&pen, ROLE_VALUE, "%s", format_count(count, f->rounds));
    pen_print(&pen, ROLE_DIM, " rounds in ");
    pen_print(&pen, ROLE_VALUE, "%s", format_duration(text, f->active_ns));
    pen_print(&pen, ROLE_DIM, ", visit %u  ", row->visits);
    const struct {
        const char *name;
        uint64_t ns;
    } more[] = {{"min", f->latency.min_ns},
                {"p90", histogram_percentile(&f->latency, 90)},
                {"max", f->latency.max_ns}};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        pen_print(&pen, ROLE_DIM, " %s ", more[i].name);
        pen_print(&pen, ROLE_TEXT, "%s", format_duration(text, more[i].ns));
    }
    if (!f->disk.reason[0] || pen.x + 2 >= pen.end)
        return;
    text_escape(reason, sizeof reason, f->disk.reason);
    pen.x += 2;
    canvas_short(canvas, pen.x, pen.y, pen.end - pen.x, ROLE_DIM, reason);
}

/* The whole configuration, as the title of a rule. */
static void draw_name(struct canvas *canvas, struct rect row, const struct config *config)
{
    char name[NAMING_MAX];
    struct pen pen = {canvas, row.x + 2, row.y, row.x + row.w - 3};
    canvas_rule(canvas, row.x, row.y, row.w, NULL);
    naming_tell(name, config, TRAITS_ALL);
    pen_text(&pen, ROLE_DIM, " ");
    pen.x += canvas_short(canvas, pen.x, pen.y, pen.end - pen.x, ROLE_TITLE, name);
    canvas_glyph(canvas, pen.x, pen.y, ' ', ROLE_DIM);
}

/* The row under the cursor: its whole name, how it stands, what that rests on. */
static void draw_detail(struct canvas *canvas, struct rect area, const struct compare_base *base,
                        const struct compared *row)
{
    char words[BASELINE_WORDS_MAX + 64];
    const struct outcome *o = &row->outcome;
    struct rect line = {area.x + 1, area.y + 1, area.w - 2, 1};
    draw_name(canvas, area, &o->config);
    if (!o->figures.rounds) {
        char text[sizeof o->error * 2];
        line.h = area.h - 1;
        canvas_wrap(canvas, line, ROLE_BAD, text_escape(text, sizeof text, o->error));
        return;
    }
    say_ratio(words, sizeof words, base, row);
    struct pen pen = {canvas, line.x, line.y, line.x + line.w};
    if (!o->config.durable)
        pen_text(&pen, ROLE_BAD, "NOT DURABLE: ");
    pen.x += canvas_short(canvas, pen.x, pen.y, pen.end - pen.x, ROLE_VALUE, words);
    if (area.h < DETAIL_ROWS)
        return;
    line.y++;
    draw_counts(canvas, line, row);
}

/* --- the whole --- */

static int detail_rows(const struct layout *l)
{
    return l->rows >= LAYOUT_FULL_ROWS ? DETAIL_ROWS : DETAIL_ROWS_SHORT;
}

/* The first row of the view's own part; what runs stands above it where there is room. */
static int first_row(const struct layout *l)
{
    return l->controls.y + (l->rows >= LAYOUT_FULL_ROWS ? l->controls.h : 0);
}

/* The table, below the rule. */
static struct rect table_of(const struct layout *l)
{
    int y = first_row(l) + 1;
    return (struct rect){0, y, l->cols, l->footer.y - detail_rows(l) - y};
}

int view_comparison_rows(const struct scene *scene)
{
    return table_of(&scene->layout).h - COMPARE_HEAD_ROWS;
}

static void draw_title(struct canvas *canvas, const struct scene *scene, int rows)
{
    const struct comparing *c = &scene->state->comparing;
    size_t kept = comparison_count(scene->state->comparison);
    int y = first_row(&scene->layout), cols = scene->layout.cols;
    int below = (int)c->count - c->top - rows;
    char title[96], count[64];
    snprintf(title, sizeof title, "%ssorted by %s, %s",
             cols >= LAYOUT_FULL_COLS ? "comparison, " : "", compare_kind(c->column)->word,
             compare_order_word(c));
    if (below > 0 || c->top > 0)
        snprintf(count, sizeof count, " %d to %d of %zu ", c->top + 1,
                 below > 0 ? c->top + rows : (int)c->count, c->count);
    else
        snprintf(count, sizeof count, " %zu configuration%s ", kept, kept == 1 ? "" : "s");
    canvas_rule(canvas, 0, y, cols, title);
    canvas_right(canvas, 0, y, cols - 2, ROLE_TEXT, count);
}

static void draw_under_cursor(struct canvas *canvas, const struct scene *scene)
{
    const struct state *state = scene->state;
    const struct layout *l = &scene->layout;
    const struct compare_base base = compare_base(state->comparison);
    size_t cursor = compare_cursor(&state->comparing, state->comparison);
    const struct compared *row = compare_row(&state->comparing, state->comparison, cursor);
    int rows = detail_rows(l);
    if (row)
        draw_detail(canvas, (struct rect){0, l->footer.y - rows, l->cols, rows}, &base, row);
}

void view_comparison(struct canvas *canvas, const struct scene *scene)
{
    const struct layout *l = &scene->layout;
    struct rect area = table_of(l);
    panel_top(canvas, scene);
    if (l->rows >= LAYOUT_FULL_ROWS)
        panel_controls(canvas, scene);
    draw_title(canvas, scene, view_comparison_rows(scene));
    if (scene->state->comparing.count > 0)
        panel_compared(canvas, area, scene);
    else
        canvas_wrap(canvas, area, ROLE_NOTE,
                    "Every configuration that is measured gets a row here: m, s, + and the others "
                    "make the next one.");
    draw_under_cursor(canvas, scene);
    panel_footer(canvas, scene);
}
