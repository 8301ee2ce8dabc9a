/* test_explained.c: loads as they were measured on idle disks, and beside another program: which of
 * them the bounds of a mode on a file system explain. */
#include "source/explained.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "disk/syncmode.h"
#include "source/verdict.h"
#include "support/feed.h"

/* A way of storing: KIND is a storey below the file system, "" for a plain disk. */
struct place {
    const char *file_system, *options, *kind;
    unsigned disks;
    enum known journal, data_journal;
};

static const struct place ext4 = {"ext4", "", "", 1, YES, NO};
static const struct place ext4_journals_data = {"ext4", "", "", 1, YES, YES};
static const struct place ext4_bare = {"ext4", "", "", 1, NO, NO};
static const struct place xfs = {"xfs", "", "", 1, UNKNOWN, UNKNOWN};
static const struct place xfs_striped = {"xfs", "rw,sunit=512,swidth=1024", "", 1, 0, 0};
static const struct place btrfs = {"btrfs", "", "", 1, UNKNOWN, UNKNOWN};
static const struct place btrfs_raid1 = {"btrfs", "", "", 2, UNKNOWN, UNKNOWN};
static const struct place btrfs_raid1c3 = {"btrfs", "", "", 3, UNKNOWN, UNKNOWN};
static const struct place ext4_md = {"ext4", "", "raid1", 2, YES, NO};
static const struct place unheard_of = {"newfs", "", "", 1, UNKNOWN, UNKNOWN};

/* 300 syncs a second, so many records and KiB each. */
struct row {
    const struct place *place;
    const char *mode;
    uint64_t record_bytes;
    unsigned records_a_sync; /* 0: one record has two syncs */
    double kib_a_sync;
};

static void stand_on(struct snapshot *s, const struct place *place)
{
    struct target *t = &s->target;
    text_copy(t->file_system, sizeof t->file_system, place->file_system);
    text_copy(t->mount_options, sizeof t->mount_options, place->options);
    t->layer_count = 2;
    text_copy(t->layer[0].kind, sizeof t->layer[0].kind, place->file_system);
    text_copy(t->layer[1].kind, sizeof t->layer[1].kind, *place->kind ? place->kind : "disk");
    t->device_count = place->disks;
    t->journal = place->journal;
    t->data_journal = place->data_journal;
}

static bool warns(struct feed *feed, const struct row *row, int intervals)
{
    struct snapshot *s = &feed->snapshot;
    enum { SYNCS = 30 };
    const uint64_t records = row->records_a_sync ? SYNCS * row->records_a_sync : SYNCS / 2;
    s->generation++;
    stand_on(s, row->place);
    text_copy(s->config.mode, sizeof s->config.mode, row->mode);
    s->config.record_bytes = row->record_bytes;
    for (int i = 0; i < intervals; i++) {
        s->rounds = s->records = records;
        s->syncs = s->disk.flushes = SYNCS;
        s->disk.sectors = (uint64_t)(2 * SYNCS * row->kib_a_sync);
        s->interval_ns = s->active_ns = UINT64_C(100000000);
        s->at_ns += s->interval_ns;
        history_add(feed->history, s);
    }
    return feed_warns(feed, "other-writers");
}

static void loads_on_idle_disks_are_explained(void **state)
{
    struct feed *feed = *state;
    static const struct row rows[] = {
        {&ext4, "append-fsync", 4096, 1, 24},
        {&ext4, "append-fsync", 100, 1, 17},
        {&ext4, "sync", 4096, 1, 28},
        {&ext4, "overwrite-fsync", 4096, 1, 16},
        {&ext4, "overwrite-fdatasync", 4096, 1, 4},
        {&ext4, "overwrite-fdatasync", 100, 1, 4.1},
        {&ext4, "create-rename", 4096, 0, 32},
        {&ext4, "doublewrite", 16384, 32, 1024},
        {&ext4, "append-fsync", 16384, 64, 1045},
        {&ext4, "flush-only", 4096, 1, 0},
        {&ext4_bare, "append-fsync", 4096, 1, 8},
        {&ext4_journals_data, "append-fsync", 4096, 1, 32},
        {&ext4_journals_data, "overwrite-fdatasync", 4096, 1, 20},
        {&ext4_journals_data, "append-fsync", 16384, 64, 2080},
        {&ext4_journals_data, "doublewrite", 16384, 32, 2080},
        {&ext4_md, "append-fsync", 4096, 1, 64},
        {&xfs, "append-fsync", 4096, 1, 5},
        {&xfs, "create-rename", 4096, 0, 4.5},
        {&xfs, "doublewrite", 16384, 32, 1024},
        {&xfs_striped, "append-fsync", 4096, 1, 260},
        {&btrfs, "append-fsync", 4096, 1, 140},
        {&btrfs, "doublewrite", 16384, 32, 1235},
        {&btrfs, "doublewrite", 16384, 32, 2250},
        {&btrfs_raid1, "doublewrite", 16384, 32, 2270},
        {&btrfs_raid1c3, "overwrite-dsync", 4096, 1, 240},
        {&btrfs_raid1c3, "doublewrite", 16384, 32, 3400},
        {&unheard_of, "append-fsync", 4096, 1, 140},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (warns(feed, &rows[i], 50))
            fail_msg("%s, %s, %d KiB a sync", rows[i].place->file_system, rows[i].mode,
                     (int)rows[i].kib_a_sync);
    }
}

/* From the first round on, so no quiet second was there to learn from: 21 to 60 KiB of another
 * program's for each sync. */
static void other_program_is_noticed_beside_each_kind_of_load(void **state)
{
    struct feed *feed = *state;
    static const struct row rows[] = {
        {&ext4, "overwrite-fdatasync", 4096, 1, 25}, {&ext4, "direct-dsync", 4096, 1, 25},
        {&ext4, "append-fsync", 4096, 1, 60},        {&ext4, "flush-only", 4096, 1, 21},
        {&ext4, "doublewrite", 16384, 32, 1084},     {&ext4_bare, "append-fsync", 4096, 1, 60},
        {&xfs, "overwrite-fdatasync", 4096, 1, 25},  {&xfs, "append-fsync", 4096, 1, 33},
        {&xfs, "append-fsync", 16384, 64, 1064},     {&btrfs, "append-fsync", 4096, 1, 300},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!warns(feed, &rows[i], 50))
            fail_msg("%s, %s, %d KiB a sync", rows[i].place->file_system, rows[i].mode,
                     (int)rows[i].kib_a_sync);
    }
}

/* The warning says less than that there is another program: it may be one more copy. */
static void excess_is_told_as_more_than_needed(void **state)
{
    struct feed *feed = *state;
    static const struct row row = {&ext4, "overwrite-fdatasync", 4096, 1, 40};
    struct warning list[TARGET_WARNINGS_MAX];
    assert_true(warns(feed, &row, 50));
    assert_int_equal(warnings_now(feed->history, WINDOW_10S, list), 1);
    assert_non_null(strstr(list[0].text, "more was written to the disk than these records"));
}

/* O_DIRECT of small records in batches: each write fills a block. */
static void padding_is_explained(void **state)
{
    struct feed *feed = *state;
    static const struct row row = {&ext4, "direct-fdatasync", 100, 64, 256};
    feed->snapshot.padded_bytes = UINT64_C(30) * 64 * (4096 - 100);
    assert_false(warns(feed, &row, 50));
    feed->snapshot.padded_bytes = 0;
    assert_true(warns(feed, &row, 50));
}

static void every_mode_has_a_row(void **state)
{
    (void)state;
    for (size_t i = 0; syncmode_at(i); i++) {
        if (!explained_knows(syncmode_at(i)->about.name))
            fail_msg("%s", syncmode_at(i)->about.name);
    }
    assert_false(explained_knows("a-mode-of-another-version"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FEED_TEST(loads_on_idle_disks_are_explained),
        FEED_TEST(other_program_is_noticed_beside_each_kind_of_load),
        FEED_TEST(excess_is_told_as_more_than_needed),
        FEED_TEST(padding_is_explained),
        cmocka_unit_test(every_mode_has_a_row),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
