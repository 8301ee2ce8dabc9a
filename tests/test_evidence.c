/* test_evidence.c: which warnings made-up loads earn, keep and lose by what was measured of syncs
 * and flushes. */
#include "source/evidence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/feed.h"

static void honest_load_earns_no_warning_at_any_moment(void **state)
{
    struct feed *feed = *state;
    for (int i = 0; i < 300; i++) {
        feed_load(feed, &load_honest, 1);
        assert_int_equal(feed_warnings(feed), 0);
    }
}

static void syncs_without_flushes_are_told_and_taken_back(void **state)
{
    struct feed *feed = *state;
    struct load silent = load_honest;
    silent.flushes = 0;
    feed_load(feed, &silent, 3);
    assert_true(feed_warns(feed, "no-flush-seen"));
    feed_load(feed, &load_honest, 101); /* the silent ones have left the window */
    assert_false(feed_warns(feed, "no-flush-seen"));
}

static void flushes_of_others_do_not_hide_that_ours_are_missing(void **state)
{
    struct feed *feed = *state;
    struct load silent = load_honest;
    silent.flushes = 3;
    feed_load(feed, &silent, 10);
    assert_true(feed_warns(feed, "no-flush-seen"));
}

static void flushes_shared_by_many_writers_are_not_missing(void **state)
{
    struct feed *feed = *state;
    struct load shared = load_honest;
    shared.syncs = 1600;
    shared.flushes = 20;
    feed->snapshot.config.writers = 16;
    strcpy(feed->snapshot.config.strategy, "private");
    feed_load(feed, &shared, 10);
    assert_false(feed_warns(feed, "no-flush-seen"));
}

/* With one file, writers sync one after the other however many there are. */
static void many_writers_of_one_file_do_not_hide_that_flushes_are_missing(void **state)
{
    struct feed *feed = *state;
    static const char *const strategies[] = {"alone", "group", "group+delay"};
    struct load silent = load_honest;
    silent.flushes = 3;
    feed->snapshot.config.writers = 64;
    for (size_t i = 0; i < sizeof strategies / sizeof strategies[0]; i++) {
        feed->snapshot.generation++;
        strcpy(feed->snapshot.config.strategy, strategies[i]);
        feed_load(feed, &load_honest, 10);
        assert_false(feed_warns(feed, "no-flush-seen"));
        feed_load(feed, &silent, 100);
        assert_true(feed_warns(feed, "no-flush-seen"));
    }
}

/* A run of a few rounds, with a library that swallows its syncs. */
static void few_syncs_without_any_flush_are_evidence(void **state)
{
    struct feed *feed = *state;
    struct load swallowed = load_honest;
    swallowed.syncs = 4;
    swallowed.flushes = 0;
    swallowed.sync_ns = 30;
    feed_load(feed, &swallowed, 1);
    assert_int_equal(feed_warnings(feed), 0);
    swallowed.syncs = 1;
    feed_load(feed, &swallowed, 1);
    assert_true(feed_warns(feed, "no-flush-seen"));
    assert_false(feed_warns(feed, "implausibly-fast"));
    swallowed.syncs = 15;
    feed_load(feed, &swallowed, 1);
    assert_true(feed_warns(feed, "no-flush-seen"));
    assert_true(feed_warns(feed, "implausibly-fast"));
}

/* 30 syncs and a flush: it may be the one of a sync that is still to be counted, or another's. */
static void few_syncs_with_a_flush_prove_nothing(void **state)
{
    struct feed *feed = *state;
    struct load once = load_honest;
    once.syncs = 30;
    once.flushes = 1;
    feed_load(feed, &once, 1);
    assert_false(feed_warns(feed, "no-flush-seen"));
}

/* All 16 may have met in a flush that was counted before the first of them returned. */
static void few_syncs_of_many_files_prove_nothing(void **state)
{
    struct feed *feed = *state;
    struct load silent = load_honest;
    feed->snapshot.config.writers = 16;
    strcpy(feed->snapshot.config.strategy, "private");
    silent.syncs = 40;
    silent.flushes = 0;
    feed_load(feed, &silent, 1);
    assert_false(feed_warns(feed, "no-flush-seen"));
    feed_load(feed, &silent, 1);
    assert_true(feed_warns(feed, "no-flush-seen"));
}

/* Each with 0 flushes and syncs of 5 us. */
static void innocent_loads_earn_neither_no_flush_nor_too_fast(void **state)
{
    struct feed *feed = *state;
    struct load silent = load_honest;
    struct device *d = &feed->snapshot.target.device[0];
    silent.flushes = silent.kib_a_sync = 0;
    silent.sync_ns = 5 * FEED_US;

    strcpy(feed->snapshot.config.mode, "flush-only");
    feed_load(feed, &silent, 10);
    assert_int_equal(feed_warnings(feed), 0);

    feed->snapshot.generation++;
    strcpy(feed->snapshot.config.mode, "direct-dsync");
    d->fua = YES;
    feed_load(feed, &silent, 10);
    assert_int_equal(feed_warnings(feed), 0);

    feed->snapshot.generation++;
    d->fua = NO;
    strcpy(feed->snapshot.config.mode, "append-fsync");
    d->volatile_cache = NO;
    feed_load(feed, &silent, 10);
    assert_int_equal(feed_warnings(feed), 0);

    feed->snapshot.generation++;
    d->volatile_cache = UNKNOWN;
    feed_load(feed, &silent, 10);
    assert_int_equal(feed_warnings(feed), 0);

    feed->snapshot.generation++;
    d->volatile_cache = YES;
    feed->snapshot.target.memory = true;
    feed_load(feed, &silent, 10);
    assert_int_equal(feed_warnings(feed), 0);
}

static void counters_that_are_not_there_are_no_evidence(void **state)
{
    struct feed *feed = *state;
    struct load silent = load_honest;
    silent.flushes = 0;
    feed->snapshot.disk.available = false;
    feed_load(feed, &silent, 10);
    assert_false(feed_warns(feed, "no-flush-seen"));
    feed->snapshot.disk.available = true;
    feed->snapshot.generation++;
    feed->snapshot.target.device[0].counted = NO;
    feed_load(feed, &silent, 10);
    assert_false(feed_warns(feed, "no-flush-seen"));
    feed->snapshot.generation++;
    feed->snapshot.target.device[0].counted = YES;
    feed->snapshot.target.partial = true;
    feed_load(feed, &silent, 10);
    assert_false(feed_warns(feed, "no-flush-seen"));
}

/* An interval of SYNCS syncs in which a counter was reset. */
static void feed_left_out(struct feed *feed, uint64_t syncs)
{
    const struct disk_counts before = feed->snapshot.disk;
    struct load load = load_honest;
    load.syncs = syncs;
    load.flushes = load.kib_a_sync = 0;
    feed->snapshot.disk =
        (struct disk_counts){.left_out = 1, .left_out_records = syncs, .left_out_syncs = syncs};
    feed_load(feed, &load, 1);
    feed->snapshot.disk = before;
}

static bool holds_in_all(const struct feed *feed)
{
    return history_evidence(feed->history)->holds[WINDOW_ALL][EVIDENCE_NO_FLUSH];
}

/* Its syncs have no flushes beside them, however many they are. */
static void interval_that_was_left_out_is_no_evidence(void **state)
{
    struct feed *feed = *state;
    feed_left_out(feed, 2000);
    assert_false(holds_in_all(feed));
    feed_load(feed, &load_honest, 1);
    feed_left_out(feed, 100000);
    feed_load(feed, &load_honest, 1);
    assert_false(holds_in_all(feed));
}

static void interval_that_was_left_out_does_not_silence_the_others(void **state)
{
    struct feed *feed = *state;
    struct load silent = load_honest;
    silent.flushes = 0;
    feed_load(feed, &silent, 1);
    feed_left_out(feed, 100);
    assert_true(holds_in_all(feed));
    feed_load(feed, &load_honest, 50);
    assert_false(holds_in_all(feed));
    feed->snapshot.generation++;
    feed_load(feed, &load_honest, 1);
    feed_left_out(feed, 100);
    feed_load(feed, &silent, 50);
    assert_true(holds_in_all(feed));
}

static void warning_stands_still_at_its_threshold(void **state)
{
    struct feed *feed = *state;
    struct load silent = load_honest, near = load_honest;
    bool before, changed = false;
    silent.flushes = 0;
    near.flushes = 7; /* over a 16th, below an 8th */
    feed_load(feed, &near, 20);
    assert_false(feed_warns(feed, "no-flush-seen"));
    feed_load(feed, &silent, 100);
    assert_true(feed_warns(feed, "no-flush-seen"));
    before = true;
    for (int i = 0; i < 200; i++) {
        feed_load(feed, &near, 1);
        changed = changed || feed_warns(feed, "no-flush-seen") != before;
    }
    assert_false(changed);
}

static void pause_keeps_a_warning_and_a_new_load_starts_without(void **state)
{
    struct feed *feed = *state;
    static const char *const ids[] = {"no-flush-seen", "implausibly-fast", "other-writers"};
    struct load worst = {.syncs = 100, .sync_ns = 5 * FEED_US, .others_kib = 1000000};
    const struct load nothing = {0};
    feed_load(feed, &worst, 10);
    feed->snapshot.state = RUN_PAUSED;
    feed_load(feed, &nothing, 150);
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        assert_true(feed_warns(feed, ids[i]));
    feed->snapshot.generation++;
    feed_load(feed, &nothing, 1);
    assert_int_equal(feed_warnings(feed), 0);
}

static void sync_below_20_us_is_implausible_on_a_volatile_cache(void **state)
{
    struct feed *feed = *state;
    struct load fast = load_honest;
    fast.sync_ns = 26 * FEED_US;
    feed_load(feed, &fast, 10);
    assert_false(feed_warns(feed, "implausibly-fast"));
    feed->snapshot.generation++;
    fast.sync_ns = 19 * FEED_US;
    feed_load(feed, &fast, 10);
    assert_true(feed_warns(feed, "implausibly-fast"));
    fast.sync_ns = 60 * FEED_US;
    feed_load(feed, &fast, 101);
    assert_false(feed_warns(feed, "implausibly-fast"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FEED_TEST(honest_load_earns_no_warning_at_any_moment),
        FEED_TEST(syncs_without_flushes_are_told_and_taken_back),
        FEED_TEST(flushes_of_others_do_not_hide_that_ours_are_missing),
        FEED_TEST(flushes_shared_by_many_writers_are_not_missing),
        FEED_TEST(many_writers_of_one_file_do_not_hide_that_flushes_are_missing),
        FEED_TEST(few_syncs_without_any_flush_are_evidence),
        FEED_TEST(few_syncs_with_a_flush_prove_nothing),
        FEED_TEST(few_syncs_of_many_files_prove_nothing),
        FEED_TEST(innocent_loads_earn_neither_no_flush_nor_too_fast),
        FEED_TEST(counters_that_are_not_there_are_no_evidence),
        FEED_TEST(interval_that_was_left_out_is_no_evidence),
        FEED_TEST(interval_that_was_left_out_does_not_silence_the_others),
        FEED_TEST(warning_stands_still_at_its_threshold),
        FEED_TEST(pause_keeps_a_warning_and_a_new_load_starts_without),
        FEED_TEST(sync_below_20_us_is_implausible_on_a_volatile_cache),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
