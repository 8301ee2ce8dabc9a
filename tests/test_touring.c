/* test_touring.c: the dashboard's tour: which modes it asks for, when, and how it is left. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "support/ui_stage.h"
#include "ui/keymap.h"
#include "ui/view.h"

/* A load that has run for a second, and then T. */
static struct stage *on_tour(void)
{
    struct stage *stage = stage_open(false);

    text_copy(stage->snapshot.config.strategy, CONFIG_NAME_MAX, "alone");
    stage_feed(stage, 10);
    ui_key(&stage->ui, 'T');
    return stage;
}

/* The engine puts to work what was asked for last. */
static void grant(struct stage *stage)
{
    stage->snapshot.config = stage->applied;
    stage->snapshot.generation++;
    stage->snapshot.state = RUN_LIVE;
}

static const char *mode_at(const struct stage *stage, size_t i)
{
    return stage->ui.state.modes.at[i]->name;
}

static size_t modes_of(const struct stage *stage)
{
    return stage->ui.state.modes.count;
}

static void each_mode_runs_a_second_and_then_the_load_is_as_before(void **state)
{
    struct stage *stage = on_tour();
    unsigned applies = stage->applies;
    const struct config home = stage->snapshot.config;

    (void)state;
    for (size_t i = 0; i < modes_of(stage); i++) {
        assert_string_equal(stage->applied.mode, mode_at(stage, i));
        assert_int_equal(stage->applied.writers, home.writers);
        grant(stage);
        stage_feed(stage, 9);
        assert_int_equal(stage->applies, applies + i);
        assert_int_equal(stage->ui.state.tour.done, i);
        stage_feed(stage, 1);
        assert_int_equal(stage->applies, applies + i + 1);
    }
    assert_true(config_equal(&stage->applied, &home));
    assert_false(stage->ui.state.tour.on);
    assert_string_equal(view_at(stage->ui.state.view)->name, "comparison");
    grant(stage);
    stage_feed(stage, 30);
    assert_int_equal(stage->applies, applies + modes_of(stage));
    stage_close(stage);
}

static void the_load_before_is_not_taken_for_the_first_mode(void **state)
{
    struct stage *stage = on_tour();
    unsigned applies = stage->applies;

    (void)state;
    assert_string_equal(stage->snapshot.config.mode, mode_at(stage, 0));
    stage_feed(stage, 20); /* the engine has not come to it yet */
    assert_int_equal(stage->applies, applies);
    assert_int_equal(stage->ui.state.tour.done, 0);
    stage_close(stage);
}

static void a_mode_that_cannot_run_is_passed_at_once(void **state)
{
    struct stage *stage = on_tour();

    (void)state;
    grant(stage);
    stage->snapshot.state = RUN_FAILED;
    stage->snapshot.mode_refused = true;
    stage->snapshot.error_code = EOPNOTSUPP;
    text_copy(stage->snapshot.error, sizeof(stage->snapshot.error), "cannot run here");
    stage_feed(stage, 1);
    assert_string_equal(stage->applied.mode, mode_at(stage, 1));
    assert_true(stage->ui.state.tour.on);
    stage_close(stage);
}

static void a_mode_whose_set_up_fails_is_passed_at_once(void **state)
{
    struct stage *stage = on_tour();

    (void)state;
    grant(stage);
    stage->snapshot.state = RUN_FAILED;
    stage->snapshot.error_code = ENOSPC; /* found before the first byte was written */
    text_copy(stage->snapshot.error, sizeof(stage->snapshot.error), "too little room");
    stage_feed(stage, 1);
    assert_string_equal(stage->applied.mode, mode_at(stage, 1));
    assert_true(stage->ui.state.tour.on);
    stage_close(stage);
}

static void a_load_that_fails_ends_it_and_is_not_started_again(void **state)
{
    struct stage *stage = on_tour();
    unsigned applies = stage->applies;

    (void)state;
    grant(stage);
    stage->snapshot.state = RUN_FAILED;
    stage->snapshot.error_code = EIO;
    text_copy(stage->snapshot.error, sizeof(stage->snapshot.error), "fsync failed");
    stage_feed(stage, 3);
    assert_int_equal(stage->applies, applies);
    assert_false(stage->ui.state.tour.on);
    ui_key(&stage->ui, 'r');
    assert_string_equal(stage->applied.mode, mode_at(stage, 0));
    stage_close(stage);
}

static void it_is_left_by_its_key_and_by_escape(void **state)
{
    static const uint32_t keys[] = {'T', KEY_ESCAPE_CODE};

    (void)state;
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        struct stage *stage = on_tour();
        const struct config home = stage->snapshot.config;
        grant(stage);
        stage_feed(stage, 10);
        assert_string_equal(stage->applied.mode, mode_at(stage, 1));
        ui_key(&stage->ui, keys[i]);
        assert_true(config_equal(&stage->applied, &home));
        assert_false(stage->ui.state.tour.on);
        assert_non_null(strstr(stage->ui.state.message.text, "tour left after 1 of"));
        stage_close(stage);
    }
}

static void a_key_that_changes_the_load_leaves_it_from_where_it_began(void **state)
{
    struct stage *stage = on_tour();
    struct config wanted = stage->snapshot.config;

    (void)state;
    grant(stage);
    stage_feed(stage, 10);
    ui_key(&stage->ui, '+');
    wanted.writers *= 2;
    assert_true(config_equal(&stage->applied, &wanted));
    assert_false(stage->ui.state.tour.on);
    stage_close(stage);
}

static void going_back_to_a_row_leaves_it(void **state)
{
    struct stage *stage = on_tour();

    (void)state;
    for (int i = 0; i < 2; i++) {
        grant(stage);
        stage_feed(stage, 10);
    }
    while (strcmp(view_at(stage->ui.state.view)->name, "comparison") != 0)
        ui_key(&stage->ui, KEY_TAB_CODE);
    stage_draw(stage, 80, 24); /* which puts the cursor on a row */
    ui_key(&stage->ui, KEY_RETURN_CODE);
    assert_false(stage->ui.state.tour.on);
    stage_close(stage);
}

static void keys_that_change_no_load_do_not_disturb_it(void **state)
{
    static const uint32_t keys[] = {'w',          'g', 'g', 't', '?', KEY_ESCAPE_CODE,
                                    KEY_TAB_CODE, 'p', 'p'};
    struct stage *stage = on_tour();

    (void)state;
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        ui_key(&stage->ui, keys[i]);
    assert_true(stage->ui.state.tour.on);
    stage_close(stage);
}

static void a_paused_load_goes_on_for_it(void **state)
{
    struct stage *stage = stage_open(false);

    (void)state;
    stage_feed(stage, 10);
    ui_key(&stage->ui, 'p');
    ui_key(&stage->ui, 'T');
    assert_false(stage->ui.state.paused);
    assert_int_equal(stage->pauses, 2);
    stage_close(stage);
}

static void the_footer_tells_how_far_it_is(void **state)
{
    struct stage *stage = on_tour();

    (void)state;
    for (int i = 0; i < 3; i++) {
        grant(stage);
        stage_feed(stage, 10);
    }
    grant(stage);
    stage_feed(stage, 3);
    golden_check("tour-80x24", stage_draw(stage, 80, 24));
    golden_check("tour-60x16", stage_draw(stage, 60, 16));
    stage_close(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_mode_runs_a_second_and_then_the_load_is_as_before),
        cmocka_unit_test(the_load_before_is_not_taken_for_the_first_mode),
        cmocka_unit_test(a_mode_that_cannot_run_is_passed_at_once),
        cmocka_unit_test(a_mode_whose_set_up_fails_is_passed_at_once),
        cmocka_unit_test(a_load_that_fails_ends_it_and_is_not_started_again),
        cmocka_unit_test(it_is_left_by_its_key_and_by_escape),
        cmocka_unit_test(a_key_that_changes_the_load_leaves_it_from_where_it_began),
        cmocka_unit_test(going_back_to_a_row_leaves_it),
        cmocka_unit_test(keys_that_change_no_load_do_not_disturb_it),
        cmocka_unit_test(a_paused_load_goes_on_for_it),
        cmocka_unit_test(the_footer_tells_how_far_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
