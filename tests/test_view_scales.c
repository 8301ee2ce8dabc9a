/* test_view_scales.c: scales of the chart and of the bars, and the marks of changes. */
#include "ui/view.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "support/ui_stage.h"
#include "ui/keymap.h"
#include "ui/scale.h"

static void chart_scale_moves_only_when_it_must(void **state)
{
    (void)state;
    struct chart_slot slots[2] = {{.rounds = 1, .p50_ns = 200000, .p99_ns = 3000000},
                                  {.rounds = 1, .p50_ns = 300000, .p99_ns = 900000}};
    struct scales scales = {0};
    scale_chart(&scales, slots, 2, 4);
    assert_int_equal(scales.chart_decade, 5);
    assert_int_equal(scales.chart_rows, 2);
    slots[0].p99_ns = 9900000;
    scale_chart(&scales, slots, 2, 4);
    assert_int_equal(scales.chart_decade, 5);
    slots[0].p50_ns = 90000; /* below the lower edge */
    scale_chart(&scales, slots, 2, 4);
    assert_int_equal(scales.chart_decade, 4);
    assert_int_equal(scales.chart_rows, 1);
    assert_true(scale_chart_height(&scales, slots[0].p50_ns) >= 0);
    assert_true(scale_chart_height(&scales, slots[0].p99_ns) < 4);
}

static void bars_stay_in_place_while_values_fit(void **state)
{
    (void)state;
    static struct histogram h; /* too large for the stack's taste */
    struct scales scales = {0};
    histogram_add(&h, 600000);
    scale_bars(&scales, &h, NULL, 7);
    int first = scales.bar_first;
    assert_true(scale_border(first) <= 600000);
    histogram_add(&h, 1500000);
    scale_bars(&scales, &h, NULL, 7);
    assert_int_equal(scales.bar_first, first);
    histogram_add(&h, UINT64_C(3600000000000)); /* an hour */
    histogram_add(&h, 1);
    scale_bars(&scales, &h, NULL, 7);
    assert_true(scale_border(scales.bar_first) <= 600000); /* the median stays in sight */
    assert_true(scale_border(scales.bar_first + 14) > 600000);
}

static void bars_hold_every_round_whatever_the_range(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    stage->base_ns = 900;
    stage_feed(stage, 5);
    histogram_clear(&stage->snapshot.latency);
    stage->base_ns = UINT64_C(90000000000);
    stage_feed(stage, 5);
    assert_true(stage_shows(stage, 80, 24, "50.0 %"));
    assert_true(stage_shows(stage, 80, 24, " over ") || stage_shows(stage, 80, 24, " under "));
    stage_close(stage);
}

static void borders_are_told_in_units_by_size(void **state)
{
    (void)state;
    static const struct {
        int from, to;
        const char *label;
    } cases[] = {{0, 2, " 125 -  250 ns"},   {4, 6, " 500 - 1000 ns"},   {6, 8, "   1 -    2 us"},
                 {24, 26, " 512 - 1024 us"}, {25, 26, " 721 - 1024 us"}, {26, 27, "   1 - 1.41 ms"},
                 {32, 34, "   8 -   16 ms"}, {46, 48, "   1 -    2 s "}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char label[SCALE_TEXT_MAX];
        scale_bar_label(label, cases[i].from, cases[i].to);
        assert_string_equal(label, cases[i].label);
    }
}

static void crowded_changes_have_whole_names_or_none(void **state)
{
    (void)state;
    struct stage *stage = stage_open(false);
    stage_feed(stage, 20);
    for (unsigned writers = 32; writers <= 512; writers *= 2) {
        stage->snapshot.config.writers = writers;
        stage->snapshot.generation++;
        stage_feed(stage, 20);
    }
    stage_golden(stage, "changes", 80, 24);
    assert_true(stage_shows(stage, 80, 24, "\u254ewriters 512\n"));
    assert_false(stage_shows(stage, 80, 24, "\u254ew\u254e"));
    assert_false(stage_shows(stage, 80, 24, "\u254ewr\u254e"));
    stage_feed(stage, 545); /* the first of them reach the left edge */
    assert_false(stage_shows(stage, 80, 24, "\u254es ago"));
    assert_false(stage_shows(stage, 80, 24, "\u254e s ago"));
    stage_close(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chart_scale_moves_only_when_it_must),
        cmocka_unit_test(bars_stay_in_place_while_values_fit),
        cmocka_unit_test(bars_hold_every_round_whatever_the_range),
        cmocka_unit_test(borders_are_told_in_units_by_size),
        cmocka_unit_test(crowded_changes_have_whole_names_or_none),
    };
    return cmocka_run_group_tests_name("view_scales", tests, stage_set_clock, NULL);
}
