/* test_asks.c: which rounds of an interval are to be looked into. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "trace/asks.h"

static const uint64_t ms = 1000000;
static const _Atomic int32_t pid[1];

static struct snapshot *snapshot;

static int set_up(void **state)
{
    (void)state;
    snapshot = calloc(1, sizeof *snapshot);
    if (!snapshot)
        return -1;
    snapshot->generation = 1;
    snapshot->at_ns = 1000 * ms;
    snapshot->config.writers = 1;
    snapshot->slow_limit_ns = 3 * ms;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(snapshot);
    return 0;
}

/* The next interval, with COUNT slow rounds of LATENCY_MS and less by a microsecond each. */
static void next_interval(unsigned count, uint64_t latency_ms)
{
    snapshot->at_ns += 100 * ms;
    snapshot->slowest_count = count;
    for (unsigned i = 0; i < count; i++)
        snapshot->slowest[i] = (struct round){.start_ns = snapshot->at_ns - 50 * ms + i,
                                              .latency_ns = latency_ms * ms - i * 1000};
}

static unsigned count_of(const struct asks *asks, enum ask_kind kind)
{
    unsigned count = 0;
    for (unsigned i = 0; i < asks->count; i++)
        count += asks->ask[i].kind == kind;
    return count;
}

static void a_round_that_hangs_on_is_asked_for_once_with_its_present_age(void **state)
{
    (void)state;
    struct asks asks = {0};
    snapshot->in_flight = 1;
    for (unsigned i = 1; i <= 20; i++) {
        next_interval(0, 0);
        snapshot->oldest_ns = i * 100 * ms;
        asks_take(&asks, pid, 0, snapshot);
    }
    assert_int_equal(asks.count, 1);
    assert_int_equal(asks.ask[0].round.latency_ns, 2000 * ms);
}

static void what_hangs_and_what_is_ordinary_are_not_put_out_by_slow_rounds(void **state)
{
    (void)state;
    struct asks asks = {0};
    snapshot->has_typical = true;
    snapshot->typical = (struct round){.start_ns = snapshot->at_ns, .latency_ns = ms};
    histogram_add(&snapshot->latency, ms);
    for (unsigned i = 0; i < 5; i++) {
        next_interval(SNAPSHOT_SLOWEST, 50 + i);
        snapshot->oldest_ns = 10 * ms;
        asks_take(&asks, pid, 0, snapshot);
    }
    assert_int_equal(asks.count, ASKS_MAX);
    assert_int_equal(count_of(&asks, ASK_HANGING), 1);
    assert_int_equal(count_of(&asks, ASK_ORDINARY), 1);
}

static void of_too_many_slow_rounds_the_longest_stay(void **state)
{
    (void)state;
    struct asks asks = {0};
    next_interval(SNAPSHOT_SLOWEST, 10);
    asks_take(&asks, pid, 0, snapshot);
    next_interval(SNAPSHOT_SLOWEST, 90);
    asks_take(&asks, pid, 0, snapshot);
    next_interval(SNAPSHOT_SLOWEST, 5);
    asks_take(&asks, pid, 0, snapshot);
    unsigned longest = 0;
    for (unsigned i = 0; i < asks.count; i++) {
        assert_true(asks.ask[i].round.latency_ns > 5 * ms);
        longest += asks.ask[i].round.latency_ns > 80 * ms;
    }
    assert_int_equal(asks.count, ASKS_MAX);
    assert_int_equal(longest, SNAPSHOT_SLOWEST);
}

static void a_slow_round_is_no_ordinary_one_though_all_are_slow(void **state)
{
    (void)state;
    struct asks asks = {0};
    snapshot->has_typical = true;
    snapshot->typical = (struct round){.start_ns = snapshot->at_ns, .latency_ns = 90 * ms};
    histogram_add(&snapshot->latency, 90 * ms);
    next_interval(0, 0);
    asks_take(&asks, pid, 0, snapshot);
    assert_int_equal(asks.count, 0);
    snapshot->slow_limit_ns = 240 * ms; /* it has become usual */
    next_interval(0, 0);
    asks_take(&asks, pid, 0, snapshot);
    assert_int_equal(count_of(&asks, ASK_ORDINARY), 1);
}

static void another_configuration_forgets_what_was_asked(void **state)
{
    (void)state;
    struct asks asks = {0};
    next_interval(4, 10);
    asks_take(&asks, pid, 0, snapshot);
    assert_int_equal(asks.count, 4);
    asks_begin(&asks);
    assert_int_equal(asks.count, 0);
}

static void late_interval_is_a_stop_unless_a_processor_was_wanting(void **state)
{
    (void)state;
    for (int starved = 0; starved <= 1; starved++) {
        struct asks asks = {0};
        next_interval(0, 0);
        asks_take(&asks, pid, 5 * ms, snapshot);
        snapshot->at_ns += 900 * ms;
        next_interval(1, 950);
        asks_take(&asks, pid, starved ? 700 * ms : 6 * ms, snapshot);
        assert_int_equal(asks.count, 1);
        assert_true(asks.ask[0].stood_to_ns > asks.ask[0].stood_from_ns);
        assert_int_equal(asks.ask[0].starved, starved);
    }
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(a_round_that_hangs_on_is_asked_for_once_with_its_present_age),
        CASE(what_hangs_and_what_is_ordinary_are_not_put_out_by_slow_rounds),
        CASE(of_too_many_slow_rounds_the_longest_stay),
        CASE(a_slow_round_is_no_ordinary_one_though_all_are_slow),
        CASE(another_configuration_forgets_what_was_asked),
        CASE(late_interval_is_a_stop_unless_a_processor_was_wanting),
    };
    return cmocka_run_group_tests_name("asks", tests, NULL, NULL);
}
