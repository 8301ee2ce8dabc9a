/* layout.c: rows are dealt out from the top, what is left goes to chart, bars and slow rounds.
 *
 *   below 60x16   nothing fits
 *   below 80x24   figures and histogram; slow rounds too when it is narrow but tall
 *   from 80x24    chart over histogram and slow rounds
 *   from 116      slow rounds in a column of their own on the right
 *   from 186      the chart in half seconds
 *   from 140x36   the main figures once more, in block digits */
#include "ui/layout.h"

enum {
    FIGURE_ROWS = 4,
    COST_COLS = 26,
    COST_COLS_NARROW = 24,
    COST_COLS_WIDE = 42,
    CHART_ROWS_LEAST = 5,
    CHART_ROWS_MOST = 13, /* 12 and the time axis */
    BODY_LEAST = 14,      /* chart and histogram at 80x24 without a banner */
    BESIDE_COLS = 116,
    BESIDE_COLS_HALF = 186,
    CHART_COLS = CHART_GUTTER + 60 + CHART_LABELS,
    CHART_COLS_HALF = CHART_GUTTER + 120 + CHART_LABELS,
    SLOW_ALONE_ROWS = 24,
    NARROW_BARS = 8,
    WIDE_COLS = 100,
    BLOCK_ROWS = 7, /* five and a margin */
    BLOCKS_FROM_COLS = 140,
    BLOCKS_FROM_ROWS = 36,
    FACTS_AND_BANNER_ROWS = 26,
};

int layout_inner(struct rect panel)
{
    return panel.h > 0 ? panel.h - 1 : 0;
}

/* Takes H rows of the full width from *Y on. */
static struct rect take(const struct layout *l, int *y, int h)
{
    struct rect rows = {0, *y, l->cols, h};
    *y += h;
    return h > 0 ? rows : (struct rect){0};
}

/* A loud banner takes the facts' place, unless there is room for both. */
static void place_top(struct layout *l, int *y, struct banner_need banner)
{
    bool facts = banner.rows == 0 || (banner.quiet && l->rows > LAYOUT_MIN_ROWS) ||
                 l->rows >= FACTS_AND_BANNER_ROWS;
    l->header = take(l, y, 1);
    l->facts = take(l, y, facts ? 1 : 0);
    l->banner = take(l, y, banner.rows);
    l->controls = take(l, y, 2);
}

static void place_figures(struct layout *l, int *y)
{
    int cost = l->cols >= WIDE_COLS          ? COST_COLS_WIDE
               : l->cols >= LAYOUT_FULL_COLS ? COST_COLS
                                             : COST_COLS_NARROW;
    struct rect rows = take(l, y, 1 + FIGURE_ROWS);
    l->latency = (struct rect){0, rows.y, l->cols - cost, rows.h};
    l->cost = (struct rect){l->cols - cost, rows.y, cost, rows.h};
}

static void place_narrow(struct layout *l, int y, int body)
{
    int bars = l->rows >= SLOW_ALONE_ROWS ? 1 + NARROW_BARS : body;
    l->histogram = take(l, &y, bars);
    if (body - bars >= 3)
        l->slow = take(l, &y, body - bars);
}

static int chart_height(int body)
{
    int rows = CHART_ROWS_LEAST + (body - BODY_LEAST + 2) / 2;
    if (rows < CHART_ROWS_LEAST)
        rows = CHART_ROWS_LEAST;
    return 1 + (rows < CHART_ROWS_MOST ? rows : CHART_ROWS_MOST);
}

static void place_full(struct layout *l, int y, int body)
{
    int chart = chart_height(body), bars = body - chart;
    l->slow_beside = true;
    if (l->cols >= BESIDE_COLS) {
        bool half = l->cols >= BESIDE_COLS_HALF;
        int left = half ? CHART_COLS_HALF : CHART_COLS;
        l->chart_columns = half ? 120 : 60;
        l->chart = (struct rect){0, y, left, chart};
        l->histogram = (struct rect){0, y + chart, left, bars};
        l->slow = (struct rect){left, y, l->cols - left, body};
        return;
    }
    int left = l->cols / 2 - 1;
    l->chart_columns = 60;
    l->chart = (struct rect){0, y, l->cols, chart};
    l->histogram = (struct rect){0, y + chart, left, bars};
    l->slow = (struct rect){left, y + chart, l->cols - left, bars};
}

struct layout layout_make(int cols, int rows, struct banner_need banner, struct row_need need)
{
    struct layout l = {.cols = cols, .rows = rows};
    int y = 0;
    if (cols < LAYOUT_MIN_COLS || rows < LAYOUT_MIN_ROWS) {
        l.too_small = true;
        return l;
    }
    l.full = cols >= LAYOUT_FULL_COLS && rows >= LAYOUT_FULL_ROWS;
    place_top(&l, &y, banner);
    if (cols >= BLOCKS_FROM_COLS && rows >= BLOCKS_FROM_ROWS)
        l.blocks = take(&l, &y, BLOCK_ROWS);
    place_figures(&l, &y);
    l.strategy = take(&l, &y, need.strategy ? 1 : 0);
    l.baseline = take(&l, &y, need.baseline ? 1 : 0);
    l.footer = (struct rect){0, rows - 1, cols, 1};
    if (l.full)
        place_full(&l, y, rows - 1 - y);
    else
        place_narrow(&l, y, rows - 1 - y);
    return l;
}
