/* test_slow_list.c: what was seen inside slow rounds finds its round, is counted once, and goes
 * with it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "source/history.h"
#include "source/outcome.h"

enum { MS = 1000000 };

static struct snapshot *snapshot;
static struct history *history;

static int set_up(void **state)
{
    (void)state;
    snapshot = calloc(1, sizeof(*snapshot));
    history = history_create();
    if (!snapshot || !history)
        return -1;
    snapshot->generation = 1;
    snapshot->at_ns = UINT64_C(5000000000);
    snapshot->wall_ns = UINT64_C(1005000000000);
    snapshot->slow_limit_ns = 3 * MS;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(snapshot);
    history_free(history);
    return 0;
}

/* The next tenth of a second, in which nothing was slow yet. */
static void next_interval(void)
{
    snapshot->at_ns += 100 * MS;
    snapshot->wall_ns += 100 * MS;
    snapshot->interval_ns = snapshot->active_ns = 100 * MS;
    snapshot->slow_rounds = 0;
    snapshot->slowest_count = 0;
    snapshot->inside_count = 0;
    snapshot->has_ordinary = false;
}

static struct round slow_round(uint32_t writer, uint64_t latency_ns)
{
    const struct round round = {
        .start_ns = snapshot->at_ns - 50 * MS, .latency_ns = latency_ns, .writer = writer};
    snapshot->slow_rounds++;
    slowest_keep(snapshot->slowest, &snapshot->slowest_count, &round);
    return round;
}

static void tell_inside(const struct round *round, enum inside_origin origin, enum cause cause)
{
    struct inside_round *at = &snapshot->inside[snapshot->inside_count++];
    *at = (struct inside_round){.round = *round, .inside = {.origin = origin, .cause = cause}};
    at->inside.ns[SHARE_FLUSH] = round->latency_ns;
}

static uint64_t counted(enum cause cause)
{
    uint64_t causes[CAUSES];
    history_causes(history, causes);
    return causes[cause];
}

static uint64_t listed(enum cause cause)
{
    uint64_t causes[CAUSES];
    history_causes_listed(history, causes);
    return causes[cause];
}

static void inside_finds_its_round_by_writer_and_start(void **state)
{
    (void)state;
    next_interval();
    const struct round first = slow_round(1, 9 * MS), second = slow_round(2, 8 * MS);
    history_add(history, snapshot);
    assert_null(history_inside(history, &first));
    assert_int_equal(history_slow(history, 0)->inside.origin, INSIDE_NONE);
    next_interval();
    tell_inside(&second, INSIDE_TRACED, CAUSE_FLUSH);
    history_add(history, snapshot);
    assert_null(history_inside(history, &first));
    assert_non_null(history_inside(history, &second));
    for (unsigned i = 0; i < 2; i++) {
        const struct slow_round *slow = history_slow(history, i);
        assert_int_equal(slow->inside.origin,
                         slow->round.writer == 2 ? INSIDE_TRACED : INSIDE_NONE);
    }
}

static void inside_in_its_rounds_own_interval_is_taken_too(void **state)
{
    (void)state;
    next_interval();
    const struct round round = slow_round(1, 9 * MS);
    tell_inside(&round, INSIDE_INFERRED, CAUSE_DATA);
    history_add(history, snapshot);
    assert_int_equal(history_inside(history, &round)->cause, CAUSE_DATA);
}

static void causes_are_counted_once_and_the_rest_is_not_looked_into(void **state)
{
    (void)state;
    next_interval();
    const struct round a = slow_round(1, 9 * MS), b = slow_round(2, 8 * MS);
    slow_round(3, 7 * MS);
    history_add(history, snapshot);
    assert_int_equal(counted(CAUSE_NONE), 3);
    next_interval();
    tell_inside(&a, INSIDE_INFERRED, CAUSE_DATA);
    tell_inside(&b, INSIDE_TRACED, CAUSE_OTHERS);
    history_add(history, snapshot);
    next_interval();
    tell_inside(&a, INSIDE_TRACED, CAUSE_FLUSH); /* a better look */
    history_add(history, snapshot);
    assert_int_equal(counted(CAUSE_DATA), 0);
    assert_int_equal(counted(CAUSE_FLUSH), 1);
    assert_int_equal(counted(CAUSE_OTHERS), 1);
    assert_int_equal(counted(CAUSE_NONE), 1);
    assert_int_equal(listed(CAUSE_FLUSH), 1);
    assert_int_equal(listed(CAUSE_OTHERS), 1);
    assert_int_equal(listed(CAUSE_NONE), 1);
}

static void rounds_while_watching_rested_are_counted_apart(void **state)
{
    (void)state;
    next_interval();
    const struct round a = slow_round(1, 9 * MS), b = slow_round(2, 8 * MS);
    history_add(history, snapshot);
    next_interval();
    tell_inside(&a, INSIDE_RESTED, CAUSE_NONE);
    tell_inside(&b, INSIDE_TRACED, CAUSE_FLUSH);
    history_add(history, snapshot);
    assert_int_equal(history_inside(history, &a)->origin, INSIDE_RESTED);
    assert_int_equal(counted(CAUSE_RESTED), 1);
    assert_int_equal(listed(CAUSE_RESTED), 1);
    assert_int_equal(counted(CAUSE_NONE), 0);
    assert_int_equal(counted(CAUSE_FLUSH), 1);
}

static void late_inside_of_an_earlier_configuration_counts_for_its_own(void **state)
{
    (void)state;
    next_interval();
    const struct round old = slow_round(1, 9 * MS);
    history_add(history, snapshot);
    next_interval();
    snapshot->generation = 2;
    tell_inside(&old, INSIDE_TRACED, CAUSE_FLUSH);
    history_add(history, snapshot);
    assert_int_equal(counted(CAUSE_FLUSH), 0);
    assert_int_equal(listed(CAUSE_FLUSH), 1); /* the list stays over changes */
    assert_int_equal(history_slow(history, 0)->inside.cause, CAUSE_FLUSH);
}

static void longest_rounds_keep_their_insides_when_the_list_is_full_of_others(void **state)
{
    (void)state;
    next_interval();
    struct round longest[SNAPSHOT_SLOWEST];
    for (unsigned i = 0; i < SNAPSHOT_SLOWEST; i++)
        longest[i] = slow_round(i, (uint64_t)(900 + i) * MS);
    history_add(history, snapshot);
    for (unsigned from = 0; from < SNAPSHOT_SLOWEST; from += SNAPSHOT_INSIDE) {
        next_interval();
        for (unsigned i = from; i < from + SNAPSHOT_INSIDE; i++)
            tell_inside(&longest[i], INSIDE_TRACED, CAUSE_FLUSH);
        history_add(history, snapshot);
    }
    for (unsigned i = 0; i < 2 * HISTORY_SLOW_MAX; i++) {
        next_interval();
        struct round other = slow_round(99, 5 * MS);
        tell_inside(&other, INSIDE_TRACED, CAUSE_DATA);
        history_add(history, snapshot);
    }
    for (unsigned i = 0; i < SNAPSHOT_SLOWEST; i++) {
        assert_non_null(history_inside(history, &longest[i]));
        assert_int_equal(history_inside(history, &longest[i])->ns[SHARE_FLUSH],
                         longest[i].latency_ns);
    }
    assert_int_equal(listed(CAUSE_DATA), HISTORY_SLOW_MAX);
    assert_int_equal(counted(CAUSE_DATA), 2 * HISTORY_SLOW_MAX);
}

static void longer_round_takes_the_place_of_the_least_ones_inside(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3 * SNAPSHOT_SLOWEST; i++) {
        next_interval();
        struct round round = slow_round(i, (uint64_t)(10 + i) * MS);
        tell_inside(&round, INSIDE_TRACED, CAUSE_FLUSH);
        history_add(history, snapshot);
    }
    struct round longest[SNAPSHOT_SLOWEST];
    assert_int_equal(history_slowest(history, longest), SNAPSHOT_SLOWEST);
    for (unsigned i = 0; i < HISTORY_SLOW_MAX; i++) { /* out of the list */
        next_interval();
        slow_round(500, 4 * MS);
        history_add(history, snapshot);
    }
    for (unsigned i = 0; i < SNAPSHOT_SLOWEST; i++)
        assert_non_null(history_inside(history, &longest[i]));
}

static void ordinary_round_is_its_configurations_own(void **state)
{
    (void)state;
    next_interval();
    snapshot->has_ordinary = true;
    snapshot->ordinary.round =
        (struct round){.start_ns = snapshot->at_ns - 10 * MS, .latency_ns = 1 * MS};
    history_add(history, snapshot);
    assert_int_equal(history_ordinary(history, 1)->round.latency_ns, MS);
    assert_null(history_ordinary(history, 2));
    next_interval();
    snapshot->generation = 2;
    snapshot->has_ordinary = true; /* began before the change: of the configuration before */
    history_add(history, snapshot);
    assert_null(history_ordinary(history, 2));
    next_interval();
    snapshot->has_ordinary = true;
    snapshot->ordinary.round =
        (struct round){.start_ns = snapshot->at_ns - 10 * MS, .latency_ns = 2 * MS};
    history_add(history, snapshot);
    assert_int_equal(history_ordinary(history, 2)->round.latency_ns, 2 * MS);
    assert_int_equal(history_ordinary(history, 1)->round.latency_ns, MS);
}

static void newer_ordinary_round_replaces_its_own_configurations_alone(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 20; i++) {
        next_interval();
        snapshot->generation = i == 0 ? 1 : 2;
        snapshot->has_ordinary = true;
        snapshot->ordinary.round =
            (struct round){.start_ns = snapshot->at_ns - 10 * MS, .latency_ns = (i + 1) * MS};
        history_add(history, snapshot);
    }
    assert_int_equal(history_ordinary(history, 1)->round.latency_ns, MS);
    assert_int_equal(history_ordinary(history, 2)->round.latency_ns, 20 * MS);
}

static void reset_forgets_causes_and_rounds(void **state)
{
    (void)state;
    next_interval();
    const struct round round = slow_round(1, 9 * MS);
    history_add(history, snapshot);
    history_reset(history);
    next_interval();
    tell_inside(&round, INSIDE_TRACED, CAUSE_FLUSH);
    history_add(history, snapshot);
    assert_null(history_inside(history, &round));
    assert_int_equal(counted(CAUSE_FLUSH), 0);
    assert_int_equal(listed(CAUSE_FLUSH), 0);
}

static void round_keeps_the_batch_and_the_load_of_its_time(void **state)
{
    (void)state;
    next_interval();
    snapshot->config.batch = 7;
    snapshot->load_average[0] = 2.5;
    slow_round(1, 9 * MS);
    history_add(history, snapshot);
    next_interval();
    snapshot->config.batch = 1;
    snapshot->load_average[0] = 0.5;
    history_add(history, snapshot);
    assert_int_equal(history_slow(history, 0)->batch, 7);
    assert_true(history_slow(history, 0)->load_average > 2.4);
}

static void outcome_has_the_causes_and_adds_them_up(void **state)
{
    (void)state;
    struct outcome *one = calloc(1, sizeof(*one)), *two = calloc(1, sizeof(*two));
    next_interval();
    const struct round round = slow_round(1, 9 * MS);
    slow_round(2, 8 * MS);
    tell_inside(&round, INSIDE_TRACED, CAUSE_FLUSH);
    history_add(history, snapshot);
    assert_true(outcome_take(one, history));
    assert_true(outcome_take(two, history));
    outcome_add(one, two);
    assert_int_equal(one->causes[CAUSE_FLUSH], 2);
    assert_int_equal(one->causes[CAUSE_NONE], 2);
    free(one);
    free(two);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(inside_finds_its_round_by_writer_and_start),
        CASE(inside_in_its_rounds_own_interval_is_taken_too),
        CASE(causes_are_counted_once_and_the_rest_is_not_looked_into),
        CASE(rounds_while_watching_rested_are_counted_apart),
        CASE(late_inside_of_an_earlier_configuration_counts_for_its_own),
        CASE(longest_rounds_keep_their_insides_when_the_list_is_full_of_others),
        CASE(longer_round_takes_the_place_of_the_least_ones_inside),
        CASE(ordinary_round_is_its_configurations_own),
        CASE(newer_ordinary_round_replaces_its_own_configurations_alone),
        CASE(reset_forgets_causes_and_rounds),
        CASE(outcome_has_the_causes_and_adds_them_up),
        CASE(round_keeps_the_batch_and_the_load_of_its_time),
    };
    return cmocka_run_group_tests_name("slow_list", tests, NULL, NULL);
}
