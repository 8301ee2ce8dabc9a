/* test_mode_choice.c: choosing a mode that cannot run leaves the load in what it does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "support/ui_stage.h"
#include "ui/keymap.h"

static void enter_on_what_cannot_run_leaves_the_load_alone_and_says_why(void **state)
{
    struct stage *stage = stage_open(false);
    (void)state;
    stage_feed(stage, 5);
    const unsigned applies = stage->applies;
    stage->trouble[1] = "append-fdatasync cannot run here: no such call";
    ui_key(&stage->ui, KEY_RETURN_CODE);
    ui_key(&stage->ui, 'j');
    ui_key(&stage->ui, KEY_RETURN_CODE);
    assert_int_equal(stage->applies, applies);
    assert_string_equal(stage->ui.state.wish.mode, "append-fsync");
    assert_string_equal(stage->ui.state.message.text,
                        "append-fdatasync cannot run here: no such call");
    stage_close(stage);
}

/* The probe's answer may come while the menu is open. */
static void an_open_menu_turns_grey_when_it_becomes_known(void **state)
{
    struct stage *stage = stage_open(false);
    (void)state;
    stage_feed(stage, 5);
    ui_key(&stage->ui, KEY_RETURN_CODE);
    assert_false(stage_shows(stage, 80, 24, "not here"));
    stage->trouble[1] = "append-fdatasync cannot run here: no such call";
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 80, 24, "not here"));
    stage_close(stage);
}

/* The wish came to work, and its mode was refused. */
static void refuse_wish(struct stage *stage)
{
    struct snapshot *s = &stage->snapshot;
    s->config = stage->ui.state.wish;
    s->generation++;
    s->state = RUN_FAILED;
    s->mode_refused = true;
    text_copy(s->error, sizeof s->error, "it cannot run here: no such call");
    history_add(stage->history, s);
    ui_note(&stage->ui, s);
}

static void what_is_refused_only_when_tried_goes_back_to_what_ran(void **state)
{
    struct stage *stage = stage_open(false);
    (void)state;
    stage_feed(stage, 20);
    ui_key(&stage->ui, 'm');
    assert_string_equal(stage->applied.mode, "append-fdatasync");
    refuse_wish(stage);
    assert_string_equal(stage->applied.mode, "append-fsync");
    assert_string_equal(stage->ui.state.message.text,
                        "it cannot run here: no such call: back to append-fsync");
    const unsigned applies = stage->applies;
    ui_note(&stage->ui, &stage->snapshot); /* told once more before the wish is heard */
    assert_int_equal(stage->applies, applies);
    stage_close(stage);
}

static void what_is_refused_at_the_start_is_not_replaced(void **state)
{
    struct stage *stage = stage_open(false);
    (void)state;
    refuse_wish(stage);
    assert_int_equal(stage->applies, 0);
    stage_close(stage);
}

static void the_menu_shows_postgresqls_name_of_a_mode_that_has_one(void **state)
{
    struct stage *stage = stage_open(false);
    struct choice named = *stage->ui.state.modes.at[1];
    (void)state;
    stage_feed(stage, 5);
    named.alias = "open_something";
    stage->ui.state.modes.at[1] = &named;
    ui_key(&stage->ui, KEY_RETURN_CODE);
    assert_false(stage_shows(stage, 80, 24, "PostgreSQL's"));
    ui_key(&stage->ui, 'j');
    assert_true(stage_shows(stage, 80, 24, "append-fdatasync, PostgreSQL's open_something"));
    assert_true(stage_shows(stage, 60, 16, "append-fdatasync, PostgreSQL's open_something"));
    stage_close(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enter_on_what_cannot_run_leaves_the_load_alone_and_says_why),
        cmocka_unit_test(an_open_menu_turns_grey_when_it_becomes_known),
        cmocka_unit_test(what_is_refused_only_when_tried_goes_back_to_what_ran),
        cmocka_unit_test(what_is_refused_at_the_start_is_not_replaced),
        cmocka_unit_test(the_menu_shows_postgresqls_name_of_a_mode_that_has_one),
    };
    return cmocka_run_group_tests_name("mode_choice", tests, NULL, NULL);
}
