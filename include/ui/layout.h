/* layout.h: where each part of the overview stands. A pure function of the size and of what must be
 * shown; no two parts overlap, all lie inside. A part without room has width and height 0. */
#ifndef FSYNCSCOPE_UI_LAYOUT_H
#define FSYNCSCOPE_UI_LAYOUT_H

#include <stdbool.h>

#include "ui/canvas.h"

enum {
    LAYOUT_MIN_COLS = 60,
    LAYOUT_MIN_ROWS = 16,
    LAYOUT_FULL_COLS = 80,
    LAYOUT_FULL_ROWS = 24,
    CHART_GUTTER = 8,  /* scale left of the chart */
    CHART_LABELS = 12, /* names of the lines right of it */
};

/* How loud the target's warnings are. */
struct banner_need {
    int rows;   /* that their text takes; 0: there is none */
    bool quiet; /* notes alone: the facts stay */
};

struct layout {
    int cols, rows;
    bool too_small;
    bool full;          /* at least 80x24 */
    struct rect header; /* program, directory, state */
    struct rect facts;  /* what stands under the directory */
    struct rect banner;
    struct rect controls; /* the configuration */
    struct rect blocks;   /* the main figures in block digits, on large screens */
    struct rect latency;  /* panels: their first row is a rule with a title */
    struct rect cost;
    struct rect strategy; /* one row each, below the figures */
    struct rect baseline;
    struct rect chart;
    struct rect histogram;
    struct rect slow;
    struct rect footer;
    int chart_columns; /* 60 of a second, or 120 of half a second */
    bool slow_beside;  /* the slow rounds have a border on their left */
};

/* What takes a row below the figures. */
struct row_need {
    bool strategy; /* it has something to tell */
    bool baseline; /* one is pinned */
};

struct layout layout_make(int cols, int rows, struct banner_need banner, struct row_need need);

/* Rows of PANEL below its rule. */
int layout_inner(struct rect panel);

#endif
