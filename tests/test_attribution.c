/* test_attribution.c: to what each nanosecond of a round goes. Times in these tests are in
 * microseconds of a clock that begins at 0; a round begins at 1,000. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "trace/attribution.h"

enum { DISK = 8 << 20, UPPER = 7 << 20, ME = 100, MATE = 101, DD = 500, WORKER = 60, JBD2 = 70 };

static const struct trace_stack plain = {
    .disks = 1, .devs = 1, .disk = {{.name = "sda"}}, .dev = {{.dev = DISK}}, .journal = true};
static const struct trace_stack stacked = {
    .disks = 2,
    .devs = 2,
    .disk = {{.name = "loop0", .upper = true}, {.name = "sda"}},
    .dev = {{.dev = UPPER}, {.dev = DISK, .disk = 1}},
    .any_upper = true};

/* With a scheduler. */
static const struct trace_stack queueing = {
    .disks = 1, .devs = 1, .disk = {{.name = "sda"}}, .dev = {{.dev = DISK}}, .scheduler = true};

struct scene {
    struct trace_event event[64];
    size_t events;
    struct round round;
    const struct trace_stack *stack;
    bool frozen, in_flight, exact;
    int32_t pid;
    struct inside inside;
};

/* A round from 1,000 to END us, whose write takes 10 and whose sync the rest. */
static void begin(struct scene *s, uint64_t end_us)
{
    *s = (struct scene){.stack = &plain, .pid = ME};
    s->round = (struct round){.start_ns = 1000000,
                              .latency_ns = (end_us - 1000) * 1000,
                              .write_ns = 10000,
                              .sync_ns = (end_us - 1010) * 1000,
                              .synced_ns = end_us * 1000,
                              .led = 1};
}

static struct trace_event *put(struct scene *s, uint64_t us, enum trace_kind kind, int32_t pid,
                               const char *who)
{
    struct trace_event *e = &s->event[s->events++];
    *e = (struct trace_event){.at_ns = us * 1000, .kind = kind, .pid = pid, .dev = DISK};
    strcpy(e->who, who);
    return e;
}

static void put_request(struct scene *s, uint64_t us, enum trace_kind kind, int32_t pid,
                        const char *who, const char *rwbs, uint64_t sector)
{
    struct trace_event *e = put(s, us, kind, pid, who);
    strcpy(e->rwbs, rwbs);
    e->sector = sector;
    e->sectors = sector ? 8 : 0;
    if (kind == TRACE_COMPLETE)
        e->pid = 0;
    if (kind == TRACE_COMPLETE && strcmp(rwbs, "FF") == 0)
        e->sector = UINT64_MAX;
}

/* A request from ISSUED to DONE. */
static void request(struct scene *s, uint64_t issued, uint64_t done, int32_t pid, const char *who,
                    const char *rwbs, uint64_t sector)
{
    put_request(s, issued, TRACE_ISSUE, pid, who, rwbs, sector);
    put_request(s, done, TRACE_COMPLETE, 0, "", rwbs, sector);
}

/* A flush that PID asks for. */
static void flush(struct scene *s, uint64_t asked, uint64_t issued, uint64_t done, int32_t pid,
                  const char *who)
{
    put_request(s, asked, TRACE_ASK_FLUSH, pid, who, "FWS", 0);
    request(s, issued, done, WORKER, "kworker/0:1H", "FF", 0);
}

static int by_time(const void *a, const void *b)
{
    const struct trace_event *x = a, *y = b;
    return x->at_ns < y->at_ns ? -1 : x->at_ns > y->at_ns;
}

static void look(struct scene *s)
{
    static const int32_t kin[] = {ME, MATE};
    const struct attribution what = {.round = &s->round,
                                     .in_flight = s->in_flight,
                                     .pid = s->pid,
                                     .kin = kin,
                                     .kin_count = 2,
                                     .stack = s->stack,
                                     .event = s->event,
                                     .events = s->events,
                                     .exact = s->exact,
                                     .frozen = s->frozen};
    uint64_t sum = 0;
    qsort(s->event, s->events, sizeof s->event[0], by_time);
    attribute(&what, &s->inside);
    for (int i = 0; i < SHARES; i++)
        sum += s->inside.ns[i];
    assert_int_equal(sum, s->round.latency_ns);
}

/* SHARE has US microseconds. */
static void has(const struct scene *s, enum share share, uint64_t us)
{
    if (s->inside.ns[share] != us * 1000)
        print_message("# %s\n", share_row(share)->name);
    assert_int_equal(s->inside.ns[share], us * 1000);
}

static void requests_and_steps_between_them_make_up_the_round(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 1200);
    request(&s, 1020, 1080, ME, "fsyncscope", "WS", 800);
    flush(&s, 1090, 1095, 1190, ME, "fsyncscope");
    look(&s);
    has(&s, SHARE_WRITE, 10);
    has(&s, SHARE_DATA, 60);
    has(&s, SHARE_FLUSH, 95);
    has(&s, SHARE_WORKER, 5); /* from asking for the flush until a worker issued it */
    has(&s, SHARE_CPU, 30);
    has(&s, SHARE_UNNAMED, 0);
    assert_int_equal(s.inside.other.programs, 0);
}

static void a_flush_counts_before_data_before_metadata(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 1110);
    request(&s, 1010, 1110, ME, "fsyncscope", "WSM", 16);
    request(&s, 1020, 1100, ME, "fsyncscope", "WS", 800);
    flush(&s, 1030, 1030, 1060, ME, "fsyncscope");
    look(&s);
    has(&s, SHARE_FLUSH, 30);
    has(&s, SHARE_DATA, 50);
    has(&s, SHARE_META, 20);
}

static void waiting_behind_another_programs_flush_is_theirs(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 1200);
    flush(&s, 990, 995, 1100, DD, "dd");
    put_request(&s, 1020, TRACE_ASK_FLUSH, ME, "fsyncscope", "FWS", 0);
    request(&s, 1105, 1200, WORKER, "kworker/0:1H", "FF", 0);
    look(&s);
    has(&s, SHARE_OTHERS, 80);
    has(&s, SHARE_WORKER, 5);
    has(&s, SHARE_FLUSH, 95);
    assert_string_equal(s.inside.other.who, "dd");
    assert_int_equal(s.inside.other.pid, DD);
}

static void a_flush_that_a_full_disk_does_not_take_waits_for_others(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 9000);
    put_request(&s, 1020, TRACE_ISSUE, DD, "dd", "WS", 800);
    put_request(&s, 1030, TRACE_ISSUE, WORKER, "kworker/0:1H", "WS", 800); /* once more */
    put_request(&s, 8000, TRACE_COMPLETE, 0, "", "WS", 800);
    flush(&s, 1010, 8000, 9000, ME, "fsyncscope");
    look(&s);
    has(&s, SHARE_OTHERS, 6980);
    has(&s, SHARE_WORKER, 10);
    has(&s, SHARE_FLUSH, 1000);
    assert_int_equal(s.inside.other.programs, 1);
    assert_string_equal(s.inside.other.who, "dd");
}

static void another_programs_write_beside_ours_is_counted_and_takes_no_share(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 1110);
    request(&s, 1010, 1110, ME, "fsyncscope", "WS", 800);
    request(&s, 1020, 1060, DD, "dd", "WS", 4000);
    look(&s);
    has(&s, SHARE_DATA, 100);
    has(&s, SHARE_OTHERS, 0);
    assert_int_equal(s.inside.other.bytes, 4096);
    assert_int_equal(s.inside.other.requests, 1);
}

static void who_put_a_request_into_the_queue_owns_it_whoever_hands_it_over(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 1200);
    s.stack = &queueing;
    s.exact = true;
    put_request(&s, 1020, TRACE_QUEUE, ME, "fsyncscope", "WS", 800);
    request(&s, 1060, 1150, DD, "dd", "WS", 800);
    look(&s);
    has(&s, SHARE_QUEUE, 40);
    has(&s, SHARE_DATA, 90);
    assert_int_equal(s.inside.other.programs, 0);
    begin(&s, 1200);
    s.stack = &queueing;
    put_request(&s, 1020, TRACE_QUEUE, ME, "fsyncscope", "WS", 800);
    put_request(&s, 1021, TRACE_QUEUE, ME, "fsyncscope", "WS", 808);
    put_request(&s, 1150, TRACE_COMPLETE, 0, "", "WS", 800);
    s.event[2].sectors = 16;
    look(&s);
    has(&s, SHARE_DATA, 130);
    has(&s, SHARE_CPU, 60);
}

static void a_workers_write_is_not_ours_where_the_file_system_has_no_use_for_workers(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 1210);
    request(&s, 1010, 1110, WORKER, "kworker/u8:1", "WS", 800);
    look(&s);
    has(&s, SHARE_DATA, 0);
    begin(&s, 1210);
    struct trace_stack xfs = plain;
    xfs.workers = true;
    s.stack = &xfs;
    request(&s, 1010, 1110, WORKER, "kworker/u8:1", "WS", 800);
    look(&s);
    has(&s, SHARE_DATA, 100);
}

static void a_lower_disk_tells_what_the_upper_one_waits_for(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 1200);
    s.stack = &stacked;
    put_request(&s, 1010, TRACE_ISSUE, ME, "fsyncscope", "FF", 0);
    request(&s, 1030, 1080, WORKER, "kworker/u8:1", "WS", 800);
    put_request(&s, 1200, TRACE_COMPLETE, 0, "", "FF", 0);
    s.event[0].dev = s.event[3].dev = UPPER;
    look(&s);
    has(&s, SHARE_DATA, 50);
    has(&s, SHARE_FLUSH, 140);
}

static void the_journals_thread_has_what_lies_between_its_requests(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 1300);
    put(&s, 1110, TRACE_COMMIT_BEGIN, JBD2, "");
    request(&s, 1120, 1170, JBD2, "jbd2/sda-8", "WSM", 16);
    put(&s, 1200, TRACE_COMMIT_END, JBD2, "");
    look(&s);
    has(&s, SHARE_META, 50);
    has(&s, SHARE_JOURNAL, 140); /* until it began, too */
    has(&s, SHARE_CPU, 100);
}

static void a_processor_that_another_thread_had_makes_the_wait_ready(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 2000);
    request(&s, 1010, 1100, ME, "fsyncscope", "WS", 800);
    struct trace_event *e = put(&s, 1900, TRACE_SWITCH, DD, "fsyncscope");
    e->next_pid = ME;
    look(&s);
    has(&s, SHARE_READY, 800);
    has(&s, SHARE_CPU, 100);
    assert_true(s.inside.span_count >= 4);
}

static void where_each_switch_is_seen_running_waiting_and_readiness_are_known(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 2000);
    s.exact = true;
    request(&s, 1010, 1100, ME, "fsyncscope", "WS", 800);
    put(&s, 1020, TRACE_SWITCH, ME, "swapper/0");
    put(&s, 1100, TRACE_WAKING, 0, "fsyncscope")->next_pid = ME;
    put(&s, 1150, TRACE_SWITCH, DD, "fsyncscope")->next_pid = ME;
    put(&s, 1160, TRACE_WAKING, 0, "fsyncscope")->next_pid = ME; /* it runs: means nothing */
    put(&s, 1400, TRACE_SWITCH, ME, "swapper/0");
    put(&s, 1700, TRACE_WAKING, 0, "fsyncscope")->next_pid = ME;
    put(&s, 1900, TRACE_SWITCH, DD, "fsyncscope")->next_pid = ME;
    look(&s);
    has(&s, SHARE_DATA, 90);
    has(&s, SHARE_READY, 250);
    has(&s, SHARE_CPU, 350);
    has(&s, SHARE_UNNAMED, 300);
}

static void put_aside_it_is_ready_and_had_run_before(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 1500);
    struct trace_event *e = put(&s, 1200, TRACE_SWITCH, ME, "dd");
    e->runnable = true;
    e->next_pid = DD;
    put(&s, 1450, TRACE_SWITCH, DD, "fsyncscope")->next_pid = ME;
    look(&s);
    has(&s, SHARE_READY, 250);
    has(&s, SHARE_CPU, 240);
}

static void a_signal_that_stops_it_counts_before_all(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 5000);
    put(&s, 1200, TRACE_SWITCH, ME, "swapper/0")->stopped = true;
    flush(&s, 2000, 2010, 2500, DD, "dd");
    look(&s);
    has(&s, SHARE_STOPPED, 3800);
}

static void a_limit_takes_back_what_it_held(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 9000);
    request(&s, 2000, 3000, DD, "dd", "WS", 4000);
    put(&s, 8000, TRACE_WORK, 0, "kthrotld");
    request(&s, 8010, 9000, WORKER, "kworker/0:1", "WS", 800);
    look(&s);
    has(&s, SHARE_THROTTLE, 7000);
    has(&s, SHARE_OTHERS, 0);
    has(&s, SHARE_DATA, 990);
}

static void a_long_silence_has_no_name_but_for_one_step(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 9000);
    request(&s, 8000, 9000, ME, "fsyncscope", "WS", 800);
    look(&s);
    has(&s, SHARE_CPU, 100);
    has(&s, SHARE_UNNAMED, 6890);
}

static void a_worker_that_the_file_system_asked_for_names_the_silence(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 9000);
    put(&s, 1020, TRACE_WORK, 0, "ext4-rsv-conver");
    request(&s, 8000, 9000, ME, "fsyncscope", "WS", 800);
    look(&s);
    has(&s, SHARE_WORKER, 6990);
    has(&s, SHARE_UNNAMED, 0);
}

static void a_freeze_that_was_seen_names_the_silence(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 9000);
    s.frozen = true;
    look(&s);
    has(&s, SHARE_FROZEN, 7890);
    has(&s, SHARE_CPU, 100);
    begin(&s, 9000);
    s.frozen = true;
    s.round.write_ns = 7000000;
    s.round.sync_ns = 1000000;
    look(&s);
    assert_true(s.inside.ns[SHARE_FROZEN] >= 6900000);
}

static void a_follower_carries_its_leaders_shares_and_its_own_wait(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 1500);
    s.round.led = 0;
    s.round.sync_ns = 190000; /* of the leader, 1,210 to 1,400 */
    s.round.synced_ns = 1400000;
    request(&s, 1250, 1350, MATE, "fsyncscope", "WS", 800);
    look(&s);
    has(&s, SHARE_WAIT, 300);
    has(&s, SHARE_WRITE, 10);
    has(&s, SHARE_DATA, 100);
    has(&s, SHARE_CPU, 90);
}

static void what_is_open_now_is_told_as_open(void **state)
{
    (void)state;
    struct scene s;
    begin(&s, 9000);
    s.in_flight = true;
    s.round.write_ns = NOT_TIMED;
    s.round.sync_ns = 8000000;
    put_request(&s, 1100, TRACE_ASK_FLUSH, ME, "fsyncscope", "FWS", 0);
    put_request(&s, 1110, TRACE_ISSUE, WORKER, "kworker/0:1H", "FF", 0);
    look(&s);
    has(&s, SHARE_FLUSH, 7890);
    bool open = false;
    for (unsigned i = 0; i < s.inside.span_count; i++)
        open |= s.inside.span[i].kind == SPAN_FLUSH && s.inside.span[i].open;
    assert_true(open);
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 8;
}

static void random_event(struct scene *s, uint32_t *seed)
{
    static const char *const who[] = {"fsyncscope", "dd",          "kworker/0:1H", "kworker/u4:0",
                                      "jbd2/sda-8", "kworker/1:0", "kthrotld",     "ext4-rsv"};
    static const char *const rwbs[] = {"WS", "WSM", "FF", "FWS", "FWFSM", "R", "W", ""};
    static const int32_t pid[] = {ME, MATE, DD, WORKER, JBD2, 0};
    const enum trace_kind kind = (enum trace_kind)(next_random(seed) % TRACE_KINDS);
    struct trace_event *e = put(s, 900 + next_random(seed) % 1200, kind, pid[next_random(seed) % 6],
                                who[next_random(seed) % 8]);
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
        struct scene s;
        begin(&s, 1011 + next_random(&seed) % 900);
        s.stack = next_random(&seed) % 2 ? &plain : next_random(&seed) % 2 ? &queueing : &stacked;
        s.exact = next_random(&seed) % 2;
        s.frozen = next_random(&seed) % 8 == 0;
        s.round.led = next_random(&seed) % 2;
        s.round.synced_ns = 900000 + next_random(&seed) % 1200 * 1000;
        s.round.write_ns = next_random(&seed) % 4 ? next_random(&seed) % 2000000 : NOT_TIMED;
        for (unsigned n = next_random(&seed) % 60; n; n--)
            random_event(&s, &seed);
        look(&s);
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
        cmocka_unit_test(the_journals_thread_has_what_lies_between_its_requests),
        cmocka_unit_test(a_processor_that_another_thread_had_makes_the_wait_ready),
        cmocka_unit_test(where_each_switch_is_seen_running_waiting_and_readiness_are_known),
        cmocka_unit_test(put_aside_it_is_ready_and_had_run_before),
        cmocka_unit_test(a_signal_that_stops_it_counts_before_all),
        cmocka_unit_test(a_limit_takes_back_what_it_held),
        cmocka_unit_test(a_long_silence_has_no_name_but_for_one_step),
        cmocka_unit_test(a_worker_that_the_file_system_asked_for_names_the_silence),
        cmocka_unit_test(a_freeze_that_was_seen_names_the_silence),
        cmocka_unit_test(a_follower_carries_its_leaders_shares_and_its_own_wait),
        cmocka_unit_test(what_is_open_now_is_told_as_open),
        cmocka_unit_test(any_events_add_up_and_stay_within_the_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
