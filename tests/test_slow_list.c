/* test_slow_list.c: what was seen inside slow rounds finds its round, is counted once, and goes
 * with it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "source/history.h"
#include "source/outcome.h"
#include "support/past.h"

enum { MS = 1000000 };

/* The next tenth of a second, in which nothing was slow yet. */
static void next_interval(struct past *past)
{
    past_next(past, 100 * MS);
    past->snapshot.slow_limit_ns = 3 * MS;
}

static struct round slow_round(struct past *past, uint32_t writer, uint64_t latency_ns)
{
    const struct round round = {
        .start_ns = past->snapshot.at_ns - 50 * MS, .latency_ns = latency_ns, .writer = writer};
    past->snapshot.slow_rounds++;
    slowest_keep(past->snapshot.slowest, &past->snapshot.slowest_count, &round);
    return round;
}

static void tell_inside(struct past *past, const struct round *round, enum inside_origin origin,
                        enum cause cause)
{
    struct inside_round *at = &past->snapshot.inside[past->snapshot.inside_count++];
    *at = (struct inside_round){.round = *round, .inside = {.origin = origin, .cause = cause}};
    at->inside.ns[SHARE_FLUSH] = round->latency_ns;
}

static uint64_t counted(const struct past *past, enum cause cause)
{
    uint64_t causes[CAUSES];
    history_causes(past->history, causes);
    return causes[cause];
}

static uint64_t listed(const struct past *past, enum cause cause)
{
    uint64_t causes[CAUSES];
    history_causes_listed(past->history, causes);
    return causes[cause];
}

static void inside_finds_its_round_by_writer_and_start(void **state)
{
    struct past *past = *state;
    next_interval(past);
    const struct round first = slow_round(past, 1, 9 * MS), second = slow_round(past, 2, 8 * MS);
    past_add(past);
    assert_null(history_inside(past->history, &first));
    assert_int_equal(history_slow(past->history, 0)->inside.origin, INSIDE_NONE);
    next_interval(past);
    tell_inside(past, &second, INSIDE_TRACED, CAUSE_FLUSH);
    past_add(past);
    assert_null(history_inside(past->history, &first));
    assert_non_null(history_inside(past->history, &second));
    for (unsigned i = 0; i < 2; i++) {
        const struct slow_round *slow = history_slow(past->history, i);
        assert_int_equal(slow->inside.origin,
                         slow->round.writer == 2 ? INSIDE_TRACED : INSIDE_NONE);
    }
}

static void inside_in_its_rounds_own_interval_is_taken_too(void **state)
{
    struct past *past = *state;
    next_interval(past);
    const struct round round = slow_round(past, 1, 9 * MS);
    tell_inside(past, &round, INSIDE_INFERRED, CAUSE_DATA);
    past_add(past);
    assert_int_equal(history_inside(past->history, &round)->cause, CAUSE_DATA);
}

static void causes_are_counted_once_and_the_rest_is_not_looked_into(void **state)
{
    struct past *past = *state;
    next_interval(past);
    const struct round a = slow_round(past, 1, 9 * MS), b = slow_round(past, 2, 8 * MS);
    slow_round(past, 3, 7 * MS);
    past_add(past);
    assert_int_equal(counted(past, CAUSE_NONE), 3);
    next_interval(past);
    tell_inside(past, &a, INSIDE_INFERRED, CAUSE_DATA);
    tell_inside(past, &b, INSIDE_TRACED, CAUSE_OTHERS);
    past_add(past);
    next_interval(past);
    tell_inside(past, &a, INSIDE_TRACED, CAUSE_FLUSH); /* a better look */
    past_add(past);
    assert_int_equal(counted(past, CAUSE_DATA), 0);
    assert_int_equal(counted(past, CAUSE_FLUSH), 1);
    assert_int_equal(counted(past, CAUSE_OTHERS), 1);
    assert_int_equal(counted(past, CAUSE_NONE), 1);
    assert_int_equal(listed(past, CAUSE_FLUSH), 1);
    assert_int_equal(listed(past, CAUSE_OTHERS), 1);
    assert_int_equal(listed(past, CAUSE_NONE), 1);
}

static void rounds_while_watching_rested_are_counted_apart(void **state)
{
    struct past *past = *state;
    next_interval(past);
    const struct round a = slow_round(past, 1, 9 * MS), b = slow_round(past, 2, 8 * MS);
    past_add(past);
    next_interval(past);
    tell_inside(past, &a, INSIDE_RESTED, CAUSE_NONE);
    tell_inside(past, &b, INSIDE_TRACED, CAUSE_FLUSH);
    past_add(past);
    assert_int_equal(history_inside(past->history, &a)->origin, INSIDE_RESTED);
    assert_int_equal(counted(past, CAUSE_RESTED), 1);
    assert_int_equal(listed(past, CAUSE_RESTED), 1);
    assert_int_equal(counted(past, CAUSE_NONE), 0);
    assert_int_equal(counted(past, CAUSE_FLUSH), 1);
}

static void late_inside_of_an_earlier_configuration_counts_for_its_own(void **state)
{
    struct past *past = *state;
    next_interval(past);
    const struct round old = slow_round(past, 1, 9 * MS);
    past_add(past);
    next_interval(past);
    past->snapshot.generation = 2;
    tell_inside(past, &old, INSIDE_TRACED, CAUSE_FLUSH);
    past_add(past);
    assert_int_equal(counted(past, CAUSE_FLUSH), 0);
    assert_int_equal(listed(past, CAUSE_FLUSH), 1); /* the list stays over changes */
    assert_int_equal(history_slow(past->history, 0)->inside.cause, CAUSE_FLUSH);
}

static void longest_rounds_keep_their_insides_when_the_list_is_full_of_others(void **state)
{
    struct past *past = *state;
    next_interval(past);
    struct round longest[SNAPSHOT_SLOWEST];
    for (unsigned i = 0; i < SNAPSHOT_SLOWEST; i++)
        longest[i] = slow_round(past, i, (uint64_t)(900 + i) * MS);
    past_add(past);
    for (unsigned from = 0; from < SNAPSHOT_SLOWEST; from += SNAPSHOT_INSIDE) {
        next_interval(past);
        for (unsigned i = from; i < from + SNAPSHOT_INSIDE; i++)
            tell_inside(past, &longest[i], INSIDE_TRACED, CAUSE_FLUSH);
        past_add(past);
    }
    for (unsigned i = 0; i < 2 * HISTORY_SLOW_MAX; i++) {
        next_interval(past);
        struct round other = slow_round(past, 99, 5 * MS);
        tell_inside(past, &other, INSIDE_TRACED, CAUSE_DATA);
        past_add(past);
    }
    for (unsigned i = 0; i < SNAPSHOT_SLOWEST; i++) {
        assert_non_null(history_inside(past->history, &longest[i]));
        assert_int_equal(history_inside(past->history, &longest[i])->ns[SHARE_FLUSH],
                         longest[i].latency_ns);
    }
    assert_int_equal(listed(past, CAUSE_DATA), HISTORY_SLOW_MAX);
    assert_int_equal(counted(past, CAUSE_DATA), 2 * HISTORY_SLOW_MAX);
}

static void longer_round_takes_the_place_of_the_least_ones_inside(void **state)
{
    struct past *past = *state;
    for (unsigned i = 0; i < 3 * SNAPSHOT_SLOWEST; i++) {
        next_interval(past);
        struct round round = slow_round(past, i, (uint64_t)(10 + i) * MS);
        tell_inside(past, &round, INSIDE_TRACED, CAUSE_FLUSH);
        past_add(past);
    }
    struct round longest[SNAPSHOT_SLOWEST];
    assert_int_equal(history_slowest(past->history, longest), SNAPSHOT_SLOWEST);
    for (unsigned i = 0; i < HISTORY_SLOW_MAX; i++) { /* out of the list */
        next_interval(past);
        slow_round(past, 500, 4 * MS);
        past_add(past);
    }
    for (unsigned i = 0; i < SNAPSHOT_SLOWEST; i++)
        assert_non_null(history_inside(past->history, &longest[i]));
}

static void ordinary_round_is_its_configurations_own(void **state)
{
    struct past *past = *state;
    next_interval(past);
    past->snapshot.has_ordinary = true;
    past->snapshot.ordinary.round =
        (struct round){.start_ns = past->snapshot.at_ns - 10 * MS, .latency_ns = 1 * MS};
    past_add(past);
    assert_int_equal(history_ordinary(past->history, 1)->round.latency_ns, MS);
    assert_null(history_ordinary(past->history, 2));
    next_interval(past);
    past->snapshot.generation = 2;
    past->snapshot.has_ordinary = true; /* began before the change: of the configuration before */
    past_add(past);
    assert_null(history_ordinary(past->history, 2));
    next_interval(past);
    past->snapshot.has_ordinary = true;
    past->snapshot.ordinary.round =
        (struct round){.start_ns = past->snapshot.at_ns - 10 * MS, .latency_ns = 2 * MS};
    past_add(past);
    assert_int_equal(history_ordinary(past->history, 2)->round.latency_ns, 2 * MS);
    assert_int_equal(history_ordinary(past->history, 1)->round.latency_ns, MS);
}

static void newer_ordinary_round_replaces_its_own_configurations_alone(void **state)
{
    struct past *past = *state;
    for (uint64_t i = 0; i < 20; i++) {
        next_interval(past);
        past->snapshot.generation = i == 0 ? 1 : 2;
        past->snapshot.has_ordinary = true;
        past->snapshot.ordinary.round =
            (struct round){.start_ns = past->snapshot.at_ns - 10 * MS, .latency_ns = (i + 1) * MS};
        past_add(past);
    }
    assert_int_equal(history_ordinary(past->history, 1)->round.latency_ns, MS);
    assert_int_equal(history_ordinary(past->history, 2)->round.latency_ns, 20 * MS);
}

static void reset_forgets_causes_and_rounds(void **state)
{
    struct past *past = *state;
    next_interval(past);
    const struct round round = slow_round(past, 1, 9 * MS);
    past_add(past);
    history_reset(past->history);
    next_interval(past);
    tell_inside(past, &round, INSIDE_TRACED, CAUSE_FLUSH);
    past_add(past);
    assert_null(history_inside(past->history, &round));
    assert_int_equal(counted(past, CAUSE_FLUSH), 0);
    assert_int_equal(listed(past, CAUSE_FLUSH), 0);
}

static void round_keeps_the_batch_and_the_load_of_its_time(void **state)
{
    struct past *past = *state;
    next_interval(past);
    past->snapshot.config.batch = 7;
    past->snapshot.load_average[0] = 2.5;
    slow_round(past, 1, 9 * MS);
    past_add(past);
    next_interval(past);
    past->snapshot.config.batch = 1;
    past->snapshot.load_average[0] = 0.5;
    past_add(past);
    assert_int_equal(history_slow(past->history, 0)->batch, 7);
    assert_true(history_slow(past->history, 0)->load_average > 2.4);
}

static void outcome_has_the_causes(void **state)
{
    struct past *past = *state;
    struct outcome *one = calloc(1, sizeof(*one));
    next_interval(past);
    const struct round round = slow_round(past, 1, 9 * MS);
    slow_round(past, 2, 8 * MS);
    tell_inside(past, &round, INSIDE_TRACED, CAUSE_FLUSH);
    past_add(past);
    assert_true(outcome_take(one, past->history));
    assert_int_equal(one->causes[CAUSE_FLUSH], 1);
    assert_int_equal(one->causes[CAUSE_NONE], 1);
    free(one);
}

static void slow_list_keeps_the_newest_in_order_of_time(void **state)
{
    struct past *past = *state;
    for (uint64_t i = 0; i < 50; i++) {
        next_interval(past);
        /* Longest first, as the engine sends them, and that is not their order in time. */
        for (unsigned r = 0; r < 3; r++)
            past->snapshot.slowest[r] =
                (struct round){.start_ns = past->snapshot.at_ns - 90 * MS + r * 10 * MS,
                               .latency_ns = (9 - 3 * r) * MS};
        past->snapshot.slowest_count = 3;
        past_add(past);
    }
    uint64_t before_ns = UINT64_MAX;
    unsigned count = 0;
    for (const struct slow_round *slow; (slow = history_slow(past->history, count)); count++) {
        assert_true(slow->round.start_ns < before_ns);
        assert_true(slow->round.latency_ns > 3 * MS); /* one of three was within the limit */
        before_ns = slow->round.start_ns;
    }
    assert_int_equal(count, HISTORY_SLOW_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PAST_TEST(inside_finds_its_round_by_writer_and_start),
        PAST_TEST(inside_in_its_rounds_own_interval_is_taken_too),
        PAST_TEST(causes_are_counted_once_and_the_rest_is_not_looked_into),
        PAST_TEST(rounds_while_watching_rested_are_counted_apart),
        PAST_TEST(late_inside_of_an_earlier_configuration_counts_for_its_own),
        PAST_TEST(longest_rounds_keep_their_insides_when_the_list_is_full_of_others),
        PAST_TEST(longer_round_takes_the_place_of_the_least_ones_inside),
        PAST_TEST(ordinary_round_is_its_configurations_own),
        PAST_TEST(newer_ordinary_round_replaces_its_own_configurations_alone),
        PAST_TEST(reset_forgets_causes_and_rounds),
        PAST_TEST(outcome_has_the_causes),
        PAST_TEST(round_keeps_the_batch_and_the_load_of_its_time),
        PAST_TEST(slow_list_keeps_the_newest_in_order_of_time),
    };
    return cmocka_run_group_tests_name("slow_list", tests, NULL, NULL);
}
