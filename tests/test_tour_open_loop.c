/* test_tour_open_loop.c: a tour whose rate a schedule fixes is judged by time, and says so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/tour.h"
#include "source/tour_verdict.h"
#include "support/tour_stage.h"

static struct tour *scheduled_tour(void)
{
    struct tour_plan plan = tour_stage_plan(1 << TOUR_MODES);

    plan.base.rate_per_s = 300;
    struct tour *tour = tour_create(&tour_stage_ops, &plan);
    assert_non_null(tour);
    return tour;
}

/* The schedule is kept by all but for a round: the one more of append-fsync says nothing. */
static void run(struct tour *tour)
{
    struct config config;

    while (tour_next(tour, &config)) {
        struct stretch stretch = {.latency_us = 500, .rounds = 100, .late_us = 40};
        if (strcmp(config.mode, "append-fsync") == 0)
            stretch.rounds = 101;
        if (strcmp(config.mode, "overwrite-fdatasync") == 0)
            stretch.latency_us = 200;
        if (strcmp(config.mode, "rwf-dsync") == 0) /* short rounds that begin late */
            stretch = (struct stretch){.latency_us = 100, .rounds = 100, .late_us = 9000};
        tour_stage_take(tour, stretch);
    }
}

static void ways_are_judged_by_the_time_from_the_planned_start(void **state)
{
    struct tour *tour = scheduled_tour();

    (void)state;
    run(tour);
    const struct tour_best one = tour_verdict(tour).one;
    assert_string_equal(one.line->config.mode, "overwrite-fdatasync");
    assert_string_equal(one.against->config.mode, "append-fsync");
    assert_int_equal(one.times * 100 + 0.5, 225); /* 540 us over 240 us */
    assert_true(one.told_apart);
    assert_int_equal(one.equal_count, 0);
    tour_free(tour);
}

static void of_two_passes_the_slower_is_shown(void **state)
{
    struct tour *tour = scheduled_tour();
    struct config config;

    (void)state;
    for (int i = 0; i < 2 * 6 && tour_next(tour, &config); i++)
        tour_stage_take(tour, (struct stretch){.latency_us = i < 6 ? 900 : 100, .rounds = 100});
    assert_int_equal(tour_middle(tour_line_at(tour, 0)), 0);
    tour_free(tour);
}

static void the_words_tell_a_time_and_no_rate(void **state)
{
    struct tour *tour = scheduled_tour();
    char text[320];

    (void)state;
    run(tour);
    const struct tour_best one = tour_verdict(tour).one;
    report_tour_best(text, sizeof(text), &one);
    assert_string_equal(text, "overwrite-fdatasync, p50 240 us from the planned start: "
                              "the 540 us of append-fsync is 2.25 times as long");
    tour_free(tour);
}

static void the_table_tells_the_schedule_and_times_from_its_starts(void **state)
{
    struct tour *tour = scheduled_tour();
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    (void)state;
    assert_non_null(out);
    run(tour);
    report_tour_section(out, tour, TOUR_MODES);
    fclose(out);
    assert_non_null(strstr(text, "batch 1, open loop at"));
    assert_null(strstr(text, "batch 1\n"));
    const char *row = strstr(text, "\nrwf-dsync");
    assert_non_null(row);
    assert_non_null(strstr(row, "9.10ms 9.10ms 9.10ms"));
    free(text);
    tour_free(tour);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_are_judged_by_the_time_from_the_planned_start),
        cmocka_unit_test(of_two_passes_the_slower_is_shown),
        cmocka_unit_test(the_words_tell_a_time_and_no_rate),
        cmocka_unit_test(the_table_tells_the_schedule_and_times_from_its_starts),
    };
    return cmocka_run_group_tests_name("tour_open_loop", tests, NULL, NULL);
}
