/* test_history.c: what a history keeps over a change of configuration, and what it forgets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "source/history.h"
#include "support/past.h"

enum { MS = 1000000 };

static void new_configuration_clears_figures_and_keeps_chart_and_slow_rounds(void **state)
{
    struct past *past = *state;
    past_next(past, 100 * MS);
    past_round(past, 9 * MS);
    past->snapshot.slow_limit_ns = 3 * MS;
    past->snapshot.slow_rounds = 1;
    past->snapshot.slowest[0] =
        (struct round){.start_ns = past->snapshot.at_ns - 20 * MS, .latency_ns = 9 * MS};
    past->snapshot.slowest_count = 1;
    past_add(past);
    assert_int_equal(history_slow_count(past->history), 1);

    past_next(past, 100 * MS);
    past->snapshot.generation = 2;
    past->snapshot.slow_limit_ns = 0;
    past_round(past, 1 * MS);
    past_add(past);
    for (unsigned w = 0; w < WINDOWS; w++)
        assert_int_equal(history_figures(past->history, (enum window)w)->latency.max_ns, 1 * MS);
    assert_int_equal(history_slow_count(past->history), 0);
    assert_int_equal(history_chart_half(past->history, CHART_SLOTS - 1).rounds, 2);

    const struct slow_round *slow = history_slow(past->history, 0);
    assert_non_null(slow);
    assert_int_equal(slow->p50_ns, 1 * MS);
    assert_int_equal(slow->generation, 1);
    assert_int_equal(slow->wall_ns, slow->round.start_ns + UINT64_C(1000000000000));
    assert_null(history_slow(past->history, 1));

    history_reset(past->history);
    assert_null(history_slow(past->history, 0));
    assert_int_equal(history_figures(past->history, WINDOW_ALL)->rounds, 0);
    assert_int_equal(history_chart_half(past->history, CHART_SLOTS - 1).rounds, 2);
}

static void typical_round_is_the_one_nearest_to_the_median(void **state)
{
    struct past *past = *state;
    static const uint64_t typical_ms[] = {3, 2, 9, 1};
    struct round round;
    assert_false(history_typical(past->history, &round));
    for (unsigned i = 0; i < 4; i++) {
        past_next(past, 100 * MS);
        for (int r = 0; r < 10; r++)
            past_round(past, 2 * MS);
        past->snapshot.has_typical = true;
        past->snapshot.typical = (struct round){.latency_ns = typical_ms[i] * MS};
        past_add(past);
    }
    assert_true(history_typical(past->history, &round));
    assert_int_equal(round.latency_ns, 2 * MS);
}

static void begin_and_failures_are_those_of_the_newest_load(void **state)
{
    struct past *past = *state;
    past_next(past, 100 * MS);
    past->snapshot.active_ns = 0;
    past_add(past);
    assert_int_equal(history_began_ns(past->history), 0);
    past_next(past, 100 * MS);
    past->snapshot.active_ns = 60 * MS;
    past->snapshot.failed_rounds = 16;
    past_add(past);
    assert_int_equal(history_began_ns(past->history), past->snapshot.at_ns - 60 * MS);
    past_next(past, 100 * MS);
    past->snapshot.failed_rounds = 0;
    past_add(past);
    assert_int_equal(history_failed(past->history), 16);
    assert_int_equal(history_began_ns(past->history), PAST_BEGIN_NS + 140 * MS);
    assert_int_equal(history_latest(past->history)->sequence, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PAST_TEST(new_configuration_clears_figures_and_keeps_chart_and_slow_rounds),
        PAST_TEST(typical_round_is_the_one_nearest_to_the_median),
        PAST_TEST(begin_and_failures_are_those_of_the_newest_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
