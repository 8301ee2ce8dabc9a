/* test_view_baseline.c: a pinned baseline beside the live figures, in words and behind the bars. */
#include "ui/view.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/ui_stage.h"
#include "ui/keymap.h"
#include "ui/scale.h"

static void baseline_stands_beside_the_live_figures(void **state)
{
    static const int sizes[][2] = {{80, 24}, {200, 50}, {60, 16}};
    (void)state;
    for (int ascii = 0; ascii <= 1; ascii++) {
        struct stage *stage = stage_open(ascii);
        stage_visit(stage, "overwrite-fdatasync", "group+delay", 210000);
        ui_key(&stage->ui, '=');
        stage_visit(stage, "append-fsync", "group+delay", 830000);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            stage_golden(stage, "baseline", sizes[i][0], sizes[i][1]);
        ui_key(&stage->ui, 'g');
        stage->ui.state.message.until_ns = 0;
        stage_golden(stage, "baseline-big", 80, 24);
        stage_close(stage);
    }
}

static void equals_sign_pins_and_unpins_the_one_at_work(void **state)
{
    (void)state;
    struct stage *stage = stage_tour(false);
    struct comparison *comparison = stage->ui.state.comparison;
    ui_key(&stage->ui, '=');
    assert_string_equal(comparison_baseline(comparison)->outcome.config.mode, "append-fdatasync");
    assert_true(stage_shows(stage, 80, 24, "about the same as when it was pinned"));
    ui_key(&stage->ui, '=');
    assert_null(comparison_baseline(comparison));
    assert_false(stage_shows(stage, 80, 24, "pinned"));
    stage_close(stage);
}

static void equals_sign_pins_the_row_under_the_cursor(void **state)
{
    (void)state;
    struct stage *stage = stage_tour(false);
    stage_go_to(stage, "comparison");
    stage_draw(stage, 80, 24); /* so that rows have an order */
    struct comparison *comparison = stage->ui.state.comparison;
    ui_key(&stage->ui, KEY_ARROW_UP);
    ui_key(&stage->ui, '=');
    assert_string_equal(comparison_baseline(comparison)->outcome.config.mode,
                        "overwrite-fdatasync");
    ui_key(&stage->ui, KEY_ESCAPE_CODE);
    stage->ui.state.message.until_ns = 0;
    assert_true(stage_shows(stage, 80, 24, "3.06x slower than overwrite-fdatasync"));
    stage_go_to(stage, "comparison");
    ui_key(&stage->ui, KEY_END_CODE); /* cannot run: nothing to pin, the old one stays */
    ui_key(&stage->ui, '=');
    assert_string_equal(comparison_baseline(comparison)->outcome.config.mode,
                        "overwrite-fdatasync");
    stage_close(stage);
}

static void words_say_slower_faster_and_what_is_not_durable(void **state)
{
    (void)state;
    struct stage *stage = stage_tour(false);
    ui_key(&stage->ui, '=');
    stage_visit(stage, "overwrite-fdatasync", "group+delay", 160000);
    assert_true(stage_shows(stage, 80, 24, "x faster than append-fdatasync"));
    stage_visit(stage, "append-fsync", "group+delay", 650000);
    assert_true(stage_shows(stage, 80, 24, "about the same as append-fdatasync"));
    stage_visit(stage, "no-sync", "group+delay", 5000);
    ui_key(&stage->ui, '=');
    stage_visit(stage, "append-fsync", "group+delay", 650000);
    assert_true(stage_shows(stage, 80, 24, "x slower than no-sync (not durable)"));
    stage_close(stage);
}

static void reset_leaves_the_baseline(void **state)
{
    (void)state;
    struct stage *stage = stage_tour(false);
    ui_key(&stage->ui, '=');
    ui_key(&stage->ui, 'r');
    stage_feed(stage, 5);
    assert_non_null(comparison_baseline(stage->ui.state.comparison));
    assert_true(stage_shows(stage, 80, 24, "when it was pinned"));
    stage_close(stage);
}

/* A baseline with many more rounds has bars of the same length when its shares are the same. */
static void ghost_is_of_shares_and_not_of_counts(void **state)
{
    (void)state;
    struct stage *stage = stage_open(false);
    stage->base_ns = 300000;
    stage_feed(stage, 300);
    ui_key(&stage->ui, '=');
    stage_change(stage, "append-fdatasync", "group+delay");
    stage->rounds = 20;
    stage_feed(stage, 20);
    stage->ui.state.message.until_ns = 0;
    assert_true(stage_shows(stage, 80, 24, "256 -  512 us  9"));
    const char *line = strstr(stage_draw(stage, 80, 24), "256 -  512 us");
    const char *end = strchr(line, '\n');
    unsigned full = 0, ghost = 0;
    for (const char *c = line; c < end; c++) {
        full += strncmp(c, "█", strlen("█")) == 0;
        ghost += strncmp(c, "░", strlen("░")) == 0;
    }
    assert_true(full >= 12);
    assert_true(ghost <= 1);
    stage_close(stage);
}

static void bars_make_room_for_the_ghost(void **state)
{
    static struct histogram now, ghost;
    struct scales scales = {0};
    (void)state;
    for (int i = 0; i < 100; i++) {
        histogram_add(&now, 100000);
        histogram_add(&ghost, 1600000);
    }
    scale_bars(&scales, &now, &ghost, 6);
    assert_true(scale_border(scales.bar_first) <= 100000);
    assert_true(scale_border(scales.bar_first + 12) > 1600000);
    histogram_add(&now, 3000000000); /* an outlier of the live one takes none of that */
    histogram_add(&now, 50);
    scales = (struct scales){0};
    scale_bars(&scales, &now, &ghost, 6);
    assert_true(scale_border(scales.bar_first) <= 100000);
    assert_true(scale_border(scales.bar_first + 12) > 1600000);
    scales = (struct scales){0};
    scale_bars(&scales, &ghost, &now, 6);
    assert_true(scale_border(scales.bar_first) <= 100000);
    assert_true(scale_border(scales.bar_first + 12) > 1600000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(baseline_stands_beside_the_live_figures),
        cmocka_unit_test(equals_sign_pins_and_unpins_the_one_at_work),
        cmocka_unit_test(equals_sign_pins_the_row_under_the_cursor),
        cmocka_unit_test(words_say_slower_faster_and_what_is_not_durable),
        cmocka_unit_test(reset_leaves_the_baseline),
        cmocka_unit_test(ghost_is_of_shares_and_not_of_counts),
        cmocka_unit_test(bars_make_room_for_the_ghost),
    };

    setlocale(LC_CTYPE, "C.UTF-8");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
