/* test_inferred_others.c: without the kernel's events, how much others have to have written to be
 * why a round was slow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "trace/asks.h"
#include "trace/inferred.h"

enum { KIB = 2 }; /* sectors */

/* 4 KiB and a flush in 150 us: 27 MB/s; the disk was seen to write 500 MB/s. */
static const struct round usual = {.latency_ns = 152000,
                                   .write_ns = 2000,
                                   .sync_ns = 150000,
                                   .synced_ns = 152000,
                                   .led = 1,
                                   .disk = {.flushes = 1, .sectors = 4 * KIB, .syncs = 1}};
static const struct circumstances busy = {.ordinary = &usual, .disk_rate = 500000000};
static const struct circumstances unseen = {.ordinary = &usual};

/* Whether others are named for a round of MS in which the whole disk did so much more. */
static bool named(const struct circumstances *known, uint64_t ms, uint64_t kib, uint64_t flushes)
{
    struct round round = usual;
    struct inside in;
    round.sync_ns = ms * 1000000;
    round.latency_ns = round.synced_ns = round.sync_ns + 2000;
    round.disk.sectors += kib * KIB;
    round.disk.flushes += flushes;
    infer(&round, known, &in);
    infer_cause(&round, NULL, &in);
    assert_int_equal(in.other.programs, in.cause == CAUSE_OTHERS);
    return in.cause == CAUSE_OTHERS;
}

static void what_is_always_written_is_no_reason_for_a_long_round(void **state)
{
    (void)state;
    assert_false(named(&busy, 12, 44, 0));
    assert_false(named(&busy, 500, 2048, 0));
    assert_false(named(&unseen, 12, 44, 0));
}

static void what_keeps_the_disk_for_a_good_part_of_the_round_is(void **state)
{
    (void)state;
    assert_true(named(&busy, 6, 3 * 1024, 0));
    assert_true(named(&busy, 200, 50 * 1024, 0));
    assert_true(named(&unseen, 6, 44, 0)); /* at the one rate that is known */
}

static void as_many_bytes_count_the_less_the_longer_the_round(void **state)
{
    (void)state;
    assert_true(named(&busy, 2, 1024, 0));
    assert_false(named(&busy, 20, 1024, 0));
}

static void others_flushes_take_the_disk_as_long_as_ours(void **state)
{
    (void)state;
    assert_false(named(&busy, 6, 80, 2));
    assert_true(named(&busy, 6, 80, 10));
}

static void a_few_sectors_are_never_told(void **state)
{
    (void)state;
    assert_false(named(&busy, 1, 16, 10));
}

static void without_a_rate_nothing_is_told(void **state)
{
    (void)state;
    struct round silent = usual;
    silent.disk.sectors = silent.disk.flushes = 0;
    const struct circumstances known = {.ordinary = &silent};
    assert_false(named(&known, 6, 100 * 1024, 0));
}

static void the_busiest_interval_tells_the_rate(void **state)
{
    (void)state;
    static const _Atomic int32_t pid[1];
    struct snapshot *s = calloc(1, sizeof *s);
    struct asks asks = {0};
    assert_non_null(s);
    s->interval_ns = 100000000;
    s->disk.has_sectors = true;
    s->disk.sectors = 20000;
    asks_take(&asks, pid, 0, s);
    s->disk.sectors = 2000;
    asks_take(&asks, pid, 0, s);
    assert_int_equal(asks.disk_rate, 102400000);
    s->disk.sectors = 20000;
    s->interval_ns = 10000000; /* too short to tell */
    asks_take(&asks, pid, 0, s);
    s->interval_ns = 100000000;
    s->disk.sectors = 90000;
    s->disk.has_sectors = false;
    asks_take(&asks, pid, 0, s);
    assert_int_equal(asks.disk_rate, 102400000);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_always_written_is_no_reason_for_a_long_round),
        cmocka_unit_test(what_keeps_the_disk_for_a_good_part_of_the_round_is),
        cmocka_unit_test(as_many_bytes_count_the_less_the_longer_the_round),
        cmocka_unit_test(others_flushes_take_the_disk_as_long_as_ours),
        cmocka_unit_test(a_few_sectors_are_never_told),
        cmocka_unit_test(without_a_rate_nothing_is_told),
        cmocka_unit_test(the_busiest_interval_tells_the_rate),
    };
    return cmocka_run_group_tests_name("inferred_others", tests, NULL, NULL);
}
