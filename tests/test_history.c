/* test_history.c: windows, chart and totals from made-up snapshots, against plain sums. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "source/history.h"

enum { MS = 1000000, INTERVALS = 1500 };

#define START_NS UINT64_C(5000000000)

static struct snapshot *snapshot;
static struct history *history;

static int set_up(void **state)
{
    (void)state;
    snapshot = calloc(1, sizeof(*snapshot));
    history = history_create();
    if (!snapshot || !history)
        return -1;
    snapshot->generation = 1;
    snapshot->at_ns = START_NS;
    snapshot->wall_ns = START_NS + UINT64_C(1000000000000);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(snapshot);
    history_free(history);
    return 0;
}

/* An interval of LENGTH_NS after the one before it, without any round yet. */
static void next_interval(uint64_t length_ns)
{
    histogram_clear(&snapshot->latency);
    histogram_clear(&snapshot->write);
    histogram_clear(&snapshot->sync);
    snapshot->sequence++;
    snapshot->at_ns += length_ns;
    snapshot->wall_ns += length_ns;
    snapshot->interval_ns = snapshot->active_ns = length_ns;
    snapshot->rounds = snapshot->records = snapshot->syncs = 0;
    snapshot->slow_rounds = 0;
    snapshot->slowest_count = 0;
    snapshot->has_typical = false;
    snapshot->disk = (struct disk_counts){.available = true, .has_sectors = true};
}

static void add_round(uint64_t latency_ns)
{
    histogram_add(&snapshot->latency, latency_ns);
    histogram_add(&snapshot->sync, latency_ns - latency_ns / 8);
    histogram_add(&snapshot->write, latency_ns / 8);
    snapshot->rounds++;
    snapshot->records++;
    snapshot->syncs++;
    snapshot->disk.flushes += 2;
    snapshot->disk.sectors += 48;
}

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
    static const uint64_t length_ns[] = {1000 * (uint64_t)MS, 10000 * (uint64_t)MS,
                                         60000 * (uint64_t)MS};
    struct plain *all = calloc(INTERVALS, sizeof(*all));
    struct histogram *sum = calloc(1, sizeof(*sum));
    uint64_t seed = 1;
    (void)state;
    for (size_t n = 0; n < INTERVALS; n++) {
        next_interval(95 * MS + noise(&seed) % (10 * MS));
        if (n % 50 > 30)
            snapshot->active_ns = 0; /* paused */
        for (uint64_t r = noise(&seed) % 9; snapshot->active_ns && r > 0; r--)
            add_round(1000 + noise(&seed) % (1u << (8 + noise(&seed) % 16)));
        history_add(history, snapshot);
        all[n] = (struct plain){snapshot->at_ns, snapshot->records, snapshot->active_ns,
                                snapshot->disk.flushes, snapshot->latency};
        if (n % 7)
            continue;
        for (unsigned w = WINDOW_1S; w < WINDOW_ALL; w++) {
            uint64_t records = 0, active_ns = 0, flushes = 0;
            histogram_clear(sum);
            for (size_t i = 0; i <= n; i++) {
                if (all[i].end_ns + length_ns[w] <= snapshot->at_ns)
                    continue;
                histogram_merge(sum, &all[i].latency);
                records += all[i].records;
                active_ns += all[i].active_ns;
                flushes += all[i].flushes;
            }
            const struct figures *f = history_figures(history, (enum window)w);
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
    const struct figures *f = history_figures(history, WINDOW_1S);
    (void)state;
    next_interval(100 * MS);
    add_round(1000);
    add_round(900 * MS);
    history_add(history, snapshot);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(f->latency.max_ns, 900 * MS);
        assert_int_equal(f->latency.min_ns, 1000);
        next_interval(100 * MS);
        add_round(2 * MS);
        history_add(history, snapshot);
    }
    assert_int_equal(f->latency.max_ns, 2 * MS);
    assert_int_equal(f->latency.min_ns, 2 * MS);
    assert_int_equal(history_figures(history, WINDOW_10S)->latency.max_ns, 900 * MS);
}

static void window_without_rounds_is_empty(void **state)
{
    (void)state;
    next_interval(100 * MS);
    add_round(1000);
    history_add(history, snapshot);
    for (int i = 0; i < 10; i++) {
        next_interval(100 * MS);
        snapshot->active_ns = 0;
        history_add(history, snapshot);
    }
    const struct figures *f = history_figures(history, WINDOW_1S);
    assert_int_equal(f->latency.count, 0);
    assert_int_equal(f->active_ns, 0);
    assert_true(isnan(figures_records_per_s(f)));
    assert_true(isnan(figures_records_per_sync(f)));
    assert_true(isnan(figures_flushes_per_record(f)));
    assert_false(f->disk.available);
    assert_int_equal(history_figures(history, WINDOW_ALL)->latency.count, 1);
}

static void more_intervals_than_the_ring_holds_shorten_the_window_only(void **state)
{
    (void)state;
    for (int i = 0; i < 2000; i++) {
        next_interval(MS);
        add_round(1000 + (uint64_t)i);
        history_add(history, snapshot);
    }
    const struct figures *f = history_figures(history, WINDOW_60S);
    assert_int_equal(f->latency.max_ns, 2999);
    assert_int_equal(f->latency.min_ns, 3000 - f->latency.count);
    assert_int_equal(f->active_ns, f->latency.count * MS);
    assert_true(f->latency.count >= 600);
    assert_int_equal(history_figures(history, WINDOW_ALL)->latency.count, 2000);
}

static void new_configuration_clears_figures_and_keeps_chart_and_slow_rounds(void **state)
{
    (void)state;
    next_interval(100 * MS);
    add_round(9 * MS);
    snapshot->slow_limit_ns = 3 * MS;
    snapshot->slow_rounds = 1;
    snapshot->slowest[0] =
        (struct round){.start_ns = snapshot->at_ns - 20 * MS, .latency_ns = 9 * MS};
    snapshot->slowest_count = 1;
    history_add(history, snapshot);
    assert_int_equal(history_slow_count(history), 1);

    next_interval(100 * MS);
    snapshot->generation = 2;
    snapshot->slow_limit_ns = 0;
    add_round(1 * MS);
    history_add(history, snapshot);
    for (unsigned w = 0; w < WINDOWS; w++)
        assert_int_equal(history_figures(history, (enum window)w)->latency.max_ns, 1 * MS);
    assert_int_equal(history_slow_count(history), 0);
    assert_int_equal(history_chart_half(history, CHART_SLOTS - 1).rounds, 2);

    const struct slow_round *slow = history_slow(history, 0);
    assert_non_null(slow);
    assert_int_equal(slow->p50_ns, 1 * MS);
    assert_int_equal(slow->generation, 1);
    assert_int_equal(slow->wall_ns, slow->round.start_ns + UINT64_C(1000000000000));
    assert_null(history_slow(history, 1));

    history_reset(history);
    assert_null(history_slow(history, 0));
    assert_int_equal(history_figures(history, WINDOW_ALL)->rounds, 0);
    assert_int_equal(history_chart_half(history, CHART_SLOTS - 1).rounds, 2);
}

static void slow_list_keeps_the_newest_in_order_of_time(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 50; i++) {
        next_interval(100 * MS);
        snapshot->slow_limit_ns = 3 * MS;
        /* Longest first, as the engine sends them, and that is not their order in time. */
        for (unsigned r = 0; r < 3; r++)
            snapshot->slowest[r] =
                (struct round){.start_ns = snapshot->at_ns - 90 * MS + r * 10 * MS,
                               .latency_ns = (9 - 3 * r) * MS};
        snapshot->slowest_count = 3;
        history_add(history, snapshot);
    }
    uint64_t before_ns = UINT64_MAX;
    unsigned count = 0;
    for (const struct slow_round *slow; (slow = history_slow(history, count)); count++) {
        assert_true(slow->round.start_ns < before_ns);
        assert_true(slow->round.latency_ns > 3 * MS); /* one of three was within the limit */
        before_ns = slow->round.start_ns;
    }
    assert_int_equal(count, HISTORY_SLOW_MAX);
}

static void pause_costs_nothing_of_the_rate(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        next_interval(100 * MS);
        snapshot->active_ns = i % 2 ? 0 : 100 * MS;
        for (int r = 0; snapshot->active_ns && r < 10; r++)
            add_round(MS);
        /* What the disk does in a pause is not the load's. */
        if (!snapshot->active_ns)
            snapshot->disk.flushes = 1000;
        history_add(history, snapshot);
    }
    const struct figures *f = history_figures(history, WINDOW_ALL);
    assert_true(figures_records_per_s(f) == 100.0);
    assert_true(figures_flushes_per_record(f) == 2.0);
    assert_true(figures_kib_per_record(f) == 24.0);
}

static void one_blind_interval_makes_the_window_not_available_until_it_leaves(void **state)
{
    const struct figures *f = history_figures(history, WINDOW_1S);
    (void)state;
    next_interval(100 * MS);
    add_round(MS);
    snapshot->disk = (struct disk_counts){.reason = "tmpfs has no disk"};
    history_add(history, snapshot);
    for (int i = 0; i < 10; i++) {
        assert_false(f->disk.available);
        assert_string_equal(f->disk.reason, "tmpfs has no disk");
        assert_true(isnan(figures_kib_per_record(f)));
        next_interval(100 * MS);
        add_round(MS);
        history_add(history, snapshot);
    }
    assert_true(f->disk.available);
    assert_string_equal(f->disk.reason, "");
    assert_int_equal(f->disk.flushes, 20);
    assert_false(history_figures(history, WINDOW_ALL)->disk.available);
}

static void interval_with_a_reset_is_left_out_with_its_records(void **state)
{
    const struct figures *f = history_figures(history, WINDOW_1S);
    (void)state;
    for (int i = 0; i < 12; i++) {
        next_interval(100 * MS);
        add_round(MS);
        if (i == 1)
            snapshot->disk =
                (struct disk_counts){.left_out = 1, .left_out_records = 1, .reason = "reset"};
        history_add(history, snapshot);
        assert_true(f->disk.available && f->disk.has_sectors);
        assert_true(figures_flushes_per_record(f) == 2.0);
        assert_true(figures_kib_per_record(f) == 24.0);
        assert_int_equal(f->disk.left_out, i >= 1 && i < 11);
        assert_string_equal(f->disk.reason, i >= 1 && i < 11 ? "reset" : "");
    }
    const struct figures *all = history_figures(history, WINDOW_ALL);
    assert_int_equal(all->disk.left_out, 1);
    assert_true(figures_flushes_per_record(all) == 2.0);
}

static void nothing_but_a_reset_gives_no_figure(void **state)
{
    const struct figures *f = history_figures(history, WINDOW_1S);
    (void)state;
    next_interval(100 * MS);
    add_round(MS);
    snapshot->disk = (struct disk_counts){.left_out = 1, .left_out_records = 1, .reason = "reset"};
    history_add(history, snapshot);
    assert_false(f->disk.available || f->disk.has_sectors);
    assert_string_equal(f->disk.reason, "reset");
    assert_true(isnan(figures_flushes_per_record(f)));
}

static void sectors_are_had_where_flushes_are_not_counted(void **state)
{
    const struct figures *f = history_figures(history, WINDOW_1S);
    (void)state;
    next_interval(100 * MS);
    add_round(MS);
    snapshot->disk =
        (struct disk_counts){.has_sectors = true, .sectors = 48, .reason = "11 numbers"};
    history_add(history, snapshot);
    assert_true(isnan(figures_flushes_per_record(f)));
    assert_true(figures_kib_per_record(f) == 24.0);
    assert_string_equal(f->disk.reason, "11 numbers");
}

static void chart_slots_keep_their_time_and_a_pair_its_members(void **state)
{
    (void)state;
    struct chart_slot complete = {0};
    for (unsigned i = 0; i < 40; i++) { /* slots 0 to 7 */
        next_interval(100 * MS);
        add_round((i / 10 + 1) * 10 * MS); /* each second has a latency of its own */
        history_add(history, snapshot);
        if (i == 9)
            complete = history_chart_pair(history, CHART_SLOTS / 2 - 1);
        unsigned newest = i / 5, back = CHART_SLOTS - 1 - newest;
        assert_int_equal(history_chart_half(history, back).rounds, newest ? 5 : i + 1);
        assert_int_equal(history_chart_half(history, back - 1).rounds, 0);
        /* The first pair wanders to the left whole, whatever fills up to the right of it. */
        struct chart_slot first = history_chart_pair(history, CHART_SLOTS / 2 - 1 - newest / 2);
        if (i >= 9)
            assert_memory_equal(&first, &complete, sizeof(first));
    }
    assert_int_equal(complete.rounds, 10);
    assert_int_equal(complete.p50_ns / MS, 10);
    assert_int_equal(history_chart_pair(history, CHART_SLOTS / 2 - 1).rounds, 10);
    assert_int_equal(history_chart_pair(history, CHART_SLOTS / 2 - 1).max_ns, 40 * MS);
}

static void chart_gap_is_empty_and_old_slots_do_not_come_back(void **state)
{
    (void)state;
    next_interval(100 * MS);
    add_round(MS);
    history_add(history, snapshot);
    next_interval(UINT64_C(10000) * MS); /* stalled: the middle of it is 5 s on */
    history_add(history, snapshot);
    assert_int_equal(history_chart_half(history, CHART_SLOTS - 11).rounds, 1);
    for (unsigned i = CHART_SLOTS - 10; i < CHART_SLOTS; i++)
        assert_int_equal(history_chart_half(history, i).rounds, 0);
    next_interval(UINT64_C(400000) * MS);
    history_add(history, snapshot);
    for (unsigned i = 0; i < CHART_SLOTS; i++)
        assert_int_equal(history_chart_half(history, i).rounds, 0);
    for (unsigned i = 0; i < CHART_SLOTS / 2; i++)
        assert_int_equal(history_chart_pair(history, i).rounds, 0);
}

static void change_is_marked_where_the_new_load_begins(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 20; i++) {
        next_interval(100 * MS);
        snapshot->generation = i < 8 ? 1 : 2;
        if (i >= 8 && i < 12)
            snapshot->active_ns = 0; /* still preparing */
        history_add(history, snapshot);
    }
    assert_false(history_chart_half(history, CHART_SLOTS - 4).changed);
    assert_false(history_chart_half(history, CHART_SLOTS - 3).changed);
    assert_true(history_chart_half(history, CHART_SLOTS - 2).changed);
    assert_false(history_chart_half(history, CHART_SLOTS - 1).changed);
    assert_true(history_chart_pair(history, CHART_SLOTS / 2 - 1).changed);
}

static void typical_round_is_the_one_nearest_to_the_median(void **state)
{
    static const uint64_t typical_ms[] = {3, 2, 9, 1};
    struct round round;
    (void)state;
    assert_false(history_typical(history, &round));
    for (unsigned i = 0; i < 4; i++) {
        next_interval(100 * MS);
        for (int r = 0; r < 10; r++)
            add_round(2 * MS);
        snapshot->has_typical = true;
        snapshot->typical = (struct round){.latency_ns = typical_ms[i] * MS};
        history_add(history, snapshot);
    }
    assert_true(history_typical(history, &round));
    assert_int_equal(round.latency_ns, 2 * MS);
}

static void begin_and_failures_are_those_of_the_newest_load(void **state)
{
    (void)state;
    next_interval(100 * MS);
    snapshot->active_ns = 0;
    history_add(history, snapshot);
    assert_int_equal(history_began_ns(history), 0);
    next_interval(100 * MS);
    snapshot->active_ns = 60 * MS;
    snapshot->failed_rounds = 16;
    history_add(history, snapshot);
    assert_int_equal(history_began_ns(history), snapshot->at_ns - 60 * MS);
    next_interval(100 * MS);
    snapshot->failed_rounds = 0;
    history_add(history, snapshot);
    assert_int_equal(history_failed(history), 16);
    assert_int_equal(history_began_ns(history), START_NS + 140 * MS);
    assert_int_equal(history_latest(history)->sequence, 3);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(windows_equal_plain_sums_over_the_same_time),
        TEST(what_leaves_the_window_leaves_min_and_max),
        TEST(window_without_rounds_is_empty),
        TEST(more_intervals_than_the_ring_holds_shorten_the_window_only),
        TEST(new_configuration_clears_figures_and_keeps_chart_and_slow_rounds),
        TEST(slow_list_keeps_the_newest_in_order_of_time),
        TEST(pause_costs_nothing_of_the_rate),
        TEST(one_blind_interval_makes_the_window_not_available_until_it_leaves),
        TEST(interval_with_a_reset_is_left_out_with_its_records),
        TEST(nothing_but_a_reset_gives_no_figure),
        TEST(sectors_are_had_where_flushes_are_not_counted),
        TEST(chart_slots_keep_their_time_and_a_pair_its_members),
        TEST(chart_gap_is_empty_and_old_slots_do_not_come_back),
        TEST(change_is_marked_where_the_new_load_begins),
        TEST(typical_round_is_the_one_nearest_to_the_median),
        TEST(begin_and_failures_are_those_of_the_newest_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
