/* test_verdict.c: what made-up loads are said to be, with which doubt; the list of warnings. */
#include "source/verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "source/evidence.h"
#include "support/feed.h"

#define MIB (UINT64_C(1) << 20)

/* --- the class of the device --- */

static void median_sync_names_the_class_and_borders_belong_to_the_slower(void **state)
{
    struct feed *feed = *state;
    static const struct {
        uint64_t sync_ns;
        const char *words;
    } rows[] = {
        {99 * FEED_US, "protected cache"}, {101 * FEED_US, "plain NVMe"},
        {999 * FEED_US, "plain NVMe"},     {1010 * FEED_US, "SATA"},
        {9900 * FEED_US, "SATA"},          {10100 * FEED_US, "spinning"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct load load = load_honest;
        load.sync_ns = rows[i].sync_ns;
        feed->snapshot.generation++;
        feed_load(feed, &load, 2);
        struct verdict v = verdict_of(feed->history, WINDOW_ALL);
        assert_true(v.known);
        if (!strstr(v.words, rows[i].words))
            fail_msg("%u us: %s", (unsigned)(rows[i].sync_ns / FEED_US), v.words);
    }
}

static void nothing_is_said_of_few_syncs_of_memory_or_of_what_is_not_durable(void **state)
{
    struct feed *feed = *state;
    struct load few = load_honest;
    assert_false(verdict_of(feed->history, WINDOW_ALL).known);
    few.syncs = 9;
    feed_load(feed, &few, 1);
    assert_false(verdict_of(feed->history, WINDOW_ALL).known);
    feed_load(feed, &few, 1);
    assert_true(verdict_of(feed->history, WINDOW_ALL).known);
    feed->snapshot.config.durable = false;
    feed_load(feed, &load_honest, 1);
    assert_false(verdict_of(feed->history, WINDOW_ALL).known);
    feed->snapshot.config.durable = true;
    feed->snapshot.target.memory = true;
    feed_load(feed, &load_honest, 1);
    assert_false(verdict_of(feed->history, WINDOW_ALL).known);
    feed->snapshot.target.memory = false;
    feed->snapshot.target.device_count = 0;
    feed->snapshot.target.remote = true;
    feed_load(feed, &load_honest, 1);
    assert_false(verdict_of(feed->history, WINDOW_ALL).known);
}

static void disk_that_is_not_seen_is_judged_with_a_doubt(void **state)
{
    struct feed *feed = *state;
    feed->snapshot.target.device_count = 0;
    feed_load(feed, &load_honest, 10);
    struct verdict v = verdict_of(feed->history, WINDOW_ALL);
    assert_true(v.known);
    assert_non_null(strstr(v.words, "plain NVMe"));
    assert_non_null(strstr(v.doubt, "which disk this is"));
    feed->snapshot.target.device_count = 1; /* an image that another machine stores */
    feed->snapshot.target.remote = true;
    feed_load(feed, &load_honest, 1);
    assert_true(verdict_of(feed->history, WINDOW_ALL).known);
}

static const char *doubt_of(struct feed *feed, const struct load *load)
{
    feed->snapshot.generation++;
    feed_load(feed, load, 10);
    const char *doubt = verdict_of(feed->history, WINDOW_ALL).doubt;
    return doubt ? doubt : "";
}

static void honest_disk_leaves_no_doubt(void **state)
{
    struct feed *feed = *state;
    assert_string_equal(doubt_of(feed, &load_honest), "");
}

static void each_reason_to_doubt_is_told(void **state)
{
    struct feed *feed = *state;
    struct load fast = load_honest, silent = load_honest, busy = load_honest;
    struct device *d = &feed->snapshot.target.device[0];
    fast.sync_ns = 60 * FEED_US;
    assert_non_null(strstr(doubt_of(feed, &fast), "volatile cache"));
    d->volatile_cache = UNKNOWN;
    assert_non_null(strstr(doubt_of(feed, &fast), "not known"));
    d->volatile_cache = NO;
    assert_string_equal(doubt_of(feed, &fast), "");
    feed->snapshot.target.barrier = NO;
    assert_non_null(strstr(doubt_of(feed, &fast), "barriers are off"));
    feed->snapshot.target.barrier = UNKNOWN;
    d->volatile_cache = YES;
    silent.flushes = 0;
    assert_non_null(strstr(doubt_of(feed, &silent), "no flush"));
    strcpy(feed->snapshot.config.mode, "flush-only");
    assert_non_null(strstr(doubt_of(feed, &silent), "nothing was asked"));
    strcpy(feed->snapshot.config.mode, "append-fsync");
    busy.others_kib = 10 * 1024;
    assert_non_null(strstr(doubt_of(feed, &busy), "more was written"));
    feed->snapshot.config.record_bytes = MIB;
    assert_non_null(strstr(doubt_of(feed, &load_honest), "transfer"));
    feed->snapshot.config.record_bytes = 4096;
    d->rotational = YES;
    assert_non_null(strstr(doubt_of(feed, &load_honest), "spin"));
}

/* --- the list --- */

static void most_severe_come_first_and_each_id_once(void **state)
{
    struct feed *feed = *state;
    struct warning list[TARGET_WARNINGS_MAX];
    struct load silent = load_honest;
    feed_fact(feed, "write-through", SEVERITY_NOTE);
    feed_fact(feed, "no-barrier", SEVERITY_WARN);
    feed_fact(feed, "volatile-overlay", SEVERITY_BAD);
    silent.flushes = 0;
    silent.sync_ns = 5 * FEED_US;
    feed_load(feed, &silent, 10);
    static const char *const order[] = {"volatile-overlay", "no-flush-seen", "no-barrier",
                                        "implausibly-fast", "write-through"};
    assert_int_equal(warnings_now(feed->history, WINDOW_10S, list), 5);
    for (unsigned i = 0; i < 5; i++)
        assert_string_equal(list[i].id, order[i]);
}

static void load_that_is_not_durable_is_told_once(void **state)
{
    struct feed *feed = *state;
    feed->snapshot.config.durable = false;
    feed_load(feed, &load_honest, 1);
    assert_true(feed_warns(feed, "not-durable"));
    feed_fact(feed, "not-durable", SEVERITY_BAD);
    feed_load(feed, &load_honest, 1);
    assert_int_equal(feed_warnings(feed), 1);
}

static void full_list_drops_the_mildest(void **state)
{
    struct feed *feed = *state;
    struct warning list[TARGET_WARNINGS_MAX];
    char id[24];
    for (unsigned i = 0; i < TARGET_WARNINGS_MAX; i++) {
        snprintf(id, sizeof id, "note-%u", i);
        feed_fact(feed, id, SEVERITY_NOTE);
    }
    feed->snapshot.config.durable = false;
    feed_load(feed, &load_honest, 1);
    assert_int_equal(warnings_now(feed->history, WINDOW_10S, list), TARGET_WARNINGS_MAX);
    assert_string_equal(list[0].id, "not-durable");
    assert_string_equal(list[TARGET_WARNINGS_MAX - 1].id, "note-14");
}

static void every_sentence_is_whole(void **state)
{
    struct feed *feed = *state;
    struct load worst = {.syncs = 100, .sync_ns = 5 * FEED_US, .others_kib = 1000000};
    struct warning w;
    feed_load(feed, &worst, 10);
    const struct figures *f = history_figures(feed->history, WINDOW_10S);
    for (int rule = 0; rule < EVIDENCE_RULES; rule++) {
        evidence_tell(history_evidence(feed->history), rule, f, &feed->snapshot, &w);
        assert_true(w.id[0] && w.text[0] && w.advice[0]);
        assert_int_equal(w.text[strlen(w.text) - 1], '.');
        assert_int_equal(w.advice[strlen(w.advice) - 1], '.');
    }
    feed->snapshot.config.durable = false;
    feed_load(feed, &worst, 1);
    struct warning list[TARGET_WARNINGS_MAX];
    assert_int_equal(warnings_now(feed->history, WINDOW_10S, list), 1);
    assert_int_equal(list[0].advice[strlen(list[0].advice) - 1], '.');
}

static void nothing_is_warned_of_before_the_first_snapshot(void **state)
{
    struct feed *feed = *state;
    assert_int_equal(feed_warnings(feed), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FEED_TEST(median_sync_names_the_class_and_borders_belong_to_the_slower),
        FEED_TEST(nothing_is_said_of_few_syncs_of_memory_or_of_what_is_not_durable),
        FEED_TEST(disk_that_is_not_seen_is_judged_with_a_doubt),
        FEED_TEST(honest_disk_leaves_no_doubt),
        FEED_TEST(each_reason_to_doubt_is_told),
        FEED_TEST(most_severe_come_first_and_each_id_once),
        FEED_TEST(load_that_is_not_durable_is_told_once),
        FEED_TEST(full_list_drops_the_mildest),
        FEED_TEST(every_sentence_is_whole),
        FEED_TEST(nothing_is_warned_of_before_the_first_snapshot),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
