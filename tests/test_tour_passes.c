/* test_tour_passes.c: which pass tells of a line, and that it tells all of it. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "source/tour_verdict.h"
#include "support/tour_stage.h"

enum { MODES = 6 };

/* Hands in STRETCHES, a pass each, for append-fsync, and a round for every other mode. */
static struct tour *toured(const struct stretch *stretches, unsigned passes)
{
    struct tour *tour = tour_stage(1 << TOUR_MODES);

    for (unsigned pass = 0; pass < passes; pass++) {
        tour_stage_take(tour, stretches[pass]);
        for (int other = 1; other < MODES && !tour_failure(tour); other++)
            tour_stage_take(tour, (struct stretch){.latency_us = 50, .rounds = 1});
    }
    return tour;
}

/* Added up, most rounds would be of the pass that is far from the middle. */
static void all_figures_of_a_line_are_of_one_pass(void **state)
{
    static const struct stretch passes[] = {{.latency_us = 100, .rounds = 3000},
                                            {.latency_us = 900, .rounds = 30},
                                            {.latency_us = 300, .rounds = 90}};
    struct tour *tour = toured(passes, 3);
    const struct tour_line *line = tour_line_at(tour, 0);
    const struct figures *f = &tour_outcome(line)->figures;

    (void)state;
    assert_int_equal(tour_middle(line), 2);
    assert_int_equal(f->latency.count, 90);
    assert_int_equal(histogram_percentile(&f->latency, 50), line->pass[2].p50_ns);
    assert_in_range(histogram_percentile(&f->latency, 50), 1,
                    histogram_percentile(&f->latency, 90));
    assert_true(figures_records_per_s(f) == tour_records_per_s(line).median);
    assert_int_equal(line->pass[1].max_ns, 900000);
    tour_free(tour);
}

static void a_pass_without_a_round_tells_nothing(void **state)
{
    static const struct stretch passes[] = {{.rounds = 0}, {.latency_us = 300, .rounds = 90}};
    struct tour *tour = toured(passes, 2);

    (void)state;
    assert_int_equal(tour_middle(tour_line_at(tour, 0)), 1);
    tour_free(tour);
}

static void what_ends_a_line_later_is_told_with_its_middle_pass(void **state)
{
    static const struct stretch passes[] = {{.latency_us = 300, .rounds = 90},
                                            {.latency_us = 9, .rounds = 5, .error_code = EIO}};
    struct tour *tour = toured(passes, 2);
    const struct outcome *told = tour_outcome(tour_failure(tour));

    (void)state;
    assert_int_equal(told->figures.rounds, 90);
    assert_int_equal(told->error_code, EIO);
    assert_non_null(strstr(told->error, "append-fsync: "));
    tour_free(tour);
}

static void the_disk_is_judged_by_the_pass_that_the_row_shows(void **state)
{
    static const struct verdict nvme = {.known = true, .sync_p50_ns = 528000, .words = "nvme"},
                                sata = {.known = true, .sync_p50_ns = 1550000, .words = "sata"};
    static const struct stretch passes[] = {{.latency_us = 560, .rounds = 600, .verdict = &nvme},
                                            {.latency_us = 528, .rounds = 630, .verdict = &nvme},
                                            {.latency_us = 1550, .rounds = 90, .verdict = &sata}};
    struct tour *tour = toured(passes, 3);

    (void)state;
    assert_string_equal(tour_verdict(tour).disk.words, "nvme");
    tour_free(tour);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_figures_of_a_line_are_of_one_pass),
        cmocka_unit_test(a_pass_without_a_round_tells_nothing),
        cmocka_unit_test(what_ends_a_line_later_is_told_with_its_middle_pass),
        cmocka_unit_test(the_disk_is_judged_by_the_pass_that_the_row_shows),
    };
    return cmocka_run_group_tests_name("tour_passes", tests, NULL, NULL);
}
