/* test_mounts.c: real file systems, made as root: which disks are found under them, whether flushes
 * reach those, and exactly which warnings they earn. A row tells how one is made. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "disk/blockstat.h"
#include "disk/resolve.h"
#include "support/mounts.h"

enum flushes { UNTOLD, NONE, SOME, SOME_BUT_NO_BYTES };

struct facts {
    enum known journal, barrier, data_journal, fast_commits;
};

struct row {
    const char *name;
    const char *make;
    const char *dir;   /* what is measured; the mount point too */
    const char *disks; /* by the order in which they were made, "1 2" */
    enum flushes flushes;
    const char *warnings; /* all of them, most severe first */
    const char *file_system;
    struct facts facts;
    const char *undo;
};

#define EXT4                                                                                       \
    {                                                                                              \
        .journal = YES, .barrier = YES, .data_journal = NO, .fast_commits = NO                     \
    }
#define EXT4_WITHOUT_BARRIER                                                                       \
    {                                                                                              \
        .journal = YES, .barrier = NO, .data_journal = NO, .fast_commits = NO                      \
    }
#define FLUSHES                                                                                    \
    {                                                                                              \
        .barrier = YES                                                                             \
    }
#define UNTOLD_FACTS                                                                               \
    {                                                                                              \
        .journal = UNKNOWN                                                                         \
    }

#define MAKE_EXT4    "need mkfs.ext4; mkdir m; loop a.img; mkfs.ext4 -q $DEV; mount $DEV m;"
#define MAKE_OVERLAY MAKE_EXT4 "mkdir m/up m/work low o;"

static const struct row rows[] = {
    {"ext4", MAKE_EXT4, "m", "1", SOME, "loop", "ext4", EXT4, NULL},
    {"ext4_without_journal",
     "need mkfs.ext4; mkdir m; loop a.img; mkfs.ext4 -q -O ^has_journal $DEV; mount $DEV m",
     "m",
     "1",
     SOME,
     "loop",
     "ext4",
     {.journal = NO, .barrier = YES, .data_journal = NO, .fast_commits = NO},
     NULL},
    {"ext4_nobarrier",
     "need mkfs.ext4; mkdir m; loop a.img; mkfs.ext4 -q $DEV; mount -o nobarrier $DEV m", "m", "1",
     NONE, "no-barrier loop", "ext4", EXT4_WITHOUT_BARRIER, NULL},
    {"ext4_nobarrier_by_the_superblock",
     "need mkfs.ext4 tune2fs; mkdir m; loop a.img; mkfs.ext4 -q $DEV; tune2fs -o nobarrier $DEV;"
     "mount $DEV m",
     "m", "1", NONE, "no-barrier loop", "ext4", EXT4_WITHOUT_BARRIER, NULL},
    {"ext4_data_journal",
     "need mkfs.ext4; mkdir m; loop a.img; mkfs.ext4 -q $DEV; mount -o data=journal $DEV m",
     "m",
     "1",
     SOME,
     "loop",
     "ext4",
     {.journal = YES, .barrier = YES, .data_journal = YES, .fast_commits = NO},
     NULL},
    {"ext4_fast_commits",
     "need mkfs.ext4; mkdir m; loop a.img; mkfs.ext4 -q -O fast_commit $DEV; mount $DEV m",
     "m",
     "1",
     SOME,
     "loop",
     "ext4",
     {.journal = YES, .barrier = YES, .data_journal = NO, .fast_commits = YES},
     NULL},
    {"ext4_on_a_partition",
     "need mkfs.ext4; mkdir m; loop a.img; part; mkfs.ext4 -q $DEV; mount $DEV m", "m", "1", SOME,
     "loop", "ext4", EXT4, NULL},
    {"ext4_of_a_node_that_is_gone",
     "need mkfs.ext4 mknod; mkdir m; loop a.img; mkfs.ext4 -q $DEV;"
     "mknod node b $(stat -c '0x%t 0x%T' $DEV); mount node m; rm node",
     "m", "1", SOME, "loop", "ext4", EXT4, NULL},
    {"ext4_on_a_disk_without_cache",
     MAKE_EXT4 "echo write through >/sys/block/${DEV#/dev/}/queue/write_cache", "m", "1", NONE,
     "loop write-through", "ext4", EXT4,
     "d=$(head -1 devices); echo write back >/sys/block/${d#/dev/}/queue/write_cache"},
    {"ext4_on_a_disk_that_counts_flushes_alone",
     MAKE_EXT4 "echo 0 >/sys/block/${DEV#/dev/}/queue/iostats", "m", "1", SOME_BUT_NO_BYTES,
     "unknown-device loop", "ext4", EXT4,
     "d=$(head -1 devices); echo 1 >/sys/block/${d#/dev/}/queue/iostats"},
    {"ext4_whose_image_is_deleted", MAKE_EXT4 "rm a.img", "m", "1", SOME, "loop", "ext4", EXT4,
     NULL},
    {"ext4_whose_image_is_deleted_under_a_covered_folder",
     "need mkfs.ext4; mkdir m t; loop t/a.img; mkfs.ext4 -q $DEV; mount $DEV m; rm t/a.img;"
     "mount -t tmpfs cover t",
     "m", "1", SOME, "loop", "ext4", EXT4, NULL},
    {"ext4_on_a_loop_on_a_block_device",
     "need mkfs.ext4; mkdir m; loop a.img; DEV=$(losetup -f --show $DEV);"
     "{ echo $DEV; cat devices; } >d; mv d devices; mkfs.ext4 -q $DEV; mount $DEV m",
     "m", "1", SOME, "loop", "ext4", EXT4, NULL},
    {"xfs", "need mkfs.xfs; mkdir m; loop a.img; mkfs.xfs -q $DEV; mount $DEV m", "m", "1", SOME,
     "loop", "xfs", FLUSHES, NULL},
    {"btrfs", "need mkfs.btrfs; mkdir m; loop a.img; mkfs.btrfs -q $DEV; mount $DEV m", "m", "1",
     SOME, "loop", "btrfs", FLUSHES, NULL},
    {"btrfs_nobarrier",
     "need mkfs.btrfs; mkdir m; loop a.img; mkfs.btrfs -q $DEV; mount -o nobarrier $DEV m",
     "m",
     "1",
     NONE,
     "no-barrier loop",
     "btrfs",
     {.barrier = NO},
     NULL},
    {"btrfs_mirror",
     "need mkfs.btrfs; mkdir m; loop a.img; A=$DEV; loop b.img;"
     "mkfs.btrfs -q -d raid1 -m raid1 $A $DEV; mount $A m",
     "m", "1 2", SOME, "loop", "btrfs", FLUSHES, NULL},
    {"btrfs_half_in_memory",
     "need mkfs.btrfs; mkdir m t; mount -t tmpfs t t; loop a.img; A=$DEV; loop t/b.img;"
     "mkfs.btrfs -q -d raid0 -m raid0 $A $DEV; mount $A m",
     "m", "1 2", SOME, "memory-backed loop", "btrfs", FLUSHES, NULL},
    {"btrfs_subvolume",
     "need mkfs.btrfs btrfs; mkdir m; loop a.img; mkfs.btrfs -q $DEV; mount $DEV m;"
     "btrfs subvolume create m/sub; umount m; mount -o subvol=sub $DEV m",
     "m", "1", SOME, "loop", "btrfs", FLUSHES, NULL},
    {"overlay",
     MAKE_OVERLAY "mount -t overlay o -o lowerdir=low,upperdir=$PWD/m/up,workdir=m/work o", "o",
     "1", SOME, "loop", "overlay", EXT4, NULL},
    {"overlay_by_a_relative_path",
     MAKE_OVERLAY "mount -t overlay o -o lowerdir=low,upperdir=m/up,workdir=m/work o", "o", "1",
     SOME, "loop", "overlay", EXT4, NULL},
    {"overlay_by_an_escaped_path",
     MAKE_OVERLAY "d='m/a, b\\c'; mkdir \"$d\"; mount -t overlay o"
                  " -o 'lowerdir=low,upperdir=m/a\\, b\\\\c,workdir=m/work' o",
     "o", "1", SOME, "loop", "overlay", EXT4, NULL},
    {"overlay_bound_elsewhere",
     MAKE_OVERLAY "mkdir low/sub b;"
                  "mount -t overlay o -o lowerdir=low,upperdir=$PWD/m/up,workdir=m/work o;"
                  "mount --bind o/sub b",
     "b", "1", SOME, "loop", "overlay", EXT4, NULL},
    {"overlay_whose_upper_folder_is_out_of_sight",
     MAKE_OVERLAY "mount -t overlay o -o lowerdir=low,upperdir=$PWD/m/up,workdir=m/work o;"
                  "mount -t tmpfs cover m",
     "o", "", UNTOLD, "unknown-device", "overlay", UNTOLD_FACTS, NULL},
    {"overlay_whose_upper_folder_has_a_double",
     MAKE_OVERLAY "mount -t overlay o -o lowerdir=low,upperdir=$PWD/m/up,workdir=m/work o;"
                  "mount -t tmpfs cover m; mkdir m/up",
     "o", "", UNTOLD, "unknown-device", "overlay", UNTOLD_FACTS, NULL},
    {"overlay_volatile",
     MAKE_OVERLAY "mount -t overlay o -o volatile,lowerdir=low,upperdir=m/up,workdir=m/work o", "o",
     "1", NONE, "volatile-overlay loop", "overlay", EXT4, NULL},
    {"overlay_on_ext4_nobarrier",
     MAKE_OVERLAY "mount -o remount,nobarrier m;"
                  "mount -t overlay o -o lowerdir=low,upperdir=m/up,workdir=m/work o",
     "o", "1", NONE, "no-barrier loop", "overlay", EXT4_WITHOUT_BARRIER, NULL},
    {"overlay_in_memory",
     "mkdir m low o; mount -t tmpfs t m; mkdir m/up m/work;"
     "mount -t overlay o -o lowerdir=low,upperdir=m/up,workdir=m/work o",
     "o", "", UNTOLD, "memory-backed", "overlay", UNTOLD_FACTS, NULL},
    {"tmpfs", "mkdir m; mount -t tmpfs t m", "m", "", UNTOLD, "memory-backed", "tmpfs",
     UNTOLD_FACTS, NULL},
    {"ramfs", "mkdir m; mount -t ramfs t m", "m", "", UNTOLD, "memory-backed", "ramfs",
     UNTOLD_FACTS, NULL},
    {"image_in_memory",
     "need mkfs.ext4; mkdir m t; mount -t tmpfs t t; loop t/a.img; mkfs.ext4 -q $DEV; mount $DEV m",
     "m", "1", SOME, "memory-backed loop", "ext4", EXT4, NULL},
    {"image_on_nobarrier",
     MAKE_EXT4 "mount -o remount,nobarrier m; mkdir n; truncate -s 64M m/i; A=$DEV;"
               "DEV=$(losetup -f --show m/i); { echo $DEV; cat devices; } >d; mv d devices;"
               "mkfs.ext4 -q $DEV; mount $DEV n",
     "n", "1", SOME, "no-barrier loop", "ext4", EXT4_WITHOUT_BARRIER, NULL},
    {"image_on_an_overlay",
     MAKE_OVERLAY "mount -t overlay o -o lowerdir=low,upperdir=m/up,workdir=m/work o; mkdir n;"
                  "mount -o remount,nobarrier m; truncate -s 64M o/i; DEV=$(losetup -f --show o/i);"
                  "{ echo $DEV; cat devices; } >d; mv d devices; mkfs.ext4 -q $DEV; mount $DEV n",
     "n", "1", SOME, "no-barrier loop", "ext4", EXT4_WITHOUT_BARRIER, NULL},
    {"zram", "need mkfs.ext4; mkdir m; zram; mkfs.ext4 -q $DEV; mount $DEV m", "m", "1", NONE,
     "memory-backed write-through", "ext4", EXT4, NULL},
    {"bind_mount", MAKE_EXT4 "mkdir m/sub b; mount --bind m/sub b", "b", "1", SOME, "loop", "ext4",
     EXT4, NULL},
    {"space_tab_newline_backslash",
     "need mkfs.ext4; d=$(printf 'a b\\tc\\nd\\\\e\\\\040'); mkdir \"$d\"; loop a.img;"
     "mkfs.ext4 -q $DEV; mount $DEV \"$d\"",
     "a b\tc\nd\\e\\040", "1", SOME, "loop", "ext4", EXT4, NULL},
    {"two_mounts_on_one_point", MAKE_EXT4 "loop b.img; mkfs.ext4 -q $DEV; mount $DEV m", "m", "2",
     SOME, "loop", "ext4", EXT4, NULL},
    {"no_mount_table", MAKE_EXT4 "mount --bind /dev/null /proc/$PROGRAM_PID/mountinfo", "m", "1",
     SOME, "loop", "ext4", EXT4, "umount /proc/$PROGRAM_PID/mountinfo"},
    {"no_sysfs", MAKE_EXT4 "mount -t tmpfs cover /sys", "m", "", UNTOLD, "unknown-device", "ext4",
     UNTOLD_FACTS, "umount /sys"},
};

struct stage {
    const struct row *row;
    struct mounts mounts;
};

enum { RECORDS = 20 };

/* Appends records durably, one by one. */
static void write_records(int dirfd)
{
    char record[4096];
    memset(record, 'r', sizeof record);
    const int fd = openat(dirfd, "records", O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0600);
    assert_return_code(fd, errno);
    for (int i = 0; i < RECORDS; i++) {
        assert_int_equal(write(fd, record, sizeof record), sizeof record);
        assert_return_code(fsync(fd), errno);
    }
    close(fd);
    assert_return_code(unlinkat(dirfd, "records", 0), errno);
}

/* A few flushes can be the file system's own; with a cache to empty, a record costs one at least.
 */
static void check_flushes(enum flushes expected, const struct target *target, int dirfd)
{
    struct blockstat stat;
    struct block_reading before, after;
    blockstat_open(target, "", &stat);
    assert_int_equal(stat.has_flushes, expected != UNTOLD);
    assert_int_equal(stat.has_sectors, expected == NONE || expected == SOME);
    if (expected == UNTOLD) {
        assert_string_not_equal(stat.reason, "");
        return;
    }
    assert_true(blockstat_read(&stat, &before));
    write_records(dirfd);
    assert_true(blockstat_read(&stat, &after));
    const struct block_delta delta = blockstat_since(&stat, &before, &after);
    blockstat_close(&stat);
    if (expected != NONE)
        assert_in_range(delta.flushes, RECORDS, UINT32_MAX);
    else
        assert_in_range(delta.flushes, 0, RECORDS / 4);
}

/* In any order: btrfs has its members by name, where "loop13" comes before "loop3". */
static bool is_listed(const struct target *target, const char *name)
{
    bool listed = false;
    for (unsigned i = 0; i < target->device_count; i++)
        listed = listed || strcmp(target->device[i].name, name) == 0;
    return listed;
}

static void check_disks(const char *expected, const struct mounts *mounts,
                        const struct target *target)
{
    unsigned count = 0;
    for (const char *c = expected; *c; c++) {
        char name[64];
        if (*c == ' ')
            continue;
        mounts_device(mounts, (unsigned)(*c - '0'), name);
        assert_true(is_listed(target, name));
        count++;
    }
    assert_int_equal(target->device_count, count);
}

/* Images stand in the temporary folder, which can be memory itself; of one whose folder is covered
 * nobody knows. */
static void expect_warnings(const struct row *row, char list[256])
{
    const char *named = row->warnings;
    struct target target;
    const char *folder = getenv("TMPDIR");
    const int fd = open(folder && *folder ? folder : "/tmp", O_RDONLY | O_DIRECTORY);
    assert_int_equal(target_resolve(fd, "", "", &target, NULL), 0);
    close(fd);
    const bool besides = target.memory && strstr(named, "loop") &&
                         !strstr(named, "memory-backed") && !strstr(row->name, "covered");
    static const char swallowed[] = "unknown-device "; /* no disk counts in memory */
    if (besides && strncmp(named, swallowed, strlen(swallowed)) == 0)
        named += strlen(swallowed);
    snprintf(list, 256, "%s%s", besides ? "memory-backed " : "", named);
}

static void check_warnings(const struct row *row, const struct target *target)
{
    char expected[256], found[256] = "";
    expect_warnings(row, expected);
    for (unsigned i = 0; i < target->warning_count; i++) {
        const size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%s", i ? " " : "", target->warning[i].id);
    }
    assert_string_equal(found, expected);
}

/* That there are none beside a journal only some kernels tell. */
static void check_fast_commits(enum known expected, const struct target *target)
{
    if (expected == NO && target->journal == YES && target->fast_commits == UNKNOWN)
        return;
    assert_int_equal(target->fast_commits, expected);
}

static void check_facts(const struct row *row, const struct mounts *mounts,
                        const struct target *target)
{
    char point[512];
    snprintf(point, sizeof point, "%s/%s", mounts->tree.path, row->dir);
    assert_string_equal(target->file_system, row->file_system);
    if (target->mount_point[0])
        assert_string_equal(target->mount_point, point);
    assert_int_equal(target->journal, row->facts.journal);
    assert_int_equal(target->barrier, row->facts.barrier);
    assert_int_equal(target->data_journal, row->facts.data_journal);
    check_fast_commits(row->facts.fast_commits, target);
    assert_int_equal(target->no_device_reason[0] != '\0',
                     row->flushes == UNTOLD || row->flushes == SOME_BUT_NO_BYTES);
}

static void mount_resolves_to_its_row(void **state)
{
    struct stage *stage = *state;
    const struct row *row = stage->row;
    struct target target;
    stage->mounts.undo = row->undo;
    mounts_make(&stage->mounts, row->make);
    const int fd = mounts_open(&stage->mounts, row->dir);
    assert_int_equal(target_resolve(fd, row->dir, "", &target, NULL), 0);
    check_facts(row, &stage->mounts, &target);
    check_disks(row->disks, &stage->mounts, &target);
    check_warnings(row, &target);
    check_flushes(row->flushes, &target, fd);
    close(fd);
}

static void open_folder_stays_on_its_mount_below_a_newer_one(void **state)
{
    struct stage *stage = *state;
    struct target target;
    char below[512], above[512];
    mounts_make(&stage->mounts, MAKE_EXT4 "loop b.img; mkfs.ext4 -q $DEV; mkdir n; mount $DEV n");
    const int fd = mounts_open(&stage->mounts, "m");
    snprintf(below, sizeof below, "%s/m", stage->mounts.tree.path);
    snprintf(above, sizeof above, "%s/n", stage->mounts.tree.path);
    assert_return_code(mount(above, below, NULL, MS_BIND, NULL), errno);
    assert_int_equal(target_resolve(fd, "m", "", &target, NULL), 0);
    close(fd);
    check_disks("1", &stage->mounts, &target);
}

static void partition_and_disk_are_both_named(void **state)
{
    struct stage *stage = *state;
    struct target target;
    char disk[64], part[80];
    mounts_make(&stage->mounts, "need mkfs.ext4; mkdir m; loop a.img; part; mkfs.ext4 -q $DEV;"
                                "mount $DEV m");
    const int fd = mounts_open(&stage->mounts, "m");
    assert_int_equal(target_resolve(fd, "m", "", &target, NULL), 0);
    close(fd);
    mounts_device(&stage->mounts, 1, disk);
    snprintf(part, sizeof part, "%sp1", disk);
    assert_string_equal(target.layer[1].kind, "partition");
    assert_string_equal(target.layer[1].name, part);
    assert_string_equal(target.layer[2].kind, "loop");
    assert_string_equal(target.layer[2].name, disk);
    assert_string_equal(target.layer[3].kind, "file");
}

/* In a child: an ordinary user for good. Its status is how many disks it counts. */
static int count_as_nobody(int fd)
{
    struct target target;
    struct blockstat stat;
    if (setgid(65534) || setuid(65534) || target_resolve(fd, "m", "", &target, NULL))
        return 100;
    blockstat_open(&target, "", &stat);
    return stat.has_flushes && stat.has_sectors ? (int)stat.devices : 101;
}

static void ordinary_user_counts_the_same_disks(void **state)
{
    struct stage *stage = *state;
    int status;
    mounts_make(&stage->mounts, "need mkfs.btrfs; mkdir m; loop a.img; A=$DEV; loop b.img;"
                                "mkfs.btrfs -q -d raid1 -m raid1 $A $DEV; mount $A m");
    const int fd = mounts_open(&stage->mounts, "m");
    const pid_t child = fork();
    assert_return_code(child, errno);
    if (child == 0)
        _exit(count_as_nobody(fd));
    assert_int_equal(waitpid(child, &status, 0), child);
    close(fd);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 2);
}

static const struct CMUnitTest claims[] = {
    cmocka_unit_test(open_folder_stays_on_its_mount_below_a_newer_one),
    cmocka_unit_test(partition_and_disk_are_both_named),
    cmocka_unit_test(ordinary_user_counts_the_same_disks),
};

enum {
    ROWS = sizeof rows / sizeof rows[0],
    TESTS = ROWS + sizeof claims / sizeof claims[0],
};

/* Whether it passed or not. */
static int take_down(void **state)
{
    struct stage *stage = *state;
    mounts_remove(&stage->mounts);
    return 0;
}

int main(void)
{
    struct stage stages[TESTS] = {{.row = NULL}};
    struct CMUnitTest tests[TESTS] = {{.name = NULL}};
    for (size_t i = 0; i < TESTS; i++) {
        tests[i] = i < ROWS ? (struct CMUnitTest){.name = rows[i].name,
                                                  .test_func = mount_resolves_to_its_row}
                            : claims[i - ROWS];
        stages[i].row = i < ROWS ? &rows[i] : NULL;
        tests[i].initial_state = &stages[i];
        tests[i].teardown_func = take_down;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
