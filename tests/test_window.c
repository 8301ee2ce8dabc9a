/* test_window.c: figures of a window from made-up snapshots, against plain sums. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "source/history.h"
#include "support/past.h"

enum { MS = 1000000, INTERVALS = 1500 };

static void assert_same_histogram(const struct histogram *a, const struct histogram *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->sum_ns, b->sum_ns);
    if (!a->count)
        return;
    assert_int_equal(a->min_ns, b->min_ns);
    assert_int_equal(a->max_ns, b->max_ns);
    assert_memory_equal(a->bucket, b->bucket, sizeof(a->bucket));
    for (unsigned p = 0; p <= 100; p += 10)
        assert_int_equal(histogram_percentile(a, p), histogram_percentile(b, p));
}

/* A short noise that is the same in every run. */
static uint64_t noise(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed >> 33;
}

/* The plain way: keeps every interval and adds up those inside the window each time. */
struct plain {
    uint64_t end_ns, records, active_ns, flushes;
    struct histogram latency;
};

static void windows_equal_plain_sums_over_the_same_time(void **state)
{
    struct past *past = *state;
    static const uint64_t length_ns[] = {1000 * (uint64_t)MS, 10000 * (uint64_t)MS,
                                         60000 * (uint64_t)MS};
    struct plain *all = calloc(INTERVALS, sizeof(*all));
    struct histogram *sum = calloc(1, sizeof(*sum));
    uint64_t seed = 1;
    for (size_t n = 0; n < INTERVALS; n++) {
        past_next(past, 95 * MS + noise(&seed) % (10 * MS));
        if (n % 50 > 30)
            past->snapshot.active_ns = 0; /* paused */
        for (uint64_t r = noise(&seed) % 9; past->snapshot.active_ns && r > 0; r--)
            past_round(past, 1000 + noise(&seed) % (1u << (8 + noise(&seed) % 16)));
        past_add(past);
        all[n] =
            (struct plain){past->snapshot.at_ns, past->snapshot.records, past->snapshot.active_ns,
                           past->snapshot.disk.flushes, past->snapshot.latency};
        if (n % 7)
            continue;
        for (unsigned w = WINDOW_1S; w < WINDOW_ALL; w++) {
            uint64_t records = 0, active_ns = 0, flushes = 0;
            histogram_clear(sum);
            for (size_t i = 0; i <= n; i++) {
                if (all[i].end_ns + length_ns[w] <= past->snapshot.at_ns)
                    continue;
                histogram_merge(sum, &all[i].latency);
                records += all[i].records;
                active_ns += all[i].active_ns;
                flushes += all[i].flushes;
            }
            const struct figures *f = history_figures(past->history, (enum window)w);
            assert_same_histogram(&f->latency, sum);
            assert_int_equal(f->records, records);
            assert_int_equal(f->active_ns, active_ns);
            assert_int_equal(f->disk.flushes, flushes);
        }
    }
    free(all);
    free(sum);
}

static void what_leaves_the_window_leaves_min_and_max(void **state)
{
    struct past *past = *state;
    const struct figures *f = history_figures(past->history, WINDOW_1S);
    past_next(past, 100 * MS);
    past_round(past, 1000);
    past_round(past, 900 * MS);
    past_add(past);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(f->latency.max_ns, 900 * MS);
        assert_int_equal(f->latency.min_ns, 1000);
        past_next(past, 100 * MS);
        past_round(past, 2 * MS);
        past_add(past);
    }
    assert_int_equal(f->latency.max_ns, 2 * MS);
    assert_int_equal(f->latency.min_ns, 2 * MS);
    assert_int_equal(history_figures(past->history, WINDOW_10S)->latency.max_ns, 900 * MS);
}

static void window_without_rounds_is_empty(void **state)
{
    struct past *past = *state;
    past_next(past, 100 * MS);
    past_round(past, 1000);
    past_add(past);
    for (int i = 0; i < 10; i++) {
        past_next(past, 100 * MS);
        past->snapshot.active_ns = 0;
        past_add(past);
    }
    const struct figures *f = history_figures(past->history, WINDOW_1S);
    assert_int_equal(f->latency.count, 0);
    assert_int_equal(f->active_ns, 0);
    assert_true(isnan(figures_records_per_s(f)));
    assert_true(isnan(figures_records_per_sync(f)));
    assert_true(isnan(figures_flushes_per_record(f)));
    assert_false(f->disk.available);
    assert_int_equal(history_figures(past->history, WINDOW_ALL)->latency.count, 1);
}

static void more_intervals_than_the_ring_holds_shorten_the_window_only(void **state)
{
    struct past *past = *state;
    for (int i = 0; i < 2000; i++) {
        past_next(past, MS);
        past_round(past, 1000 + (uint64_t)i);
        past_add(past);
    }
    const struct figures *f = history_figures(past->history, WINDOW_60S);
    assert_int_equal(f->latency.max_ns, 2999);
    assert_int_equal(f->latency.min_ns, 3000 - f->latency.count);
    assert_int_equal(f->active_ns, f->latency.count * MS);
    assert_true(f->latency.count >= 600);
    assert_int_equal(history_figures(past->history, WINDOW_ALL)->latency.count, 2000);
}

static void pause_costs_nothing_of_the_rate(void **state)
{
    struct past *past = *state;
    for (int i = 0; i < 4; i++) {
        past_next(past, 100 * MS);
        past->snapshot.active_ns = i % 2 ? 0 : 100 * MS;
        for (int r = 0; past->snapshot.active_ns && r < 10; r++)
            past_round(past, MS);
        /* What the disk does in a pause is not the load's. */
        if (!past->snapshot.active_ns)
            past->snapshot.disk.flushes = 1000;
        past_add(past);
    }
    const struct figures *f = history_figures(past->history, WINDOW_ALL);
    assert_true(figures_records_per_s(f) == 100.0);
    assert_true(figures_flushes_per_record(f) == 2.0);
    assert_true(figures_kib_per_record(f) == 24.0);
}

static void one_blind_interval_makes_the_window_not_available_until_it_leaves(void **state)
{
    struct past *past = *state;
    const struct figures *f = history_figures(past->history, WINDOW_1S);
    past_next(past, 100 * MS);
    past_round(past, MS);
    past->snapshot.disk = (struct disk_counts){.reason = "tmpfs has no disk"};
    past_add(past);
    for (int i = 0; i < 10; i++) {
        assert_false(f->disk.available);
        assert_string_equal(f->disk.reason, "tmpfs has no disk");
        assert_true(isnan(figures_kib_per_record(f)));
        past_next(past, 100 * MS);
        past_round(past, MS);
        past_add(past);
    }
    assert_true(f->disk.available);
    assert_string_equal(f->disk.reason, "");
    assert_int_equal(f->disk.flushes, 20);
    assert_false(history_figures(past->history, WINDOW_ALL)->disk.available);
}

static void interval_with_a_reset_is_left_out_with_its_records(void **state)
{
    struct past *past = *state;
    const struct figures *f = history_figures(past->history, WINDOW_1S);
    for (int i = 0; i < 12; i++) {
        past_next(past, 100 * MS);
        past_round(past, MS);
        if (i == 1)
            past->snapshot.disk =
                (struct disk_counts){.left_out = 1, .left_out_records = 1, .reason = "reset"};
        past_add(past);
        assert_true(f->disk.available && f->disk.has_sectors);
        assert_true(figures_flushes_per_record(f) == 2.0);
        assert_true(figures_kib_per_record(f) == 24.0);
        assert_int_equal(f->disk.left_out, i >= 1 && i < 11);
        assert_string_equal(f->disk.reason, i >= 1 && i < 11 ? "reset" : "");
    }
    const struct figures *all = history_figures(past->history, WINDOW_ALL);
    assert_int_equal(all->disk.left_out, 1);
    assert_true(figures_flushes_per_record(all) == 2.0);
}

static void nothing_but_a_reset_gives_no_figure(void **state)
{
    struct past *past = *state;
    const struct figures *f = history_figures(past->history, WINDOW_1S);
    past_next(past, 100 * MS);
    past_round(past, MS);
    past->snapshot.disk =
        (struct disk_counts){.left_out = 1, .left_out_records = 1, .reason = "reset"};
    past_add(past);
    assert_false(f->disk.available || f->disk.has_sectors);
    assert_string_equal(f->disk.reason, "reset");
    assert_true(isnan(figures_flushes_per_record(f)));
}

static void sectors_are_had_where_flushes_are_not_counted(void **state)
{
    struct past *past = *state;
    const struct figures *f = history_figures(past->history, WINDOW_1S);
    past_next(past, 100 * MS);
    past_round(past, MS);
    past->snapshot.disk =
        (struct disk_counts){.has_sectors = true, .sectors = 48, .reason = "11 numbers"};
    past_add(past);
    assert_true(isnan(figures_flushes_per_record(f)));
    assert_true(figures_kib_per_record(f) == 24.0);
    assert_string_equal(f->disk.reason, "11 numbers");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PAST_TEST(windows_equal_plain_sums_over_the_same_time),
        PAST_TEST(what_leaves_the_window_leaves_min_and_max),
        PAST_TEST(window_without_rounds_is_empty),
        PAST_TEST(more_intervals_than_the_ring_holds_shorten_the_window_only),
        PAST_TEST(pause_costs_nothing_of_the_rate),
        PAST_TEST(one_blind_interval_makes_the_window_not_available_until_it_leaves),
        PAST_TEST(interval_with_a_reset_is_left_out_with_its_records),
        PAST_TEST(nothing_but_a_reset_gives_no_figure),
        PAST_TEST(sectors_are_had_where_flushes_are_not_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
