/* test_outcome.c: stretches of one configuration add up. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/outcome_new.h"

/* ROUNDS rounds of LATENCY_US, a flush and 4 KiB each. malloc'd. */
static struct outcome *stretch(uint64_t rounds, uint64_t latency_us)
{
    struct outcome *outcome = outcome_new();
    struct figures *f = &outcome->figures;

    f->rounds = f->records = f->syncs = rounds;
    f->active_ns = UINT64_C(1000000000);
    for (uint64_t i = 0; i < rounds; i++)
        histogram_add(&f->latency, latency_us * 1000);
    f->disk = (struct disk_counts){
        .available = true, .has_sectors = true, .flushes = rounds, .sectors = 8 * rounds};
    return outcome;
}

static void stretches_add_up_and_count_the_disk_once(void **state)
{
    struct outcome *a = stretch(300, 100), *b = stretch(100, 900);

    (void)state;
    outcome_add(a, b);
    assert_int_equal(a->figures.rounds, 400);
    assert_int_equal(a->figures.latency.count, 400);
    assert_int_equal(a->figures.latency.max_ns, 900000);
    assert_int_equal(a->figures.disk.flushes, 400);
    assert_int_equal(a->figures.disk.sectors, 3200);
    assert_true(figures_records_per_s(&a->figures) == 200);
    assert_true(figures_flushes_per_record(&a->figures) == 1);
    assert_true(figures_kib_per_record(&a->figures) == 4);
    free(a);
    free(b);
}

static void a_disk_that_was_not_seen_once_is_not_known_in_the_sum(void **state)
{
    struct outcome *a = stretch(300, 100), *b = stretch(100, 100);

    (void)state;
    b->figures.disk = (struct disk_counts){.reason = "the disk went away"};
    outcome_add(a, b);
    assert_true(isnan(figures_flushes_per_record(&a->figures)));
    assert_string_equal(a->figures.disk.reason, "the disk went away");
    free(a);
    free(b);
}

static void the_first_error_stays(void **state)
{
    struct outcome *a = stretch(1, 100), *b = stretch(1, 100), *c = stretch(1, 100);

    (void)state;
    b->error_code = EIO;
    strcpy(b->error, "first");
    c->error_code = ENOSPC;
    strcpy(c->error, "second");
    outcome_add(a, b);
    outcome_add(a, c);
    assert_int_equal(a->error_code, EIO);
    assert_string_equal(a->error, "first");
    free(a);
    free(b);
    free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stretches_add_up_and_count_the_disk_once),
        cmocka_unit_test(a_disk_that_was_not_seen_once_is_not_known_in_the_sum),
        cmocka_unit_test(the_first_error_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
