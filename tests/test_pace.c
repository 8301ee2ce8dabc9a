/* test_pace.c: how closely the kernel is watched, and what that may cost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "trace/pace.h"

static struct pace_interval interval(uint64_t sync_us)
{
    return (struct pace_interval){.length_ns = 100000000, .sync_ns = sync_us * 1000};
}

/* Of COUNT intervals with SYNC_US, those that were watched. */
static unsigned watched(struct pace *pace, uint64_t sync_us, unsigned count)
{
    const struct pace_interval i = interval(sync_us);
    unsigned watching = 0;
    while (count--)
        watching += pace_next(pace, &i) != WATCH_REST;
    return watching;
}

static void a_short_run_is_watched_from_its_beginning(void **state)
{
    (void)state;
    struct pace pace = {0};
    assert_int_equal(watched(&pace, 250, 1), 1); /* the second interval, too */
}

static void short_rounds_lose_two_percent_at_most(void **state)
{
    (void)state;
    for (uint64_t us = 60; us < 400; us += 10) {
        struct pace pace = {0};
        const unsigned watching = watched(&pace, us, 1000);
        assert_true(watching * 8.0 / (double)us <= 20.0);
        assert_true(watching * 8.0 / (double)us >= 12.0); /* and it is made use of */
    }
}

static void longer_rounds_are_watched_always_and_long_ones_closely(void **state)
{
    (void)state;
    struct pace pace = {0};
    assert_int_equal(watched(&pace, 450, 1000), 1000);
    assert_int_equal(pace.watch, WATCH_LEAN);
    watched(&pace, 900, 1);
    assert_int_equal(pace.watch, WATCH_EXACT);
    watched(&pace, 700, 1);
    assert_int_equal(pace.watch, WATCH_EXACT);
    watched(&pace, 600, 1);
    assert_int_equal(pace.watch, WATCH_LEAN);
}

static void trouble_is_watched_on_a_little_debt(void **state)
{
    (void)state;
    struct pace pace = {0};
    struct pace_interval trouble = interval(100);
    unsigned calm = watched(&pace, 100, 1000), watching = 0;
    trouble.excess_ns = 30000000;
    for (int i = 0; i < 1000; i++)
        watching += pace_next(&pace, &trouble) != WATCH_REST;
    assert_true(watching * 8.0 / 100 <= 20.0);
    assert_in_range(watching, calm - 20, calm + 40);
}

static void grave_trouble_is_watched_whatever_it_costs(void **state)
{
    (void)state;
    struct pace pace = {0};
    struct pace_interval trouble = interval(100);
    trouble.excess_ns = 60000000;
    while (pace_next(&pace, &(struct pace_interval){.length_ns = 100000000, .sync_ns = 100000}) !=
           WATCH_REST)
        ;
    for (int i = 0; i < 100; i++)
        assert_int_equal(pace_next(&pace, &trouble), WATCH_LEAN);
    trouble.doubtful = true;
    assert_int_equal(pace_next(&pace, &trouble), WATCH_EXACT);
    assert_true(watched(&pace, 100, 1000) < 600);
}

static void a_round_that_hangs_is_watched(void **state)
{
    (void)state;
    struct pace pace = {0};
    watched(&pace, 100, 20);
    struct pace_interval hanging = interval(100);
    hanging.hanging = true;
    assert_int_not_equal(pace_next(&pace, &hanging), WATCH_REST);
}

static void looking_may_take_more_while_something_hangs_or_is_slow(void **state)
{
    (void)state;
    struct pace_interval calm = interval(100), hanging = calm, slow = calm;
    calm.excess_ns = calm.length_ns / 5;
    hanging.hanging = true;
    slow.excess_ns = slow.length_ns / 3;
    assert_int_equal(pace_budget_ns(&calm), 2000000);
    assert_int_equal(pace_budget_ns(&hanging), 10000000);
    assert_int_equal(pace_budget_ns(&slow), 10000000);
}

static void an_interval_that_was_missed_is_part_of_the_next(void **state)
{
    (void)state;
    struct pace_interval missed = interval(100);
    missed.syncs = 900;
    missed.excess_ns = 10000000;
    missed.hanging = true;
    const struct pace_interval filling = {.length_ns = 50000000};
    pace_join(&missed, &filling);
    assert_int_equal(missed.length_ns, 150000000);
    assert_int_equal(missed.syncs, 900);
    assert_int_equal(missed.sync_ns, 100000);
    assert_int_equal(missed.excess_ns, 10000000);
    assert_false(missed.hanging);
    struct pace_interval next = interval(200);
    next.syncs = 500;
    next.excess_ns = 5000000;
    next.hanging = true;
    pace_join(&missed, &next);
    assert_int_equal(missed.syncs, 1400);
    assert_int_equal(missed.sync_ns, 200000);
    assert_int_equal(missed.excess_ns, 15000000);
    assert_true(missed.hanging);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looking_may_take_more_while_something_hangs_or_is_slow),
        cmocka_unit_test(a_short_run_is_watched_from_its_beginning),
        cmocka_unit_test(short_rounds_lose_two_percent_at_most),
        cmocka_unit_test(longer_rounds_are_watched_always_and_long_ones_closely),
        cmocka_unit_test(trouble_is_watched_on_a_little_debt),
        cmocka_unit_test(grave_trouble_is_watched_whatever_it_costs),
        cmocka_unit_test(a_round_that_hangs_is_watched),
        cmocka_unit_test(an_interval_that_was_missed_is_part_of_the_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
