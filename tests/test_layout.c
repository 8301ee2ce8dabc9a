/* test_layout.c: places for every size. */
#include "ui/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { PARTS = 13 };

static void parts_of(const struct layout *l, struct rect out[PARTS])
{
    const struct rect parts[PARTS] = {l->header, l->facts,    l->banner,  l->controls,  l->latency,
                                      l->cost,   l->chart,    l->slow,    l->histogram, l->footer,
                                      l->blocks, l->baseline, l->strategy};
    for (int i = 0; i < PARTS; i++)
        out[i] = parts[i];
}

static bool is_empty(struct rect r)
{
    return r.w <= 0 || r.h <= 0;
}

static bool overlap(struct rect a, struct rect b)
{
    return !is_empty(a) && !is_empty(b) && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h &&
           b.y < a.y + a.h;
}

static void check(int cols, int rows, struct banner_need banner, struct row_need need)
{
    struct layout l = layout_make(cols, rows, banner, need);
    assert_int_equal(l.baseline.h, need.baseline ? 1 : 0);
    assert_int_equal(l.strategy.h, need.strategy ? 1 : 0);
    struct rect part[PARTS];
    assert_false(l.too_small);
    parts_of(&l, part);
    for (int i = 0; i < PARTS; i++) {
        struct rect r = part[i];
        bool inside =
            r.x >= 0 && r.y >= 0 && r.w >= 0 && r.h >= 0 && r.x + r.w <= cols && r.y + r.h <= rows;
        if (!inside)
            fail_msg("%dx%d: part %d lies outside", cols, rows, i);
        for (int j = 0; j < i; j++)
            if (overlap(r, part[j]))
                fail_msg("%dx%d: parts %d and %d overlap", cols, rows, i, j);
    }
}

static void no_two_parts_overlap_at_any_size(void **state)
{
    (void)state;
    for (int cols = 60; cols <= 220; cols++)
        for (int rows = 16; rows <= 70; rows++)
            for (int banner = 0; banner <= 2; banner++) {
                check(cols, rows, (struct banner_need){.rows = banner},
                      (struct row_need){.baseline = banner % 2, .strategy = banner > 0});
                check(cols, rows, (struct banner_need){.rows = banner, .quiet = true},
                      (struct row_need){.baseline = true, .strategy = true});
            }
}

static void what_matters_has_a_place_at_every_size(void **state)
{
    (void)state;
    for (int cols = 60; cols <= 220; cols++)
        for (int rows = 16; rows <= 70; rows++) {
            struct layout l =
                layout_make(cols, rows, (struct banner_need){.rows = 2}, (struct row_need){0});
            assert_false(is_empty(l.header) || is_empty(l.banner) || is_empty(l.controls));
            assert_true(layout_inner(l.latency) >= 4 && layout_inner(l.cost) >= 4);
            assert_true(layout_inner(l.histogram) >= 3);
            assert_false(is_empty(l.footer));
        }
}

static void chart_has_whole_columns_of_time(void **state)
{
    (void)state;
    for (int cols = 80; cols <= 220; cols++) {
        struct layout l = layout_make(cols, 24, (struct banner_need){0}, (struct row_need){0});
        assert_true(l.chart_columns == 60 || l.chart_columns == 120);
        assert_true(l.chart.w >= CHART_GUTTER + l.chart_columns + CHART_LABELS);
        assert_true(layout_inner(l.chart) >= 5);
    }
    assert_int_equal(
        layout_make(80, 24, (struct banner_need){0}, (struct row_need){0}).chart_columns, 60);
    assert_int_equal(
        layout_make(200, 50, (struct banner_need){0}, (struct row_need){0}).chart_columns, 120);
}

static void below_the_least_size_it_says_so(void **state)
{
    (void)state;
    static const int sizes[][2] = {{59, 16}, {60, 15}, {1, 1}, {0, 0}, {500, 1}, {-1, -1}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        assert_true(layout_make(sizes[i][0], sizes[i][1], (struct banner_need){.rows = 2},
                                (struct row_need){0})
                        .too_small);
    assert_false(
        layout_make(60, 16, (struct banner_need){.rows = 2}, (struct row_need){0}).too_small);
}

static void more_rows_never_take_any_from_the_chart(void **state)
{
    (void)state;
    int before = 0;
    for (int rows = 24; rows <= 70; rows++) {
        int chart = layout_inner(
            layout_make(80, rows, (struct banner_need){0}, (struct row_need){0}).chart);
        assert_true(chart >= before && chart <= 13);
        before = chart;
    }
    assert_int_equal(before, 13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_parts_overlap_at_any_size),
        cmocka_unit_test(what_matters_has_a_place_at_every_size),
        cmocka_unit_test(chart_has_whole_columns_of_time),
        cmocka_unit_test(below_the_least_size_it_says_so),
        cmocka_unit_test(more_rows_never_take_any_from_the_chart),
    };
    return cmocka_run_group_tests_name("layout", tests, NULL, NULL);
}
