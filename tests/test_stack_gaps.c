/* test_stack_gaps.c: what is said when disks below a file system are not found, not counted or too
 * many, on trees of /proc and /sys under tests/fixtures/sys. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "disk/blockstat.h"
#include "support/root.h"

static void missing_head_count_is_said_to_lie_with_the_paths(void **state)
{
    struct tree tree;
    struct target target;
    (void)state;
    root_unfold("nvme-no-path", &tree);
    root_resolve(&tree, &target);
    assert_string_equal(target.device[0].model, "Dell Ent NVMe PM1735");
    assert_int_equal(target.device[0].counted, NO);
    assert_int_equal(target.device[0].counts_sectors, NO);
    tree_remove(&tree);
}

static void disk_that_was_found_keeps_its_facts_when_another_is_missing(void **state)
{
    struct tree tree;
    struct target target;
    struct blockstat stat;
    (void)state;
    root_unfold("dm-hidden-slave", &tree);
    root_resolve(&tree, &target);
    assert_true(target.partial);
    assert_int_equal(target.device[0].counted, YES);
    assert_int_equal(target.device[0].counts_sectors, YES);
    blockstat_open(&target, tree.path, &stat);
    assert_int_equal(stat.devices, 0); /* a part is no sum */
    assert_string_equal(stat.reason, target.no_device_reason);
    tree_remove(&tree);
}

static void advice_fits_the_reason(void **state)
{
    static const struct {
        const char *fixture, *advice;
    } rows_of_advice[] = {
        {"no-iostats", "echo 1 > /sys/block/sda/queue/iostats"},
        {"old-kernel", "Linux "},
        {"dm-hidden-slave", "container"},
        {"pmem", "nothing can be done"},
        {"drbd", "nothing can be done"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows_of_advice / sizeof rows_of_advice[0]; i++) {
        struct tree tree;
        struct target target;
        root_unfold(rows_of_advice[i].fixture, &tree);
        root_resolve(&tree, &target);
        assert_string_equal(target.warning[0].id, "unknown-device");
        assert_non_null(strstr(target.warning[0].advice, rows_of_advice[i].advice));
        assert_non_null(strstr(target.warning[0].advice, "Latencies hold"));
        tree_remove(&tree);
    }
}

static void way_in_a_circle_ends_with_a_reason(void **state)
{
    struct tree tree;
    struct target target;
    (void)state;
    root_unfold("dm-circle", &tree);
    root_resolve(&tree, &target);
    assert_int_equal(target.device_count, 0);
    assert_non_null(strstr(target.no_device_reason, "more storeys"));
    tree_remove(&tree);
}

static void more_disks_than_are_kept_leave_no_sum(void **state)
{
    struct tree tree;
    struct target target;
    struct blockstat stat;
    (void)state;
    root_unfold("dm-alone", &tree);
    for (int i = 0; i < TARGET_DEVICES_MAX + 1; i++) {
        char name[64];
        snprintf(name, sizeof name, "sys/block/sd%c%c/stat", 'a' + i / 26, 'a' + i % 26);
        tree_write(&tree, name, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n");
        snprintf(name, sizeof name, "sys/devices/virtual/block/dm-0/slaves/sd%c%c/dev",
                 'a' + i / 26, 'a' + i % 26);
        tree_write(&tree, name, "8:0\n");
    }
    root_resolve(&tree, &target);
    assert_int_equal(target.device_count, TARGET_DEVICES_MAX);
    assert_non_null(strstr(target.no_device_reason, "more than"));
    blockstat_open(&target, tree.path, &stat);
    assert_int_equal(stat.devices, 0);
    assert_string_equal(stat.reason, target.no_device_reason);
    tree_remove(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_head_count_is_said_to_lie_with_the_paths),
        cmocka_unit_test(disk_that_was_found_keeps_its_facts_when_another_is_missing),
        cmocka_unit_test(advice_fits_the_reason),
        cmocka_unit_test(way_in_a_circle_ends_with_a_reason),
        cmocka_unit_test(more_disks_than_are_kept_leave_no_sum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
