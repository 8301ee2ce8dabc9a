/* test_view_states.c: what the screen says while the load is no steady one: made ready, hanging,
 * failed, paused, changed by a key. */
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

static void failure_keeps_the_figures_and_says_what_to_do(void **state)
{
    (void)state;
    struct stage *stage = stage_story(false);
    stage->snapshot.state = RUN_FAILED;
    strcpy(stage->snapshot.error, "fdatasync /var/lib/data: Input/output error (EIO); what of the "
                                  "record is on the disk is not known");
    stage_feed(stage, 1);
    stage_golden(stage, "failed", 80, 24);
    stage_golden(stage, "failed", 60, 16);
    ui_key(&stage->ui, 'g');
    assert_true(stage_shows(stage, 80, 24, "Press r to start again"));
    stage_close(stage);
}

static void failed_setup_speaks_of_no_sync(void **state)
{
    (void)state;
    struct stage *stage = stage_open(false);
    stage->snapshot.state = RUN_FAILED;
    strcpy(stage->snapshot.error, "open /var/lib/data: No space left on device (ENOSPC)");
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 80, 24, "(ENOSPC)"));
    assert_true(stage_shows(stage, 80, 24, "Press r to start again"));
    assert_false(stage_shows(stage, 80, 24, "nobody knows"));
    stage->snapshot.failed_rounds = 1;
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 80, 24, "nobody knows"));
    stage_close(stage);
}

static void preparation_shows_how_far_it_is(void **state)
{
    (void)state;
    struct stage *stage = stage_story(false);
    stage_change(stage, "append-fsync", "alone");
    stage->snapshot.state = RUN_PREPARING;
    stage->snapshot.prepare_total = 4 << 20;
    stage->snapshot.prepare_done = 1800000;
    ui_key(&stage->ui, 'm');
    stage_feed(stage, 1);
    stage_golden(stage, "preparing", 80, 24);
    stage_close(stage);
}

static void hanging_call_counts_up(void **state)
{
    (void)state;
    struct stage *stage = stage_story(false);
    stage->rounds = 0;
    stage_feed(stage, 23);
    stage_golden(stage, "hanging", 80, 24);
    assert_true(stage_shows(stage, 80, 24, "HANGING 2.30 s"));
    assert_true(stage_shows(stage, 80, 24, "call in flight for 2.30 s, 15 wait"));
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 60, 16, "HANGING 2.40 s"));
    stage->snapshot.in_flight = 1;
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 80, 24, "writer 3 in flight for 2.50 s"));
    stage_close(stage);
}

static void writers_that_wait_for_their_turn_do_not_hang(void **state)
{
    (void)state;
    struct stage *stage = stage_story(false);
    stage->rounds = 0;
    stage->snapshot.calls = 0;
    stage_feed(stage, 23);
    assert_true(stage_shows(stage, 80, 24, " LIVE "));
    assert_true(stage_shows(stage, 80, 24, "in flight now: 2.30 s"));
    stage->snapshot.in_flight = 0;
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 80, 24, "in flight now: none"));
    stage_close(stage);
}

static void one_freeze_stays_in_sight(void **state)
{
    (void)state;
    struct stage *stage = stage_story(false);
    struct round round = {
        .latency_ns = 4600000000, .write_ns = 21000, .sync_ns = 4500000000, .writer = 7};
    stage_freeze(stage, &round);
    stage_golden(stage, "freeze", 80, 24);
    stage_golden(stage, "freeze", 200, 50);
    stage_feed(stage, 3000); /* far over 64 slow rounds */
    assert_true(stage_shows(stage, 80, 24, "12:03:42.500   4.60 s 21,905x worst"));
    assert_true(stage_shows(stage, 80, 24, "sync 4.50 s; disk not read"));
    ui_key(&stage->ui, 'r');
    stage_feed(stage, 10);
    assert_false(stage_shows(stage, 80, 24, "4.60 s"));
    stage_close(stage);
}

static void end_by_a_limit_says_how_to_go_on(void **state)
{
    (void)state;
    struct stage *stage = stage_story(false);
    stage->snapshot.state = RUN_DONE;
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 80, 24, " DONE "));
    assert_true(stage_shows(stage, 60, 16, "done: r runs again"));
    assert_true(stage_shows(stage, 60, 16, "q quit"));
    stage_feed(stage, 105);
    assert_true(stage_shows(stage, 80, 24, "done: w shows all rounds since the last change"));
    stage_close(stage);
}

static void long_pause_says_where_its_rounds_are(void **state)
{
    (void)state;
    struct stage *stage = stage_story(false);
    stage->snapshot.state = RUN_PAUSED;
    stage_feed(stage, 105);
    assert_true(stage_shows(stage, 80, 24, "paused: w shows all rounds since the last change"));
    assert_true(stage_shows(stage, 60, 16, "paused: w shows all rounds since"));
    assert_true(stage_shows(stage, 60, 16, "the last change"));
    stage_golden(stage, "paused", 80, 24);
    ui_key(&stage->ui, 'w');
    ui_key(&stage->ui, 'w');
    assert_false(stage_shows(stage, 80, 24, "no samples"));
    stage_close(stage);
}

static void empty_window_shows_no_samples_and_no_figure(void **state)
{
    (void)state;
    struct stage *stage = stage_story(false);
    stage->snapshot.state = RUN_PAUSED;
    stage_feed(stage, 105);
    assert_true(stage_shows(stage, 80, 24, "no samples"));
    assert_false(stage_shows(stage, 80, 24, "records/s"));
    assert_false(stage_shows(stage, 80, 24, "0 ns"));
    assert_true(stage_shows(stage, 80, 24, "PAUSED"));
    ui_key(&stage->ui, 'g');
    assert_true(stage_shows(stage, 80, 24, "no samples"));
    stage_close(stage);
}

static void first_second_is_measuring(void **state)
{
    (void)state;
    struct stage *stage = stage_open(false);
    assert_true(stage_shows(stage, 80, 24, "measuring..."));
    stage->rounds = 0;
    stage_feed(stage, 9);
    assert_true(stage_shows(stage, 80, 24, "measuring..."));
    stage_feed(stage, 2);
    assert_true(stage_shows(stage, 80, 24, "no samples"));
    stage_close(stage);
}

static void footer_tells_what_a_key_did_for_two_seconds(void **state)
{
    (void)state;
    struct stage *stage = stage_story(true);
    ui_key(&stage->ui, 'w');
    assert_true(stage_shows(stage, 80, 24, "window 60 s"));
    stage->ui.state.now_ns += 1900000000;
    assert_false(stage_shows(stage, 80, 24, "? help"));
    stage->ui.state.now_ns += 200000000;
    assert_true(stage_shows(stage, 80, 24, "? help  q quit"));
    stage_close(stage);
}

static void footer_follows_a_change_until_it_is_ready(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    stage_feed(stage, 3);
    ui_key(&stage->ui, 'm');
    stage_change(stage, "append-fdatasync", "group+delay");
    stage->snapshot.state = RUN_PREPARING;
    stage->snapshot.prepare_total = 4 << 20;
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 80, 24, "mode append-fdatasync: filling 4 MiB ..."));
    stage->snapshot.state = RUN_LIVE;
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 80, 24, "mode append-fdatasync ... ready"));
    stage_close(stage);
}

static void wish_shows_in_the_strip_at_once(void **state)
{
    (void)state;
    struct stage *stage = stage_story(true);
    ui_key(&stage->ui, '+');
    ui_key(&stage->ui, '+');
    assert_true(stage_shows(stage, 80, 24, "writers>64")); /* no colour needed */
    stage_change(stage, "append-fsync", "group+delay");
    stage->snapshot.config.writers = 64;
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 80, 24, "writers 64"));
    stage_close(stage);
}

static void preparation_that_does_not_move_says_so(void **state)
{
    (void)state;
    struct stage *stage = stage_story(false);
    stage_change(stage, "append-fsync", "alone");
    stage->snapshot.state = RUN_PREPARING;
    stage->snapshot.prepare_still_ns = UINT64_C(12000000000);
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 80, 24, "nothing has moved for 12.0 s"));
    stage->snapshot.prepare_still_ns = 0;
    stage_feed(stage, 1);
    assert_false(stage_shows(stage, 80, 24, "nothing has moved"));
    stage_close(stage);
}

static void large_load_is_announced_by_the_key_that_asks_for_it(void **state)
{
    (void)state;
    struct stage *stage = stage_story(false);
    ui_key(&stage->ui, '+');
    stage_change(stage, "append-fsync", "private");
    stage->snapshot.state = RUN_PREPARING;
    stage->snapshot.planned_bytes = UINT64_C(16) << 30;
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 80, 24, "files of up to 16 GiB here"));
    stage->snapshot.state = RUN_LIVE;
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 80, 24, "ready, in files of up to 16 GiB"));
    stage->snapshot.planned_bytes = 1 << 20;
    stage_feed(stage, 1);
    assert_false(stage_shows(stage, 80, 24, "files of"));
    stage_close(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failure_keeps_the_figures_and_says_what_to_do),
        cmocka_unit_test(failed_setup_speaks_of_no_sync),
        cmocka_unit_test(preparation_shows_how_far_it_is),
        cmocka_unit_test(preparation_that_does_not_move_says_so),
        cmocka_unit_test(large_load_is_announced_by_the_key_that_asks_for_it),
        cmocka_unit_test(hanging_call_counts_up),
        cmocka_unit_test(writers_that_wait_for_their_turn_do_not_hang),
        cmocka_unit_test(one_freeze_stays_in_sight),
        cmocka_unit_test(end_by_a_limit_says_how_to_go_on),
        cmocka_unit_test(long_pause_says_where_its_rounds_are),
        cmocka_unit_test(empty_window_shows_no_samples_and_no_figure),
        cmocka_unit_test(first_second_is_measuring),
        cmocka_unit_test(footer_tells_what_a_key_did_for_two_seconds),
        cmocka_unit_test(footer_follows_a_change_until_it_is_ready),
        cmocka_unit_test(wish_shows_in_the_strip_at_once),
    };
    return cmocka_run_group_tests_name("view_states", tests, stage_set_clock, NULL);
}
