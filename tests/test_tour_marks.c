/* test_tour_marks.c: which row a row of a tour's table is compared with. */
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

/* A group is cheaper than alone, with a delay as much so; async outruns them all. */
static struct tour *writers_toured(void)
{
    struct tour *tour = tour_stage(1 << TOUR_WRITERS);
    struct config config;

    while (tour_next(tour, &config)) {
        struct stretch stretch = {.latency_us = 500, .rounds = 600};
        if (strncmp(config.strategy, "group", 5) == 0)
            stretch.rounds = 600 + 100 * config.writers + 10 * tour_progress(tour).pass;
        if (strcmp(config.strategy, "async") == 0)
            stretch.rounds = 9000;
        tour_stage_take(tour, stretch);
    }
    return tour;
}

static void strategies_are_compared_with_the_best_of_as_many_writers(void **state)
{
    struct tour *tour = writers_toured();
    const struct tour_line *best;

    (void)state;
    for (uint32_t writers = 1; writers <= 16; writers *= 2) {
        best = tour_best_like(tour, tour_stage_line(tour, TOUR_WRITERS, "alone", writers));
        assert_ptr_equal(best, tour_stage_line(tour, TOUR_WRITERS, "group", writers));
    }
    tour_free(tour);
}

static void what_is_not_durable_is_neither_best_nor_compared(void **state)
{
    struct tour *tour = writers_toured();

    (void)state;
    assert_null(tour_best_like(tour, tour_stage_line(tour, TOUR_WRITERS, "async", 16)));
    tour_free(tour);
}

static void growth_is_compared_within_its_mode(void **state)
{
    struct tour *tour = tour_stage(1 << TOUR_GROWTH);
    const struct tour_line *plain = tour_stage_line(tour, TOUR_GROWTH, "append-fsync", 1);
    struct config config;

    (void)state;
    while (tour_next(tour, &config))
        tour_stage_take(tour, (struct stretch){.latency_us = 500,
                                               .rounds = config.file_bytes == 1 << 22 ? 700 : 600});
    assert_string_equal(tour_best_like(tour, plain)->config.mode, "append-fsync");
    assert_int_equal(tour_best_like(tour, plain)->config.file_bytes, 1 << 22);
    tour_free(tour);
}

/* The row of NAME with WRITERS, from its first byte to its spread's mark. */
static char mark_in(const char *text, const char *name, unsigned writers)
{
    char label[64];

    snprintf(label, sizeof(label), "\n%-*s%*u", 11, name, 10, writers);
    const char *row = strstr(text, label), *percent = row ? strchr(row, '%') : NULL;
    if (!percent)
        fail_msg("no row \"%s\" in: %s", label + 1, text);
    return percent[1];
}

static void marks_tell_the_best_and_what_is_not_told_apart_from_it(void **state)
{
    struct tour *tour = writers_toured();
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    (void)state;
    assert_non_null(out);
    report_tour_section(out, tour, TOUR_WRITERS);
    fclose(out);
    assert_int_equal(mark_in(text, "group", 16), '*');
    assert_int_equal(mark_in(text, "group+delay", 16), '=');
    assert_int_equal(mark_in(text, "alone", 16), ' ');
    assert_non_null(
        strstr(text, "\n* the best durable one with as many writers; = not told apart"));
    free(text);
    tour_free(tour);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strategies_are_compared_with_the_best_of_as_many_writers),
        cmocka_unit_test(what_is_not_durable_is_neither_best_nor_compared),
        cmocka_unit_test(growth_is_compared_within_its_mode),
        cmocka_unit_test(marks_tell_the_best_and_what_is_not_told_apart_from_it),
    };
    return cmocka_run_group_tests_name("tour_marks", tests, NULL, NULL);
}
