/* test_hanging.c: a round in flight whose writer waits for another's call: what that one is in is
 * what is open. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/trace_scene.h"
#include "trace/asks.h"

static const uint64_t ms = 1000000;
static const _Atomic int32_t pid[] = {ME, MATE};

static struct snapshot *snapshot;

/* The second writer hangs for 50 ms. */
static int set_up(void **state)
{
    (void)state;
    snapshot = calloc(1, sizeof *snapshot);
    if (!snapshot)
        return -1;
    snapshot->generation = 1;
    snapshot->at_ns = 1000 * ms;
    snapshot->config.writers = 2;
    snapshot->slow_limit_ns = 3 * ms;
    snapshot->in_flight = 2;
    snapshot->oldest_ns = 50 * ms;
    snapshot->oldest_writer = 1;
    snapshot->call_writer = WRITER_NONE;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(snapshot);
    return 0;
}

static struct ask asked(void)
{
    struct asks asks = {0};
    asks_take(&asks, pid, 0, snapshot);
    assert_int_equal(asks.count, 1);
    assert_int_equal(asks.ask[0].kind, ASK_HANGING);
    return asks.ask[0];
}

static void a_follower_that_hangs_asks_for_what_its_leader_is_in(void **state)
{
    (void)state;
    snapshot->calls = 1;
    snapshot->call_ns = 40 * ms;
    snapshot->call_writer = 0;
    const struct ask ask = asked();
    assert_int_equal(ask.pid, MATE);
    assert_int_equal(ask.caller, ME);
    assert_int_equal(ask.round.latency_ns, 50 * ms);
    assert_int_equal(ask.round.sync_ns, 40 * ms); /* and 10 waiting for the leader */
}

static void a_call_that_began_before_the_round_fills_it(void **state)
{
    (void)state;
    snapshot->calls = 1;
    snapshot->call_ns = 80 * ms;
    snapshot->call_writer = 0;
    assert_int_equal(asked().round.sync_ns, 50 * ms);
}

static void of_several_calls_a_round_is_in_its_own(void **state)
{
    (void)state;
    snapshot->calls = 2;
    snapshot->call_ns = 40 * ms;
    snapshot->call_writer = 0;
    assert_int_equal(asked().caller, 0);
    assert_int_equal(asked().round.sync_ns, 50 * ms);
}

static void a_call_of_no_writer_names_no_thread(void **state)
{
    (void)state;
    snapshot->calls = 1;
    snapshot->call_ns = 40 * ms;
    assert_int_equal(asked().caller, 0);
}

/* The leader's flush is on the disk; the follower's own thread is in nothing. */
static void begin_scene(struct trace_scene *s)
{
    scene_begin(s, 6000);
    s->round.led = 0;
    s->round.write_ns = NOT_TIMED;
    s->round.sync_ns = 4000000;
    s->round.synced_ns = 0;
    s->in_flight = true;
    s->pid = MATE;
    scene_request(s, 2100, 2200, ME, "fsyncscope", "WS", 800);
    scene_put_request(s, 2210, TRACE_ASK_FLUSH, ME, "fsyncscope", "FWS", 0);
    scene_put_request(s, 2220, TRACE_ISSUE, WORKER, "kworker/0:1H", "FF", 0);
}

static void what_the_leader_is_in_is_open_for_its_followers(void **state)
{
    (void)state;
    struct trace_scene s;
    bool open = false;
    begin_scene(&s);
    s.caller = ME;
    scene_look(&s);
    scene_has(&s, SHARE_WAIT, 1000);
    scene_has(&s, SHARE_DATA, 100);
    scene_has(&s, SHARE_FLUSH, 3780);
    for (unsigned i = 0; i < s.inside.span_count; i++)
        open |= s.inside.span[i].kind == SPAN_FLUSH && s.inside.span[i].open;
    assert_true(open);
}

static void without_the_leader_nothing_is_known_to_be_open(void **state)
{
    (void)state;
    struct trace_scene s;
    begin_scene(&s);
    scene_look(&s);
    scene_has(&s, SHARE_FLUSH, 0);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(a_follower_that_hangs_asks_for_what_its_leader_is_in),
        CASE(a_call_that_began_before_the_round_fills_it),
        CASE(of_several_calls_a_round_is_in_its_own),
        CASE(a_call_of_no_writer_names_no_thread),
        cmocka_unit_test(what_the_leader_is_in_is_open_for_its_followers),
        cmocka_unit_test(without_the_leader_nothing_is_known_to_be_open),
    };
    return cmocka_run_group_tests_name("hanging", tests, NULL, NULL);
}
