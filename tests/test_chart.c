/* test_chart.c: what the chart keeps of made-up snapshots, and where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "source/history.h"
#include "support/past.h"

enum { MS = 1000000 };

static void chart_slots_keep_their_time_and_a_pair_its_members(void **state)
{
    struct past *past = *state;
    struct chart_slot complete = {0};
    for (unsigned i = 0; i < 40; i++) { /* slots 0 to 7 */
        past_next(past, 100 * MS);
        past_round(past, (i / 10 + 1) * 10 * MS); /* each second has a latency of its own */
        past_add(past);
        if (i == 9)
            complete = history_chart_pair(past->history, CHART_SLOTS / 2 - 1);
        unsigned newest = i / 5, back = CHART_SLOTS - 1 - newest;
        assert_int_equal(history_chart_half(past->history, back).rounds, newest ? 5 : i + 1);
        assert_int_equal(history_chart_half(past->history, back - 1).rounds, 0);
        /* The first pair wanders to the left whole, whatever fills up to the right of it. */
        struct chart_slot first =
            history_chart_pair(past->history, CHART_SLOTS / 2 - 1 - newest / 2);
        if (i >= 9)
            assert_memory_equal(&first, &complete, sizeof(first));
    }
    assert_int_equal(complete.rounds, 10);
    assert_int_equal(complete.p50_ns / MS, 10);
    assert_int_equal(history_chart_pair(past->history, CHART_SLOTS / 2 - 1).rounds, 10);
    assert_int_equal(history_chart_pair(past->history, CHART_SLOTS / 2 - 1).max_ns, 40 * MS);
}

static void chart_gap_is_empty_and_old_slots_do_not_come_back(void **state)
{
    struct past *past = *state;
    past_next(past, 100 * MS);
    past_round(past, MS);
    past_add(past);
    past_next(past, UINT64_C(10000) * MS); /* stalled: the middle of it is 5 s on */
    past_add(past);
    assert_int_equal(history_chart_half(past->history, CHART_SLOTS - 11).rounds, 1);
    for (unsigned i = CHART_SLOTS - 10; i < CHART_SLOTS; i++)
        assert_int_equal(history_chart_half(past->history, i).rounds, 0);
    past_next(past, UINT64_C(400000) * MS);
    past_add(past);
    for (unsigned i = 0; i < CHART_SLOTS; i++)
        assert_int_equal(history_chart_half(past->history, i).rounds, 0);
    for (unsigned i = 0; i < CHART_SLOTS / 2; i++)
        assert_int_equal(history_chart_pair(past->history, i).rounds, 0);
}

static void change_is_marked_where_the_new_load_begins(void **state)
{
    struct past *past = *state;
    for (unsigned i = 0; i < 20; i++) {
        past_next(past, 100 * MS);
        past->snapshot.generation = i < 8 ? 1 : 2;
        if (i >= 8 && i < 12)
            past->snapshot.active_ns = 0; /* still preparing */
        past_add(past);
    }
    assert_false(history_chart_half(past->history, CHART_SLOTS - 4).changed);
    assert_false(history_chart_half(past->history, CHART_SLOTS - 3).changed);
    assert_true(history_chart_half(past->history, CHART_SLOTS - 2).changed);
    assert_false(history_chart_half(past->history, CHART_SLOTS - 1).changed);
    assert_true(history_chart_pair(past->history, CHART_SLOTS / 2 - 1).changed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PAST_TEST(chart_slots_keep_their_time_and_a_pair_its_members),
        PAST_TEST(chart_gap_is_empty_and_old_slots_do_not_come_back),
        PAST_TEST(change_is_marked_where_the_new_load_begins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
