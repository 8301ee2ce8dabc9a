/* test_device.c: what sysfs tells of disks and partitions, on hand-made trees in its place. */
#include "disk/device.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/root.h"

static void partition_belongs_to_its_disk(void **state)
{
    struct tree tree;
    struct node part, disk, named;
    unsigned major, minor;
    (void)state;
    tree_make(&tree, NULL);
    root_add_disk(&tree);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partition_belongs_to_its_disk),
        cmocka_unit_test(untold_facts_are_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
