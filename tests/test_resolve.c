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
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/stat", "1 2 3 4 5 6 7 8 9 10 11\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/device/model", "  Samsung SSD 870  \n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/queue/write_cache", "write back\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/queue/fua", "0\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/queue/rotational", "0\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/queue/scheduler", "none [mq-deadline] bfq\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/sda1/dev", "8:1\n");
    tree_write(tree, "sys/devices/pci0/ata1/block/sda/sda1/partition", "1\n");
}

static void partition_counts_at_its_disk(void **state)
{
    struct tree tree;
    struct device device;
    char part[TARGET_NAME_MAX];
    (void)state;
    tree_make(&tree, NULL);
    make_disk(&tree);
    assert_int_equal(device_resolve(tree.path, 8, 1, &device, part), 0);
    assert_string_equal(part, "sda1");
    assert_string_equal(device.name, "sda");
    assert_int_equal(device.major, 8);
    assert_int_equal(device.minor, 0);
    assert_string_equal(device.model, "Samsung SSD 870");
    assert_string_equal(device.scheduler, "mq-deadline");
    assert_int_equal(device.volatile_cache, YES);
    assert_int_equal(device.fua, NO);
    assert_int_equal(device.rotational, NO);
    tree_remove(&tree);
}

static void whole_disk_is_itself_and_untold_facts_are_unknown(void **state)
{
    struct tree tree;
    struct device device;
    char part[TARGET_NAME_MAX];
    (void)state;
    tree_make(&tree, NULL);
    tree_link(&tree, "sys/dev/block/7:3", "../../devices/virtual/block/loop3");
    tree_write(&tree, "sys/devices/virtual/block/loop3/dev", "7:3\n");
    tree_write(&tree, "sys/devices/virtual/block/loop3/queue/write_cache", "write through\n");
    tree_write(&tree, "sys/devices/virtual/block/loop3/queue/scheduler", "none\n");
    tree_write(&tree, "sys/devices/virtual/block/loop3/queue/rotational", "maybe\n");
    assert_int_equal(device_resolve(tree.path, 7, 3, &device, part), 0);
    assert_string_equal(part, "loop3");
    assert_string_equal(device.name, "loop3");
    assert_int_equal(device.minor, 3);
    assert_string_equal(device.model, "");
    assert_string_equal(device.scheduler, "none");
    assert_int_equal(device.volatile_cache, NO);
    assert_int_equal(device.fua, UNKNOWN);
    assert_int_equal(device.rotational, UNKNOWN);
    assert_int_equal(device_resolve(tree.path, 7, 4, &device, part), -ENOENT);
    tree_remove(&tree);
}

static void slash_in_a_disks_name_is_shown_as_one(void **state)
{
    struct tree tree;
    struct device device;
    char part[TARGET_NAME_MAX];
    (void)state;
    tree_make(&tree, NULL);
    tree_link(&tree, "sys/dev/block/104:1", "../../devices/cciss0/block/cciss!c0d0/cciss!c0d0p1");
    tree_write(&tree, "sys/devices/cciss0/block/cciss!c0d0/dev", "104:0\n");
    tree_write(&tree, "sys/devices/cciss0/block/cciss!c0d0/cciss!c0d0p1/partition", "1\n");
    assert_int_equal(device_resolve(tree.path, 104, 1, &device, part), 0);
    assert_string_equal(device.name, "cciss/c0d0");
    assert_string_equal(part, "cciss!c0d0p1"); /* as /proc/fs writes it too */
    tree_remove(&tree);
}

static void journal_is_told_by_jbd2_then_by_the_options(void **state)
{
    static const struct {
        const char *jbd2, *options; /* file to make, text of the options file; NULL: none */
        enum known journal;
    } rows[] = {
        {NULL, NULL, UNKNOWN},
        {"proc/fs/jbd2/sda1-8/info", NULL, YES},
        {"proc/fs/jbd2/sda1-8/info", "rw\nbarrier\n", YES},
        {"proc/fs/jbd2/sdb1-8/info", NULL, NO},
        {"proc/fs/jbd2/sdb1-8/info", "rw\nbarrier\n", NO},
        {NULL, "rw\nbarrier\n", NO},
        {"proc/fs/jbd2/sdb1/info", "rw\nbarrier\ndata=ordered\n", YES}, /* on another device */
        {NULL, "data=journal\nrw\n", YES},
        {NULL, "rw\nnodata=x\n", NO},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct tree tree;
        tree_make(&tree, NULL);
        if (rows[i].jbd2)
            tree_write(&tree, rows[i].jbd2, "");
        if (rows[i].options)
            tree_write(&tree, "proc/fs/ext4/sda1/options", rows[i].options);
        assert_int_equal(extfs_journal(tree.path, "sda1"), rows[i].journal);
        assert_int_equal(extfs_journal(tree.path, ""), UNKNOWN);
        tree_remove(&tree);
    }
}

static void barriers_are_off_only_when_the_file_system_says_so(void **state)
{
    struct tree tree;
    (void)state;
    tree_make(&tree, NULL);
    assert_false(extfs_barriers_off(tree.path, "sda1"));
    tree_write(&tree, "proc/fs/ext4/sda1/options", "rw\nbarrier\n");
    assert_false(extfs_barriers_off(tree.path, "sda1"));
    tree_write(&tree, "proc/fs/ext4/sda1/options", "rw\nnobarrier\n");
    assert_true(extfs_barriers_off(tree.path, "sda1"));
    tree_remove(&tree);
}

static void file_systems_are_known_by_number_and_name(void **state)
{
    (void)state;
    assert_string_equal(fstype_find(0xef53)->name, "ext4");
    assert_int_equal(fstype_find(0x01021994)->kind, FS_MEMORY);
    assert_int_equal(fstype_find(0x9123683e)->kind, FS_POOL);
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
    assert_string_equal(target.mount_options, "rw,nobarrier");
    assert_int_equal(target.warning_count, 1);
    assert_string_equal(target.warning[0].id, "no-barrier");
    tree_remove(&tree);
}

static void number_of_no_disk_is_a_reason_that_names_the_file_system(void **state)
{
    static const struct {
        const char *line;
        const char *words[3];
    } rows[] = {
        {"9 1 0:55 / / rw - zfs tank/VirtualBox\\040VMs rw\n", {"zfs", "0:55", "pool"}},
        {"9 1 0:39 / / rw - btrfs /dev/sda1 rw\n", {"btrfs", "0:39", "pool"}},
        {"9 1 0:38 / / rw - overlay overlay rw\n", {"overlay", "0:38", "below"}},
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
        {{.file_system = "ext4", .mount_options = "rw,relatime"}, NULL, NULL},
        {{.file_system = "ext4", .mount_options = "rw,barrier=1"}, NULL, NULL},
        {{.file_system = "ext4", .mount_options = "rw,nobarrier"}, "no-barrier", "nobarrier"},
        {{.file_system = "ext3", .mount_options = "barrier=0"}, "no-barrier", "barrier=0"},
        {{.file_system = "ramfs", .memory = true}, "memory-backed", "ramfs"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct target target = rows[i].target;
        target.warning_count = 5; /* of an earlier look */
        warnings_from_facts(&target);
        assert_int_equal(target.warning_count, rows[i].id != NULL);
        if (rows[i].id) {
            assert_string_equal(target.warning[0].id, rows[i].id);
            assert_non_null(strstr(target.warning[0].text, rows[i].word));
            assert_int_equal(target.warning[0].text[strlen(target.warning[0].text) - 1], '.');
        }
    }
}

static void io_error_comes_first_and_the_first_one_stays(void **state)
{
    struct target target = {.file_system = "ramfs", .memory = true};
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
        cmocka_unit_test(partition_counts_at_its_disk),
        cmocka_unit_test(whole_disk_is_itself_and_untold_facts_are_unknown),
        cmocka_unit_test(slash_in_a_disks_name_is_shown_as_one),
        cmocka_unit_test(journal_is_told_by_jbd2_then_by_the_options),
        cmocka_unit_test(barriers_are_off_only_when_the_file_system_says_so),
        cmocka_unit_test(file_systems_are_known_by_number_and_name),
        cmocka_unit_test(disk_is_found_by_the_mount_tables_number),
        cmocka_unit_test(barriers_off_by_the_superblocks_default_are_warned_of),
        cmocka_unit_test(number_of_no_disk_is_a_reason_that_names_the_file_system),
        cmocka_unit_test(masked_proc_and_sys_leave_facts_unknown_with_a_reason),
        cmocka_unit_test(memory_is_said_to_be_memory),
        cmocka_unit_test(closed_directory_is_an_error),
        cmocka_unit_test(load_average_is_read_whole_or_not_at_all),
        cmocka_unit_test(warnings_follow_from_the_facts),
        cmocka_unit_test(io_error_comes_first_and_the_first_one_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
