/* test_besides.c: a journal or a log on a device of its own counts with the file system's first
 * device, and where it is not seen the sum does not pass for the whole. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "disk/blockstat.h"
#include "disk/extfs.h"
#include "support/mounts.h"
#include "support/root.h"

/* --- trees: sda with sda1, and two more disks --- */

static void add_disk(const struct tree *tree, const char *name, unsigned minor)
{
    static const struct {
        const char *file, *text;
    } files[] = {{"stat", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n"},
                 {"queue/write_cache", "write back\n"},
                 {"mq/0/nr_tags", "64\n"}};
    char path[128], text[128];
    snprintf(text, sizeof text, "../../devices/pci0/%s", name);
    snprintf(path, sizeof path, "sys/class/block/%s", name);
    tree_link(tree, path, text);
    snprintf(path, sizeof path, "sys/dev/block/8:%u", minor);
    tree_link(tree, path, text);
    snprintf(path, sizeof path, "sys/devices/pci0/%s/dev", name);
    snprintf(text, sizeof text, "8:%u\n", minor);
    tree_write(tree, path, text);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "sys/devices/pci0/%s/%s", name, files[i].file);
        tree_write(tree, path, files[i].text);
    }
}

static void add_disks(const struct tree *tree)
{
    root_add_disk(tree);
    add_disk(tree, "sdb", 16);
    add_disk(tree, "sdc", 32);
}

struct row {
    const char *journals[3];           /* in /proc/fs/jbd2 */
    const char *pid, *thread;          /* of the journal; NULL: not told */
    const char *disks, *device, *tree; /* what comes out */
};

#define DATA      "ext4 /\n partition sda1\n  disk sda\n"
#define ON(x)     DATA " journal on " #x "\n  disk " #x "\n"
#define NONE_SEEN "sda", "", DATA " journal on another device\n"

static const struct row rows[] = {
    {{"sda1-8", "sdb"}, "7", "jbd2/sda1-8", "sda", "", DATA},
    {{"sda1-12"}, NULL, NULL, "sda", "", DATA},
    {{"sdb"}, NULL, NULL, "sda sdb", "sdb", ON(sdb)},
    {{"sdb-8", "sdb"}, "0", NULL, "sda sdb", "sdb", ON(sdb)},
    {{"sdb", "sdc"}, "7", "jbd2/sdc", "sda sdc", "sdc", ON(sdc)},
    /* two that it could be */
    {{"sdb", "sdc"}, "0", NULL, NONE_SEEN},
    /* another file system's */
    {{"sdb-8"}, NULL, NULL, NONE_SEEN},
    {{"sdb"}, "7", "jbd2/gone", NONE_SEEN},
    {{"gone"}, "7", "jbd2/gone", NONE_SEEN},
};

static void check_row(const struct row *row)
{
    struct tree tree;
    struct target target;
    char path[128], disks[256] = "";
    tree_make(&tree, NULL);
    root_need_ext(&tree);
    add_disks(&tree);
    tree_write(&tree, "proc/self/mountinfo", "9 1 8:1 / / rw - ext4 /dev/sda1 rw\n");
    tree_write(&tree, "proc/fs/ext4/sda1/options", "rw\nbarrier\ndata=ordered\n");
    for (size_t i = 0; i < 3 && row->journals[i]; i++) {
        snprintf(path, sizeof path, "proc/fs/jbd2/%s/info", row->journals[i]);
        tree_write(&tree, path, "");
    }
    if (row->pid)
        tree_write(&tree, "sys/fs/ext4/sda1/journal_task", row->pid);
    if (row->thread)
        tree_write(&tree, "proc/7/comm", row->thread);
    root_resolve(&tree, &target);
    root_check_stack(row->tree, &target);
    for (unsigned i = 0; i < target.device_count; i++) {
        strcat(disks, i ? " " : "");
        strcat(disks, target.device[i].name);
    }
    const bool unseen = strstr(row->tree, "another device");
    assert_string_equal(disks, row->disks);
    assert_string_equal(target.journal_device, row->device);
    assert_int_equal(target.partial, unseen);
    assert_int_equal(strstr(target.no_device_reason, "the journal of ext4") != NULL, unseen);
    assert_int_equal(target.warning_count, unseen);
    tree_remove(&tree);
}

static void journal_of_ext4_is_found_by_its_name_or_marked_as_missing(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_row(&rows[i]);
}

/* A kernel before 5.17 cuts the names of its threads. */
static void cut_name_of_a_thread_still_chooses(void **state)
{
    struct tree tree;
    struct extfs ext;
    (void)state;
    tree_make(&tree, NULL);
    add_disk(&tree, "nvme0c0n1p12", 48);
    add_disk(&tree, "nvme1n1", 64);
    tree_write(&tree, "proc/fs/ext4/sda1/options", "data=ordered\n");
    tree_write(&tree, "proc/fs/jbd2/nvme0c0n1p12/info", "");
    tree_write(&tree, "proc/fs/jbd2/nvme1n1/info", "");
    tree_write(&tree, "sys/fs/ext4/sda1/journal_task", "7\n");
    tree_write(&tree, "proc/7/comm", "jbd2/nvme0c0n1p\n");
    extfs_read(tree.path, "sda1", &ext);
    assert_int_equal(ext.journal_apart, YES);
    assert_string_equal(ext.journal_device, "nvme0c0n1p12");
    tree_remove(&tree);
}

static void journal_is_known_by_its_thread_where_the_options_are_hidden(void **state)
{
    struct tree tree;
    struct extfs ext;
    (void)state;
    tree_make(&tree, NULL);
    add_disk(&tree, "sdb", 16);
    tree_write(&tree, "proc/fs/jbd2/sdb/info", "");
    tree_write(&tree, "sys/fs/ext4/sda1/journal_task", "0\n"); /* of another container */
    extfs_read(tree.path, "sda1", &ext);
    assert_int_equal(ext.journal, YES);
    assert_string_equal(ext.journal_device, "sdb");
    tree_write(&tree, "sys/fs/ext4/sda1/journal_task", "<none>\n");
    extfs_read(tree.path, "sda1", &ext);
    assert_int_equal(ext.journal, NO);
    assert_int_equal(ext.journal_apart, UNKNOWN);
    tree_remove(&tree);
}

/* --- real mounts --- */

struct stage {
    const char *make;
    const char *kind; /* of the second device's storey */
    const char *disks;
    struct mounts mounts;
};

enum { RECORDS = 20 };

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
}

/* Each record flushes both devices. */
static void check_flushes(const struct target *target, int dirfd)
{
    struct blockstat stat;
    struct block_reading before, after;
    blockstat_open(target, "", &stat);
    assert_true(stat.has_flushes);
    assert_true(blockstat_read(&stat, &before));
    write_records(dirfd);
    assert_true(blockstat_read(&stat, &after));
    for (unsigned i = 0; i < target->device_count; i++)
        assert_in_range(after.disk[i].flushes - before.disk[i].flushes, RECORDS / 2, UINT32_MAX);
    blockstat_close(&stat);
}

static void second_device_counts_too(void **state)
{
    struct stage *stage = *state;
    struct target target;
    char name[64];
    unsigned found = 0;
    mounts_make(&stage->mounts, stage->make);
    const int fd = mounts_open(&stage->mounts, "m");
    assert_int_equal(target_resolve(fd, "m", "", &target, NULL), 0);
    assert_int_equal(target.device_count, strlen(stage->disks));
    for (unsigned i = 0; i < target.device_count; i++) {
        mounts_device(&stage->mounts, (unsigned)(stage->disks[i] - '0'), name);
        assert_string_equal(target.device[i].name, name);
    }
    for (unsigned i = 0; i < target.layer_count; i++)
        found += strcmp(target.layer[i].kind, stage->kind) == 0;
    assert_int_equal(found, 1);
    assert_string_not_equal(target.journal_device, "");
    assert_false(target.partial);
    assert_string_equal(target.no_device_reason, "");
    check_flushes(&target, fd);
    close(fd);
}

static int take_down(void **state)
{
    struct stage *stage = *state;
    mounts_remove(&stage->mounts);
    return 0;
}

#define TWO "mkdir m; loop j.img; J=$DEV; loop a.img;"

static struct stage stages[] = {
    {.make = "need mkfs.ext4 mke2fs;" TWO "mke2fs -q -O journal_dev $J;"
             "mkfs.ext4 -q -J device=$J $DEV; mount $DEV m",
     .kind = "journal on",
     .disks = "21"},
    {.make = "need mkfs.ext4 mke2fs;" TWO "DEV=$J; part; J=$DEV; mke2fs -q -O journal_dev $J;"
             "DEV=$(head -2 devices | tail -1); mkfs.ext4 -q -J device=$J $DEV; mount $DEV m",
     .kind = "journal on",
     .disks = "21"},
    {.make = "need mkfs.xfs;" TWO "mkfs.xfs -q -l logdev=$J $DEV; mount -o logdev=$J $DEV m",
     .kind = "log on",
     .disks = "21"},
    {.make = "need mkfs.xfs mknod;" TWO "mkfs.xfs -q -l logdev=$J $DEV; L=$PWD/${J#/dev/};"
             "mknod $L b $(stat -c '0x%t 0x%T' $J); mount -o logdev=$L $DEV m; rm $L",
     .kind = "log on",
     .disks = "21"},
};

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(journal_of_ext4_is_found_by_its_name_or_marked_as_missing),
        cmocka_unit_test(cut_name_of_a_thread_still_chooses),
        cmocka_unit_test(journal_is_known_by_its_thread_where_the_options_are_hidden),
        {"ext4_journal_on_a_disk", second_device_counts_too, NULL, take_down, &stages[0]},
        {"ext4_journal_on_a_partition", second_device_counts_too, NULL, take_down, &stages[1]},
        {"xfs_log_on_a_disk", second_device_counts_too, NULL, take_down, &stages[2]},
        {"xfs_log_by_a_node_that_is_gone", second_device_counts_too, NULL, take_down, &stages[3]},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
