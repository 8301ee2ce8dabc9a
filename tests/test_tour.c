/* test_tour.c: which lines a tour has, in which order they run, what they come to. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/tour_stage.h"

static unsigned lines_of(const struct tour *tour, enum tour_section section)
{
    const struct tour_line *line;
    unsigned count = 0;

    for (unsigned i = 0; (line = tour_line_at(tour, i)); i++)
        count += line->section == section;
    return count;
}

static void assert_next_mode(const struct tour *tour, const char *mode)
{
    struct config config;
    assert_true(tour_next(tour, &config));
    assert_string_equal(config.mode, mode);
}

/* Hands in the same for all that is left; returns how many stretches that were. */
static unsigned run_to_end(struct tour *tour, struct stretch stretch)
{
    struct config config;
    unsigned count = 0;

    while (tour_next(tour, &config)) {
        tour_stage_take(tour, stretch);
        count++;
    }
    return count;
}

static void every_section_has_its_lines(void **state)
{
    struct tour *tour = tour_stage(TOUR_ALL);

    (void)state;
    assert_int_equal(lines_of(tour, TOUR_MODES), 6);
    assert_int_equal(lines_of(tour, TOUR_WRITERS), 5 * 4);
    assert_int_equal(lines_of(tour, TOUR_BATCH), 10);
    assert_int_equal(lines_of(tour, TOUR_SIZE), 12);
    assert_int_equal(lines_of(tour, TOUR_DELAY), 8);
    assert_int_equal(lines_of(tour, TOUR_GROWTH), 8);
    assert_null(tour_line_at(tour, 6 + 20 + 10 + 12 + 8 + 8));
    tour_free(tour);
}

static void a_section_that_was_not_asked_for_has_none(void **state)
{
    struct tour *tour = tour_stage(1 << TOUR_BATCH | 1 << TOUR_DELAY);

    (void)state;
    assert_int_equal(lines_of(tour, TOUR_MODES) + lines_of(tour, TOUR_WRITERS) +
                         lines_of(tour, TOUR_SIZE) + lines_of(tour, TOUR_GROWTH),
                     0);
    assert_false(tour_has(tour, TOUR_MODES));
    assert_true(tour_has(tour, TOUR_BATCH));
    tour_free(tour);
}

static void lines_of_a_section_are_interleaved_over_the_passes(void **state)
{
    static const char *const order[] = {"append-fsync", "overwrite-fdatasync",
                                        "rwf-dsync",    "flush-only",
                                        "no-sync",      "append-fdatasync"};
    struct tour *tour = tour_stage(1 << TOUR_MODES);

    (void)state;
    for (int pass = 1; pass <= 3; pass++) {
        for (size_t i = 0; i < 6; i++) {
            assert_int_equal(tour_progress(tour).pass, pass);
            assert_next_mode(tour, order[i]);
            assert_next_mode(tour, order[i]); /* asking moves nothing */
            tour_stage_take(tour, (struct stretch){.latency_us = 500, .rounds = 100});
        }
    }
    struct config config;
    assert_false(tour_next(tour, &config));
    tour_free(tour);
}

static void a_section_ends_before_the_next_begins(void **state)
{
    struct tour *tour = tour_stage(1 << TOUR_MODES | 1 << TOUR_BATCH);

    (void)state;
    for (int i = 0; i < 17; i++)
        tour_stage_take(tour, (struct stretch){.latency_us = 500, .rounds = 100});
    assert_false(tour_section_over(tour, TOUR_MODES));
    tour_stage_take(tour, (struct stretch){.latency_us = 500, .rounds = 100});
    assert_true(tour_section_over(tour, TOUR_MODES));
    assert_false(tour_section_over(tour, TOUR_BATCH));
    assert_int_equal(run_to_end(tour, (struct stretch){.latency_us = 9, .rounds = 1}), 30);
    assert_true(tour_section_over(tour, TOUR_BATCH));
    tour_free(tour);
}

static void a_lines_limits_are_split_over_the_passes(void **state)
{
    struct tour_plan plan = tour_stage_plan(1 << TOUR_MODES);
    struct config config;

    (void)state;
    plan.base.stop_rounds = 1000;
    struct tour *tour = tour_create(&tour_stage_ops, &plan);
    assert_true(tour_next(tour, &config));
    assert_int_equal(config.stop_ns, 333333334);
    assert_int_equal(config.stop_rounds, 334);
    tour_free(tour);
}

static void groups_are_compared_on_a_log_of_short_records_unless_told_otherwise(void **state)
{
    struct tour_plan plan = tour_stage_plan(1 << TOUR_WRITERS | 1 << TOUR_DELAY);
    struct tour *tour = tour_create(&tour_stage_ops, &plan);
    const struct tour_line *line = tour_line_at(tour, 0);

    (void)state;
    assert_string_equal(line->config.mode, "append-fdatasync");
    assert_int_equal(line->config.record_bytes, 100);
    line = tour_stage_line(tour, TOUR_DELAY, "group+delay", 16);
    assert_int_equal(line->config.record_bytes, 100);
    tour_free(tour);

    plan.mode_given = plan.record_given = plan.writers_given = true;
    plan.base.writers = 4;
    tour = tour_create(&tour_stage_ops, &plan);
    line = tour_line_at(tour, 0);
    assert_string_equal(line->config.mode, "append-fsync");
    assert_int_equal(line->config.record_bytes, 4096);
    tour_stage_line(tour, TOUR_DELAY, "group+delay", 4);
    tour_free(tour);
}

static void growth_is_measured_at_the_sizes_that_it_names(void **state)
{
    struct tour *tour = tour_stage(1 << TOUR_GROWTH | 1 << TOUR_SIZE);
    const struct tour_line *line;

    (void)state;
    for (unsigned i = 0; (line = tour_line_at(tour, i)); i++)
        assert_int_equal(line->config.grown, line->section == TOUR_GROWTH);
    assert_int_equal(tour_stage_line(tour, TOUR_GROWTH, "append-fsync", 1)->config.file_bytes,
                     1 << 20);
    tour_free(tour);
}

static void lines_say_beforehand_what_is_not_durable(void **state)
{
    struct tour *tour = tour_stage(TOUR_ALL);

    (void)state;
    assert_false(tour_stage_line(tour, TOUR_MODES, "no-sync", 1)->config.durable);
    assert_true(tour_stage_line(tour, TOUR_MODES, "append-fsync", 1)->config.durable);
    assert_true(tour_stage_line(tour, TOUR_WRITERS, "group+delay", 2)->config.uses_delay);
    tour_free(tour);
}

static void what_does_not_go_together_is_refused_and_never_runs(void **state)
{
    struct tour_plan plan = tour_stage_plan(1 << TOUR_MODES);

    (void)state;
    strcpy(plan.base.strategy, "async");
    struct tour *tour = tour_create(&tour_stage_ops, &plan);
    assert_string_equal(tour_stage_line(tour, TOUR_MODES, "rwf-dsync", 1)->trouble,
                        "async cannot carry rwf-dsync: its write is its sync");
    assert_int_equal(run_to_end(tour, (struct stretch){.latency_us = 9, .rounds = 1}), 5 * 3);
    tour_free(tour);
}

static void a_refused_line_keeps_its_reason_and_is_not_tried_again(void **state)
{
    struct tour *tour = tour_stage(1 << TOUR_MODES);

    (void)state;
    tour_stage_take(tour, (struct stretch){.refused = true, .error_code = EOPNOTSUPP});
    assert_next_mode(tour, "overwrite-fdatasync");
    assert_int_equal(tour_progress(tour).total, 5 * 3);
    assert_int_equal(run_to_end(tour, (struct stretch){.latency_us = 9, .rounds = 1}), 5 * 3);
    const struct tour_line *line = tour_line_at(tour, 0);
    assert_non_null(strstr(line->trouble, "append-fsync: "));
    assert_int_equal(line->error_code, EOPNOTSUPP);
    assert_int_equal(line->passes, 0);
    assert_null(tour_failure(tour));
    tour_free(tour);
}

static void a_refusal_in_a_later_pass_keeps_the_earlier_ones(void **state)
{
    struct tour *tour = tour_stage(1 << TOUR_MODES);

    (void)state;
    for (int i = 0; i < 6; i++)
        tour_stage_take(tour, (struct stretch){.latency_us = 500, .rounds = 100});
    tour_stage_take(tour, (struct stretch){.refused = true, .error_code = ENOSPC});
    assert_int_equal(run_to_end(tour, (struct stretch){.latency_us = 9, .rounds = 1}), 5 * 2);
    assert_int_equal(tour_line_at(tour, 0)->passes, 1);
    tour_free(tour);
}

static void a_failed_disk_ends_the_tour_with_what_was_measured(void **state)
{
    struct tour *tour = tour_stage(1 << TOUR_MODES | 1 << TOUR_BATCH);
    struct config config;

    (void)state;
    tour_stage_take(tour, (struct stretch){.latency_us = 500, .rounds = 100});
    tour_stage_take(tour, (struct stretch){.latency_us = 500, .rounds = 7, .error_code = EIO});
    assert_false(tour_next(tour, &config));
    assert_ptr_equal(tour_failure(tour), tour_line_at(tour, 1));
    assert_int_equal(tour_outcome(tour_failure(tour))->figures.rounds, 7);
    assert_int_equal(tour_failure(tour)->passes, 0);
    assert_int_equal(tour_line_at(tour, 0)->passes, 1);
    assert_false(tour_section_over(tour, TOUR_MODES));
    assert_false(tour_section_over(tour, TOUR_BATCH));
    assert_int_equal(tour_progress(tour).left_ns, 0);
    tour_free(tour);
}

static void passes_show_the_middle_one_and_the_spread(void **state)
{
    static const uint64_t latency_us[] = {300, 100, 200}, rounds[] = {10, 40, 20};
    struct tour *tour = tour_stage(1 << TOUR_MODES);
    const struct tour_line *line = tour_line_at(tour, 0);

    (void)state;
    for (int pass = 0; pass < 3; pass++) {
        tour_stage_take(tour,
                        (struct stretch){.latency_us = latency_us[pass], .rounds = rounds[pass]});
        for (int other = 1; other < 6; other++)
            tour_stage_take(tour, (struct stretch){.latency_us = 50, .rounds = 1});
    }
    struct tour_spread p50 = tour_p50_ns(line), rate = tour_records_per_s(line);
    assert_int_equal(p50.passes, 3);
    assert_int_equal((p50.median + 500) / 1000, 200);
    assert_int_equal((p50.least + 500) / 1000, 100);
    assert_int_equal((p50.most + 500) / 1000, 300);
    assert_int_equal(rate.median + 0.5, 60);
    assert_int_equal(rate.least + 0.5, 30);
    assert_int_equal(rate.most + 0.5, 120);
    assert_int_equal(tour_outcome(line)->figures.rounds, 20);
    assert_int_equal(tour_outcome(line)->figures.latency.max_ns, 200000);
    tour_free(tour);
}

static void a_line_without_a_round_has_no_spread(void **state)
{
    struct tour *tour = tour_stage(1 << TOUR_MODES);
    const struct tour_line *line = tour_line_at(tour, 0);

    (void)state;
    assert_int_equal(tour_p50_ns(line).passes, 0);
    assert_true(isnan(tour_p50_ns(line).median));
    tour_stage_take(tour, (struct stretch){.rounds = 0});
    assert_int_equal(line->passes, 1);
    assert_int_equal(tour_p50_ns(line).passes, 0);
    assert_true(isnan(tour_records_per_s(line).least));
    tour_free(tour);
}

static void spreads_meet_only_where_both_are_known(void **state)
{
    const struct tour_spread low = {3, 1, 20, 10, 30}, high = {3, 1, 40, 30, 50},
                             far = {3, 1, 60, 51, 70}, single = {1, 0, 20, 20, 20},
                             none = {0, 0, (double)NAN, (double)NAN, (double)NAN};

    (void)state;
    assert_true(tour_spreads_meet(low, high));
    assert_true(tour_spreads_meet(high, low));
    assert_false(tour_spreads_meet(high, far));
    assert_false(tour_spreads_meet(low, single));
    assert_false(tour_spreads_meet(none, none));
}

static void time_left_is_judged_by_the_stretches_so_far(void **state)
{
    struct tour *tour = tour_stage(1 << TOUR_MODES);
    struct tour_progress progress = tour_progress(tour);

    (void)state;
    assert_int_equal(progress.done, 0);
    assert_int_equal(progress.total, 18);
    assert_int_equal(progress.left_ns, 18 * UINT64_C(333333334));
    tour_stage_take(tour, (struct stretch){.latency_us = 9, .rounds = 1, .took_ms = 400});
    tour_stage_take(tour, (struct stretch){.latency_us = 9, .rounds = 1, .took_ms = 1000});
    progress = tour_progress(tour);
    assert_int_equal(progress.done, 2);
    assert_int_equal(progress.total, 18);
    /* two more of each that ran, three of each other, thought to take as long as those */
    assert_int_equal(progress.left_ns / 1000000, 2 * 400 + 2 * 1000 + 12 * 700);
    run_to_end(tour, (struct stretch){.latency_us = 9, .rounds = 1, .took_ms = 400});
    progress = tour_progress(tour);
    assert_int_equal(progress.done, 18);
    assert_int_equal(progress.left_ns, 0);
    assert_null(progress.line);
    tour_free(tour);
}

static void warnings_are_kept_once_and_known_by_their_lines(void **state)
{
    static const struct warning memory = {.id = "memory-backed", .severity = SEVERITY_BAD},
                                lossy = {.id = "not-durable", .severity = SEVERITY_BAD};
    struct tour *tour = tour_stage(1 << TOUR_MODES);

    (void)state;
    tour_stage_take(tour, (struct stretch){.latency_us = 9, .rounds = 1, .warning = &memory});
    tour_stage_take(tour, (struct stretch){.latency_us = 9, .rounds = 1, .warning = &memory});
    tour_stage_take(tour, (struct stretch){.latency_us = 9, .rounds = 1, .warning = &lossy});
    assert_string_equal(tour_warning(tour, 0)->id, "memory-backed");
    assert_null(tour_warning(tour, 1));
    assert_int_equal(tour_line_at(tour, 1)->warnings, 1);
    assert_int_equal(tour_line_at(tour, 2)->warnings, 0);
    tour_free(tour);
}

static void sections_are_read_from_a_list(void **state)
{
    unsigned sections = 0;
    struct err err;

    (void)state;
    assert_int_equal(tour_sections_parse("delay", &sections, &err), 0);
    assert_int_equal(sections, 1 << TOUR_DELAY);
    assert_int_equal(tour_sections_parse("size,modes,size", &sections, &err), 0);
    assert_int_equal(sections, 1 << TOUR_SIZE | 1 << TOUR_MODES);
}

static void a_wrong_section_is_named_with_those_there_are(void **state)
{
    static const char *const wrong[] = {"", "mode", "modes,", ",modes", "modes,nonsense", "modes "};
    unsigned sections = 77;
    struct err err;

    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        assert_int_equal(tour_sections_parse(wrong[i], &sections, &err), -EINVAL);
        assert_non_null(
            strstr(err.text, "allowed is a list of modes, writers, batch, size, delay, growth"));
    }
    assert_non_null(strstr(err.text, "--only modes :"));
    assert_int_equal(sections, 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_section_has_its_lines),
        cmocka_unit_test(a_section_that_was_not_asked_for_has_none),
        cmocka_unit_test(lines_of_a_section_are_interleaved_over_the_passes),
        cmocka_unit_test(a_section_ends_before_the_next_begins),
        cmocka_unit_test(a_lines_limits_are_split_over_the_passes),
        cmocka_unit_test(groups_are_compared_on_a_log_of_short_records_unless_told_otherwise),
        cmocka_unit_test(growth_is_measured_at_the_sizes_that_it_names),
        cmocka_unit_test(lines_say_beforehand_what_is_not_durable),
        cmocka_unit_test(what_does_not_go_together_is_refused_and_never_runs),
        cmocka_unit_test(a_refused_line_keeps_its_reason_and_is_not_tried_again),
        cmocka_unit_test(a_refusal_in_a_later_pass_keeps_the_earlier_ones),
        cmocka_unit_test(a_failed_disk_ends_the_tour_with_what_was_measured),
        cmocka_unit_test(passes_show_the_middle_one_and_the_spread),
        cmocka_unit_test(a_line_without_a_round_has_no_spread),
        cmocka_unit_test(spreads_meet_only_where_both_are_known),
        cmocka_unit_test(time_left_is_judged_by_the_stretches_so_far),
        cmocka_unit_test(warnings_are_kept_once_and_known_by_their_lines),
        cmocka_unit_test(sections_are_read_from_a_list),
        cmocka_unit_test(a_wrong_section_is_named_with_those_there_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
