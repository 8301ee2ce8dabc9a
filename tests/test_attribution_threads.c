/* test_attribution_threads.c: which of a round's time goes to threads: its own, the journal's, a
 * kernel worker's, its leader's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/trace_scene.h"

static void the_journals_thread_has_what_lies_between_its_requests(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1300);
    scene_put(&s, 1110, TRACE_COMMIT_BEGIN, JBD2, "");
    scene_request(&s, 1120, 1170, JBD2, "jbd2/sda-8", "WSM", 16);
    scene_put(&s, 1200, TRACE_COMMIT_END, JBD2, "");
    scene_look(&s);
    scene_has(&s, SHARE_META, 50);
    scene_has(&s, SHARE_JOURNAL, 140); /* until it began, too */
    scene_has(&s, SHARE_CPU, 100);
}

/* The writer goes to sleep and gives its processor to the journal's thread, which alone is why that
 * switch was noted. */
static void who_sleeps_until_the_commit_ends_waits_for_the_journal_and_no_processor(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 3000);
    scene_request(&s, 1020, 1100, ME, "fsyncscope", "WS", 800);
    scene_put(&s, 1110, TRACE_SWITCH, ME, "jbd2/sda-8")->next_pid = JBD2;
    scene_put(&s, 1111, TRACE_COMMIT_BEGIN, JBD2, "");
    scene_request(&s, 1120, 1170, JBD2, "jbd2/sda-8", "WSM", 16);
    scene_put(&s, 2900, TRACE_COMMIT_END, JBD2, "");
    scene_look(&s);
    scene_has(&s, SHARE_JOURNAL, 1740);
    scene_has(&s, SHARE_READY, 0);
    scene_has(&s, SHARE_UNNAMED, 0);
}

static void a_processor_that_another_thread_had_makes_the_wait_ready(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 2000);
    scene_request(&s, 1010, 1100, ME, "fsyncscope", "WS", 800);
    struct trace_event *e = scene_put(&s, 1900, TRACE_SWITCH, DD, "fsyncscope");
    e->next_pid = ME;
    scene_look(&s);
    scene_has(&s, SHARE_READY, 800);
    scene_has(&s, SHARE_CPU, 100);
    assert_true(s.inside.span_count >= 4);
}

static void where_each_switch_is_seen_running_waiting_and_readiness_are_known(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 2000);
    s.exact = true;
    scene_request(&s, 1010, 1100, ME, "fsyncscope", "WS", 800);
    scene_put(&s, 1020, TRACE_SWITCH, ME, "swapper/0");
    scene_put(&s, 1100, TRACE_WAKING, 0, "fsyncscope")->next_pid = ME;
    scene_put(&s, 1150, TRACE_SWITCH, DD, "fsyncscope")->next_pid = ME;
    scene_put(&s, 1160, TRACE_WAKING, 0, "fsyncscope")->next_pid = ME; /* it runs: means nothing */
    scene_put(&s, 1400, TRACE_SWITCH, ME, "swapper/0");
    scene_put(&s, 1700, TRACE_WAKING, 0, "fsyncscope")->next_pid = ME;
    scene_put(&s, 1900, TRACE_SWITCH, DD, "fsyncscope")->next_pid = ME;
    scene_look(&s);
    scene_has(&s, SHARE_DATA, 90);
    scene_has(&s, SHARE_READY, 250);
    scene_has(&s, SHARE_CPU, 350);
    scene_has(&s, SHARE_UNNAMED, 300);
}

static void put_aside_it_is_ready_and_had_run_before(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1500);
    struct trace_event *e = scene_put(&s, 1200, TRACE_SWITCH, ME, "dd");
    e->runnable = true;
    e->next_pid = DD;
    scene_put(&s, 1450, TRACE_SWITCH, DD, "fsyncscope")->next_pid = ME;
    scene_look(&s);
    scene_has(&s, SHARE_READY, 250);
    scene_has(&s, SHARE_CPU, 240);
}

static void a_signal_that_stops_it_counts_before_all(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 5000);
    scene_put(&s, 1200, TRACE_SWITCH, ME, "swapper/0")->stopped = true;
    scene_flush(&s, 2000, 2010, 2500, DD, "dd");
    scene_look(&s);
    scene_has(&s, SHARE_STOPPED, 3800);
}

static void a_long_silence_has_no_name_but_for_one_step(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 9000);
    scene_request(&s, 8000, 9000, ME, "fsyncscope", "WS", 800);
    scene_look(&s);
    scene_has(&s, SHARE_CPU, 100);
    scene_has(&s, SHARE_UNNAMED, 6890);
}

static void a_worker_that_the_file_system_asked_for_names_the_silence(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 9000);
    scene_put(&s, 1020, TRACE_WORK, 0, "ext4-rsv-conver");
    scene_request(&s, 8000, 9000, ME, "fsyncscope", "WS", 800);
    scene_look(&s);
    scene_has(&s, SHARE_WORKER, 6990);
    scene_has(&s, SHARE_UNNAMED, 0);
}

static void a_freeze_that_was_seen_names_the_silence(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 9000);
    s.frozen = true;
    scene_look(&s);
    scene_has(&s, SHARE_FROZEN, 7890);
    scene_has(&s, SHARE_CPU, 100);
    scene_begin(&s, 9000);
    s.frozen = true;
    s.round.write_ns = 7000000;
    s.round.sync_ns = 1000000;
    scene_look(&s);
    assert_true(s.inside.ns[SHARE_FROZEN] >= 6900000);
}

static void time_before_watching_began_gets_no_name_from_what_came_later(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 9000);
    s.from_us = 4000;
    scene_put(&s, 8000, TRACE_WORK, 0, "kthrotld");
    scene_request(&s, 8010, 9000, WORKER, "kworker/0:1", "WS", 800);
    scene_look(&s);
    scene_has(&s, SHARE_WRITE, 10); /* by its stamps */
    scene_has(&s, SHARE_UNNAMED, 2990);
    assert_int_equal(s.inside.blind_ns, 2990000);
    scene_has(&s, SHARE_THROTTLE, 4010);
    scene_has(&s, SHARE_DATA, 990);
}

static void time_before_watching_began_is_frozen_where_a_freeze_was_seen(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 9000);
    s.from_us = 4000;
    s.frozen = true;
    scene_look(&s);
    assert_int_equal(s.inside.blind_ns, 0);
    scene_has(&s, SHARE_UNNAMED, 0);
    assert_true(s.inside.ns[SHARE_FROZEN] >= 7890000);
}

static void a_follower_carries_its_leaders_shares_and_its_own_wait(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1500);
    s.round.led = 0;
    s.round.sync_ns = 190000; /* of the leader, 1,210 to 1,400 */
    s.round.synced_ns = 1400000;
    scene_request(&s, 1250, 1350, MATE, "fsyncscope", "WS", 800);
    scene_look(&s);
    scene_has(&s, SHARE_WAIT, 300);
    scene_has(&s, SHARE_WRITE, 10);
    scene_has(&s, SHARE_DATA, 100);
    scene_has(&s, SHARE_CPU, 90);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_journals_thread_has_what_lies_between_its_requests),
        cmocka_unit_test(who_sleeps_until_the_commit_ends_waits_for_the_journal_and_no_processor),
        cmocka_unit_test(a_processor_that_another_thread_had_makes_the_wait_ready),
        cmocka_unit_test(where_each_switch_is_seen_running_waiting_and_readiness_are_known),
        cmocka_unit_test(put_aside_it_is_ready_and_had_run_before),
        cmocka_unit_test(a_signal_that_stops_it_counts_before_all),
        cmocka_unit_test(a_long_silence_has_no_name_but_for_one_step),
        cmocka_unit_test(a_worker_that_the_file_system_asked_for_names_the_silence),
        cmocka_unit_test(a_freeze_that_was_seen_names_the_silence),
        cmocka_unit_test(time_before_watching_began_gets_no_name_from_what_came_later),
        cmocka_unit_test(time_before_watching_began_is_frozen_where_a_freeze_was_seen),
        cmocka_unit_test(a_follower_carries_its_leaders_shares_and_its_own_wait),
    };
    return cmocka_run_group_tests_name("attribution_threads", tests, NULL, NULL);
}
