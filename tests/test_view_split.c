/* test_view_split.c: the laboratory on the screen: what a strategy waits for, owes and is behind
 * with; and what does not go together is grey, refused and stepped over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "support/inside_stage.h"
#include "ui/keymap.h"

static struct stage *stage;

static int set_up(void **state)
{
    (void)state;
    stage = stage_open(false);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    stage_close(stage);
    return 0;
}

static bool shows(int cols, int rows, const char *text)
{
    return strstr(stage_draw(stage, cols, rows), text) != NULL;
}

static const char *no_pair(const char *mode, const char *strategy)
{
    bool fits = strcmp(strategy, "group") != 0 || strcmp(mode, "append-fdatasync") != 0;
    return fits ? NULL : "a reason of this test";
}

static void the_parts_of_a_round_are_a_bar_that_can_be_read_without_colours(void **state)
{
    (void)state;
    stage_feed(stage, 20);
    assert_true(shows(80, 24, "mean "));
    assert_true(shows(80, 24, "sync "));
    assert_true(shows(200, 50, "leader "));
    assert_true(shows(80, 24, " 1█████31 "));
}

static void two_delays(struct snapshot *s)
{
    s->sharing.delays = 2;
    s->sharing.delay_asked_ns = 400000;
    s->sharing.delay_reached_ns = 520000;
}

static void a_delay_is_shown_as_asked_and_as_reached_with_half_a_sync_beside_it(void **state)
{
    (void)state;
    struct config *config = &stage->snapshot.config;
    config->uses_delay = config->uses_siblings = true;
    stage_feed(stage, 20);
    struct snapshot *s = &stage->snapshot;
    two_delays(s);
    history_add(stage->history, s);
    assert_true(
        shows(80, 24, " delay 200 us, reached 260 us; half of the median sync is 412 us\n"));
    assert_true(shows(80, 24, "median sync "));
    assert_true(shows(60, 16, "delay 200 us, reached 260 us; half a median sync 412 us\n"));
    s->config.rate_per_s = stage->ui.state.wish.rate_per_s = 1600;
    histogram_add(&s->response, 7000000);
    history_add(stage->history, s);
    assert_true(shows(80, 24, "delay 200 us, reached 260 us; half of the median sync is 412 us\n"));
    assert_true(shows(80, 24, "response p50 7.00 ms"));
}

static void the_advice_for_a_delay_is_there_before_there_is_one(void **state)
{
    (void)state;
    struct config *config = &stage->snapshot.config;
    config->uses_delay = config->uses_siblings = true;
    config->siblings = 5;
    stage_feed(stage, 20);
    assert_true(
        shows(80, 24, " no leader waited: under 5 siblings; half of the median sync is 412 us\n"));
    config->delay_ns = 0;
    stage_feed(stage, 2);
    assert_true(shows(80, 24, " delay 0: no leader waits; half of the median sync is 412 us\n"));
}

static void what_gathering_and_async_wait_for_is_shown(void **state)
{
    (void)state;
    struct snapshot *s = &stage->snapshot;
    s->config.uses_delay = s->config.uses_siblings = false;
    stage_feed(stage, 20);
    two_delays(s);
    history_add(stage->history, s);
    assert_true(shows(80, 24, " leaders gather for 260 us, of at most 200 us"));
    s->has_risk = true;
    history_add(stage->history, s);
    assert_true(shows(80, 24, "; delay asked 200 us, reached 260 us\n"));
    assert_true(shows(200, 50, "; delay asked 200 us, reached 260 us\n"));
}

static void batches_of_many_sizes_have_their_bars_at_80_columns(void **state)
{
    (void)state;
    struct snapshot *s = &stage->snapshot;
    stage_feed(stage, 20);
    for (unsigned i = 0; i < 13; i++)
        s->sharing.size[i] = 100;
    history_add(stage->history, s);
    assert_true(shows(80, 24, " 1█"));
    assert_true(shows(80, 24, "8191 ─\n"));
}

static void an_open_loop_shows_response_and_backlog(void **state)
{
    (void)state;
    stage->snapshot.config.rate_per_s = 1600;
    stage->ui.state.wish.rate_per_s = 1600;
    stage_feed(stage, 20);
    struct snapshot *s = &stage->snapshot;
    histogram_add(&s->response, 7000000);
    s->backlog = 1234;
    history_add(stage->history, s);
    assert_true(shows(80, 24, "response p50 7.00 ms  p99 7.00 ms  backlog 1,234"));
    assert_true(shows(80, 24, "open 1,600/s"));
}

static void what_is_at_risk_is_shown_now_and_at_most_in_both_loops(void **state)
{
    (void)state;
    struct snapshot *s = &stage->snapshot;
    s->has_risk = true;
    s->risk = (struct risk){.records = 12, .bytes = 1200, .ns = 3000000};
    s->risk_most = (struct risk){.records = 90, .bytes = 9000, .ns = 8000000};
    stage_feed(stage, 20);
    assert_true(shows(
        80, 24, " at risk now 12 records, 1.17 KiB, 3.00 ms; at most 90, 8.79 KiB, 8.00 ms\n"));
    assert_true(shows(60, 16, " risk 12 1.17 KiB 3.00 ms, most 90 8.79 KiB 8.00 ms\n"));
    s->config.rate_per_s = stage->ui.state.wish.rate_per_s = 1600;
    histogram_add(&s->response, 7000000);
    history_add(stage->history, s);
    assert_true(shows(80, 24, "at risk now 12 records, 1.17 KiB, 3.00 ms; at most 90,"));
    assert_true(shows(80, 24, "response p50 7.00 ms"));
}

/* A figure that lost its end without a mark is another figure. */
static void what_is_at_risk_is_whole_however_much_it_is(void **state)
{
    (void)state;
    struct snapshot *s = &stage->snapshot;
    s->has_risk = true;
    s->risk = (struct risk){.records = 16152, .bytes = 66158592, .ns = 359000000};
    s->risk_most = (struct risk){.records = 21234, .bytes = 86974464, .ns = 459000000};
    stage_feed(stage, 20);
    assert_true(
        shows(80, 24, "at risk now 16,152 records, 63.1 MiB, 359 ms; at most 21,234, 82.9"));
    two_delays(s);
    history_add(stage->history, s);
    assert_true(shows(80, 24, " 459 ms; delay reached 260 us\n"));
    assert_true(shows(60, 16, "risk 16.2k 63.1 MiB 359 ms, most 21.2k 82.9 MiB 459 ms\n"));
    s->risk.records = s->risk_most.records = 33554432;
    stage_feed(stage, 2);
    assert_true(shows(60, 16, "risk 33.6M 63.1 MiB 359 ms, most 33.6M 82.9 MiB 459 ms\n"));
}

/* The sync of async is another thread's, and comes later. */
static void slow_round_that_was_acknowledged_early_followed_nobody(void **state)
{
    (void)state;
    stage_feed(stage, 20);
    stage_go_to(stage, "slow rounds");
    inside_slow(stage, 3, 99000000);
    stage->snapshot.slowest[0].led = 0;
    inside_feed(stage);
    assert_true(shows(80, 24, " writer 3; followed a leader"));
    stage->snapshot.has_risk = true;
    inside_feed(stage);
    assert_true(shows(80, 24, " writer 3; acknowledged before its sync"));
}

static void what_does_not_go_together_is_grey_and_says_why(void **state)
{
    (void)state;
    stage->ui.state.clash = no_pair;
    stage_change(stage, "append-fdatasync", "alone");
    stage_feed(stage, 20);
    ui_key(&stage->ui, KEY_RETURN_CODE);
    assert_true(shows(80, 24, "group (not with this)"));
    ui_key(&stage->ui, KEY_TAB_CODE);
    ui_key(&stage->ui, KEY_ARROW_DOWN);
    assert_true(shows(80, 24, "a reason of this test"));
    ui_key(&stage->ui, KEY_RETURN_CODE);
    assert_int_equal(stage->applies, 0);
    assert_string_equal(stage->ui.state.wish.strategy, "alone");
}

static void the_keys_step_over_what_does_not_go_together(void **state)
{
    (void)state;
    stage->ui.state.clash = no_pair;
    stage_change(stage, "append-fdatasync", "alone");
    stage_feed(stage, 20);
    ui_key(&stage->ui, 's');
    assert_string_equal(stage->applied.strategy, "group+delay");
    ui_key(&stage->ui, 'S');
    assert_string_equal(stage->applied.strategy, "alone");
}

/* Of the modes after the one at work, the first cannot run and the second does not go with the
 * strategy: only the third is left. */
static const char *not_the_second(const char *mode, const char *strategy)
{
    (void)strategy;
    return strcmp(mode, stage->ui.state.modes.at[2]->name) == 0 ? "a reason of this test" : NULL;
}

static void the_keys_step_over_what_cannot_run_and_what_does_not_go_together(void **state)
{
    (void)state;
    const struct choices *modes = &stage->ui.state.modes;
    stage_change(stage, modes->at[0]->name, "alone");
    stage_feed(stage, 20);
    stage->trouble[1] = "cannot run here: no such call";
    stage->ui.state.clash = not_the_second;
    ui_key(&stage->ui, 'm');
    assert_string_equal(stage->applied.mode, modes->at[3]->name);
    ui_key(&stage->ui, 'M');
    assert_string_equal(stage->applied.mode, modes->at[0]->name);
}

static void o_opens_the_loop_at_the_rate_of_now_and_closes_it(void **state)
{
    (void)state;
    stage_feed(stage, 20);
    double rate = figures_records_per_s(history_figures(stage->history, stage->ui.state.window));
    ui_key(&stage->ui, 'o');
    assert_true(stage->applied.rate_per_s == rate);
    ui_key(&stage->ui, 'o');
    assert_true(stage->applied.rate_per_s == 0);
}

/* What is known then is the rate of the configuration before. */
static void o_opens_no_loop_before_the_configuration_has_a_rate(void **state)
{
    (void)state;
    stage_feed(stage, 20);
    ui_key(&stage->ui, 'm');
    ui_key(&stage->ui, 'o');
    assert_true(stage->applied.rate_per_s == 0);
    assert_true(shows(80, 24, "there is no present rate to go on at yet"));
}

static void big_figures_say_that_the_loop_is_open(void **state)
{
    (void)state;
    stage->snapshot.config.rate_per_s = stage->ui.state.wish.rate_per_s = 1600;
    stage_feed(stage, 20);
    ui_key(&stage->ui, 'g');
    assert_true(shows(80, 24, "16 writers, open 1,600/s"));
}

static void chart_names_the_loop_that_was_opened_and_closed(void **state)
{
    (void)state;
    stage_feed(stage, 20);
    stage->snapshot.config.rate_per_s = 1600;
    stage_change(stage, stage->snapshot.config.mode, stage->snapshot.config.strategy);
    stage_feed(stage, 40);
    assert_true(shows(80, 24, "open loop"));
    stage->snapshot.config.rate_per_s = 0;
    stage_change(stage, stage->snapshot.config.mode, stage->snapshot.config.strategy);
    stage_feed(stage, 40);
    assert_true(shows(80, 24, "closed loop"));
}

#define SPLIT_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SPLIT_TEST(the_parts_of_a_round_are_a_bar_that_can_be_read_without_colours),
        SPLIT_TEST(a_delay_is_shown_as_asked_and_as_reached_with_half_a_sync_beside_it),
        SPLIT_TEST(the_advice_for_a_delay_is_there_before_there_is_one),
        SPLIT_TEST(what_gathering_and_async_wait_for_is_shown),
        SPLIT_TEST(batches_of_many_sizes_have_their_bars_at_80_columns),
        SPLIT_TEST(an_open_loop_shows_response_and_backlog),
        SPLIT_TEST(what_is_at_risk_is_shown_now_and_at_most_in_both_loops),
        SPLIT_TEST(what_is_at_risk_is_whole_however_much_it_is),
        SPLIT_TEST(slow_round_that_was_acknowledged_early_followed_nobody),
        SPLIT_TEST(what_does_not_go_together_is_grey_and_says_why),
        SPLIT_TEST(the_keys_step_over_what_does_not_go_together),
        SPLIT_TEST(the_keys_step_over_what_cannot_run_and_what_does_not_go_together),
        SPLIT_TEST(o_opens_the_loop_at_the_rate_of_now_and_closes_it),
        SPLIT_TEST(o_opens_no_loop_before_the_configuration_has_a_rate),
        SPLIT_TEST(big_figures_say_that_the_loop_is_open),
        SPLIT_TEST(chart_names_the_loop_that_was_opened_and_closed),
    };
    return cmocka_run_group_tests_name("view_split", tests, NULL, NULL);
}
