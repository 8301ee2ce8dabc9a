/* test_resolve.c: from a directory to its facts, on hand-made trees in place of /proc and /sys. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <cmocka.h>

#include "disk/device.h"
#include "disk/extfs.h"
#include "disk/fstype.h"
#include "disk/resolve.h"
#include "disk/warnings.h"
#include "support/tree.h"

/* A SATA disk 8:0 with a partition 8:1, as sysfs lays them out. */
static void make_disk(const struct tree *tree)
{
    tree_link(tree, "sys/dev/block/8:0", "../../devices/pci0/ata1/block/sda");
    tree_link(tree, "sys/dev/block/8:1", "../../devices/pci0/ata1/block/sda/sda1");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/dev", "8:0\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/stat",
               "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/device/model", "  Samsung SSD 870  \n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/queue/write_cache", "write back\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/mq/0/nr_tags", "64\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/queue/fua", "0\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/queue/rotational", "0\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/queue/scheduler", "none [mq-deadline] bfq\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/sda1/dev", "8:1\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/sda1/partition", "1\n");
}

static void partition_belongs_to_its_disk(void **state)
{
    struct tree tree;
    struct node part, disk, named;
    unsigned major, minor;
    (void)state;
    tree_make(&tree, NULL);
    make_disk(&tree);
    assert_int_equal(node_by_number(tree.path, 8, 1, &part), 0);
    assert_string_equal(part.name, "sda1");
    assert_true(node_disk(&part, &disk));
    assert_string_equal(disk.name, "sda");
    assert_int_equal(node_number(&disk, &major, &minor), 0);
    assert_int_equal(major, 8);
    assert_int_equal(minor, 0);
    assert_false(node_disk(&disk, &part));
    assert_int_equal(node_by_number(tree.path, 8, 2, &named), -ENOENT);
    assert_int_equal(node_by_number(tree.path, 0, 39, &named), -ENODEV);
    assert_int_equal(node_by_name(tree.path, "sda", &named), -ENOENT); /* no list of names here */
    assert_int_equal(node_by_name(tree.path, "../sda", &named), -EINVAL);
    tree_remove(&tree);
}

static void untold_facts_are_unknown(void **state)
{
    struct tree tree;
    struct node node;
    struct device device;
    char reason[REASON_MAX];
    (void)state;
    tree_make(&tree, NULL);
    tree_link(&tree, "sys/dev/block/7:3", "../../devices/virtual/block/loop3");
    tree_write(&tree, "sys/devices/virtual/block/loop3/dev", "7:3 and more\n");
    tree_write(&tree, "sys/devices/virtual/block/loop3/size", "many\n");
    tree_write(&tree, "sys/devices/virtual/block/loop3/queue/write_cache", "write through\n");
    tree_write(&tree, "sys/devices/virtual/block/loop3/queue/scheduler", "none\n");
    tree_write(&tree, "sys/devices/virtual/block/loop3/queue/rotational", "maybe\n");
    assert_int_equal(node_by_number(tree.path, 7, 3, &node), 0);
    device_read(&node, &device, reason);
    assert_string_equal(device.name, "loop3");
    assert_int_equal(device.major, 0);
    assert_string_equal(device.model, "");
    assert_string_equal(device.scheduler, "none");
    assert_int_equal(device.volatile_cache, NO);
    assert_int_equal(device.fua, UNKNOWN);
    assert_int_equal(device.rotational, UNKNOWN);
    assert_int_equal(device.bytes, 0);
    assert_int_equal(device.logical_block, 0);
    assert_int_equal(device.counted, NO);
    assert_non_null(strstr(reason, "counters of loop3 cannot be read (ENOENT)"));
    tree_remove(&tree);
}

static void ext_tells_by_its_options_then_by_its_journals_name(void **state)
{
    static const struct {
        const char *jbd2, *options, *fast; /* file to make, text of two more; NULL: none */
        struct extfs expected;
    } rows[] = {
        {NULL, NULL, NULL, {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, 0}},
        {"proc/fs/jbd2/sda1-8/info", NULL, NULL, {YES, UNKNOWN, UNKNOWN, UNKNOWN, 0}},
        {"proc/fs/jbd2/sda1-8/info", "rw\nbarrier\n", NULL, {YES, YES, UNKNOWN, NO, 0}},
        {"proc/fs/jbd2/sdb1-8/info", NULL, NULL, {NO, UNKNOWN, NO, UNKNOWN, 0}},
        {NULL, "rw\nnobarrier\n", NULL, {NO, NO, NO, NO, 0}},
        /* its journal is on another device */
        {"proc/fs/jbd2/sdb1/info", "rw\nbarrier\ndata=ordered\n", NULL, {YES, YES, UNKNOWN, NO, 0}},
        {NULL, "data=journal\nrw", NULL, {YES, UNKNOWN, UNKNOWN, YES, 0}},
        {NULL, "rw\nnodata=x\nnobarriers\n", NULL, {NO, UNKNOWN, NO, NO, 0}},
        {NULL,
         "fc_debug_force\ndata=ordered\nbarrier",
         "fc stats:\n0 commits\n3 ineligible\n",
         {YES, YES, YES, NO, 0}},
        {NULL, "data=ordered\nbarrier", "fc stats:\n78 commits\n", {YES, YES, YES, NO, 78}},
        {NULL, "data=ordered\nbarrier", "what is this\n", {YES, YES, UNKNOWN, NO, 0}},
        {NULL, "data=ordered\nbarrier", "fc stats:\n0 commits\n", {YES, YES, UNKNOWN, NO, 0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct tree tree;
        struct extfs ext;
        tree_make(&tree, NULL);
        if (rows[i].jbd2)
            tree_write(&tree, rows[i].jbd2, "");
        if (rows[i].options)
            tree_write(&tree, "proc/fs/ext4/sda1/options", rows[i].options);
        if (rows[i].fast)
            tree_write(&tree, "proc/fs/ext4/sda1/fc_info", rows[i].fast);
        extfs_read(tree.path, "sda1", &ext);
        assert_int_equal(ext.journal, rows[i].expected.journal);
        assert_int_equal(ext.barrier, rows[i].expected.barrier);
        assert_int_equal(ext.fast_commits, rows[i].expected.fast_commits);
        assert_int_equal(ext.data_journal, rows[i].expected.data_journal);
        assert_int_equal(ext.fast_commit_count, rows[i].expected.fast_commit_count);
        extfs_read(tree.path, "", &ext);
        assert_int_equal(ext.journal, UNKNOWN);
        tree_remove(&tree);
    }
}

static void file_systems_are_known_by_number_and_name(void **state)
{
    (void)state;
    assert_string_equal(fstype_find(0xef53)->name, "ext4");
    assert_int_equal(fstype_find(0x01021994)->kind, FS_MEMORY);
    assert_int_equal(fstype_find(0x9123683e)->kind, FS_POOL);
    assert_int_equal(fstype_find(0x9fa0)->kind, FS_KERNEL);
    assert_null(fstype_find(0x12345678));
    assert_int_equal(fstype_find_name("fuse.sshfs")->kind, FS_REMOTE);
    assert_int_equal(fstype_find_name("fuseblk")->kind, FS_ON_DISK);
    assert_int_equal(fstype_find_name("nfs4")->kind, FS_REMOTE);
    assert_null(fstype_find_name("nfs44"));
    assert_null(fstype_find_name(""));
}

/* Resolves the tree's own directory with the tree as its root. */
static void resolve(const struct tree *tree, struct target *target)
{
    struct err err;
    assert_int_equal(target_resolve(tree->fd, tree->path, tree->path, target, &err), 0);
}

/* The tests below give the directory a mount table of their own, which only counts for a file
 * system that shares its number with others (ext2, ext3, ext4) or is not known. */
static void need_ext(const struct tree *tree)
{
    struct statfs fs;
    assert_return_code(fstatfs(tree->fd, &fs), errno);
    if (fs.f_type != 0xef53) {
        print_message("the temporary folder is not on ext2, ext3 or ext4\n");
        skip();
    }
}

static void disk_is_found_by_the_mount_tables_number(void **state)
{
    struct tree tree;
    struct target target;
    char line[512];
    (void)state;
    tree_make(&tree, NULL);
    need_ext(&tree);
    make_disk(&tree);
    snprintf(line, sizeof line, "9 1 8:1 / %s rw,noatime shared:3 - ext4 /dev/root rw,sync\n",
             tree.path);
    tree_write(&tree, "proc/self/mountinfo", line);
    tree_write(&tree, "proc/fs/jbd2/sda1-8/info", "");
    resolve(&tree, &target);
    assert_string_equal(target.dir, tree.path);
    assert_string_equal(target.file_system, "ext4");
    assert_string_equal(target.mount_point, tree.path);
    assert_string_equal(target.mount_options, "rw,noatime,sync");
    assert_string_equal(target.mount_source, "/dev/root"); /* a node that need not exist */
    assert_int_equal(target.device_count, 1);
    assert_string_equal(target.device[0].name, "sda");
    assert_string_equal(target.no_device_reason, "");
    assert_int_equal(target.journal, YES);
    assert_int_equal(target.warning_count, 0);
    assert_false(target.memory);
    assert_true(target.kernel[0] != '\0');
    tree_remove(&tree);
}

static void barriers_off_by_the_superblocks_default_are_warned_of(void **state)
{
    struct tree tree;
    struct target target;
    (void)state;
    tree_make(&tree, NULL);
    need_ext(&tree);
    make_disk(&tree);
    tree_write(&tree, "proc/self/mountinfo", "9 1 8:1 / / rw - ext4 /dev/sda1 rw\n");
    tree_write(&tree, "proc/fs/ext4/sda1/options", "rw\nnobarrier\n");
    resolve(&tree, &target);
    assert_string_equal(target.mount_options, "rw"); /* which does not tell */
    assert_int_equal(target.barrier, NO);
    assert_int_equal(target.warning_count, 1);
    assert_string_equal(target.warning[0].id, "no-barrier");
    tree_remove(&tree);
}

#define TEN(text) text text text text text text text text text text
#define LONG_NAME TEN(TEN(TEN("0123")))

static void number_of_no_disk_is_a_reason_that_names_the_file_system(void **state)
{
    static const struct {
        const char *line;
        const char *words[3];
    } rows[] = {
        {"9 1 0:55 / / rw - zfs tank/VirtualBox\\040VMs rw\n",
         {"ZFS, pool disks not resolved", "0:55", "pool"}},
        {"9 1 0:55 / / rw - bcachefs /dev/sda:/dev/sdb rw\n", {"bcachefs", "0:55", "pool"}},
        {"9 1 0:39 / / rw - btrfs /dev/sda1 rw\n", {"btrfs", "pool", "/sys/fs/btrfs"}},
        {"9 1 0:38 / / rw - overlay o rw\n", {"overlay", "the disk below", "no upper folder"}},
        {"9 1 0:38 / / rw - overlay o rw,upperdir=/" LONG_NAME "\n",
         {"overlay", "the disk below", "name is too long"}},
        {"9 1 0:38 / / rw - overlay o rw,upperdir=/nowhere/else\n", {"overlay", "below", "sight"}},
        {"9 1 0:38 / / rw - overlay o rw,upperdir=nowhere\n", {"overlay", "below", "sight"}},
        {"9 1 0:38 / / rw - ecryptfs /x rw\n", {"ecryptfs", "below", "not resolved"}},
        {"9 1 0:44 / / rw - cifs //server/x rw\n", {"cifs", "not a local", "not a local"}},
        {"9 1 0:44 / / rw - 9p share rw\n", {"9p", "not a local", "not a local"}},
        {"9 1 0:44 / / rw - virtiofs share rw\n", {"virtiofs", "not a local", "not a local"}},
        {"9 1 0:44 / / rw - nfs4 server:/x rw\n", {"nfs4", "not a local disk", "not a local"}},
        {"9 1 0:44 / / rw - fuse.sshfs me@x: rw\n", {"fuse.sshfs", "not a local", "not a local"}},
        {"9 1 0:44 / / rw - newfs x rw\n", {"newfs", "0:44", "no block device"}},
        {"9 1 8:99 / / rw - ext4 /dev/sdz rw\n", {"ext4", "8:99", "ENOENT"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct tree tree;
        struct target target;
        tree_make(&tree, NULL);
        need_ext(&tree);
        tree_write(&tree, "proc/self/mountinfo", rows[i].line);
        resolve(&tree, &target);
        assert_int_equal(target.device_count, 0);
        assert_int_equal(target.warning_count, 1);
        assert_string_equal(target.warning[0].id, target.remote ? "remote" : "unknown-device");
        for (int w = 0; w < 3; w++)
            assert_non_null(strstr(target.no_device_reason, rows[i].words[w]));
        tree_remove(&tree);
    }
}

static void masked_proc_and_sys_leave_facts_unknown_with_a_reason(void **state)
{
    struct tree tree;
    struct target target;
    double load[3];
    (void)state;
    tree_make(&tree, NULL);
    resolve(&tree, &target);
    assert_true(target.file_system[0] != '\0');
    assert_string_equal(target.mount_point, "");
    assert_string_equal(target.mount_options, "");
    assert_int_equal(target.device_count, 0);
    assert_true(target.no_device_reason[0] != '\0');
    assert_int_equal(target.journal, UNKNOWN);
    target_load_average(tree.path, load);
    for (int i = 0; i < 3; i++)
        assert_true(load[i] == -1);
    tree_remove(&tree);
}

static void memory_is_said_to_be_memory(void **state)
{
    struct tree tree;
    struct statfs fs;
    struct target target;
    (void)state;
    if (statfs("/dev/shm", &fs) || fs.f_type != 0x01021994) {
        print_message("/dev/shm is not tmpfs here\n");
        skip();
    }
    tree_make(&tree, "/dev/shm");
    assert_int_equal(target_resolve(tree.fd, tree.path, "", &target, NULL), 0);
    tree_remove(&tree);
    assert_string_equal(target.file_system, "tmpfs");
    assert_true(target.memory);
    assert_int_equal(target.device_count, 0);
    assert_non_null(strstr(target.no_device_reason, "memory"));
    assert_int_equal(target.warning_count, 1);
    assert_string_equal(target.warning[0].id, "memory-backed");
    assert_int_equal(target.warning[0].severity, SEVERITY_BAD);
    assert_string_equal(target.warning[0].text,
                        "tmpfs: this directory is memory. fsync waits for nothing here; no figure "
                        "below is a disk's.");
}

static void closed_directory_is_an_error(void **state)
{
    struct target target;
    struct err err;
    (void)state;
    assert_int_equal(target_resolve(-1, "some dir", "", &target, &err), -EBADF);
    assert_non_null(strstr(err.text, "some dir"));
}

static void load_average_is_read_whole_or_not_at_all(void **state)
{
    static const struct {
        const char *text;
        double load[3];
    } rows[] = {
        {"0.52 1.58 12.59 2/345 6789\n", {0.52, 1.58, 12.59}},
        {"0.52 1.58", {-1, -1, -1}},
        {"0.52 x 12.59 2/345 6789\n", {-1, -1, -1}},
        {"", {-1, -1, -1}},
    };
    struct tree tree;
    (void)state;
    tree_make(&tree, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double load[3];
        tree_write(&tree, "proc/loadavg", rows[i].text);
        target_load_average(tree.path, load);
        for (int k = 0; k < 3; k++)
            assert_true(load[k] > rows[i].load[k] - 1e-9 && load[k] < rows[i].load[k] + 1e-9);
    }
    tree_remove(&tree);
}

static void warnings_follow_from_the_facts(void **state)
{
    static const struct {
        struct target target;
        const char *id; /* NULL: no warning */
        const char *word;
    } rows[] = {
        {{.file_system = "ext4", .barrier = YES}, NULL, NULL},
        {{.file_system = "xfs", .barrier = UNKNOWN}, NULL, NULL},
        {{.barrier = NO, .barrier_off = "nobarrier"}, "no-barrier", "nobarrier"},
        {{.barrier = NO, .barrier_off = "barrier=0"}, "no-barrier", "barrier=0"},
        {{.memory = true, .memory_why = "ramfs"}, "memory-backed", "ramfs"},
        {{.memory = true, .memory_why = "zram", .device_count = 1}, "memory-backed", "in the end"},
        {{.memory = true, .memory_why = "a loop device whose image is on tmpfs", .device_count = 1},
         "memory-backed",
         "image is on tmpfs"},
        {{.volatile_overlay = true}, "volatile-overlay", "drops every sync"},
        {{.memory_part = "zram", .device_count = 2}, "memory-backed", "a part of it is memory"},
        {{.remote = true, .remote_why = "nfs4", .no_device_reason = "x"}, "remote", "not seen"},
        {{.file_system = "ext4", .remote = true, .remote_why = "9p", .device_count = 1},
         "remote",
         "9p: another machine"},
        {{.no_device_reason = "x", .blindness = BLIND_EVER}, "unknown-device", "x."},
        {{.no_device_reason = "no such disk"}, "unknown-device", "no such disk."},
        {{.layer_count = 2, .layer = {{.kind = "ext4"}, {.kind = "loop"}}, .loop_file = "/a\033b"},
         "loop",
         "The disk is a file, /a\\x1bb:"},
        {{.layer_count = 2,
          .layer = {{.kind = "btrfs"}, {.kind = "loop"}},
          .loop_file = "/a",
          .device_count = 2},
         "loop",
         "One of the disks is a file, /a:"},
        {{.layer_count = 2, .layer = {{.kind = "loop"}, {.kind = "device", .name = "/dev/sda"}}},
         "loop",
         "The disk is a loop device on /dev/sda:"},
        {{.layer_count = 4,
          .layer = {{.kind = "loop"}, {.kind = "device"}, {.kind = "loop"}, {.kind = "file"}},
          .loop_file = "/a"},
         "loop",
         "is a file, /a:"},
        {{.device_count = 1, .device = {{.name = "sda", .volatile_cache = NO}}},
         "write-through",
         "sda says"},
        {{.device_count = 1, .device = {{.name = "sda", .volatile_cache = YES}}}, NULL, NULL},
        {{.device_count = 2,
          .device = {{.name = "sda", .volatile_cache = NO}, {.volatile_cache = NO}}},
         "write-through",
         "sda and the other disks"},
        {{.device_count = 1, .partial = true, .device = {{.volatile_cache = NO}}}, NULL, NULL},
        {{.device_count = 2, .device = {{.volatile_cache = NO}, {.volatile_cache = YES}}},
         NULL,
         NULL},
        {{.device_count = 1, .device = {{.volatile_cache = UNKNOWN}}}, NULL, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct target target = rows[i].target;
        const struct warning *first = &target.warning[0];
        target.warning_count = 5; /* of an earlier look */
        warnings_from_facts(&target);
        assert_int_equal(target.warning_count, rows[i].id != NULL);
        if (rows[i].id) {
            assert_string_equal(first->id, rows[i].id);
            assert_non_null(strstr(first->text, rows[i].word));
            assert_int_equal(first->text[strlen(first->text) - 1], '.');
            assert_int_equal(first->advice[strlen(first->advice) - 1], '.');
        }
    }
}

/* The longest names that a target can hold. */
static void sentences_are_whole_however_long_the_names_are(void **state)
{
    struct target target = {.memory = true,
                            .volatile_overlay = true,
                            .remote = true,
                            .barrier = NO,
                            .layer_count = 1,
                            .device_count = 1};
    (void)state;
    memset(target.file_system, 'f', sizeof target.file_system - 1);
    memset(target.memory_why, 'm', sizeof target.memory_why - 1);
    memset(target.memory_part, 'p', sizeof target.memory_part - 1);
    memset(target.remote_why, 'w', sizeof target.remote_why - 1);
    memset(target.barrier_off, 'b', sizeof target.barrier_off - 1);
    memset(target.loop_file, '\x01', sizeof target.loop_file - 1);
    memset(target.device[0].name, 'd', sizeof target.device[0].name - 1);
    target.device[0].volatile_cache = NO;
    strcpy(target.layer[0].kind, "loop");
    for (int known = 0; known < 2; known++) {
        warnings_from_facts(&target);
        assert_int_equal(target.warning_count, known ? 2 : 7);
        for (unsigned i = 0; i < target.warning_count; i++) {
            const char *text = target.warning[i].text, *advice = target.warning[i].advice;
            assert_int_equal(text[strlen(text) - 1], '.');
            assert_int_equal(advice[strlen(advice) - 1], '.');
            assert_true(i == 0 || target.warning[i].severity <= target.warning[i - 1].severity);
        }
        target = (struct target){.layer_count = 0, .device_count = 1};
        target.blindness = BLIND_IOSTATS;
        memset(target.device[0].name, 'd', sizeof target.device[0].name - 1);
        memset(target.no_device_reason, 'r', sizeof target.no_device_reason - 1);
        target.barrier = NO;
    }
}

static void io_error_comes_first_and_the_first_one_stays(void **state)
{
    struct target target = {.memory_why = "ramfs", .memory = true};
    char words[400];
    (void)state;
    memset(words, 'w', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    warnings_from_facts(&target);
    warnings_add_io_error(&target, "fsync failed: Input/output error (EIO)");
    warnings_add_io_error(&target, "another");
    assert_int_equal(target.warning_count, 2);
    assert_string_equal(target.warning[0].id, "io-error");
    assert_int_equal(target.warning[0].severity, SEVERITY_BAD);
    assert_string_equal(target.warning[0].text, "fsync failed: Input/output error (EIO)");
    assert_string_equal(target.warning[1].id, "memory-backed");

    target = (struct target){.warning_count = TARGET_WARNINGS_MAX};
    warnings_add_io_error(&target, words);
    assert_int_equal(target.warning_count, TARGET_WARNINGS_MAX);
    assert_int_equal(strlen(target.warning[0].text), REASON_MAX - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partition_belongs_to_its_disk),
        cmocka_unit_test(untold_facts_are_unknown),
        cmocka_unit_test(ext_tells_by_its_options_then_by_its_journals_name),
        cmocka_unit_test(file_systems_are_known_by_number_and_name),
        cmocka_unit_test(disk_is_found_by_the_mount_tables_number),
        cmocka_unit_test(barriers_off_by_the_superblocks_default_are_warned_of),
        cmocka_unit_test(number_of_no_disk_is_a_reason_that_names_the_file_system),
        cmocka_unit_test(masked_proc_and_sys_leave_facts_unknown_with_a_reason),
        cmocka_unit_test(memory_is_said_to_be_memory),
        cmocka_unit_test(closed_directory_is_an_error),
        cmocka_unit_test(load_average_is_read_whole_or_not_at_all),
        cmocka_unit_test(warnings_follow_from_the_facts),
        cmocka_unit_test(sentences_are_whole_however_long_the_names_are),
        cmocka_unit_test(io_error_comes_first_and_the_first_one_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
