/* test_view_comparison.c: the comparison on the screen, against files, and what its keys do. */
#include "ui/view.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/ui_stage.h"
#include "ui/keymap.h"

/* The tour, seen on the comparison, drawn once so that there is an order. */
static struct stage *compared(bool ascii)
{
    struct stage *stage = stage_tour(ascii);
    stage_go_to(stage, "comparison");
    stage_draw(stage, 80, 24);
    return stage;
}

/* The modes of the table from its top on, as "a b c ". */
static const char *order_of(struct stage *stage)
{
    static char text[512];
    const struct state *state = &stage->ui.state;
    const struct compared *row;
    text[0] = '\0';
    stage_draw(stage, 80, 24);
    for (size_t i = 0; (row = compare_row(&state->comparing, state->comparison, i)); i++) {
        strcat(text, row->outcome.config.mode);
        strcat(text, " ");
    }
    return text;
}

static const char *at_cursor(struct stage *stage)
{
    const struct state *state = &stage->ui.state;
    const struct comparing *c = &state->comparing;
    const struct compared *row =
        compare_row(c, state->comparison, compare_cursor(c, state->comparison));
    assert_non_null(row);
    return row->outcome.config.mode;
}

static void sort_by(struct stage *stage, enum compare_column column)
{
    for (int i = 0; i < COMPARE_COLUMNS && stage->ui.state.comparing.column != column; i++)
        ui_key(&stage->ui, KEY_ARROW_RIGHT);
    assert_int_equal(stage->ui.state.comparing.column, column);
}

/* --- goldens --- */

static void comparison_looks_as_it_should(void **state)
{
    static const int sizes[][2] = {{80, 24}, {200, 50}, {60, 16}};
    (void)state;
    for (int ascii = 0; ascii <= 1; ascii++) {
        struct stage *stage = compared(ascii);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            stage_golden(stage, "comparison", sizes[i][0], sizes[i][1]);
        stage_close(stage);
    }
}

/* --- the table --- */

static void rows_come_in_the_order_of_the_chosen_column(void **state)
{
    (void)state;
    struct stage *stage = compared(false);
    assert_string_equal(order_of(stage),
                        "no-sync overwrite-fdatasync append-fdatasync append-fsync direct-dsync ");
    sort_by(stage, (enum compare_column)TRAIT_MODE);
    assert_string_equal(order_of(stage),
                        "append-fdatasync append-fsync direct-dsync no-sync overwrite-fdatasync ");
    ui_key(&stage->ui, 'a');
    assert_string_equal(order_of(stage),
                        "overwrite-fdatasync no-sync direct-dsync append-fsync append-fdatasync ");
    sort_by(stage, COMPARE_P99);
    ui_key(&stage->ui, 'a'); /* what was not measured stays last */
    assert_string_equal(order_of(stage),
                        "append-fdatasync append-fsync overwrite-fdatasync no-sync direct-dsync ");
    stage_close(stage);
}

static void every_column_can_be_chosen_and_is_then_shown(void **state)
{
    static const int sizes[][2] = {{80, 24}, {60, 16}};
    (void)state;
    struct stage *stage = compared(false);
    unsigned seen = 0;
    for (int i = 0; i < COMPARE_COLUMNS; i++) {
        ui_key(&stage->ui, KEY_ARROW_LEFT);
        seen |= 1u << stage->ui.state.comparing.column;
        bool least = compare_least_first(&stage->ui.state.comparing);
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            assert_true(stage_shows(stage, sizes[s][0], sizes[s][1], least ? "↑" : "↓"));
    }
    for (unsigned c = TRAITS; c < COMPARE_COLUMNS; c++)
        assert_true(seen & 1u << c);
    assert_true(seen & 1u << TRAIT_MODE);
    assert_false(seen & 1u << TRAIT_WRITERS); /* all rows have the same */
    stage_close(stage);
}

/* On a small screen that cannot hold all in which rows differ. */
static void column_of_the_order_stays_where_others_go(void **state)
{
    (void)state;
    struct stage *stage = compared(false);
    stage->snapshot.config.record_bytes = 12345;
    stage_visit(stage, "overwrite-fdatasync", "alone", 100000);
    stage->snapshot.config.writers = 500;
    stage->snapshot.config.batch = 9;
    stage_visit(stage, "overwrite-fdatasync", "group", 100000);
    assert_true(stage_shows(stage, 200, 50, " batch  "));
    assert_false(stage_shows(stage, 60, 16, " batch  "));
    sort_by(stage, (enum compare_column)TRAIT_BATCH);
    stage->ui.state.message.until_ns = 0;
    assert_true(stage_shows(stage, 60, 16, "↑batch"));
    stage_close(stage);
}

static void rows_do_not_jump_within_a_second(void **state)
{
    (void)state;
    struct stage *stage = compared(false);
    const char *before = "no-sync overwrite-fdatasync append-fdatasync append-fsync direct-dsync ";
    assert_string_equal(order_of(stage), before);
    stage->ui.state.comparing.sorted_ns = stage->ui.state.now_ns;
    history_reset(stage->history); /* the live row is now the slowest */
    stage->base_ns = 9000000;
    stage_feed(stage, 9);
    assert_string_equal(order_of(stage), before);
    stage_feed(stage, 2);
    assert_string_equal(order_of(stage),
                        "no-sync overwrite-fdatasync append-fsync append-fdatasync direct-dsync ");
    stage_close(stage);
}

static void cursor_keeps_to_its_row(void **state)
{
    (void)state;
    struct stage *stage = compared(false);
    assert_string_equal(at_cursor(stage), "append-fdatasync"); /* the one at work */
    ui_key(&stage->ui, KEY_ARROW_UP);
    assert_string_equal(at_cursor(stage), "overwrite-fdatasync");
    ui_key(&stage->ui, 'a');
    stage_draw(stage, 80, 24);
    assert_string_equal(at_cursor(stage), "overwrite-fdatasync");
    ui_key(&stage->ui, KEY_HOME_CODE);
    assert_string_equal(at_cursor(stage), "append-fsync");
    ui_key(&stage->ui, KEY_ARROW_UP);
    assert_string_equal(at_cursor(stage), "append-fsync");
    ui_key(&stage->ui, KEY_END_CODE);
    assert_string_equal(at_cursor(stage), "direct-dsync");
    stage_close(stage);
}

static void many_rows_scroll_with_the_cursor(void **state)
{
    (void)state;
    struct stage *stage = stage_open(false);
    for (unsigned i = 1; i <= 70; i++) {
        stage->snapshot.config.writers = i;
        stage->snapshot.generation++;
        stage->base_ns = 100000 * i;
        stage_feed(stage, 1);
    }
    stage_go_to(stage, "comparison");
    stage_draw(stage, 60, 16);
    ui_key(&stage->ui, KEY_HOME_CODE);
    assert_true(stage_shows(stage, 60, 16, " 1 to "));
    assert_false(stage_shows(stage, 60, 16, "    70 "));
    for (int i = 0; i < 10; i++)
        ui_key(&stage->ui, KEY_PAGE_DOWN);
    assert_true(stage_shows(stage, 60, 16, " of 64 "));
    assert_true(stage_shows(stage, 60, 16, "    70 "));
    stage_golden(stage, "comparison-many", 80, 24);
    stage_close(stage);
}

static void what_is_not_durable_is_told_in_words(void **state)
{
    (void)state;
    struct stage *stage = compared(false);
    assert_true(stage_shows(stage, 80, 24, "not durable"));
    assert_true(stage_shows(stage, 60, 16, "not durable"));
    ui_key(&stage->ui, KEY_HOME_CODE);
    assert_true(stage_shows(stage, 60, 16, "NOT DURABLE: "));
    stage_close(stage);
}

/* --- going back --- */

static void enter_goes_back_to_the_row_under_the_cursor(void **state)
{
    (void)state;
    struct stage *stage = compared(false);
    stage->ui.state.wish.stop_rounds = 77;
    ui_key(&stage->ui, KEY_HOME_CODE);
    ui_key(&stage->ui, KEY_ARROW_DOWN);
    ui_key(&stage->ui, KEY_RETURN_CODE);
    assert_int_equal(stage->applies, 1);
    assert_string_equal(stage->applied.mode, "overwrite-fdatasync");
    assert_int_equal(stage->applied.stop_rounds, 77);
    assert_int_equal(stage->ui.state.overlay, OVERLAY_NONE);
    assert_true(stage_shows(stage, 80, 24, "back to overwrite-fdatasync"));
    stage_close(stage);
}

static void enter_on_the_row_at_work_asks_for_nothing(void **state)
{
    (void)state;
    struct stage *stage = compared(false);
    ui_key(&stage->ui, KEY_RETURN_CODE);
    assert_int_equal(stage->applies, 0);
    assert_true(stage_shows(stage, 80, 24, "at work already"));
    stage_close(stage);
}

static void empty_comparison_says_what_to_do(void **state)
{
    (void)state;
    struct stage *stage = stage_open(false);
    stage_go_to(stage, "comparison");
    assert_true(stage_shows(stage, 80, 24, "gets a row here"));
    ui_key(&stage->ui, KEY_RETURN_CODE);
    ui_key(&stage->ui, KEY_ARROW_DOWN);
    ui_key(&stage->ui, '=');
    assert_int_equal(stage->applies, 0);
    assert_true(stage_shows(stage, 80, 24, "nothing to pin"));
    stage_close(stage);
}

static void any_size_can_be_drawn(void **state)
{
    (void)state;
    struct stage *stage = compared(true);
    strcpy(stage->snapshot.config.mode, "\x1b[31m-and-a-long-name");
    stage->snapshot.config.uses_delay = false;
    stage->snapshot.generation++;
    stage_feed(stage, 3);
    ui_key(&stage->ui, '=');
    for (int cols = 1; cols <= 210; cols += 7)
        for (int rows = 1; rows <= 60; rows += 5)
            assert_null(strchr(stage_draw(stage, cols, rows), '\x1b'));
    stage_close(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comparison_looks_as_it_should),
        cmocka_unit_test(rows_come_in_the_order_of_the_chosen_column),
        cmocka_unit_test(every_column_can_be_chosen_and_is_then_shown),
        cmocka_unit_test(column_of_the_order_stays_where_others_go),
        cmocka_unit_test(rows_do_not_jump_within_a_second),
        cmocka_unit_test(cursor_keeps_to_its_row),
        cmocka_unit_test(many_rows_scroll_with_the_cursor),
        cmocka_unit_test(what_is_not_durable_is_told_in_words),
        cmocka_unit_test(enter_goes_back_to_the_row_under_the_cursor),
        cmocka_unit_test(enter_on_the_row_at_work_asks_for_nothing),
        cmocka_unit_test(empty_comparison_says_what_to_do),
        cmocka_unit_test(any_size_can_be_drawn),
    };

    setlocale(LC_CTYPE, "C.UTF-8");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
