/* compare.h: the comparison's table as the view shows it: its columns, and the order of its rows.
 *
 * Rows change places at most once a second, and when a key asks for it, so that nobody reads a row
 * that jumps away. Pure but for what they are given; no canvas. */
#ifndef FSYNCSCOPE_UI_COMPARE_H
#define FSYNCSCOPE_UI_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "source/comparison.h"
#include "source/naming.h"

/* The first ones are the traits, by their own numbers. */
enum compare_column {
    COMPARE_ROUNDS = TRAITS,
    COMPARE_P50,
    COMPARE_P90,
    COMPARE_P99,
    COMPARE_P999,
    COMPARE_MAX,
    COMPARE_PER_S,
    COMPARE_PER_SYNC,
    COMPARE_FLUSHES,
    COMPARE_KIB,
    COMPARE_RATIO,
    COMPARE_VISITS,
    COMPARE_COLUMNS,
};

enum { COMPARE_TEXT_MAX = TRAIT_TEXT_MAX, COMPARE_HEAD_ROWS = 2 };

struct compare_kind {
    const char *head[2]; /* two rows over the column */
    const char *word;    /* what rows are sorted by, in a sentence */
    int cols;            /* with a gap on the left; of traits the least */
    int rank;            /* the higher, the sooner a narrow screen leaves it out */
    bool most_first;     /* as it is sorted at first */
};

/* What the rows are measured by: the baseline, else the best row. */
struct compare_base {
    const struct compared *row; /* NULL: there is nothing to measure by */
    bool pinned;
};

/* What the view remembers. Starts as zero with `column` as wanted. */
struct comparing {
    enum compare_column column;
    bool turned;     /* the other way round */
    uint64_t cursor; /* id of the row under it; 0: the one at work */
    int top;         /* first row shown */
    uint64_t sorted_ns;
    uint64_t newest; /* id of the newest row when that was */
    size_t count;
    uint64_t order[COMPARISON_ROWS + 1]; /* ids; the baseline as it was pinned is a row, too */
};

const struct compare_kind *compare_kind(enum compare_column column);
struct compare_base compare_base(const struct comparison *comparison);

/* Whether ROW is the baseline, as it was pinned. */
bool compare_is_base(const struct compare_base *base, const struct compared *row);

/* The cell of ROW, fit for a terminal; "n/a" for what was not measured, "" for what has no use. */
const char *compare_text(char out[COMPARE_TEXT_MAX], enum compare_column column,
                         const struct compared *row, const struct compare_base *base);

/* What it is sorted by; NAN for what was not measured. Of names 0: they are sorted as text. */
double compare_value(enum compare_column column, const struct compared *row,
                     const struct compare_base *base);

/* Sorts anew when a second has passed, rows have come or gone, or compare_stir was called. */
void compare_refresh(struct comparing *comparing, const struct comparison *comparison,
                     uint64_t now_ns);
void compare_stir(struct comparing *comparing);

/* Whether the least stands on top now. */
bool compare_least_first(const struct comparing *comparing);

/* "least first", "most first"; of names "a to z", "z to a". */
const char *compare_order_word(const struct comparing *comparing);

/* The id by which ROW stands in the table: that of the baseline as long as ROW is its
 * configuration's and had no round since it was pinned. 0 for NULL. */
uint64_t compare_shown(const struct comparing *comparing, const struct comparison *comparison,
                       const struct compared *row);

/* The I-th row as sorted; NULL past the end, and for one that is gone since. */
const struct compared *compare_row(const struct comparing *comparing,
                                   const struct comparison *comparison, size_t i);

/* The position of the cursor's row, 0 when it has none. */
size_t compare_cursor(const struct comparing *comparing, const struct comparison *comparison);

/* Moves the cursor by BY rows, not past the ends. */
void compare_move(struct comparing *comparing, const struct comparison *comparison, int by);

/* Moves `top` so that of ROWS rows the cursor's is among them. */
void compare_hold(struct comparing *comparing, const struct comparison *comparison, int rows);

#endif
