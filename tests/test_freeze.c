/* test_freeze.c: which rounds a freeze of the file system was seen in. */
#include "trace/freeze.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define MS UINT64_C(1000000)

static struct round lasting(uint64_t start_ms, uint64_t ms)
{
    return (struct round){.start_ns = start_ms * MS, .latency_ns = ms * MS};
}

static bool covers(const struct freeze *freeze, uint64_t start_ms, uint64_t ms)
{
    const struct round round = lasting(start_ms, ms);
    return freeze_covers(freeze, &round);
}

static void a_freeze_lasts_from_the_round_that_hangs_until_it_was_last_seen(void **state)
{
    (void)state;
    struct freeze freeze = {0};
    const struct round hangs = lasting(1000, 0);
    assert_false(covers(&freeze, 900, 500));
    freeze_seen(&freeze, &hangs, 1200 * MS);
    assert_true(covers(&freeze, 1000, 500));
    assert_true(covers(&freeze, 900, 200));
    assert_false(covers(&freeze, 900, 50));
    assert_false(covers(&freeze, 1250, 50));
    freeze_seen(&freeze, &hangs, 1400 * MS);
    assert_true(covers(&freeze, 1250, 50));
}

static void what_is_seen_again_soon_is_one_freeze_and_later_another(void **state)
{
    (void)state;
    struct freeze freeze = {0};
    const struct round first = lasting(1000, 0), soon = lasting(1450, 0), later = lasting(3000, 0);
    freeze_seen(&freeze, &first, 1400 * MS);
    freeze_seen(&freeze, &soon, 1600 * MS);
    assert_true(covers(&freeze, 1100, 50));
    freeze_seen(&freeze, &later, 3100 * MS);
    assert_true(covers(&freeze, 3000, 200));
    assert_false(covers(&freeze, 1100, 50));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_freeze_lasts_from_the_round_that_hangs_until_it_was_last_seen),
        cmocka_unit_test(what_is_seen_again_soon_is_one_freeze_and_later_another),
    };
    return cmocka_run_group_tests_name("freeze", tests, NULL, NULL);
}
