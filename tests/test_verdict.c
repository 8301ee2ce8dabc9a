/* test_verdict.c: what made-up loads are said to be, and which warnings they earn, keep and lose.
 */
#include "source/verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "source/evidence.h"

#define US       UINT64_C(1000)
#define INTERVAL UINT64_C(100000000)
#define MIB      (UINT64_C(1) << 20)

/* What each interval of a tenth of a second looks like. */
struct load {
    uint64_t syncs, flushes, sync_ns;
    uint64_t kib_a_sync; /* that the disk writes for one of ours */
    uint64_t others_kib; /* and for others, an interval */
};

static const struct load honest = {
    .syncs = 100, .flushes = 100, .sync_ns = 500 * US, .kib_a_sync = 28};

static struct snapshot *s;
static struct history *history;

static int set_up(void **state)
{
    (void)state;
    s = calloc(1, sizeof *s);
    history = history_create();
    if (!s || !history)
        return -1;
    histogram_clear(&s->sync);
    s->state = RUN_LIVE;
    s->generation = 1;
    s->at_ns = UINT64_C(1000000000000);
    s->config = config_default();
    s->config.durable = true;
    s->disk.available = s->disk.has_sectors = true;
    strcpy(s->target.file_system, "ext4");
    s->target.device_count = 1;
    strcpy(s->target.device[0].name, "sda");
    s->target.device[0].volatile_cache = YES;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(s);
    history_free(history);
    return 0;
}

static void feed(const struct load *load, int intervals)
{
    for (int i = 0; i < intervals; i++) {
        histogram_clear(&s->sync);
        for (uint64_t n = 0; n < load->syncs; n++)
            histogram_add(&s->sync, load->sync_ns);
        s->rounds = s->records = s->syncs = load->syncs;
        s->disk.flushes = load->flushes;
        s->disk.sectors = 2 * (load->syncs * load->kib_a_sync + load->others_kib);
        s->interval_ns = INTERVAL;
        s->active_ns = s->state == RUN_PAUSED ? 0 : INTERVAL;
        s->at_ns += INTERVAL;
        history_add(history, s);
    }
}

static bool warns(const char *id)
{
    struct warning list[TARGET_WARNINGS_MAX];
    unsigned count = warnings_now(history, WINDOW_10S, list);

    for (unsigned i = 0; i < count; i++) {
        if (strcmp(list[i].id, id) == 0)
            return true;
    }
    return false;
}

static unsigned count_warnings(void)
{
    struct warning list[TARGET_WARNINGS_MAX];
    return warnings_now(history, WINDOW_10S, list);
}

static void add_fact(const char *id, enum severity severity)
{
    struct warning *w = &s->target.warning[s->target.warning_count++];
    text_copy(w->id, sizeof w->id, id);
    w->severity = severity;
    strcpy(w->text, "a fact.");
}

/* --- the class of the device --- */

static void median_sync_names_the_class_and_borders_belong_to_the_slower(void **state)
{
    static const struct {
        uint64_t sync_ns;
        const char *words;
    } rows[] = {
        {99 * US, "protected cache"}, {101 * US, "plain NVMe"}, {999 * US, "plain NVMe"},
        {1010 * US, "SATA"},          {9900 * US, "SATA"},      {10100 * US, "spinning"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct load load = honest;
        load.sync_ns = rows[i].sync_ns;
        s->generation++;
        feed(&load, 2);
        struct verdict v = verdict_of(history, WINDOW_ALL);
        assert_true(v.known);
        if (!strstr(v.words, rows[i].words))
            fail_msg("%u us: %s", (unsigned)(rows[i].sync_ns / US), v.words);
    }
}

static void nothing_is_said_of_few_syncs_of_memory_or_of_what_is_not_durable(void **state)
{
    struct load few = honest;
    (void)state;
    assert_false(verdict_of(history, WINDOW_ALL).known);
    few.syncs = 9;
    feed(&few, 1);
    assert_false(verdict_of(history, WINDOW_ALL).known);
    feed(&few, 1);
    assert_true(verdict_of(history, WINDOW_ALL).known);
    s->config.durable = false;
    feed(&honest, 1);
    assert_false(verdict_of(history, WINDOW_ALL).known);
    s->config.durable = true;
    s->target.memory = true;
    feed(&honest, 1);
    assert_false(verdict_of(history, WINDOW_ALL).known);
    s->target.memory = false;
    s->target.device_count = 0;
    s->target.remote = true;
    feed(&honest, 1);
    assert_false(verdict_of(history, WINDOW_ALL).known);
}

static void disk_that_is_not_seen_is_judged_with_a_doubt(void **state)
{
    (void)state;
    s->target.device_count = 0;
    feed(&honest, 10);
    struct verdict v = verdict_of(history, WINDOW_ALL);
    assert_true(v.known);
    assert_non_null(strstr(v.words, "plain NVMe"));
    assert_non_null(strstr(v.doubt, "which disk this is"));
    s->target.device_count = 1; /* an image that another machine stores */
    s->target.remote = true;
    feed(&honest, 1);
    assert_true(verdict_of(history, WINDOW_ALL).known);
}

static const char *doubt_of(const struct load *load)
{
    s->generation++;
    feed(load, 10);
    const char *doubt = verdict_of(history, WINDOW_ALL).doubt;
    return doubt ? doubt : "";
}

static void honest_disk_leaves_no_doubt(void **state)
{
    (void)state;
    assert_string_equal(doubt_of(&honest), "");
}

static void each_reason_to_doubt_is_told(void **state)
{
    struct load fast = honest, silent = honest, busy = honest;
    struct device *d = &s->target.device[0];
    (void)state;
    fast.sync_ns = 60 * US;
    assert_non_null(strstr(doubt_of(&fast), "volatile cache"));
    d->volatile_cache = UNKNOWN;
    assert_non_null(strstr(doubt_of(&fast), "not known"));
    d->volatile_cache = NO;
    assert_string_equal(doubt_of(&fast), "");
    s->target.barrier = NO;
    assert_non_null(strstr(doubt_of(&fast), "barriers are off"));
    s->target.barrier = UNKNOWN;
    d->volatile_cache = YES;
    silent.flushes = 0;
    assert_non_null(strstr(doubt_of(&silent), "no flush"));
    strcpy(s->config.mode, "flush-only");
    assert_non_null(strstr(doubt_of(&silent), "nothing was asked"));
    strcpy(s->config.mode, "append-fsync");
    busy.others_kib = 10 * 1024;
    assert_non_null(strstr(doubt_of(&busy), "other programs"));
    s->config.record_bytes = MIB;
    assert_non_null(strstr(doubt_of(&honest), "transfer"));
    s->config.record_bytes = 4096;
    d->rotational = YES;
    assert_non_null(strstr(doubt_of(&honest), "spin"));
}

/* --- warnings that rest on evidence --- */

static void honest_load_earns_no_warning_at_any_moment(void **state)
{
    (void)state;
    for (int i = 0; i < 300; i++) {
        feed(&honest, 1);
        assert_int_equal(count_warnings(), 0);
    }
}

static void syncs_without_flushes_are_told_and_taken_back(void **state)
{
    struct load silent = honest;
    (void)state;
    silent.flushes = 0;
    feed(&silent, 3);
    assert_true(warns("no-flush-seen"));
    feed(&honest, 101); /* the silent ones have left the window */
    assert_false(warns("no-flush-seen"));
}

static void flushes_of_others_do_not_hide_that_ours_are_missing(void **state)
{
    struct load silent = honest;
    (void)state;
    silent.flushes = 3;
    feed(&silent, 10);
    assert_true(warns("no-flush-seen"));
}

static void flushes_shared_by_many_writers_are_not_missing(void **state)
{
    struct load shared = honest;
    (void)state;
    shared.syncs = 1600;
    shared.flushes = 20;
    s->config.writers = 16;
    strcpy(s->config.strategy, "private");
    feed(&shared, 10);
    assert_false(warns("no-flush-seen"));
}

/* With one file, writers sync one after the other however many there are. */
static void many_writers_of_one_file_do_not_hide_that_flushes_are_missing(void **state)
{
    static const char *const strategies[] = {"alone", "group", "group+delay"};
    struct load silent = honest;
    (void)state;
    silent.flushes = 3;
    s->config.writers = 64;
    for (size_t i = 0; i < sizeof strategies / sizeof strategies[0]; i++) {
        s->generation++;
        strcpy(s->config.strategy, strategies[i]);
        feed(&honest, 10);
        assert_false(warns("no-flush-seen"));
        feed(&silent, 100);
        assert_true(warns("no-flush-seen"));
    }
}

static void too_few_syncs_prove_nothing(void **state)
{
    struct load silent = honest;
    (void)state;
    silent.syncs = 3;
    silent.flushes = 0;
    feed(&silent, 5);
    assert_false(warns("no-flush-seen"));
    feed(&silent, 10);
    assert_true(warns("no-flush-seen"));
}

/* Each with 0 flushes and syncs of 5 us. */
static void innocent_loads_earn_neither_no_flush_nor_too_fast(void **state)
{
    struct load silent = honest;
    struct device *d = &s->target.device[0];
    (void)state;
    silent.flushes = 0;
    silent.sync_ns = 5 * US;

    strcpy(s->config.mode, "flush-only");
    feed(&silent, 10);
    assert_int_equal(count_warnings(), 0);

    s->generation++;
    strcpy(s->config.mode, "direct-dsync");
    d->fua = YES;
    feed(&silent, 10);
    assert_int_equal(count_warnings(), 0);

    s->generation++;
    d->fua = NO;
    strcpy(s->config.mode, "append-fsync");
    d->volatile_cache = NO;
    feed(&silent, 10);
    assert_int_equal(count_warnings(), 0);

    s->generation++;
    d->volatile_cache = UNKNOWN;
    feed(&silent, 10);
    assert_int_equal(count_warnings(), 0);

    s->generation++;
    d->volatile_cache = YES;
    s->target.memory = true;
    feed(&silent, 10);
    assert_int_equal(count_warnings(), 0);
}

static void counters_that_are_not_there_are_no_evidence(void **state)
{
    struct load silent = honest;
    (void)state;
    silent.flushes = 0;
    s->disk.available = false;
    feed(&silent, 10);
    assert_false(warns("no-flush-seen"));
    s->disk.available = true;
    s->generation++;
    s->target.device[0].counted = NO;
    feed(&silent, 10);
    assert_false(warns("no-flush-seen"));
    s->generation++;
    s->target.device[0].counted = YES;
    s->target.partial = true;
    feed(&silent, 10);
    assert_false(warns("no-flush-seen"));
}

/* An interval of SYNCS syncs in which a counter was reset. */
static void feed_left_out(uint64_t syncs)
{
    const struct disk_counts before = s->disk;
    struct load load = honest;
    load.syncs = syncs;
    load.flushes = load.kib_a_sync = 0;
    s->disk =
        (struct disk_counts){.left_out = 1, .left_out_records = syncs, .left_out_syncs = syncs};
    feed(&load, 1);
    s->disk = before;
}

static bool holds_in_all(void)
{
    return history_evidence(history)->holds[WINDOW_ALL][EVIDENCE_NO_FLUSH];
}

/* Its syncs have no flushes beside them, however many they are. */
static void interval_that_was_left_out_is_no_evidence(void **state)
{
    (void)state;
    feed_left_out(2000);
    assert_false(holds_in_all());
    feed(&honest, 1);
    feed_left_out(100000);
    feed(&honest, 1);
    assert_false(holds_in_all());
}

static void interval_that_was_left_out_does_not_silence_the_others(void **state)
{
    struct load silent = honest;
    (void)state;
    silent.flushes = 0;
    feed(&silent, 1);
    feed_left_out(100);
    assert_true(holds_in_all());
    feed(&honest, 50);
    assert_false(holds_in_all());
    s->generation++;
    feed(&honest, 1);
    feed_left_out(100);
    feed(&silent, 50);
    assert_true(holds_in_all());
}

static void warning_stands_still_at_its_threshold(void **state)
{
    struct load silent = honest, near = honest;
    bool before, changed = false;
    (void)state;
    silent.flushes = 0;
    near.flushes = 7; /* over a 16th, below an 8th */
    feed(&near, 20);
    assert_false(warns("no-flush-seen"));
    feed(&silent, 100);
    assert_true(warns("no-flush-seen"));
    before = true;
    for (int i = 0; i < 200; i++) {
        feed(&near, 1);
        changed = changed || warns("no-flush-seen") != before;
    }
    assert_false(changed);
}

static void pause_keeps_a_warning_and_a_new_load_starts_without(void **state)
{
    static const char *const ids[] = {"no-flush-seen", "implausibly-fast", "other-writers"};
    struct load worst = {.syncs = 100, .sync_ns = 5 * US, .others_kib = 1000000};
    const struct load nothing = {0};
    (void)state;
    feed(&worst, 10);
    s->state = RUN_PAUSED;
    feed(&nothing, 150);
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        assert_true(warns(ids[i]));
    s->generation++;
    feed(&nothing, 1);
    assert_int_equal(count_warnings(), 0);
}

static void sync_below_20_us_is_implausible_on_a_volatile_cache(void **state)
{
    struct load fast = honest;
    (void)state;
    fast.sync_ns = 26 * US;
    feed(&fast, 10);
    assert_false(warns("implausibly-fast"));
    s->generation++;
    fast.sync_ns = 19 * US;
    feed(&fast, 10);
    assert_true(warns("implausibly-fast"));
    fast.sync_ns = 60 * US;
    feed(&fast, 101);
    assert_false(warns("implausibly-fast"));
}

/* --- other-writers --- */

static void other_programs_are_noticed_and_forgotten(void **state)
{
    struct load busy = honest;
    (void)state;
    busy.others_kib = 10 * 1024; /* 100 MiB a second, against 28 of ours */
    feed(&honest, 50);
    feed(&busy, 30);
    assert_true(warns("other-writers"));
    feed(&honest, 101);
    assert_false(warns("other-writers"));
}

static void other_programs_are_noticed_though_they_wrote_from_the_start(void **state)
{
    struct load busy = honest;
    (void)state;
    busy.others_kib = 10 * 1024;
    feed(&busy, 3);
    assert_true(warns("other-writers"));
}

static void other_programs_are_noticed_while_no_round_returns(void **state)
{
    const struct load stuck = {.others_kib = 10 * 1024};
    (void)state;
    s->in_flight = 16;
    feed(&honest, 20);
    feed(&stuck, 60);
    assert_true(warns("other-writers"));
}

/* What file systems were seen to write, and bursts of their own. */
static void file_systems_own_writes_are_not_others(void **state)
{
    static const struct {
        const char *file_system;
        uint64_t kib_a_sync, burst_kib;
        unsigned disks;
    } rows[] = {
        {"ext4", 8, 0, 1},    {"ext4", 32, 2048, 1},   {"ext4", 60, 0, 1},   {"xfs", 5, 1024, 1},
        {"btrfs", 110, 0, 1}, {"btrfs", 60, 20480, 1}, {"btrfs", 240, 0, 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct load load = honest, burst;
        s->generation++;
        strcpy(s->target.file_system, rows[i].file_system);
        s->target.device_count = rows[i].disks;
        s->target.device[1] = s->target.device[0];
        load.kib_a_sync = rows[i].kib_a_sync;
        burst = load;
        burst.others_kib = rows[i].burst_kib;
        for (int second = 0; second < 30; second++) {
            feed(&load, 9);
            feed(second % 10 == 5 ? &burst : &load, 1);
            if (warns("other-writers"))
                fail_msg("%s, %u KiB a sync, second %d", rows[i].file_system,
                         (unsigned)rows[i].kib_a_sync, second);
        }
    }
}

/* As btrfs does: the first syncs of a file cost half of the later ones. */
static void overhead_that_grows_with_the_file_is_not_others(void **state)
{
    struct load load = honest;
    (void)state;
    strcpy(s->target.file_system, "btrfs");
    load.kib_a_sync = 68;
    feed(&load, 12);
    load.kib_a_sync = 136;
    for (int i = 0; i < 100; i++) {
        feed(&load, 1);
        assert_false(warns("other-writers"));
    }
}

static void add_storey(unsigned depth, const char *kind)
{
    struct layer *layer = &s->target.layer[s->target.layer_count++];
    layer->depth = depth;
    text_copy(layer->kind, sizeof layer->kind, kind);
}

/* 20 MiB a second: more than what is left of a steady file system's allowance after a quiet second,
 * and less than what a tree may write. */
static void overlay_is_judged_by_the_file_system_below_it(void **state)
{
    static const char *const kinds[] = {"ext4", "xfs", "btrfs"};
    struct load busy = honest;
    (void)state;
    strcpy(s->target.file_system, "overlay");
    busy.others_kib = 2 * 1024 + 512;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        s->generation++;
        s->target.layer_count = 0;
        add_storey(0, "overlay");
        add_storey(1, "overlay");
        add_storey(2, kinds[i]);
        add_storey(3, "disk");
        feed(&honest, 50);
        assert_false(warns("other-writers"));
        feed(&busy, 100);
        assert_int_equal(warns("other-writers"), strcmp(kinds[i], "btrfs") != 0);
    }
}

/* 150 MiB a second beside 28 of its own, where a tree might write 256 without a quiet second. */
static void quiet_second_bounds_what_a_tree_may_write(void **state)
{
    struct load busy = honest;
    (void)state;
    strcpy(s->target.file_system, "btrfs");
    busy.others_kib = 15 * 1024;
    feed(&busy, 50);
    assert_false(warns("other-writers"));
    feed(&honest, 20);
    feed(&busy, 100);
    assert_true(warns("other-writers"));
}

static void amount_is_told_in_steps_that_stand_still(void **state)
{
    struct load busy = honest;
    struct warning a[TARGET_WARNINGS_MAX], b[TARGET_WARNINGS_MAX];
    (void)state;
    feed(&honest, 100);
    busy.others_kib = 10 * 1024;
    feed(&busy, 100);
    assert_int_equal(warnings_now(history, WINDOW_10S, a), 1);
    busy.others_kib = 11 * 1024;
    feed(&busy, 100);
    assert_int_equal(warnings_now(history, WINDOW_10S, b), 1);
    assert_non_null(strstr(a[0].text, "over 64 MiB a second"));
    assert_string_equal(a[0].text, b[0].text);
}

/* --- the list --- */

static void most_severe_come_first_and_each_id_once(void **state)
{
    struct warning list[TARGET_WARNINGS_MAX];
    struct load silent = honest;
    (void)state;
    add_fact("write-through", SEVERITY_NOTE);
    add_fact("no-barrier", SEVERITY_WARN);
    add_fact("volatile-overlay", SEVERITY_BAD);
    silent.flushes = 0;
    silent.sync_ns = 5 * US;
    feed(&silent, 10);
    static const char *const order[] = {"volatile-overlay", "no-flush-seen", "no-barrier",
                                        "implausibly-fast", "write-through"};
    assert_int_equal(warnings_now(history, WINDOW_10S, list), 5);
    for (unsigned i = 0; i < 5; i++)
        assert_string_equal(list[i].id, order[i]);
}

static void load_that_is_not_durable_is_told_once(void **state)
{
    (void)state;
    s->config.durable = false;
    feed(&honest, 1);
    assert_true(warns("not-durable"));
    add_fact("not-durable", SEVERITY_BAD);
    feed(&honest, 1);
    assert_int_equal(count_warnings(), 1);
}

static void full_list_drops_the_mildest(void **state)
{
    struct warning list[TARGET_WARNINGS_MAX];
    char id[24];
    (void)state;
    for (unsigned i = 0; i < TARGET_WARNINGS_MAX; i++) {
        snprintf(id, sizeof id, "note-%u", i);
        add_fact(id, SEVERITY_NOTE);
    }
    s->config.durable = false;
    feed(&honest, 1);
    assert_int_equal(warnings_now(history, WINDOW_10S, list), TARGET_WARNINGS_MAX);
    assert_string_equal(list[0].id, "not-durable");
    assert_string_equal(list[TARGET_WARNINGS_MAX - 1].id, "note-14");
}

static void every_sentence_is_whole(void **state)
{
    struct load worst = {.syncs = 100, .sync_ns = 5 * US, .others_kib = 1000000};
    struct warning w;
    (void)state;
    feed(&worst, 10);
    const struct figures *f = history_figures(history, WINDOW_10S);
    for (int rule = 0; rule < EVIDENCE_RULES; rule++) {
        evidence_tell(history_evidence(history), rule, f, s, &w);
        assert_true(w.id[0] && w.text[0] && w.advice[0]);
        assert_int_equal(w.text[strlen(w.text) - 1], '.');
        assert_int_equal(w.advice[strlen(w.advice) - 1], '.');
    }
    s->config.durable = false;
    feed(&worst, 1);
    struct warning list[TARGET_WARNINGS_MAX];
    assert_int_equal(warnings_now(history, WINDOW_10S, list), 1);
    assert_int_equal(list[0].advice[strlen(list[0].advice) - 1], '.');
}

static void nothing_is_warned_of_before_the_first_snapshot(void **state)
{
    (void)state;
    assert_int_equal(count_warnings(), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(median_sync_names_the_class_and_borders_belong_to_the_slower),
        TEST(nothing_is_said_of_few_syncs_of_memory_or_of_what_is_not_durable),
        TEST(disk_that_is_not_seen_is_judged_with_a_doubt),
        TEST(honest_disk_leaves_no_doubt),
        TEST(each_reason_to_doubt_is_told),
        TEST(honest_load_earns_no_warning_at_any_moment),
        TEST(syncs_without_flushes_are_told_and_taken_back),
        TEST(flushes_of_others_do_not_hide_that_ours_are_missing),
        TEST(flushes_shared_by_many_writers_are_not_missing),
        TEST(many_writers_of_one_file_do_not_hide_that_flushes_are_missing),
        TEST(too_few_syncs_prove_nothing),
        TEST(innocent_loads_earn_neither_no_flush_nor_too_fast),
        TEST(counters_that_are_not_there_are_no_evidence),
        TEST(interval_that_was_left_out_is_no_evidence),
        TEST(interval_that_was_left_out_does_not_silence_the_others),
        TEST(warning_stands_still_at_its_threshold),
        TEST(pause_keeps_a_warning_and_a_new_load_starts_without),
        TEST(sync_below_20_us_is_implausible_on_a_volatile_cache),
        TEST(other_programs_are_noticed_and_forgotten),
        TEST(other_programs_are_noticed_though_they_wrote_from_the_start),
        TEST(other_programs_are_noticed_while_no_round_returns),
        TEST(file_systems_own_writes_are_not_others),
        TEST(overhead_that_grows_with_the_file_is_not_others),
        TEST(overlay_is_judged_by_the_file_system_below_it),
        TEST(quiet_second_bounds_what_a_tree_may_write),
        TEST(amount_is_told_in_steps_that_stand_still),
        TEST(most_severe_come_first_and_each_id_once),
        TEST(load_that_is_not_durable_is_told_once),
        TEST(full_list_drops_the_mildest),
        TEST(every_sentence_is_whole),
        TEST(nothing_is_warned_of_before_the_first_snapshot),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
