/* compare.c: the order of the comparison's rows, and the cursor, which keeps to its row whatever
 * place that has. */
#include "ui/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CALM_NS UINT64_C(1000000000)

/* What one row is sorted by, worked out once. */
struct sorted {
    uint64_t id;
    double value; /* NAN: not measured, stands last whichever way */
    char text[COMPARE_TEXT_MAX];
};

bool compare_least_first(const struct comparing *comparing)
{
    return compare_kind(comparing->column)->most_first == comparing->turned;
}

static bool is_name(enum compare_column column)
{
    return column == (enum compare_column)TRAIT_MODE ||
           column == (enum compare_column)TRAIT_STRATEGY;
}

const char *compare_order_word(const struct comparing *comparing)
{
    bool least = compare_least_first(comparing);
    if (is_name(comparing->column))
        return least ? "a to z" : "z to a";
    return least ? "least first" : "most first";
}

static int by_value(double a, double b, int way)
{
    if (isnan(a) || isnan(b))
        return (isnan(a) != 0) - (isnan(b) != 0);
    return way * ((a > b) - (a < b));
}

/* Of equal ones the row that was visited first stands first, whichever way. */
static int order(const void *a, const void *b, void *comparing)
{
    const struct sorted *x = a, *y = b;
    const struct comparing *c = comparing;
    int way = compare_least_first(c) ? 1 : -1;
    int by =
        is_name(c->column) ? way * strcmp(x->text, y->text) : by_value(x->value, y->value, way);
    return by ? by : (x->id > y->id) - (x->id < y->id);
}

static uint64_t newest_id(const struct comparison *comparison)
{
    const struct compared *row = comparison_at(comparison, comparison_count(comparison) - 1);
    return row ? row->id : 0;
}

void compare_stir(struct comparing *comparing)
{
    comparing->newest = 0;
}

/* Whether ROW tells nothing that the baseline, which was pinned from it, does not. */
static bool is_repeated(const struct comparison *comparison, const struct compared *row)
{
    const struct compared *base = comparison_baseline(comparison);
    if (!base || comparison_pinned(comparison) != row)
        return false;
    const struct outcome *a = &base->outcome, *b = &row->outcome;
    return a->generation == b->generation && a->figures.rounds == b->figures.rounds &&
           a->figures.latency.sum_ns == b->figures.latency.sum_ns;
}

static void sort_in(struct sorted *sorted, enum compare_column column, const struct compared *row,
                    const struct compare_base *base)
{
    sorted->id = row->id;
    sorted->value = compare_value(column, row, base);
    compare_text(sorted->text, column, row, base);
}

void compare_refresh(struct comparing *comparing, const struct comparison *comparison,
                     uint64_t now_ns)
{
    struct sorted sorted[COMPARISON_ROWS + 1];
    const struct compare_base base = compare_base(comparison);
    const struct compared *row;
    uint64_t newest = newest_id(comparison);
    if (comparing->newest == newest && now_ns < comparing->sorted_ns + CALM_NS)
        return;
    size_t count = 0;
    for (size_t i = 0; (row = comparison_at(comparison, i)); i++)
        if (!is_repeated(comparison, row))
            sort_in(&sorted[count++], comparing->column, row, &base);
    if (base.pinned)
        sort_in(&sorted[count++], comparing->column, base.row, &base);
    qsort_r(sorted, count, sizeof sorted[0], order, comparing);
    for (size_t i = 0; i < count; i++)
        comparing->order[i] = sorted[i].id;
    comparing->count = count;
    comparing->newest = newest;
    comparing->sorted_ns = now_ns;
}

/* --- rows --- */

const struct compared *compare_row(const struct comparing *comparing,
                                   const struct comparison *comparison, size_t i)
{
    return i < comparing->count ? comparison_find(comparison, comparing->order[i]) : NULL;
}

/* Its place, `count` when it has none. */
static size_t place_of(const struct comparing *comparing, uint64_t id)
{
    size_t i = 0;
    while (i < comparing->count && comparing->order[i] != id)
        i++;
    return i;
}

uint64_t compare_shown(const struct comparing *comparing, const struct comparison *comparison,
                       const struct compared *row)
{
    const struct compared *base = comparison_baseline(comparison);
    if (!row)
        return 0;
    bool stands = place_of(comparing, row->id) < comparing->count;
    return !stands && base && comparison_pinned(comparison) == row ? base->id : row->id;
}

size_t compare_cursor(const struct comparing *comparing, const struct comparison *comparison)
{
    const struct compared *live = comparison_live(comparison);
    const struct compared *row =
        comparing->cursor ? comparison_find(comparison, comparing->cursor) : live;
    size_t place = place_of(comparing, compare_shown(comparing, comparison, row));
    return place < comparing->count ? place : 0;
}

void compare_move(struct comparing *comparing, const struct comparison *comparison, int by)
{
    int count = (int)comparing->count, to = (int)compare_cursor(comparing, comparison) + by;
    if (count == 0)
        return;
    comparing->cursor = comparing->order[to < 0 ? 0 : to >= count ? count - 1 : to];
}

void compare_hold(struct comparing *comparing, const struct comparison *comparison, int rows)
{
    int cursor = (int)compare_cursor(comparing, comparison), count = (int)comparing->count;
    rows = rows > 0 ? rows : 1;
    if (comparing->top > count - rows)
        comparing->top = count - rows;
    if (comparing->top > cursor)
        comparing->top = cursor;
    if (comparing->top < cursor - rows + 1)
        comparing->top = cursor - rows + 1;
    if (comparing->top < 0)
        comparing->top = 0;
}
