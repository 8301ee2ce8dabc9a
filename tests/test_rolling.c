/* test_rolling.c: the limit from which a round is slow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/snapshot.h"
#include "engine/rolling.h"

static const uint64_t second_ns = UINT64_C(1000000000);

static struct rolling rolling;
static struct histogram interval;

/* COUNT rounds of NS each, in an interval that ends at AT_S. */
static void add(unsigned count, uint64_t ns, uint64_t at_s)
{
    histogram_clear(&interval);
    for (unsigned i = 0; i < count; i++)
        histogram_add(&interval, ns);
    rolling_add(&rolling, &interval, at_s * second_ns);
}

static void limit_waits_for_enough_rounds(void **state)
{
    (void)state;
    rolling_clear(&rolling, 0);
    add(SLOW_ROUNDS_MIN - 1, 1000, 1);
    assert_int_equal(rolling_slow_limit(&rolling), 0);
    add(1, 1000, 1);
    assert_int_equal(rolling_slow_limit(&rolling), SNAPSHOT_SLOW_FACTOR * 1000);
}

static void limit_outlasts_a_freeze_of_any_length(void **state)
{
    (void)state;
    rolling_clear(&rolling, 0);
    add(100, 1000, 1);
    for (uint64_t s = 2; s < 60; s++)
        add(0, 0, s);
    assert_int_equal(rolling_slow_limit(&rolling), SNAPSHOT_SLOW_FACTOR * 1000);
}

static void limit_follows_what_the_disk_does_now(void **state)
{
    (void)state;
    rolling_clear(&rolling, 0);
    for (uint64_t s = 1; s < 20; s++)
        add(100, s < 8 ? 1000 : 3000, s);
    assert_int_equal(rolling_slow_limit(&rolling) / SNAPSHOT_SLOW_FACTOR / 100, 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limit_waits_for_enough_rounds),
        cmocka_unit_test(limit_outlasts_a_freeze_of_any_length),
        cmocka_unit_test(limit_follows_what_the_disk_does_now),
    };
    return cmocka_run_group_tests_name("rolling", tests, NULL, NULL);
}
