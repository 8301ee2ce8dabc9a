/* test_tour_curves.c: what batch, size, delay and growth come to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "report/tour.h"
#include "source/tour_verdict.h"
#include "support/tour_stage.h"

typedef uint64_t rounds_of(const struct config *config);

static struct tour *toured(unsigned sections, rounds_of *rounds, unsigned stretches)
{
    struct tour *tour = tour_stage(sections);
    struct config config;

    while (stretches-- && tour_next(tour, &config))
        tour_stage_take(tour, (struct stretch){.latency_us = 500, .rounds = rounds(&config)});
    return tour;
}

static void assert_words(const struct tour_curve *curve, const char *words)
{
    char text[320];
    assert_string_equal(report_tour_curve(text, sizeof(text), curve), words);
}

/* The price is a sync's, and a little the record's. */
static uint64_t a_sync_costs(const struct config *config)
{
    return 1000 * 1024 / (1024 + config->batch);
}

static void a_batch_is_told_in_records_a_second(void **state)
{
    struct tour *tour = toured(1 << TOUR_BATCH, a_sync_costs, 1000);
    struct tour_curve curves[TOUR_CURVES_MAX];

    (void)state;
    assert_int_equal(tour_curves(tour, curves), 1);
    assert_true(curves[0].told_apart);
    assert_words(&curves[0], "batch 512 against batch 1: 341 times the records/s");
    tour_free(tour);
}

static void a_curve_that_was_cut_off_ends_where_it_was(void **state)
{
    struct tour *tour = toured(1 << TOUR_BATCH, a_sync_costs, 3);
    struct tour_curve curves[TOUR_CURVES_MAX];

    (void)state;
    assert_int_equal(tour_curves(tour, curves), 1);
    assert_words(&curves[0], "batch 4 against batch 1: 3.99 times the records/s; of one pass, so "
                             "the spread is not known");
    tour_free(tour);
}

static uint64_t halved_by_a_mebibyte(const struct config *config)
{
    return config->record_bytes >= 1 << 20 ? 300 : 600;
}

static void a_size_is_told_in_time(void **state)
{
    struct tour *tour = toured(1 << TOUR_SIZE, halved_by_a_mebibyte, 1000);
    struct tour_curve curves[TOUR_CURVES_MAX];

    (void)state;
    assert_int_equal(tour_curves(tour, curves), 1);
    assert_words(&curves[0], "record 1 MiB against record 512 B: a round takes 2.00 times as long");
    tour_free(tour);
}

static uint64_t best_at_200_us(const struct config *config)
{
    return config->delay_ns == 200000 ? 900 : 600;
}

static uint64_t the_same(const struct config *config)
{
    (void)config;
    return 600;
}

static void a_delay_is_told_where_it_is_best(void **state)
{
    struct tour *pays = toured(1 << TOUR_DELAY, best_at_200_us, 1000),
                *idle = toured(1 << TOUR_DELAY, the_same, 1000);
    struct tour_curve curves[TOUR_CURVES_MAX];

    (void)state;
    assert_int_equal(tour_curves(pays, curves), 1);
    assert_words(&curves[0], "group+delay, delay 200 us against group+delay, delay 0 ns: 1.50 "
                             "times the records/s");
    assert_int_equal(tour_curves(idle, curves), 1);
    assert_words(&curves[0], "group+delay, delay 0 ns: no other was better");
    tour_free(pays);
    tour_free(idle);
}

/* extend-fsync is not among the stage's modes, and so not durable. */
static void growth_that_costs_nothing_is_no_difference(void **state)
{
    struct tour *tour = toured(1 << TOUR_GROWTH, the_same, 1000);
    struct tour_curve curves[TOUR_CURVES_MAX];

    (void)state;
    assert_int_equal(tour_curves(tour, curves), 1);
    assert_words(&curves[0], "append-fsync, file 64 MiB against append-fsync, file 1 MiB: their "
                             "passes meet, so no difference was found");
    tour_free(tour);
}

static void modes_and_strategies_are_no_curves(void **state)
{
    struct tour *tour = toured(1 << TOUR_MODES | 1 << TOUR_WRITERS, the_same, 1000);
    struct tour_curve curves[TOUR_CURVES_MAX];

    (void)state;
    assert_int_equal(tour_curves(tour, curves), 0);
    tour_free(tour);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_is_told_in_records_a_second),
        cmocka_unit_test(a_curve_that_was_cut_off_ends_where_it_was),
        cmocka_unit_test(a_size_is_told_in_time),
        cmocka_unit_test(a_delay_is_told_where_it_is_best),
        cmocka_unit_test(growth_that_costs_nothing_is_no_difference),
        cmocka_unit_test(modes_and_strategies_are_no_curves),
    };
    return cmocka_run_group_tests_name("tour_curves", tests, NULL, NULL);
}
