/* test_blockstat.c: counters of disks as old and new kernels print them, summed and subtracted. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "disk/blockstat.h"
#include "support/tree.h"

#define OLD_FIELDS                                                                                 \
    "   30011     7880  3126514     9296     6450     5305   590608     1452   0  6644  11079"

static void fields_that_are_there_decide_and_not_the_version(void **state)
{
    static const struct {
        const char *text;
        bool has_flushes;
        uint64_t flushes;
    } rows[] = {
        {OLD_FIELDS "\n", false, 0},
        {OLD_FIELDS " 4550 42 138448 282\n", false, 0},
        {OLD_FIELDS " 4550 42 138448 282 1242\n", true, 1242},
        {OLD_FIELDS " 4550 42 138448 282 1242 48\n", true, 1242},
        {OLD_FIELDS " 4550 42 138448 282 1242 48 1 2 3\n", true, 1242},
        {OLD_FIELDS " 4550 42 138448 282 0 48", true, 0},
        {OLD_FIELDS " 4550 42 138448 282 x 48", false, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct block_counters counters;
        assert_int_equal(blockstat_parse(rows[i].text, &counters), 0);
        assert_int_equal(counters.sectors_written, 590608);
        assert_int_equal(counters.has_flushes, rows[i].has_flushes);
        assert_int_equal(counters.flushes, rows[i].flushes);
    }
}

static void text_of_fewer_than_eleven_numbers_is_refused(void **state)
{
    static const char *const texts[] = {"",
                                        "\n",
                                        "1 2 3",
                                        "1 2 3 4 5 6 7 8 9 10\n",
                                        "1 2 3 4 5 6 -7 8 9 10 11",
                                        "a b c d e f g h i j k"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct block_counters counters;
        assert_int_equal(blockstat_parse(texts[i], &counters), -EINVAL);
    }
}

static struct block_counters counters_of(uint64_t flushes, uint64_t sectors)
{
    return (struct block_counters){
        .flushes = flushes, .sectors_written = sectors, .has_flushes = true};
}

static void counter_that_wraps_at_two_to_the_32_counts_on(void **state)
{
    const struct block_counters before = counters_of(4294967290, 4294967295);
    const struct block_counters after = counters_of(12, 7);
    uint64_t flushes, sectors;
    (void)state;
    assert_true(blockstat_delta(&before, &after, &flushes, &sectors));
    assert_int_equal(flushes, 18);
    assert_int_equal(sectors, 8);
}

static void wrap_of_one_disk_in_a_sum_counts_on(void **state)
{
    const struct block_counters before = counters_of(4294967290u + 1000ull, 5);
    const struct block_counters after = counters_of(12 + 1005, 5);
    uint64_t flushes, sectors;
    (void)state;
    assert_true(blockstat_delta(&before, &after, &flushes, &sectors));
    assert_int_equal(flushes, 23);
    assert_int_equal(sectors, 0);
}

static void counter_beyond_32_bits_is_subtracted_plainly(void **state)
{
    const struct block_counters before = counters_of(UINT64_C(9000000000), UINT64_C(1) << 40);
    const struct block_counters after = counters_of(UINT64_C(9000000003), (UINT64_C(1) << 40) + 8);
    uint64_t flushes, sectors;
    (void)state;
    assert_true(blockstat_delta(&before, &after, &flushes, &sectors));
    assert_int_equal(flushes, 3);
    assert_int_equal(sectors, 8);
}

static void reset_counter_makes_the_difference_unavailable(void **state)
{
    static const struct {
        uint64_t before, after;
    } rows[] = {
        {1000, 12},
        {UINT64_C(3000000000), 12},
        {UINT64_C(9000000000), 12},
        {UINT64_MAX, 12},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct block_counters before = counters_of(rows[i].before, 0);
        const struct block_counters after = counters_of(rows[i].after, 0);
        uint64_t flushes = 77, sectors = 77;
        assert_false(blockstat_delta(&before, &after, &flushes, &sectors));
        assert_int_equal(flushes, 77);
        assert_int_equal(sectors, 77);
    }
}

static void flushes_that_are_not_counted_are_unavailable_and_not_zero(void **state)
{
    struct block_counters before, after;
    uint64_t flushes, sectors;
    (void)state;
    assert_int_equal(blockstat_parse(OLD_FIELDS, &before), 0);
    assert_int_equal(blockstat_parse(OLD_FIELDS, &after), 0);
    assert_false(blockstat_delta(&before, &after, &flushes, &sectors));
}

static struct target target_of_two_disks(void)
{
    return (struct target){
        .device_count = 2,
        .device = {{.name = "sda", .major = 8, .minor = 0},
                   {.name = "sdb", .major = 8, .minor = 16}},
    };
}

static void several_disks_are_added_up_and_read_anew(void **state)
{
    const struct target target = target_of_two_disks();
    struct tree tree;
    struct blockstat stat;
    struct block_counters counters;
    (void)state;
    tree_make(&tree, NULL);
    tree_write(&tree, "sys/dev/block/8:0/stat", "1 2 3 4 5 6 700 8 9 10 11 12 13 14 15 16 17\n");
    tree_write(&tree, "sys/dev/block/8:16/stat", "1 2 3 4 5 6 70 8 9 10 11 12 13 14 15 4 17\n");
    blockstat_open(&target, tree.path, &stat);
    assert_int_equal(stat.devices, 2);
    assert_string_equal(stat.reason, "");
    assert_true(blockstat_read(&stat, &counters));
    assert_int_equal(counters.sectors_written, 770);
    assert_int_equal(counters.flushes, 20);

    tree_write(&tree, "sys/dev/block/8:16/stat", "1 2 3 4 5 6 71 8 9 10 11 12 13 14 15 9 17\n");
    assert_true(blockstat_read(&stat, &counters));
    assert_int_equal(counters.sectors_written, 771);
    assert_int_equal(counters.flushes, 25);
    blockstat_close(&stat);
    assert_false(blockstat_read(&stat, &counters));
    tree_remove(&tree);
}

static void one_missing_disk_leaves_no_sum_but_a_reason(void **state)
{
    const struct target target = target_of_two_disks();
    struct tree tree;
    struct blockstat stat;
    struct block_counters counters;
    (void)state;
    tree_make(&tree, NULL);
    tree_write(&tree, "sys/dev/block/8:0/stat", "1 2 3 4 5 6 700 8 9 10 11 12 13 14 15 16 17\n");
    blockstat_open(&target, tree.path, &stat);
    assert_int_equal(stat.devices, 0);
    assert_non_null(strstr(stat.reason, "sdb"));
    assert_non_null(strstr(stat.reason, "ENOENT"));
    assert_false(blockstat_read(&stat, &counters));
    blockstat_close(&stat);
    tree_remove(&tree);
}

static void kernel_without_flush_counts_is_named_as_the_reason(void **state)
{
    struct target target = target_of_two_disks();
    struct tree tree;
    struct blockstat stat;
    struct block_counters counters;
    (void)state;
    target.device_count = 1;
    tree_make(&tree, NULL);
    tree_write(&tree, "sys/dev/block/8:0/stat", OLD_FIELDS "\n");
    blockstat_open(&target, tree.path, &stat);
    assert_int_equal(stat.devices, 1);
    assert_non_null(strstr(stat.reason, "flushes"));
    assert_true(blockstat_read(&stat, &counters));
    assert_false(counters.has_flushes);
    blockstat_close(&stat);
    tree_remove(&tree);
}

static void target_without_disks_hands_its_reason_on(void **state)
{
    const struct target target = {.no_device_reason = "tmpfs is memory: there is no disk"};
    struct blockstat stat;
    (void)state;
    blockstat_open(&target, "", &stat);
    assert_int_equal(stat.devices, 0);
    assert_string_equal(stat.reason, target.no_device_reason);
    blockstat_close(&stat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_that_are_there_decide_and_not_the_version),
        cmocka_unit_test(text_of_fewer_than_eleven_numbers_is_refused),
        cmocka_unit_test(counter_that_wraps_at_two_to_the_32_counts_on),
        cmocka_unit_test(wrap_of_one_disk_in_a_sum_counts_on),
        cmocka_unit_test(counter_beyond_32_bits_is_subtracted_plainly),
        cmocka_unit_test(reset_counter_makes_the_difference_unavailable),
        cmocka_unit_test(flushes_that_are_not_counted_are_unavailable_and_not_zero),
        cmocka_unit_test(several_disks_are_added_up_and_read_anew),
        cmocka_unit_test(one_missing_disk_leaves_no_sum_but_a_reason),
        cmocka_unit_test(kernel_without_flush_counts_is_named_as_the_reason),
        cmocka_unit_test(target_without_disks_hands_its_reason_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
