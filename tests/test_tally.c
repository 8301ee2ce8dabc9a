/* test_tally.c: what watching costs, as it is told. */
#include "trace/tally.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* COUNT intervals of a tenth of a second with syncs of SYNC_US, that bring EVENTS each. */
static void pass(struct tally *tally, uint64_t sync_us, unsigned events, unsigned count)
{
    static uint64_t sum;
    const uint64_t syncs = 100000 / sync_us;
    const struct pace_interval interval = {
        .length_ns = 100000000, .syncs = syncs, .sync_ns = sync_us * 1000};
    while (count--) {
        sum += tally->watch != WATCH_REST ? syncs * events : 0;
        if (tally_interval(tally, &interval))
            tally_events(tally, sum);
    }
}

static bool is_near(double price, double expected)
{
    return price > expected * 0.97 && price < expected * 1.03;
}

static void each_event_and_the_filters_have_their_price(void **state)
{
    (void)state;
    struct tally tally = {.watch = WATCH_LEAN};
    pass(&tally, 100, 5, 100);
    assert_true(is_near(tally_price(&tally), 0.08));
    tally_forget(&tally);
    assert_true(tally_price(&tally) == 0);
    pass(&tally, 400, 40, 200);
    assert_true(is_near(tally_price(&tally), 43.0 / 400));
}

static void what_rests_costs_nothing(void **state)
{
    (void)state;
    struct tally tally = {.watch = WATCH_LEAN};
    pass(&tally, 100, 5, 100);
    tally_begin(&tally, WATCH_REST, 0);
    pass(&tally, 100, 5, 300);
    assert_true(is_near(tally_price(&tally), 0.02));
}

static void what_a_file_is_filled_with_is_no_syncs(void **state)
{
    (void)state;
    struct tally tally = {.watch = WATCH_LEAN};
    const struct pace_interval filling = {.length_ns = 100000000};
    assert_false(tally_interval(&tally, &filling));
    pass(&tally, 100, 5, 2);
    assert_true(tally_price(&tally) > 0);
    tally_forget(&tally);
    tally_events(&tally, 0);
    assert_false(tally_interval(&tally, &filling)); /* a million events, for all it knows */
    pass(&tally, 100, 5, 100);
    assert_true(is_near(tally_price(&tally), 0.08));
}

static void before_anything_is_counted_the_price_is_not_known(void **state)
{
    (void)state;
    struct tally tally = {.watch = WATCH_LEAN};
    assert_true(tally_price(&tally) == 0);
    pass(&tally, 10000, 5, 2); /* counted in the second: 10 syncs, too few */
    assert_true(tally_price(&tally) == 0);
    pass(&tally, 10000, 5, 16);
    assert_true(is_near(tally_price(&tally), 0.0008));
}

static void what_cannot_be_counted_or_is_too_much_makes_no_absurd_price(void **state)
{
    (void)state;
    struct tally tally = {.watch = WATCH_LEAN};
    pass(&tally, 100, 5, 1);
    tally_events(&tally, UINT64_MAX); /* after which there are fewer */
    pass(&tally, 100, 5, 1);
    assert_true(tally_price(&tally) == 0);
    pass(&tally, 4, 5, 100);
    assert_true(tally_price(&tally) > 0.9 && tally_price(&tally) <= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_event_and_the_filters_have_their_price),
        cmocka_unit_test(what_rests_costs_nothing),
        cmocka_unit_test(what_a_file_is_filled_with_is_no_syncs),
        cmocka_unit_test(before_anything_is_counted_the_price_is_not_known),
        cmocka_unit_test(what_cannot_be_counted_or_is_too_much_makes_no_absurd_price),
    };
    return cmocka_run_group_tests_name("tally", tests, NULL, NULL);
}
