/* view_compared.c: the comparison's table: a row for every configuration visited.
 *
 * Columns are chosen by rank and by nothing that changes while a load runs, so that none jumps. Of
 * the configuration those parts are columns in which rows differ. The column that rows are sorted
 * by is always there. */
#include "ui/panels.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "ui/compare.h"
#include "ui/glyph.h"

enum {
    MARK_COLS = 3,         /* at work, baseline, a gap */
    REMARK_COLS = 12,      /* " not durable" */
    REMARK_RANK = 2,       /* when a row is not durable, */
    REMARK_RANK_SPARE = 8, /* else */
    BAR_COLS_LEAST = 14,
    BAR_COLS_MOST = 60,
    RANKS = 16,
};

/* Where a column stands; 0 columns wide: it is left out. */
struct place {
    int x, w;
};

struct table {
    const struct scene *scene;
    struct compare_base base;
    struct rect area; /* rows, without the heads */
    struct place place[COMPARE_COLUMNS];
    struct place remark, bar;
    uint64_t most_ns; /* the longest p50: a whole bar */
};

/* --- which columns, and where --- */

static bool is_left(enum compare_column column)
{
    return column == (enum compare_column)TRAIT_MODE ||
           column == (enum compare_column)TRAIT_STRATEGY;
}

/* Traits are as wide as they come; figures never change their width. */
static int column_cols(const struct table *t, enum compare_column column)
{
    const struct comparison *comparison = t->scene->state->comparison;
    const struct compared *row;
    char text[COMPARE_TEXT_MAX];
    int cols = compare_kind(column)->cols;
    if ((unsigned)column >= TRAITS)
        return cols;
    for (size_t i = 0; (row = comparison_at(comparison, i)); i++) {
        int width = (int)text_length(compare_text(text, column, row, &t->base)) + 1;
        cols = width > cols ? width : cols;
    }
    return cols;
}

static bool any_not_durable(const struct comparison *comparison)
{
    const struct compared *row;
    for (size_t i = 0; (row = comparison_at(comparison, i)); i++)
        if (!row->outcome.config.durable)
            return true;
    return false;
}

/* Takes W columns off ROOM for PLACE when there are so many. */
static void grant(struct place *place, int w, int *room)
{
    if (place->w > 0 || w > *room)
        return;
    place->w = w;
    *room -= w;
}

static void choose_columns(struct table *t, int room)
{
    const struct state *state = t->scene->state;
    unsigned traits = comparison_traits(state->comparison);
    enum compare_column sort = state->comparing.column;
    bool marked = any_not_durable(state->comparison);
    grant(&t->place[COMPARE_P50], column_cols(t, COMPARE_P50), &room);
    grant(&t->place[sort], column_cols(t, sort), &room);
    for (unsigned c = 0; c < TRAITS; c++)
        if (traits & TRAIT_BIT(c))
            grant(&t->place[c], column_cols(t, (enum compare_column)c), &room);
    for (int rank = 0; rank < RANKS; rank++) {
        if (rank == (marked ? REMARK_RANK : REMARK_RANK_SPARE))
            grant(&t->remark, REMARK_COLS, &room);
        for (unsigned c = TRAITS; c < COMPARE_COLUMNS; c++)
            if (compare_kind((enum compare_column)c)->rank == rank)
                grant(&t->place[c], compare_kind((enum compare_column)c)->cols, &room);
    }
    if (room >= BAR_COLS_LEAST)
        t->bar.w = room < BAR_COLS_MOST ? room : BAR_COLS_MOST;
}

static void place_columns(struct table *t)
{
    int x = t->area.x + MARK_COLS;
    for (int c = 0; c < COMPARE_COLUMNS; c++) {
        t->place[c].x = x;
        x += t->place[c].w;
    }
    t->bar.x = x + 1;
    t->remark.x = x + t->bar.w;
}

static void find_most(struct table *t)
{
    const struct compared *row;
    for (size_t i = 0; (row = comparison_at(t->scene->state->comparison, i)); i++)
        t->most_ns = row->p50_ns > t->most_ns ? row->p50_ns : t->most_ns;
    if (t->base.pinned && t->base.row->p50_ns > t->most_ns)
        t->most_ns = t->base.row->p50_ns;
}

static struct table make_table(const struct scene *scene, struct rect area)
{
    struct table t = {.scene = scene, .base = compare_base(scene->state->comparison), .area = area};
    choose_columns(&t, area.w - MARK_COLS);
    place_columns(&t);
    find_most(&t);
    return t;
}

/* --- heads --- */

static const char *head(const struct table *t, enum compare_column column, int row)
{
    if (column == COMPARE_RATIO && row == 1)
        return t->base.pinned ? "base" : "best";
    return compare_kind(column)->head[row];
}

static void draw_head(struct canvas *canvas, const struct table *t, enum compare_column column)
{
    const struct comparing *comparing = &t->scene->state->comparing;
    const struct place *place = &t->place[column];
    bool sorted = column == comparing->column;
    enum role role = sorted ? ROLE_VALUE : ROLE_DIM;
    uint32_t arrow = compare_least_first(comparing) ? GLYPH_UP : GLYPH_DOWN;
    int y = t->area.y - COMPARE_HEAD_ROWS, last = y + COMPARE_HEAD_ROWS - 1;
    const char *name = head(t, column, 1);
    if (place->w == 0)
        return;
    int arrow_x = is_left(column) ? place->x + (int)strlen(name)
                                  : place->x + place->w - (int)strlen(name) - 1;
    for (int i = 0; i < COMPARE_HEAD_ROWS; i++) {
        if (is_left(column))
            canvas_text(canvas, place->x, y + i, place->w, role, head(t, column, i));
        else
            canvas_right(canvas, place->x, y + i, place->w, role, head(t, column, i));
    }
    if (sorted)
        canvas_glyph(canvas, arrow_x, last, arrow, ROLE_VALUE);
}

/* --- rows --- */

static enum role cell_role(enum compare_column column)
{
    switch (column) {
    case COMPARE_P50:
        return ROLE_P50;
    case COMPARE_P99:
        return ROLE_P99;
    case COMPARE_RATIO:
        return ROLE_VALUE;
    default:
        return ROLE_TEXT;
    }
}

static bool is_live(const struct table *t, const struct compared *row)
{
    const struct state *state = t->scene->state;
    const struct compared *live = comparison_live(state->comparison);
    return compare_shown(&state->comparing, state->comparison, live) == row->id;
}

static void draw_marks(struct canvas *canvas, const struct table *t, int y,
                       const struct compared *row, enum role role)
{
    if (is_live(t, row))
        canvas_glyph(canvas, t->area.x, y, GLYPH_BULLET, role);
    if (compare_is_base(&t->base, row))
        canvas_glyph(canvas, t->area.x + 1, y, '=', role);
}

static void draw_cell(struct canvas *canvas, const struct table *t, int y,
                      enum compare_column column, const struct compared *row, enum role role)
{
    const struct place *place = &t->place[column];
    char text[COMPARE_TEXT_MAX];
    compare_text(text, column, row, &t->base);
    if (is_left(column))
        canvas_short(canvas, place->x, y, place->w - 1, role, text);
    else
        canvas_right(canvas, place->x, y, place->w, role, text);
}

/* Why there are no figures, in their place. */
static void draw_reason(struct canvas *canvas, const struct table *t, int y,
                        const struct compared *row, enum role role)
{
    const struct outcome *o = &row->outcome;
    int x = t->place[COMPARE_ROUNDS].x + 1, end = t->area.x + t->area.w;
    char text[sizeof o->error * 2];
    struct pen pen = {canvas, x, y, end};
    pen_text(&pen, role == ROLE_CURSOR ? role : ROLE_BAD, o->refused ? "refused: " : "failed: ");
    canvas_short(canvas, pen.x, y, end - pen.x, role, text_escape(text, sizeof text, o->error));
}

static void draw_remark(struct canvas *canvas, const struct table *t, int y,
                        const struct compared *row, bool under)
{
    const struct outcome *o = &row->outcome;
    const char *bad = !o->config.durable ? "not durable" : o->error[0] ? "failed" : NULL;
    const char *text = bad                              ? bad
                       : compare_is_base(&t->base, row) ? "baseline"
                       : is_live(t, row)                ? "live"
                                                        : "";
    enum role role = bad ? ROLE_BAD : ROLE_NOTE;
    canvas_text(canvas, t->remark.x + 1, y, t->remark.w - 1, under ? ROLE_CURSOR : role, text);
}

/* A row that is not durable has another glyph, so that no colour is needed to see it. */
static void draw_bar(struct canvas *canvas, const struct table *t, int y,
                     const struct compared *row, bool under)
{
    double fraction = t->most_ns ? (double)row->p50_ns / (double)t->most_ns : 0;
    int width = t->bar.w - 2;
    struct rect area = {t->bar.x, y, (int)ceil(fraction * width), 1};
    enum role role = under ? ROLE_TEXT : ROLE_BAR;
    if (row->outcome.config.durable)
        canvas_bar(canvas, area.x, y, width, fraction, role);
    else
        canvas_fill(canvas, area, GLYPH_MEDIUM, role);
}

static void draw_row(struct canvas *canvas, const struct table *t, int y,
                     const struct compared *row, bool under)
{
    const enum role plain = under ? ROLE_CURSOR : is_live(t, row) ? ROLE_VALUE : ROLE_TEXT;
    int last = row->outcome.figures.rounds ? COMPARE_COLUMNS : TRAITS;
    if (under)
        canvas_fill(canvas, (struct rect){t->area.x, y, t->area.w, 1}, ' ', ROLE_CURSOR);
    draw_marks(canvas, t, y, row, plain);
    for (int c = 0; c < last; c++) {
        enum compare_column column = (enum compare_column)c;
        enum role own = c < TRAITS ? plain : cell_role(column);
        if (t->place[c].w > 0)
            draw_cell(canvas, t, y, column, row, under ? ROLE_CURSOR : own);
    }
    if (last == TRAITS) {
        draw_reason(canvas, t, y, row, plain);
        return;
    }
    if (t->bar.w > 0)
        draw_bar(canvas, t, y, row, under);
    if (t->remark.w > 0)
        draw_remark(canvas, t, y, row, under);
}

void panel_compared(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    const struct state *state = scene->state;
    const struct comparing *comparing = &state->comparing;
    const struct rect rows = {area.x, area.y + COMPARE_HEAD_ROWS, area.w,
                              area.h - COMPARE_HEAD_ROWS};
    const struct table t = make_table(scene, rows);
    size_t cursor = compare_cursor(comparing, state->comparison);
    for (int c = 0; c < COMPARE_COLUMNS; c++)
        draw_head(canvas, &t, (enum compare_column)c);
    for (int i = 0; i < rows.h; i++) {
        size_t at = (size_t)(comparing->top + i);
        const struct compared *row = compare_row(comparing, state->comparison, at);
        if (row)
            draw_row(canvas, &t, rows.y + i, row, at == cursor);
    }
}
