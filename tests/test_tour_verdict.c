/* test_tour_verdict.c: what a tour says is the cheapest, and what speaks against it. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "source/tour_verdict.h"
#include "support/tour_stage.h"

/* What a line is to come to, by its name and writers, in all its passes. */
struct row {
    const char *name;
    uint32_t writers;
    uint64_t rounds;
    uint64_t wobble; /* rounds more in the second pass */
};

static struct stretch stretch_for(const struct config *config, const struct row *rows, int pass)
{
    struct stretch stretch = {.latency_us = 100, .rounds = 1};

    for (; rows->name; rows++) {
        bool named =
            strcmp(rows->name, config->mode) == 0 || strcmp(rows->name, config->strategy) == 0;
        if (!named || (rows->writers && rows->writers != config->writers))
            continue;
        stretch.rounds = rows->rounds + (pass == 1 ? rows->wobble : 0);
        break;
    }
    return stretch;
}

static void run(struct tour *tour, const struct row *rows)
{
    struct config config;

    while (tour_next(tour, &config))
        tour_stage_take(tour, stretch_for(&config, rows, (int)tour_progress(tour).pass - 1));
}

static void the_cheapest_mode_is_named_with_what_it_saves(void **state)
{
    static const struct row rows[] = {
        {"append-fsync", 0, 500, 0}, {"overwrite-fdatasync", 0, 1250, 0}, {0}};
    struct tour *tour = tour_stage(1 << TOUR_MODES);

    (void)state;
    run(tour, rows);
    const struct tour_best one = tour_verdict(tour).one;
    assert_string_equal(one.line->config.mode, "overwrite-fdatasync");
    assert_string_equal(one.against->config.mode, "append-fsync");
    assert_true(one.told_apart);
    assert_int_equal(one.times * 100 + 0.5, 250);
    assert_int_equal(one.equal_count, 0);
    assert_int_equal(one.missing, 0);
    assert_null(tour_verdict(tour).many.line);
    tour_free(tour);
}

static void neither_a_lossy_mode_nor_an_empty_sync_is_ever_the_cheapest(void **state)
{
    static const struct row rows[] = {{"no-sync", 0, 9000, 0}, {"flush-only", 0, 8000, 0},
                                      {"async", 0, 7000, 0},   {"append-fsync", 0, 500, 0},
                                      {"group", 16, 400, 0},   {0}};
    struct tour *tour = tour_stage(1 << TOUR_MODES | 1 << TOUR_WRITERS);

    (void)state;
    run(tour, rows);
    const struct tour_verdict verdict = tour_verdict(tour);
    assert_string_equal(verdict.one.line->config.mode, "append-fsync");
    assert_null(verdict.one.against);
    assert_string_equal(verdict.many.line->config.strategy, "group");
    tour_free(tour);
}

static void many_writers_are_judged_where_there_are_most(void **state)
{
    static const struct row rows[] = {{"alone", 16, 600, 0},
                                      {"group", 8, 90000, 0},
                                      {"group", 16, 5000, 0},
                                      {"group+delay", 16, 6000, 0},
                                      {0}};
    struct tour *tour = tour_stage(1 << TOUR_WRITERS);

    (void)state;
    run(tour, rows);
    const struct tour_verdict verdict = tour_verdict(tour);
    assert_string_equal(verdict.many.line->config.strategy, "group+delay");
    assert_int_equal(verdict.many.line->config.writers, 16);
    assert_int_equal(verdict.many.times + 0.5, 10);
    /* without modes to choose from, one writer's strategies */
    assert_int_equal(verdict.one.line->config.writers, 1);
    tour_free(tour);
}

static void a_difference_within_the_spread_is_none(void **state)
{
    static const struct row rows[] = {{"append-fsync", 0, 500, 100},
                                      {"overwrite-fdatasync", 0, 550, 100},
                                      {"rwf-dsync", 0, 540, 15},
                                      {0}};
    struct tour *tour = tour_stage(1 << TOUR_MODES);

    (void)state;
    run(tour, rows);
    const struct tour_best one = tour_verdict(tour).one;
    assert_string_equal(one.line->config.mode, "overwrite-fdatasync");
    assert_false(one.told_apart);
    assert_int_equal(one.equal_count, 2);
    assert_string_equal(one.equal[1]->config.mode, "rwf-dsync");
    tour_free(tour);
}

static void a_single_pass_tells_nothing_apart(void **state)
{
    struct tour_plan plan = tour_stage_plan(1 << TOUR_MODES);
    static const struct row rows[] = {
        {"append-fsync", 0, 500, 0}, {"overwrite-fdatasync", 0, 5000, 0}, {0}};

    (void)state;
    plan.passes = 1;
    struct tour *tour = tour_create(&tour_stage_ops, &plan);
    assert_non_null(tour);
    run(tour, rows);
    const struct tour_best one = tour_verdict(tour).one;
    assert_int_equal(one.times + 0.5, 10);
    assert_false(one.spread_known);
    assert_false(one.told_apart);
    tour_free(tour);
}

static void the_plain_way_that_wins_has_its_caveat_too(void **state)
{
    static const struct row rows[] = {{"append-fsync", 0, 5000, 0}, {0}};
    struct tour_plan plan = tour_stage_plan(1 << TOUR_MODES);

    (void)state;
    plan.passes = 1;
    struct tour *tour = tour_create(&tour_stage_ops, &plan);
    assert_non_null(tour);
    run(tour, rows);
    const struct tour_best one = tour_verdict(tour).one;
    assert_null(one.against);
    assert_false(one.spread_known);
    tour_free(tour);
}

/* Of four durable modes two have run, and of the strategies none. */
static void what_was_cut_off_is_counted(void **state)
{
    struct tour *tour = tour_stage(1 << TOUR_MODES | 1 << TOUR_WRITERS);

    (void)state;
    for (int i = 0; i < 2; i++)
        tour_stage_take(tour, (struct stretch){.latency_us = 100, .rounds = 10});
    const struct tour_verdict verdict = tour_verdict(tour);
    assert_int_equal(verdict.one.ways, 4);
    assert_int_equal(verdict.one.missing, 2);
    assert_null(verdict.many.line);
    assert_int_equal(verdict.many.writers, 16);
    assert_int_equal(verdict.many.missing, 3);
    tour_free(tour);
}

/* group+delay with the usual delay stands in two sections. */
static void a_configuration_is_named_once(void **state)
{
    static const struct row rows[] = {{"group", 16, 900, 100}, {"group+delay", 16, 890, 100}, {0}};
    struct tour *tour = tour_stage(1 << TOUR_WRITERS | 1 << TOUR_DELAY);

    (void)state;
    run(tour, rows);
    const struct tour_best many = tour_verdict(tour).many;
    assert_string_equal(many.line->config.strategy, "group");
    assert_int_equal(many.equal_count, 8); /* as many as there are delays */
    tour_free(tour);
}

static void an_empty_tour_has_no_verdict(void **state)
{
    struct tour *tour = tour_stage(TOUR_ALL);

    (void)state;
    const struct tour_verdict verdict = tour_verdict(tour);
    assert_null(verdict.one.line);
    assert_null(verdict.many.line);
    assert_false(verdict.disk.known);
    assert_int_equal(verdict.doubt_count, 0);
    tour_free(tour);
}

static void a_line_that_the_disk_failed_is_not_the_cheapest(void **state)
{
    struct tour *tour = tour_stage(1 << TOUR_MODES);

    (void)state;
    tour_stage_take(tour, (struct stretch){.latency_us = 100, .rounds = 10});
    tour_stage_take(tour, (struct stretch){.latency_us = 10, .rounds = 1000, .error_code = EIO});
    assert_string_equal(tour_verdict(tour).one.line->config.mode, "append-fsync");
    tour_free(tour);
}

static void the_disk_is_judged_by_the_cheapest_mode(void **state)
{
    static const struct verdict nvme = {.known = true, .sync_p50_ns = 208000, .words = "nvme"},
                                sata = {.known = true, .sync_p50_ns = 2080000, .words = "sata"};
    struct tour *tour = tour_stage(1 << TOUR_MODES);
    struct config config;

    (void)state;
    while (tour_next(tour, &config)) {
        bool best = strcmp(config.mode, "rwf-dsync") == 0;
        tour_stage_take(tour, (struct stretch){.latency_us = 100,
                                               .rounds = best ? 1000 : 10,
                                               .verdict = best ? &nvme : &sata});
    }
    assert_string_equal(tour_verdict(tour).disk.words, "nvme");
    tour_free(tour);
}

static void what_forbids_believing_comes_before_what_asks_for_care(void **state)
{
    static const struct warning warnings[] = {{.id = "loop", .severity = SEVERITY_NOTE},
                                              {.id = "other-writers", .severity = SEVERITY_WARN},
                                              {.id = "no-barrier", .severity = SEVERITY_WARN},
                                              {.id = "no-flush-seen", .severity = SEVERITY_BAD}};
    struct tour *tour = tour_stage(1 << TOUR_MODES);

    (void)state;
    for (size_t i = 0; i < 4; i++)
        tour_stage_take(tour,
                        (struct stretch){.latency_us = 9, .rounds = 1, .warning = &warnings[i]});
    const struct tour_verdict verdict = tour_verdict(tour);
    assert_int_equal(verdict.doubt_count, 3);
    assert_string_equal(verdict.doubt[0].warning->id, "no-barrier");
    assert_true(verdict.doubt[0].forbids);
    assert_string_equal(verdict.doubt[1].warning->id, "no-flush-seen");
    assert_string_equal(verdict.doubt[2].warning->id, "other-writers");
    assert_false(verdict.doubt[2].forbids);
    tour_free(tour);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cheapest_mode_is_named_with_what_it_saves),
        cmocka_unit_test(neither_a_lossy_mode_nor_an_empty_sync_is_ever_the_cheapest),
        cmocka_unit_test(many_writers_are_judged_where_there_are_most),
        cmocka_unit_test(a_difference_within_the_spread_is_none),
        cmocka_unit_test(a_single_pass_tells_nothing_apart),
        cmocka_unit_test(the_plain_way_that_wins_has_its_caveat_too),
        cmocka_unit_test(what_was_cut_off_is_counted),
        cmocka_unit_test(a_configuration_is_named_once),
        cmocka_unit_test(an_empty_tour_has_no_verdict),
        cmocka_unit_test(a_line_that_the_disk_failed_is_not_the_cheapest),
        cmocka_unit_test(the_disk_is_judged_by_the_cheapest_mode),
        cmocka_unit_test(what_forbids_believing_comes_before_what_asks_for_care),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
