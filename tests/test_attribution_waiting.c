/* test_attribution_waiting.c: a round that waits for another writer: what that one had on the disk
 * is what it waited for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/trace_scene.h"
#include "trace/causes.h"

/* From 1,000 to 3,000 us it waits for the lock; its write takes 10, its sync 90. */
static void begin_waiting(struct trace_scene *s)
{
    scene_begin(s, 3100);
    s->round.sync_ns = 90000;
    s->round.split = (struct split){.queue_ns = 2000000, .write_ns = 10000, .sync_ns = 90000};
}

static unsigned count(const struct inside *in, enum span_kind kind)
{
    unsigned found = 0;
    for (unsigned i = 0; i < in->span_count; i++)
        found += in->span[i].kind == kind;
    return found;
}

static void what_the_holder_has_on_the_disk_is_waited_for(void **state)
{
    (void)state;
    struct trace_scene s;
    begin_waiting(&s);
    scene_request(&s, 1020, 1120, MATE, "fsyncscope", "WS", 800);
    scene_request(&s, 1130, 1150, MATE, "fsyncscope", "WSM", 16);
    scene_flush(&s, 1160, 1170, 2970, MATE, "fsyncscope");
    scene_look(&s);
    scene_has(&s, SHARE_DATA, 100);
    scene_has(&s, SHARE_META, 20);
    scene_has(&s, SHARE_WORKER, 10);
    scene_has(&s, SHARE_FLUSH, 1800);
    scene_has(&s, SHARE_WAIT, 70);
    scene_has(&s, SHARE_OTHERS, 0);
    assert_int_equal(s.inside.ahead_ns[SHARE_FLUSH], 1800000);
    assert_int_equal(count(&s.inside, SPAN_FLUSH), 1);
    assert_int_equal(count(&s.inside, SPAN_OTHER), 0);
    cause_find(&s.inside, NULL);
    assert_int_equal(s.inside.cause, CAUSE_FLUSH);
    assert_string_equal(s.inside.sentence, "1.80 ms of 2.10 ms in one flush of the writer that had "
                                           "the lock; nobody else wrote");
}

static void another_writers_request_beside_our_own_sync_is_not_ours(void **state)
{
    (void)state;
    struct trace_scene s;
    begin_waiting(&s);
    scene_request(&s, 3010, 3100, MATE, "fsyncscope", "WS", 800);
    scene_look(&s);
    scene_has(&s, SHARE_DATA, 0);
    assert_int_equal(count(&s.inside, SPAN_DATA), 0);
}

static void a_holders_journal_is_waited_for_as_well(void **state)
{
    (void)state;
    struct trace_scene s;
    begin_waiting(&s);
    scene_put(&s, 1100, TRACE_COMMIT_BEGIN, JBD2, "");
    scene_request(&s, 1200, 1500, JBD2, "jbd2/sda-8", "WSM", 16);
    scene_put(&s, 2900, TRACE_COMMIT_END, JBD2, "");
    scene_look(&s);
    scene_has(&s, SHARE_META, 300);
    scene_has(&s, SHARE_JOURNAL, 1500);
    scene_has(&s, SHARE_WAIT, 200);
}

static void a_holders_flush_behind_another_program_waits_for_that(void **state)
{
    (void)state;
    struct trace_scene s;
    begin_waiting(&s);
    scene_request(&s, 1000, 2000, DD, "dd", "WS", 90000);
    scene_put_request(&s, 1100, TRACE_ASK_FLUSH, MATE, "fsyncscope", "FWS", 0);
    scene_request(&s, 2000, 2500, WORKER, "kworker/0:1H", "FF", 0);
    scene_look(&s);
    scene_has(&s, SHARE_OTHERS, 900);
    scene_has(&s, SHARE_FLUSH, 500);
}

static void a_freeze_that_the_holder_waits_for_is_waited_for(void **state)
{
    (void)state;
    struct trace_scene s;
    begin_waiting(&s);
    s.frozen = true;
    scene_look(&s);
    scene_has(&s, SHARE_WAIT, 100);
    assert_true(s.inside.ns[SHARE_FROZEN] >= 1900000);
}

static void a_followers_wait_after_its_leader_is_what_is_left(void **state)
{
    (void)state;
    struct trace_scene s;
    begin_waiting(&s);
    s.round.led = 0;
    s.round.split = (struct split){.leader_ns = 2010000, .sync_ns = 90000};
    s.round.synced_ns = 1500000;                           /* sync from 1,410 on */
    scene_flush(&s, 1000, 1010, 1400, MATE, "fsyncscope"); /* of the batch before */
    scene_request(&s, 1420, 1490, MATE, "fsyncscope", "WS", 800);
    scene_look(&s);
    scene_has(&s, SHARE_FLUSH, 390);
    scene_has(&s, SHARE_DATA, 70);
    scene_has(&s, SHARE_WAIT, 1600);
    cause_find(&s.inside, NULL);
    assert_string_equal(s.inside.sentence, "1.60 ms of 2.10 ms waiting for the leader");
}

static void who_acknowledges_early_has_no_leader_and_its_own_write(void **state)
{
    (void)state;
    struct trace_scene s;
    begin_waiting(&s);
    s.round.led = 0;
    s.round.write_ns = NOT_TIMED;
    s.round.sync_ns = 500000; /* of an earlier record's, which it reports */
    s.round.synced_ns = 900000;
    s.round.split = (struct split){.queue_ns = 2000000, .write_ns = 100000};
    scene_look(&s);
    scene_has(&s, SHARE_WRITE, 100);
    scene_has(&s, SHARE_WAIT, 2000);
    cause_find(&s.inside, NULL);
    assert_string_equal(s.inside.sentence, "2.00 ms of 2.10 ms waiting for the lock");
}

static void a_deliberate_delay_is_told_as_such(void **state)
{
    (void)state;
    struct trace_scene s;
    begin_waiting(&s);
    s.round.split = (struct split){.queue_ns = 10000, .delay_ns = 1990000, .sync_ns = 90000};
    scene_look(&s);
    cause_find(&s.inside, NULL);
    assert_string_equal(s.inside.sentence,
                        "2.00 ms of 2.10 ms waiting for more records, as its leader was to");
}

/* Where not each switch is seen: it was put aside at 1,050, and then took an idle processor. */
static void put_aside(struct trace_scene *s, uint64_t us)
{
    struct trace_event *e = scene_put(s, us, TRACE_SWITCH, ME, "dd");
    e->runnable = true;
    e->next_pid = DD;
}

static void who_was_put_aside_before_it_waited_is_not_ready_all_the_while(void **state)
{
    (void)state;
    struct trace_scene s;
    begin_waiting(&s);
    put_aside(&s, 1050);
    scene_request(&s, 3020, 3090, ME, "fsyncscope", "WS", 800);
    scene_look(&s);
    scene_has(&s, SHARE_READY, 0);
    scene_has(&s, SHARE_WAIT, 2000);
    assert_int_equal(s.inside.ahead_ns[SHARE_WAIT], 2000000);
    assert_int_equal(count(&s.inside, SPAN_READY), 0);
    begin_waiting(&s);
    put_aside(&s, 1050);
    scene_put(&s, 2950, TRACE_SWITCH, DD, "fsyncscope")->next_pid = ME;
    scene_look(&s);
    scene_has(&s, SHARE_READY, 1900);
    scene_has(&s, SHARE_WAIT, 100);
}

static void two_rounds_over_the_same_stall_are_told_the_same(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 954000);
    scene_put_request(&s, 1020, TRACE_ASK_FLUSH, ME, "fsyncscope", "FWS", 0);
    scene_request(&s, 951000, 952000, WORKER, "kworker/0:1H", "FF", 0);
    scene_look(&s);
    scene_has(&s, SHARE_WORKER, 949980);
    s.round.split.queue_ns = 951500000; /* the one behind it, put aside at first */
    s.round.sync_ns = 1500000;
    s.event[0].pid = MATE;
    put_aside(&s, 1050);
    scene_look(&s);
    scene_has(&s, SHARE_WORKER, 949980);
    scene_has(&s, SHARE_READY, 0);
    scene_has(&s, SHARE_UNNAMED, 1400);
}

static void a_stall_in_the_sync_is_no_readiness_that_nobody_saw_end(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 9000);
    put_aside(&s, 1500);
    scene_put(&s, 1600, TRACE_WORK, 0, "ext4-rsv-conver");
    scene_request(&s, 8000, 9000, ME, "fsyncscope", "WS", 800);
    scene_look(&s);
    scene_has(&s, SHARE_READY, 0);
    scene_has(&s, SHARE_WORKER, 6500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_holder_has_on_the_disk_is_waited_for),
        cmocka_unit_test(another_writers_request_beside_our_own_sync_is_not_ours),
        cmocka_unit_test(a_holders_journal_is_waited_for_as_well),
        cmocka_unit_test(a_holders_flush_behind_another_program_waits_for_that),
        cmocka_unit_test(a_freeze_that_the_holder_waits_for_is_waited_for),
        cmocka_unit_test(a_followers_wait_after_its_leader_is_what_is_left),
        cmocka_unit_test(who_acknowledges_early_has_no_leader_and_its_own_write),
        cmocka_unit_test(a_deliberate_delay_is_told_as_such),
        cmocka_unit_test(who_was_put_aside_before_it_waited_is_not_ready_all_the_while),
        cmocka_unit_test(two_rounds_over_the_same_stall_are_told_the_same),
        cmocka_unit_test(a_stall_in_the_sync_is_no_readiness_that_nobody_saw_end),
    };
    return cmocka_run_group_tests_name("attribution_waiting", tests, NULL, NULL);
}
