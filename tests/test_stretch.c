/* test_stretch.c: what of a round was seen, by when the kernel was watched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "trace/stretch.h"

static struct round round_of(uint64_t from, uint64_t to)
{
    return (struct round){.start_ns = from, .latency_ns = to - from};
}

static uint64_t seen_from(const struct stretch *s, uint64_t from, uint64_t to)
{
    const struct round round = round_of(from, to);
    return stretch_seen_from(s, &round);
}

static bool closely(const struct stretch *s, uint64_t from, uint64_t to)
{
    const struct round round = round_of(from, to);
    return stretch_covers(s, &round, true);
}

static void watched_from_the_beginning_all_is_seen(void **state)
{
    (void)state;
    const struct stretch s = {.watch = WATCH_LEAN};
    assert_int_equal(seen_from(&s, 100, 200), 100);
    assert_false(closely(&s, 100, 200));
}

static void a_round_that_rest_cut_off_or_began_in_is_not_seen(void **state)
{
    (void)state;
    struct stretch s = {.watch = WATCH_LEAN};
    stretch_change(&s, WATCH_REST, 1000, 1010);
    assert_int_equal(seen_from(&s, 900, 1000), 900);
    assert_int_equal(seen_from(&s, 900, 1001), 0);
    assert_int_equal(seen_from(&s, 1500, 1600), 0);
}

static void a_round_that_ended_the_rest_is_seen_from_there_on(void **state)
{
    (void)state;
    struct stretch s = {.watch = WATCH_LEAN};
    stretch_change(&s, WATCH_REST, 1000, 1010);
    stretch_change(&s, WATCH_LEAN, 1990, 2000);
    assert_int_equal(seen_from(&s, 1700, 2100), 2000); /* a quarter */
    assert_int_equal(seen_from(&s, 1700, 2099), 2000);
    assert_int_equal(seen_from(&s, 1700, 2050), 0);
    assert_int_equal(seen_from(&s, 1700, 1999), 0);
    assert_int_equal(seen_from(&s, 2000, 2001), 2000);
}

static void only_rounds_between_two_changes_were_watched_exactly(void **state)
{
    (void)state;
    struct stretch s = {.watch = WATCH_LEAN};
    stretch_change(&s, WATCH_EXACT, 1000, 1010);
    assert_false(closely(&s, 1005, 1100));
    assert_true(closely(&s, 1010, 1100));
    stretch_change(&s, WATCH_LEAN, 2000, 2010);
    assert_true(closely(&s, 1900, 2000));
    assert_false(closely(&s, 1900, 2001));
    assert_int_equal(seen_from(&s, 1900, 2001), 1900);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(watched_from_the_beginning_all_is_seen),
        cmocka_unit_test(a_round_that_rest_cut_off_or_began_in_is_not_seen),
        cmocka_unit_test(a_round_that_ended_the_rest_is_seen_from_there_on),
        cmocka_unit_test(only_rounds_between_two_changes_were_watched_exactly),
    };
    return cmocka_run_group_tests_name("stretch", tests, NULL, NULL);
}
