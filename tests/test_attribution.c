/* test_attribution.c: which of a round's time goes to the disk, and that all of it adds up; threads
 * are in test_attribution_threads.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/trace_scene.h"
#include "trace/timeline.h"

static void requests_and_steps_between_them_make_up_the_round(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1200);
    scene_request(&s, 1020, 1080, ME, "fsyncscope", "WS", 800);
    scene_flush(&s, 1090, 1095, 1190, ME, "fsyncscope");
    scene_look(&s);
    scene_has(&s, SHARE_WRITE, 10);
    scene_has(&s, SHARE_DATA, 60);
    scene_has(&s, SHARE_FLUSH, 95);
    scene_has(&s, SHARE_WORKER, 5); /* from asking for the flush until a worker issued it */
    scene_has(&s, SHARE_CPU, 30);
    scene_has(&s, SHARE_UNNAMED, 0);
    assert_int_equal(s.inside.other.programs, 0);
}

static void a_flush_counts_before_data_before_metadata(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1110);
    scene_request(&s, 1010, 1110, ME, "fsyncscope", "WSM", 16);
    scene_request(&s, 1020, 1100, ME, "fsyncscope", "WS", 800);
    scene_flush(&s, 1030, 1030, 1060, ME, "fsyncscope");
    scene_look(&s);
    scene_has(&s, SHARE_FLUSH, 30);
    scene_has(&s, SHARE_DATA, 50);
    scene_has(&s, SHARE_META, 20);
}

static void waiting_behind_another_programs_flush_is_theirs(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1200);
    scene_flush(&s, 990, 995, 1100, DD, "dd");
    scene_put_request(&s, 1020, TRACE_ASK_FLUSH, ME, "fsyncscope", "FWS", 0);
    scene_request(&s, 1105, 1200, WORKER, "kworker/0:1H", "FF", 0);
    scene_look(&s);
    scene_has(&s, SHARE_OTHERS, 80);
    scene_has(&s, SHARE_WORKER, 5);
    scene_has(&s, SHARE_FLUSH, 95);
    assert_string_equal(s.inside.other.who, "dd");
    assert_int_equal(s.inside.other.pid, DD);
}

static void a_flush_that_a_full_disk_does_not_take_waits_for_others(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 9000);
    scene_put_request(&s, 1020, TRACE_ISSUE, DD, "dd", "WS", 800);
    scene_put_request(&s, 1030, TRACE_ISSUE, WORKER, "kworker/0:1H", "WS", 800); /* once more */
    scene_put_request(&s, 8000, TRACE_COMPLETE, 0, "", "WS", 800);
    scene_flush(&s, 1010, 8000, 9000, ME, "fsyncscope");
    scene_look(&s);
    scene_has(&s, SHARE_OTHERS, 6980);
    scene_has(&s, SHARE_WORKER, 10);
    scene_has(&s, SHARE_FLUSH, 1000);
    assert_int_equal(s.inside.other.programs, 1);
    assert_string_equal(s.inside.other.who, "dd");
}

static void another_programs_write_beside_ours_is_counted_and_takes_no_share(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1110);
    scene_request(&s, 1010, 1110, ME, "fsyncscope", "WS", 800);
    scene_request(&s, 1020, 1060, DD, "dd", "WS", 4000);
    scene_look(&s);
    scene_has(&s, SHARE_DATA, 100);
    scene_has(&s, SHARE_OTHERS, 0);
    assert_int_equal(s.inside.other.bytes, 4096);
    assert_int_equal(s.inside.other.requests, 1);
}

static void who_put_a_request_into_the_queue_owns_it_whoever_hands_it_over(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1200);
    s.stack = &scene_queueing;
    s.exact = true;
    scene_put_request(&s, 1020, TRACE_QUEUE, ME, "fsyncscope", "WS", 800);
    scene_request(&s, 1060, 1150, DD, "dd", "WS", 800);
    scene_look(&s);
    scene_has(&s, SHARE_QUEUE, 40);
    scene_has(&s, SHARE_DATA, 90);
    assert_int_equal(s.inside.other.programs, 0);
    scene_begin(&s, 1200);
    s.stack = &scene_queueing;
    scene_put_request(&s, 1020, TRACE_QUEUE, ME, "fsyncscope", "WS", 800);
    scene_put_request(&s, 1021, TRACE_QUEUE, ME, "fsyncscope", "WS", 808);
    scene_put_request(&s, 1150, TRACE_COMPLETE, 0, "", "WS", 800);
    s.event[2].sectors = 16;
    scene_look(&s);
    scene_has(&s, SHARE_DATA, 130);
    scene_has(&s, SHARE_CPU, 60);
}

static void a_workers_write_is_not_ours_where_the_file_system_has_no_use_for_workers(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1210);
    scene_request(&s, 1010, 1110, WORKER, "kworker/u8:1", "WS", 800);
    scene_look(&s);
    scene_has(&s, SHARE_DATA, 0);
    scene_begin(&s, 1210);
    struct trace_stack xfs = scene_plain;
    xfs.workers = true;
    s.stack = &xfs;
    scene_request(&s, 1010, 1110, WORKER, "kworker/u8:1", "WS", 800);
    scene_look(&s);
    scene_has(&s, SHARE_DATA, 100);
}

static void a_lower_disk_tells_what_the_upper_one_waits_for(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1200);
    s.stack = &scene_stacked;
    scene_put_request(&s, 1010, TRACE_ISSUE, ME, "fsyncscope", "FF", 0);
    scene_request(&s, 1030, 1080, WORKER, "kworker/u8:1", "WS", 800);
    scene_put_request(&s, 1200, TRACE_COMPLETE, 0, "", "FF", 0);
    s.event[0].dev = s.event[3].dev = UPPER;
    scene_look(&s);
    scene_has(&s, SHARE_DATA, 50);
    scene_has(&s, SHARE_FLUSH, 140);
}

static void a_limit_takes_back_what_it_held(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 9000);
    scene_request(&s, 2000, 3000, DD, "dd", "WS", 4000);
    scene_put(&s, 8000, TRACE_WORK, 0, "kthrotld");
    scene_request(&s, 8010, 9000, WORKER, "kworker/0:1", "WS", 800);
    scene_look(&s);
    scene_has(&s, SHARE_THROTTLE, 7000);
    scene_has(&s, SHARE_OTHERS, 0);
    scene_has(&s, SHARE_DATA, 990);
}

static void what_is_open_now_is_told_as_open(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 9000);
    s.in_flight = true;
    s.round.write_ns = NOT_TIMED;
    s.round.sync_ns = 8000000;
    scene_put_request(&s, 1100, TRACE_ASK_FLUSH, ME, "fsyncscope", "FWS", 0);
    scene_put_request(&s, 1110, TRACE_ISSUE, WORKER, "kworker/0:1H", "FF", 0);
    scene_look(&s);
    scene_has(&s, SHARE_FLUSH, 7890);
    bool open = false;
    for (unsigned i = 0; i < s.inside.span_count; i++)
        open |= s.inside.span[i].kind == SPAN_FLUSH && s.inside.span[i].open;
    assert_true(open);
}

static void requests_that_found_no_room_are_told_as_lost(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1400);
    for (unsigned i = 0; i < TIMELINE_REQUESTS + 7; i++)
        scene_put_request(&s, 1010 + i, TRACE_ISSUE, DD, "dd", "WS", 800 + 8 * i);
    scene_look(&s);
    assert_int_equal(s.inside.lost_events, 7);
    scene_begin(&s, 1400);
    for (unsigned i = 0; i < TIMELINE_REQUESTS; i++)
        scene_put_request(&s, 1010 + i, TRACE_ISSUE, DD, "dd", "WS", 800 + 8 * i);
    scene_look(&s);
    assert_int_equal(s.inside.lost_events, 0);
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 8;
}

static void random_event(struct trace_scene *s, uint32_t *seed)
{
    static const char *const who[] = {"fsyncscope", "dd",          "kworker/0:1H", "kworker/u4:0",
                                      "jbd2/sda-8", "kworker/1:0", "kthrotld",     "ext4-rsv"};
    static const char *const rwbs[] = {"WS", "WSM", "FF", "FWS", "FWFSM", "R", "W", ""};
    static const int32_t pid[] = {ME, MATE, DD, WORKER, JBD2, 0};
    const enum trace_kind kind = (enum trace_kind)(next_random(seed) % TRACE_KINDS);
    struct trace_event *e = scene_put(s, 900 + next_random(seed) % 1200, kind,
                                      pid[next_random(seed) % 6], who[next_random(seed) % 8]);
    strcpy(e->rwbs, rwbs[next_random(seed) % 8]);
    e->dev = next_random(seed) % 2 ? DISK : UPPER;
    e->sector = next_random(seed) % 4 * 8;
    e->sectors = next_random(seed) % 3 * 8;
    e->next_pid = pid[next_random(seed) % 6];
    e->runnable = next_random(seed) % 2;
    e->stopped = next_random(seed) % 4 == 0;
}

static void any_events_add_up_and_stay_within_the_round(void **state)
{
    (void)state;
    uint32_t seed = 11;
    for (int i = 0; i < 20000; i++) {
        struct trace_scene s;
        scene_begin(&s, 1011 + next_random(&seed) % 900);
        s.stack = next_random(&seed) % 2   ? &scene_plain
                  : next_random(&seed) % 2 ? &scene_queueing
                                           : &scene_stacked;
        s.exact = next_random(&seed) % 2;
        s.frozen = next_random(&seed) % 8 == 0;
        s.from_us = next_random(&seed) % 4 ? 0 : 900 + next_random(&seed) % 1100;
        s.round.led = next_random(&seed) % 2;
        s.round.synced_ns = 900000 + next_random(&seed) % 1200 * 1000;
        s.round.write_ns = next_random(&seed) % 4 ? next_random(&seed) % 2000000 : NOT_TIMED;
        for (unsigned n = next_random(&seed) % 60; n; n--)
            random_event(&s, &seed);
        scene_look(&s);
        assert_true(s.inside.blind_ns <= s.inside.ns[SHARE_UNNAMED]);
        assert_true(s.inside.span_count <= INSIDE_SPANS);
        for (unsigned k = 0; k < s.inside.span_count; k++) {
            const struct span *span = &s.inside.span[k];
            assert_true(span->from_ns <= span->begun_ns && span->begun_ns <= span->to_ns);
            assert_true(span->to_ns <= s.round.latency_ns);
            assert_true(!k || s.inside.span[k - 1].from_ns <= span->from_ns);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_and_steps_between_them_make_up_the_round),
        cmocka_unit_test(a_flush_counts_before_data_before_metadata),
        cmocka_unit_test(waiting_behind_another_programs_flush_is_theirs),
        cmocka_unit_test(a_flush_that_a_full_disk_does_not_take_waits_for_others),
        cmocka_unit_test(another_programs_write_beside_ours_is_counted_and_takes_no_share),
        cmocka_unit_test(who_put_a_request_into_the_queue_owns_it_whoever_hands_it_over),
        cmocka_unit_test(a_workers_write_is_not_ours_where_the_file_system_has_no_use_for_workers),
        cmocka_unit_test(a_lower_disk_tells_what_the_upper_one_waits_for),
        cmocka_unit_test(a_limit_takes_back_what_it_held),
        cmocka_unit_test(what_is_open_now_is_told_as_open),
        cmocka_unit_test(requests_that_found_no_room_are_told_as_lost),
        cmocka_unit_test(any_events_add_up_and_stay_within_the_round),
    };
    return cmocka_run_group_tests_name("attribution", tests, NULL, NULL);
}
