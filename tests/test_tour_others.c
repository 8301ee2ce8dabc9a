/* test_tour_others.c: other programs' writes are seen by the passes of one load. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "source/tour_verdict.h"
#include "support/tour_stage.h"

enum { PASSES = 3 };

/* Three passes in which overwrite-fdatasync writes SECTORS a sync, in ROUNDS; the rest 48. */
static struct tour *toured(const uint64_t sectors[PASSES], uint64_t rounds)
{
    struct tour *tour = tour_stage(1 << TOUR_MODES);
    struct config config;

    while (tour_next(tour, &config)) {
        struct stretch stretch = {.latency_us = 500, .rounds = 600};
        if (strcmp(config.mode, "overwrite-fdatasync") == 0) {
            stretch.rounds = rounds;
            stretch.sectors = sectors[tour_progress(tour).pass - 1];
        }
        tour_stage_take(tour, stretch);
    }
    return tour;
}

static uint32_t warnings_of(const struct tour *tour, const char *mode)
{
    return tour_stage_line(tour, TOUR_MODES, mode, 1)->warnings;
}

/* 51.5 KiB for a record of 4 KiB where another pass wrote just that. */
static void a_pass_that_wrote_far_more_than_the_quiet_one_is_disturbed(void **state)
{
    static const uint64_t sectors[PASSES] = {103, 8, 103};
    struct tour *tour = toured(sectors, 600);

    (void)state;
    assert_string_equal(tour_warning(tour, 0)->id, "other-writers");
    assert_non_null(
        strstr(tour_warning(tour, 0)->text,
               "overwrite-fdatasync the disk wrote 51.5 KiB for a sync that had 4.0 KiB"));
    assert_int_equal(warnings_of(tour, "overwrite-fdatasync"), 1);
    assert_int_equal(warnings_of(tour, "append-fsync"), 0);
    const struct tour_verdict verdict = tour_verdict(tour);
    assert_int_equal(verdict.doubt_count, 1);
    assert_string_equal(verdict.doubt[0].warning->id, "other-writers");
    assert_false(verdict.doubt[0].forbids);
    tour_free(tour);
}

static void what_every_pass_of_a_load_writes_is_its_own(void **state)
{
    static const uint64_t sectors[PASSES] = {103, 100, 110};
    struct tour *tour = toured(sectors, 600);

    (void)state;
    assert_null(tour_warning(tour, 0));
    tour_free(tour);
}

/* No file system writes 2 MiB for a record of 4 KiB, in all passes alike though it be. */
static void more_than_any_sync_writes_is_never_a_loads_own(void **state)
{
    static const uint64_t sectors[PASSES] = {4096, 4096, 4096};
    struct tour *tour = toured(sectors, 600);

    (void)state;
    assert_non_null(tour_warning(tour, 0));
    tour_free(tour);
}

static void a_late_write_in_a_few_rounds_is_the_machines_murmur(void **state)
{
    static const uint64_t sectors[PASSES] = {8, 8, 60};
    struct tour *tour = toured(sectors, 40);

    (void)state;
    assert_null(tour_warning(tour, 0));
    tour_free(tour);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pass_that_wrote_far_more_than_the_quiet_one_is_disturbed),
        cmocka_unit_test(what_every_pass_of_a_load_writes_is_its_own),
        cmocka_unit_test(more_than_any_sync_writes_is_never_a_loads_own),
        cmocka_unit_test(a_late_write_in_a_few_rounds_is_the_machines_murmur),
    };
    return cmocka_run_group_tests_name("tour_others", tests, NULL, NULL);
}
