/* test_evidence_others.c: when the disk writes more than a made-up load accounts for, and when that
 * is the file system's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "source/evidence.h"
#include "source/verdict.h"
#include "support/feed.h"

static void other_programs_are_noticed_and_forgotten(void **state)
{
    struct feed *feed = *state;
    struct load busy = load_honest;
    busy.others_kib = 10 * 1024; /* 100 MiB a second, against 28 of ours */
    feed_load(feed, &load_honest, 50);
    feed_load(feed, &busy, 30);
    assert_true(feed_warns(feed, "other-writers"));
    feed_load(feed, &load_honest, 101);
    assert_false(feed_warns(feed, "other-writers"));
}

static void other_programs_are_noticed_though_they_wrote_from_the_start(void **state)
{
    struct feed *feed = *state;
    struct load busy = load_honest;
    busy.others_kib = 10 * 1024;
    feed_load(feed, &busy, 3);
    assert_true(feed_warns(feed, "other-writers"));
}

static void other_programs_are_noticed_while_no_round_returns(void **state)
{
    struct feed *feed = *state;
    const struct load stuck = {.others_kib = 10 * 1024};
    feed->snapshot.in_flight = 16;
    feed_load(feed, &load_honest, 20);
    feed_load(feed, &stuck, 60);
    assert_true(feed_warns(feed, "other-writers"));
}

/* What file systems were seen to write, and bursts of their own. */
static void file_systems_own_writes_are_not_others(void **state)
{
    struct feed *feed = *state;
    static const struct {
        const char *file_system;
        uint64_t kib_a_sync, burst_kib;
        unsigned disks;
    } rows[] = {
        {"ext4", 8, 0, 1},    {"ext4", 32, 2048, 1},   {"ext4", 40, 0, 1},   {"xfs", 5, 1024, 1},
        {"btrfs", 110, 0, 1}, {"btrfs", 60, 20480, 1}, {"btrfs", 240, 0, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct load load = load_honest, burst;
        feed->snapshot.generation++;
        strcpy(feed->snapshot.target.file_system, rows[i].file_system);
        feed->snapshot.target.device_count = rows[i].disks;
        feed->snapshot.target.device[1] = feed->snapshot.target.device[0];
        load.kib_a_sync = rows[i].kib_a_sync;
        burst = load;
        burst.others_kib = rows[i].burst_kib;
        for (int second = 0; second < 30; second++) {
            feed_load(feed, &load, 9);
            feed_load(feed, second % 10 == 5 ? &burst : &load, 1);
            if (feed_warns(feed, "other-writers"))
                fail_msg("%s, %u KiB a sync, second %d", rows[i].file_system,
                         (unsigned)rows[i].kib_a_sync, second);
        }
    }
}

/* As btrfs does: the first syncs of a file cost half of the later ones. */
static void overhead_that_grows_with_the_file_is_not_others(void **state)
{
    struct feed *feed = *state;
    struct load load = load_honest;
    strcpy(feed->snapshot.target.file_system, "btrfs");
    load.kib_a_sync = 68;
    feed_load(feed, &load, 12);
    load.kib_a_sync = 136;
    for (int i = 0; i < 100; i++) {
        feed_load(feed, &load, 1);
        assert_false(feed_warns(feed, "other-writers"));
    }
}

/* Writers with files of their own, on a fast disk: a commit of the journal is for as many as wait.
 */
static void commits_that_are_shared_by_fewer_are_not_others(void **state)
{
    struct feed *feed = *state;
    struct load load = load_honest;
    feed->snapshot.config.writers = 16;
    strcpy(feed->snapshot.config.strategy, "private");
    load.syncs = load.flushes = 1500;
    for (int i = 0; i < 400; i++) {
        if (i == 200) {
            feed->snapshot.generation++;
            strcpy(feed->snapshot.target.file_system, "btrfs");
        }
        load.kib_a_sync = i / 20 % 2 == 0 ? 9 : i < 200 ? 17 : 60;
        feed_load(feed, &load, 1);
        assert_false(feed_warns(feed, "other-writers"));
    }
}

/* What a journal holds back and writes at once. */
static void burst_within_a_second_is_not_others(void **state)
{
    struct feed *feed = *state;
    struct load load = load_honest, burst;
    load.syncs = load.flushes = 20;
    burst = load;
    burst.others_kib = 7 * 1024;
    for (int i = 0; i < 100; i++) {
        feed_load(feed, i % 40 == 20 ? &burst : &load, 1);
        for (int window = 0; window < WINDOWS; window++)
            assert_false(history_evidence(feed->history)->holds[window][EVIDENCE_OTHER_WRITERS]);
    }
}

/* Counters that stand still, and catch up. */
static void second_that_was_not_counted_whole_teaches_nothing(void **state)
{
    struct feed *feed = *state;
    struct load load = load_honest;
    load.kib_a_sync = 0;
    feed_load(feed, &load, 20);
    load.kib_a_sync = 24 * 21;
    feed_load(feed, &load, 1);
    load.kib_a_sync = 24;
    for (int i = 0; i < 100; i++) {
        feed_load(feed, &load, 1);
        assert_false(feed_warns(feed, "other-writers"));
    }
}

static void add_storey(struct feed *feed, unsigned depth, const char *kind)
{
    struct layer *layer = &feed->snapshot.target.layer[feed->snapshot.target.layer_count++];
    layer->depth = depth;
    text_copy(layer->kind, sizeof layer->kind, kind);
}

/* 25 MiB a second: more than what is left of a steady file system's allowance after a quiet second,
 * and less than what a tree may write. */
static void overlay_is_judged_by_the_file_system_below_it(void **state)
{
    struct feed *feed = *state;
    static const char *const kinds[] = {"ext4", "xfs", "btrfs"};
    static const uint64_t kib_a_sync[] = {28, 5, 110};
    struct load quiet = load_honest, busy = load_honest;
    strcpy(feed->snapshot.target.file_system, "overlay");
    busy.others_kib = 2 * 1024 + 512;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        feed->snapshot.generation++;
        feed->snapshot.target.layer_count = 0;
        add_storey(feed, 0, "overlay");
        add_storey(feed, 1, "overlay");
        add_storey(feed, 2, kinds[i]);
        add_storey(feed, 3, "disk");
        quiet.kib_a_sync = busy.kib_a_sync = kib_a_sync[i];
        feed_load(feed, &quiet, 50);
        assert_false(feed_warns(feed, "other-writers"));
        feed_load(feed, &busy, 100);
        assert_int_equal(feed_warns(feed, "other-writers"), strcmp(kinds[i], "btrfs") != 0);
    }
}

/* 150 MiB a second beside 28 of its own, where a tree might write 256 without a quiet second. */
static void quiet_second_bounds_what_a_tree_may_write(void **state)
{
    struct feed *feed = *state;
    struct load busy = load_honest;
    strcpy(feed->snapshot.target.file_system, "btrfs");
    busy.others_kib = 15 * 1024;
    feed_load(feed, &busy, 50);
    assert_false(feed_warns(feed, "other-writers"));
    feed_load(feed, &load_honest, 20);
    feed_load(feed, &busy, 100);
    assert_true(feed_warns(feed, "other-writers"));
}

static void amount_is_told_in_steps_that_stand_still(void **state)
{
    struct feed *feed = *state;
    struct load busy = load_honest;
    struct warning a[TARGET_WARNINGS_MAX], b[TARGET_WARNINGS_MAX];
    feed_load(feed, &load_honest, 100);
    busy.others_kib = 10 * 1024;
    feed_load(feed, &busy, 100);
    assert_int_equal(warnings_now(feed->history, WINDOW_10S, a), 1);
    busy.others_kib = 11 * 1024;
    feed_load(feed, &busy, 100);
    assert_int_equal(warnings_now(feed->history, WINDOW_10S, b), 1);
    assert_non_null(strstr(a[0].text, "over 64 MiB a second"));
    assert_string_equal(a[0].text, b[0].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FEED_TEST(other_programs_are_noticed_and_forgotten),
        FEED_TEST(other_programs_are_noticed_though_they_wrote_from_the_start),
        FEED_TEST(other_programs_are_noticed_while_no_round_returns),
        FEED_TEST(file_systems_own_writes_are_not_others),
        FEED_TEST(overhead_that_grows_with_the_file_is_not_others),
        FEED_TEST(commits_that_are_shared_by_fewer_are_not_others),
        FEED_TEST(burst_within_a_second_is_not_others),
        FEED_TEST(second_that_was_not_counted_whole_teaches_nothing),
        FEED_TEST(overlay_is_judged_by_the_file_system_below_it),
        FEED_TEST(quiet_second_bounds_what_a_tree_may_write),
        FEED_TEST(amount_is_told_in_steps_that_stand_still),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
