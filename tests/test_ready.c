/* test_ready.c: what the scheduler's accounts of an interval tell of one round in it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "trace/ready.h"

static const uint64_t ms = 1000000;

/* An account each 100 ms, the first at 100 ms; in each interval the writer waited READY_MS. */
static struct ready_book book_of(unsigned intervals, const uint64_t *ready_ms)
{
    struct ready_book book = {.noted = intervals + 1};
    uint64_t ready_ns = 1;
    for (unsigned i = 0; i <= intervals; i++) {
        book.account[i].at_ns = (i + 1) * 100 * ms;
        book.account[i].ready_ns[0] = ready_ns;
        ready_ns += i < intervals ? ready_ms[i] * ms : 0;
    }
    return book;
}

static struct round round_at(uint64_t start_ms, uint64_t latency_ms)
{
    return (struct round){.start_ns = start_ms * ms, .latency_ns = latency_ms * ms};
}

static void waiting_that_is_there_at_all_times_is_not_the_rounds_own(void **state)
{
    (void)state;
    static const uint64_t ready_ms[] = {20, 22, 18, 21, 20, 19, 22, 20};
    const struct ready_book book = book_of(8, ready_ms);
    const struct round round = round_at(850, 6);
    struct ready_bounds bounds;
    assert_true(ready_of(&book, &round, &bounds));
    assert_int_equal(bounds.least, 0);
    assert_int_equal(bounds.most, 20 * ms);
}

static void what_is_beyond_the_worst_other_interval_is_the_rounds(void **state)
{
    (void)state;
    static const uint64_t ready_ms[] = {1, 2, 1, 2, 1, 2, 1, 12};
    const struct ready_book book = book_of(8, ready_ms);
    const struct round round = round_at(850, 15);
    struct ready_bounds bounds;
    assert_true(ready_of(&book, &round, &bounds));
    assert_in_range(bounds.least, 10 * ms - 1000, 10 * ms + 1000);
}

static void what_the_rest_of_the_time_cannot_have_waited_is_certain(void **state)
{
    (void)state;
    static const uint64_t ready_ms[] = {80, 90};
    const struct ready_book book = book_of(2, ready_ms);
    const struct round round = round_at(110, 180);
    struct ready_bounds bounds;
    assert_true(ready_of(&book, &round, &bounds));
    assert_int_equal(bounds.least, 150 * ms);
    assert_int_equal(bounds.most, 170 * ms);
}

static void beyond_the_accounts_nothing_is_known(void **state)
{
    (void)state;
    static const uint64_t ready_ms[] = {1, 1};
    const struct ready_book book = book_of(2, ready_ms);
    const struct round early = round_at(50, 10), late = round_at(295, 10);
    struct round stranger = round_at(150, 10);
    struct ready_bounds bounds;
    stranger.writer = READY_WRITERS;
    assert_false(ready_of(&book, &early, &bounds));
    assert_false(ready_of(&book, &late, &bounds));
    assert_false(ready_of(&book, &stranger, &bounds));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waiting_that_is_there_at_all_times_is_not_the_rounds_own),
        cmocka_unit_test(what_is_beyond_the_worst_other_interval_is_the_rounds),
        cmocka_unit_test(what_the_rest_of_the_time_cannot_have_waited_is_certain),
        cmocka_unit_test(beyond_the_accounts_nothing_is_known),
    };
    return cmocka_run_group_tests_name("ready", tests, NULL, NULL);
}
