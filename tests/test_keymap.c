/* test_keymap.c: the table of keys, the ladders they climb, and what a press asks of the source. */
#include "ui/keymap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/ui_stage.h"
#include "ui/tune.h"

static void no_key_means_two_things(void **state)
{
    (void)state;
    const struct keybind *row;
    for (size_t i = 0; (row = keymap_row(i)); i++) {
        int step;
        if (row->back) {
            assert_ptr_equal(keymap_find(row->back, &step), row);
            assert_int_equal(step, -1);
        }
        for (size_t k = 0; k < KEYS_OF_A_ROW; k++) {
            if (!row->key[k])
                continue;
            assert_ptr_equal(keymap_find(row->key[k], &step), row);
            assert_int_equal(step, 1);
        }
    }
}

static void every_row_is_complete_and_fits_the_help(void **state)
{
    (void)state;
    const struct keybind *row;
    for (size_t i = 0; (row = keymap_row(i)); i++) {
        assert_non_null(row->run);
        assert_in_range(strlen(row->keys), 1, 8);
        assert_in_range(strlen(row->help), 1, 28);
        assert_true(row->label == NULL || row->brief != NULL);
        assert_true(row->key[0] != 0);
    }
}

static void the_contracts_keys_are_all_there(void **state)
{
    (void)state;
    static const char keys[] = "mMsS+-][><bBwr pt?hgq\r\033\014\003\032";
    int step;
    for (const char *key = keys; *key; key++)
        if (!keymap_find((unsigned char)*key, &step))
            fail_msg("key %d means nothing", *key);
    assert_ptr_equal(keymap_find(KEY_FUNCTION + 1, &step), keymap_find('?', &step));
    assert_ptr_equal(keymap_find(KEY_FUNCTION + 10, &step), keymap_find('q', &step));
    assert_null(keymap_find('%', &step));
    assert_null(keymap_find(0, &step));
}

/* --- ladders --- */

static void writers_double_and_halve_within_their_bounds(void **state)
{
    (void)state;
    struct config c = config_default();
    assert_false(tune_writers(&c, -1));
    for (uint32_t expected = 2; expected <= WRITERS_MAX; expected *= 2) {
        assert_true(tune_writers(&c, 1));
        assert_int_equal(c.writers, expected);
    }
    assert_false(tune_writers(&c, 1));
    assert_int_equal(c.writers, WRITERS_MAX);
    c.writers = 700;
    assert_true(tune_writers(&c, 1));
    assert_int_equal(c.writers, WRITERS_MAX);
    c.writers = 5;
    assert_true(tune_writers(&c, -1));
    assert_int_equal(c.writers, 2);
}

static void batch_reaches_its_bound_and_no_further(void **state)
{
    (void)state;
    struct config c = config_default();
    int presses = 0;
    while (tune_batch(&c, 1))
        presses++;
    assert_int_equal(presses, 16);
    assert_int_equal(c.batch, BATCH_MAX);
}

static void record_goes_to_the_next_power_of_two(void **state)
{
    (void)state;
    static const struct {
        uint64_t from, up, down;
    } cases[] = {{100, 128, 64}, {128, 256, 64}, {3, 4, 2}, {2, 4, 1}, {4096, 8192, 2048}};
    struct config c = config_default();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        c.record_bytes = cases[i].from;
        assert_true(tune_record(&c, 1));
        assert_int_equal(c.record_bytes, cases[i].up);
        c.record_bytes = cases[i].from;
        assert_true(tune_record(&c, -1));
        assert_int_equal(c.record_bytes, cases[i].down);
    }
    c.record_bytes = RECORD_MAX;
    assert_false(tune_record(&c, 1));
    c.record_bytes = RECORD_MAX - 5;
    assert_true(tune_record(&c, 1));
    assert_int_equal(c.record_bytes, RECORD_MAX);
    c.record_bytes = 1;
    assert_false(tune_record(&c, -1));
    assert_int_equal(c.record_bytes, 1);
}

static void delay_climbs_by_one_two_five(void **state)
{
    (void)state;
    static const uint64_t rungs_us[] = {0,     10,     20,     50,     100,    200,
                                        500,   1000,   2000,   5000,   10000,  20000,
                                        50000, 100000, 200000, 500000, 1000000};
    size_t last = sizeof rungs_us / sizeof *rungs_us - 1;
    struct config c = config_default();
    c.delay_ns = 0;
    for (size_t i = 1; i <= last; i++) {
        assert_true(tune_delay(&c, 1));
        assert_int_equal(c.delay_ns, rungs_us[i] * 1000);
    }
    assert_false(tune_delay(&c, 1));
    for (size_t i = last; i-- > 0;) {
        assert_true(tune_delay(&c, -1));
        assert_int_equal(c.delay_ns, rungs_us[i] * 1000);
    }
    assert_false(tune_delay(&c, -1));
    c.delay_ns = 300000;
    assert_true(tune_delay(&c, -1));
    assert_int_equal(c.delay_ns, 200000);
}

static void every_step_stays_within_the_options_bounds(void **state)
{
    (void)state;
    static bool (*const tunes[])(struct config *, int) = {tune_writers, tune_batch, tune_record,
                                                          tune_delay};
    for (size_t i = 0; i < sizeof tunes / sizeof *tunes; i++)
        for (int step = -1; step <= 1; step += 2) {
            struct config c = config_default();
            while (tunes[i](&c, step))
                assert_int_equal(config_check(&c, NULL), 0);
        }
}

/* --- presses --- */

static int open_stage(void **state)
{
    struct stage *stage = stage_open(true);
    stage_feed(stage, 5);
    *state = stage;
    return 0;
}

static int close_stage(void **state)
{
    stage_close(*state);
    return 0;
}

static void mode_goes_around_both_ends(void **state)
{
    struct stage *stage = *state;
    ui_key(&stage->ui, 'M');
    assert_string_equal(stage->applied.mode, "no-sync");
    ui_key(&stage->ui, 'm');
    assert_string_equal(stage->applied.mode, "append-fsync");
    ui_key(&stage->ui, 's');
    assert_string_equal(stage->applied.strategy, "alone");
    assert_int_equal(stage->applies, 3);
}

static void quick_presses_add_up_before_any_takes_effect(void **state)
{
    struct stage *stage = *state;
    ui_key(&stage->ui, '+');
    stage_feed(stage, 1); /* still of the old configuration */
    ui_key(&stage->ui, '+');
    assert_int_equal(stage->applied.writers, 64);
    stage_feed(stage, 1);
    assert_int_equal(stage->ui.state.wish.writers, 64);
}

static void press_at_the_bound_says_so_and_asks_nothing(void **state)
{
    struct stage *stage = *state;
    stage->ui.state.wish.writers = WRITERS_MAX;
    ui_key(&stage->ui, '+');
    assert_int_equal(stage->applies, 0);
    assert_string_equal(stage->ui.state.message.text, "writers 1,024 is the most there is");
    stage->ui.state.wish.delay_ns = 0;
    ui_key(&stage->ui, '[');
    assert_string_equal(stage->ui.state.message.text, "delay 0 ns is the least there is");
}

static void delay_without_a_use_is_told(void **state)
{
    struct stage *stage = *state;
    stage_change(stage, "append-fsync", "alone");
    stage_feed(stage, 1);
    ui_key(&stage->ui, ']');
    assert_string_equal(stage->ui.state.message.text, "delay 500 us (alone does not use it)");
    assert_int_equal(stage->applies, 1);
}

static void mode_that_is_not_durable_is_told(void **state)
{
    struct stage *stage = *state;
    ui_key(&stage->ui, 'M');
    assert_non_null(strstr(stage->ui.state.message.text, "not durable"));
}

static void escape_closes_and_never_quits(void **state)
{
    struct stage *stage = *state;
    ui_key(&stage->ui, 'g');
    ui_key(&stage->ui, '?');
    assert_int_equal(stage->ui.state.overlay, OVERLAY_HELP);
    ui_key(&stage->ui, KEY_ESCAPE_CODE);
    assert_int_equal(stage->ui.state.overlay, OVERLAY_NONE);
    assert_true(stage->ui.state.big);
    ui_key(&stage->ui, KEY_ESCAPE_CODE);
    assert_false(stage->ui.state.big);
    ui_key(&stage->ui, KEY_ESCAPE_CODE);
    assert_false(stage->ui.quit);
    ui_key(&stage->ui, CONTROL('C'));
    assert_true(stage->ui.quit);
}

static void menu_takes_what_is_under_its_cursor(void **state)
{
    struct stage *stage = *state;
    ui_key(&stage->ui, KEY_RETURN_CODE);
    assert_int_equal(stage->ui.state.overlay, OVERLAY_MENU);
    ui_key(&stage->ui, KEY_ARROW_DOWN);
    ui_key(&stage->ui, 'j');
    ui_key(&stage->ui, KEY_RETURN_CODE);
    assert_int_equal(stage->ui.state.overlay, OVERLAY_NONE);
    assert_string_equal(stage->applied.mode, "overwrite-fdatasync");
    ui_key(&stage->ui, KEY_RETURN_CODE);
    ui_key(&stage->ui, KEY_TAB_CODE);
    ui_key(&stage->ui, KEY_ARROW_DOWN); /* from the last around to the first */
    ui_key(&stage->ui, KEY_RETURN_CODE);
    assert_string_equal(stage->applied.strategy, "alone");
    assert_string_equal(stage->applied.mode, "overwrite-fdatasync");
}

static void space_takes_and_home_and_end_go_to_the_ends(void **state)
{
    struct stage *stage = *state;
    ui_key(&stage->ui, KEY_RETURN_CODE);
    ui_key(&stage->ui, KEY_END_CODE);
    ui_key(&stage->ui, ' ');
    assert_int_equal(stage->ui.state.overlay, OVERLAY_NONE);
    assert_string_equal(stage->applied.mode, "no-sync");
    assert_int_equal(stage->pauses, 0);
    ui_key(&stage->ui, KEY_RETURN_CODE);
    ui_key(&stage->ui, KEY_HOME_CODE);
    ui_key(&stage->ui, KEY_RETURN_CODE);
    assert_string_equal(stage->applied.mode, "append-fsync");
}

static void nothing_changes_unseen_below_what_is_open(void **state)
{
    struct stage *stage = *state;
    static const uint32_t openers[] = {'?', KEY_RETURN_CODE};
    for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) {
        ui_key(&stage->ui, openers[i]);
        const enum overlay open = stage->ui.state.overlay;
        for (const char *key = "mMsS+-][><bBwrptgv"; *key; key++)
            ui_key(&stage->ui, (unsigned char)*key);
        assert_int_equal(stage->ui.state.overlay, open);
        assert_int_equal(stage->applies + stage->pauses, 0);
        assert_int_equal(stage->ui.state.window, WINDOW_10S);
        assert_false(stage->ui.state.big || stage->ui.next_theme || stage->ui.state.view);
        ui_key(&stage->ui, CONTROL('L'));
        ui_key(&stage->ui, CONTROL('Z'));
        assert_true(stage->ui.redraw && stage->ui.suspend);
        stage->ui.redraw = stage->ui.suspend = false;
        ui_key(&stage->ui, KEY_ESCAPE_CODE);
        assert_int_equal(stage->ui.state.overlay, OVERLAY_NONE);
    }
    ui_key(&stage->ui, '?');
    ui_key(&stage->ui, 'h');
    assert_int_equal(stage->ui.state.overlay, OVERLAY_NONE);
    ui_key(&stage->ui, '?');
    ui_key(&stage->ui, 'q');
    assert_true(stage->ui.quit);
}

/* The stage begins with append-fsync; the next ones are append-fdatasync, overwrite-fdatasync. */
static void mode_keys_pass_by_what_cannot_run(void **state)
{
    struct stage *stage = *state;
    stage->trouble[1] = "append-fdatasync cannot run here: no such call";
    ui_key(&stage->ui, 'm');
    assert_string_equal(stage->applied.mode, "overwrite-fdatasync");
    ui_key(&stage->ui, 'M');
    assert_string_equal(stage->applied.mode, "append-fsync");
}

static void keys_find_no_way_out_where_no_other_mode_runs(void **state)
{
    struct stage *stage = *state;
    for (int i = 1; i < 8; i++)
        stage->trouble[i] = "cannot run here";
    ui_key(&stage->ui, 'm');
    assert_string_equal(stage->applied.mode, "append-fsync");
}

static void closed_menu_asks_nothing(void **state)
{
    struct stage *stage = *state;
    ui_key(&stage->ui, KEY_RETURN_CODE);
    ui_key(&stage->ui, KEY_ARROW_UP);
    ui_key(&stage->ui, KEY_ESCAPE_CODE);
    assert_int_equal(stage->applies, 0);
}

static void reset_after_a_failure_starts_the_load_again(void **state)
{
    struct stage *stage = *state;
    ui_key(&stage->ui, 'r');
    assert_int_equal(stage->applies, 0);
    stage->snapshot.state = RUN_FAILED;
    stage_feed(stage, 1);
    ui_key(&stage->ui, 'r');
    assert_int_equal(stage->applies, 1);
    assert_string_equal(stage->applied.mode, "append-fsync");
}

static void reset_after_a_limit_starts_the_load_again(void **state)
{
    struct stage *stage = *state;
    stage->snapshot.state = RUN_DONE;
    stage_feed(stage, 1);
    ui_key(&stage->ui, 'r');
    assert_int_equal(stage->applies, 1);
    assert_string_equal(stage->applied.mode, "append-fsync");
}

static void pause_is_asked_once_a_press(void **state)
{
    struct stage *stage = *state;
    ui_key(&stage->ui, ' ');
    assert_true(stage->ui.state.paused);
    ui_key(&stage->ui, 'p');
    assert_false(stage->ui.state.paused);
    assert_int_equal(stage->pauses, 2);
}

#define ON_STAGE(test) cmocka_unit_test_setup_teardown(test, open_stage, close_stage)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_key_means_two_things),
        cmocka_unit_test(every_row_is_complete_and_fits_the_help),
        cmocka_unit_test(the_contracts_keys_are_all_there),
        cmocka_unit_test(writers_double_and_halve_within_their_bounds),
        cmocka_unit_test(batch_reaches_its_bound_and_no_further),
        cmocka_unit_test(record_goes_to_the_next_power_of_two),
        cmocka_unit_test(delay_climbs_by_one_two_five),
        cmocka_unit_test(every_step_stays_within_the_options_bounds),
        ON_STAGE(mode_goes_around_both_ends),
        ON_STAGE(quick_presses_add_up_before_any_takes_effect),
        ON_STAGE(press_at_the_bound_says_so_and_asks_nothing),
        ON_STAGE(delay_without_a_use_is_told),
        ON_STAGE(mode_that_is_not_durable_is_told),
        ON_STAGE(escape_closes_and_never_quits),
        ON_STAGE(menu_takes_what_is_under_its_cursor),
        ON_STAGE(space_takes_and_home_and_end_go_to_the_ends),
        ON_STAGE(nothing_changes_unseen_below_what_is_open),
        ON_STAGE(mode_keys_pass_by_what_cannot_run),
        ON_STAGE(keys_find_no_way_out_where_no_other_mode_runs),
        ON_STAGE(closed_menu_asks_nothing),
        ON_STAGE(reset_after_a_failure_starts_the_load_again),
        ON_STAGE(reset_after_a_limit_starts_the_load_again),
        ON_STAGE(pause_is_asked_once_a_press),
    };
    return cmocka_run_group_tests_name("keymap", tests, NULL, NULL);
}
