/* test_resolve.c: from a directory to its facts, on hand-made trees in place of /proc and /sys. */
#include "disk/resolve.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/statfs.h>

#include <cmocka.h>

#include "support/root.h"

static void disk_is_found_by_the_mount_tables_number(void **state)
{
    struct tree tree;
    struct target target;
    char line[512];
    (void)state;
    tree_make(&tree, NULL);
    root_need_ext(&tree);
    root_add_disk(&tree);
    snprintf(line, sizeof line, "9 1 8:1 / %s rw,noatime shared:3 - ext4 /dev/root rw,sync\n",
             tree.path);
    tree_write(&tree, "proc/self/mountinfo", line);
    tree_write(&tree, "proc/fs/jbd2/sda1-8/info", "");
    root_resolve(&tree, &target);
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
    root_need_ext(&tree);
    root_add_disk(&tree);
    tree_write(&tree, "proc/self/mountinfo", "9 1 8:1 / / rw - ext4 /dev/sda1 rw\n");
    tree_write(&tree, "proc/fs/ext4/sda1/options", "rw\nnobarrier\n");
    root_resolve(&tree, &target);
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
        root_need_ext(&tree);
        tree_write(&tree, "proc/self/mountinfo", rows[i].line);
        root_resolve(&tree, &target);
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
    root_resolve(&tree, &target);
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

/* As point and source are: one look at the table decodes all of a line alike. */
static void options_are_told_decoded(void **state)
{
    struct tree tree;
    struct target target;
    (void)state;
    tree_make(&tree, NULL);
    root_need_ext(&tree);
    root_add_disk(&tree);
    tree_write(&tree, "proc/self/mountinfo",
               "9 1 8:1 / / rw,x=a\\040b - ext4 /dev/my\\040disk rw,y=\\134040\\054c,z=\\134\n");
    root_resolve(&tree, &target);
    assert_string_equal(target.mount_source, "/dev/my disk");
    assert_string_equal(target.mount_options, "rw,x=a b,y=\\040\\054c,z=\\");
    tree_remove(&tree);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(disk_is_found_by_the_mount_tables_number),
        cmocka_unit_test(barriers_off_by_the_superblocks_default_are_warned_of),
        cmocka_unit_test(number_of_no_disk_is_a_reason_that_names_the_file_system),
        cmocka_unit_test(masked_proc_and_sys_leave_facts_unknown_with_a_reason),
        cmocka_unit_test(memory_is_said_to_be_memory),
        cmocka_unit_test(options_are_told_decoded),
        cmocka_unit_test(closed_directory_is_an_error),
        cmocka_unit_test(load_average_is_read_whole_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
