/* test_fstype.c: file systems known by number and name, and what /proc tells of an ext. */
#include "disk/fstype.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "disk/extfs.h"
#include "support/tree.h"

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

static void ext_tells_by_its_options_then_by_its_journals_name(void **state)
{
    static const struct {
        const char *jbd2, *options, *fast; /* file to make, text of two more; NULL: none */
        struct extfs expected;
    } rows[] = {
        {NULL, NULL, NULL, {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, 0, UNKNOWN, ""}},
        {"proc/fs/jbd2/sda1-8/info", NULL, NULL, {YES, UNKNOWN, UNKNOWN, UNKNOWN, 0, UNKNOWN, ""}},
        {"proc/fs/jbd2/sda1-8/info", "rw\nbarrier\n", NULL, {YES, YES, NO, NO, 0, UNKNOWN, ""}},
        {"proc/fs/jbd2/sdb1-8/info", NULL, NULL, {NO, UNKNOWN, NO, UNKNOWN, 0, UNKNOWN, ""}},
        {NULL, "rw\nnobarrier\n", NULL, {NO, NO, NO, NO, 0, UNKNOWN, ""}},
        /* its journal is on another device */
        {"proc/fs/jbd2/sdb1/info",
         "rw\nbarrier\ndata=ordered\n",
         NULL,
         {YES, YES, NO, NO, 0, UNKNOWN, ""}},
        {NULL, "data=journal\nrw", NULL, {YES, UNKNOWN, NO, YES, 0, UNKNOWN, ""}},
        {NULL, "rw\nnodata=x\nnobarriers\n", NULL, {NO, UNKNOWN, NO, NO, 0, UNKNOWN, ""}},
        {NULL,
         "fc_debug_force\ndata=ordered\nbarrier",
         "fc stats:\n0 commits\n3 ineligible\n",
         {YES, YES, YES, NO, 0, UNKNOWN, ""}},
        {NULL,
         "data=ordered\nbarrier",
         "fc stats:\n78 commits\n",
         {YES, YES, YES, NO, 78, UNKNOWN, ""}},
        {NULL, "data=ordered\nbarrier", "what is this\n", {YES, YES, UNKNOWN, NO, 0, UNKNOWN, ""}},
        {NULL,
         "data=ordered\nbarrier",
         "fc stats:\n0 commits\n",
         {YES, YES, UNKNOWN, NO, 0, UNKNOWN, ""}},
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(file_systems_are_known_by_number_and_name),
        cmocka_unit_test(ext_tells_by_its_options_then_by_its_journals_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
