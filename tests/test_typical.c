/* test_typical.c: which round stands for those around the median, from the writer's notes to the
 * report, and that none does where none was near. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "engine/recorder.h"
#include "source/history.h"
#include "support/past.h"

#define US UINT64_C(1000)

static void note(struct recorder *recorder, uint64_t latency_ns, uint32_t syncs, uint64_t slow_ns)
{
    const struct round round = {.latency_ns = latency_ns,
                                .write_ns = NOT_TIMED,
                                .sync_ns = latency_ns,
                                .led = 1,
                                .disk = {.flushes = 1, .syncs = syncs}};
    recorder_end(recorder, &round, slow_ns);
}

/* The one of 500 us comes first and is followed by many others. */
static void samples_kept_are_those_nearest_to_the_median(void **state)
{
    (void)state;
    static const uint64_t slow_ns[] = {0, 3 * 500 * US}; /* not known yet, and known */
    struct recorder *recorder = calloc(1, sizeof(*recorder));
    assert_non_null(recorder);
    recorder_init(recorder);
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned r = 0; r < 40; r++)
            note(recorder, 510 * US, 0, slow_ns[i]);
        note(recorder, 500 * US, 1, slow_ns[i]);
        for (unsigned r = 1; r <= 20; r++)
            note(recorder, (600 + r * 50) * US, 1, slow_ns[i]);
        struct interval *noted = recorder_swap(recorder);
        uint64_t nearest_ns = UINT64_MAX;
        assert_int_equal(noted->sample_count, RECORDER_SAMPLES);
        for (unsigned s = 0; s < noted->sample_count; s++) {
            if (noted->sample[s].latency_ns < nearest_ns)
                nearest_ns = noted->sample[s].latency_ns;
        }
        assert_int_equal(nearest_ns, 500 * US);
        interval_clear(noted);
        assert_int_equal(noted->sample_count, 0);
    }
    recorder_destroy(recorder);
    free(recorder);
}

static void add(struct past *past, uint64_t p50_ns, uint64_t typical_ns)
{
    past_next(past, 100 * 1000 * US);
    for (unsigned r = 0; r < 10; r++)
        past_round(past, p50_ns);
    past->snapshot.has_typical = true;
    past->snapshot.typical = (struct round){.latency_ns = typical_ns, .disk = {.syncs = 1}};
    past_add(past);
}

static void a_round_off_by_over_a_tenth_stands_for_nothing(void **state)
{
    struct past *past = *state;
    struct round round;
    add(past, 667 * US, 1910 * US);
    assert_false(history_typical(past->history, &round));
    add(past, 667 * US, 600 * US);
    assert_false(history_typical(past->history, &round));
    add(past, 667 * US, 610 * US);
    assert_true(history_typical(past->history, &round));
    assert_int_equal(round.latency_ns, 610 * US);
}

static void of_merged_intervals_the_round_nearer_to_the_median_stays(void **state)
{
    struct past *past = *state;
    struct snapshot *next = malloc(sizeof(*next));
    assert_non_null(next);
    add(past, 500 * US, 505 * US);
    *next = past->snapshot;
    next->typical.latency_ns = 900 * US;
    snapshot_merge(&past->snapshot, next);
    assert_int_equal(past->snapshot.typical.latency_ns, 505 * US);
    next->typical.latency_ns = 500 * US;
    snapshot_merge(&past->snapshot, next);
    assert_int_equal(past->snapshot.typical.latency_ns, 500 * US);
    free(next);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_kept_are_those_nearest_to_the_median),
        PAST_TEST(a_round_off_by_over_a_tenth_stands_for_nothing),
        PAST_TEST(of_merged_intervals_the_round_nearer_to_the_median_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
