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

/* A reading of one disk. */
static struct block_reading reading_of(uint64_t flushes, uint64_t sectors)
{
    return (struct block_reading){
        .disks = 1,
        .disk = {{.flushes = flushes, .sectors_written = sectors, .has_flushes = true}}};
}

static const struct blockstat both = {.devices = 1, .has_flushes = true, .has_sectors = true};

static void counter_that_wraps_at_two_to_the_32_counts_on(void **state)
{
    const struct block_reading before = reading_of(4294967290, 4294967295);
    const struct block_reading after = reading_of(12, 7);
    uint64_t flushes, sectors;
    (void)state;
    assert_true(blockstat_delta(&both, &before, &after, &flushes, &sectors));
    assert_int_equal(flushes, 18);
    assert_int_equal(sectors, 8);
}

static void wrap_and_reset_are_told_disk_by_disk(void **state)
{
    struct block_reading before = reading_of(4294967290, 5), after = reading_of(12, 5);
    (void)state;
    before.disks = after.disks = 2;
    before.disk[1] = (struct block_counters){.flushes = 1000, .sectors_written = 1};
    after.disk[1] = (struct block_counters){.flushes = 1005, .sectors_written = 3};
    struct block_delta delta = blockstat_since(&both, &before, &after);
    assert_false(delta.reset);
    assert_int_equal(delta.flushes, 23);
    assert_int_equal(delta.sectors, 2);

    /* One disk's reset, which the sum would hide behind the other one's progress. */
    after.disk[1].flushes = 3;
    before.disk[0].flushes = 0;
    after.disk[0].flushes = 5000;
    delta = blockstat_since(&both, &before, &after);
    assert_true(delta.reset);
    assert_false(delta.has_flushes);
    assert_false(delta.has_sectors);
    assert_int_equal(delta.flushes, 0);
}

static void counter_beyond_32_bits_is_subtracted_plainly(void **state)
{
    const struct block_reading before = reading_of(UINT64_C(9000000000), UINT64_C(1) << 40);
    const struct block_reading after = reading_of(UINT64_C(9000000003), (UINT64_C(1) << 40) + 8);
    uint64_t flushes, sectors;
    (void)state;
    assert_true(blockstat_delta(&both, &before, &after, &flushes, &sectors));
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
        const struct block_reading before = reading_of(rows[i].before, 0);
        const struct block_reading after = reading_of(rows[i].after, 0);
        uint64_t flushes = 77, sectors = 77;
        assert_false(blockstat_delta(&both, &before, &after, &flushes, &sectors));
        assert_int_equal(flushes, 77);
        assert_int_equal(sectors, 77);
        assert_true(blockstat_since(&both, &before, &after).reset);
    }
}

static void each_figure_can_be_had_without_the_other(void **state)
{
    static const struct blockstat sectors_alone = {.devices = 1, .has_sectors = true};
    static const struct blockstat flushes_alone = {.devices = 1, .has_flushes = true};
    const struct block_reading before = reading_of(500, 1000), after = reading_of(7, 1008);
    uint64_t flushes, sectors;
    (void)state;
    struct block_delta delta = blockstat_since(&sectors_alone, &before, &after);
    assert_true(delta.has_sectors);
    assert_false(delta.has_flushes); /* and what falls there is no reset */
    assert_int_equal(delta.sectors, 8);
    assert_int_equal(delta.flushes, 0);
    delta = blockstat_since(&flushes_alone, &after, &before);
    assert_true(delta.has_flushes);
    assert_false(delta.has_sectors);
    assert_int_equal(delta.flushes, 493);
    assert_int_equal(delta.sectors, 0);
    assert_false(blockstat_delta(&flushes_alone, &after, &before, &flushes, &sectors));
}

static struct target target_of_two_disks(void)
{
    return (struct target){
        .device_count = 2,
        .device = {{.name = "sda", .major = 8, .minor = 0},
                   {.name = "sdb", .major = 8, .minor = 16}},
    };
}

/* A tree in which sda has 700 sectors and 16 flushes, and sdb has STAT; NULL: it has none. */
static void make_two_disks(struct tree *tree, const char *stat)
{
    tree_make(tree, NULL);
    tree_write(tree, "sys/dev/block/8:0/stat", "1 2 3 4 5 6 700 8 9 10 11 12 13 14 15 16 17\n");
    if (stat)
        tree_write(tree, "sys/dev/block/8:16/stat", stat);
}

static void several_disks_are_added_up_and_read_anew(void **state)
{
    const struct target target = target_of_two_disks();
    struct tree tree;
    struct blockstat stat;
    struct block_reading reading;
    (void)state;
    make_two_disks(&tree, "1 2 3 4 5 6 70 8 9 10 11 12 13 14 15 4 17\n");
    blockstat_open(&target, tree.path, &stat);
    assert_int_equal(stat.devices, 2);
    assert_string_equal(stat.reason, "");
    struct block_reading before;
    assert_true(blockstat_read(&stat, &before));
    assert_int_equal(before.disks, 2);
    assert_int_equal(before.disk[0].sectors_written, 700);
    assert_int_equal(before.disk[1].flushes, 4);

    tree_write(&tree, "sys/dev/block/8:16/stat", "1 2 3 4 5 6 71 8 9 10 11 12 13 14 15 9 17\n");
    assert_true(blockstat_read(&stat, &reading));
    const struct block_delta delta = blockstat_since(&stat, &before, &reading);
    assert_int_equal(delta.sectors, 1);
    assert_int_equal(delta.flushes, 5);
    blockstat_close(&stat);
    assert_false(blockstat_read(&stat, &reading));
    tree_remove(&tree);
}

static void one_missing_disk_leaves_no_sum_but_a_reason(void **state)
{
    const struct target target = target_of_two_disks();
    struct tree tree;
    struct blockstat stat;
    struct block_reading reading;
    (void)state;
    make_two_disks(&tree, NULL);
    blockstat_open(&target, tree.path, &stat);
    assert_int_equal(stat.devices, 0);
    assert_non_null(strstr(stat.reason, "sdb"));
    assert_non_null(strstr(stat.reason, "ENOENT"));
    assert_false(blockstat_read(&stat, &reading));
    blockstat_close(&stat);
    tree_remove(&tree);
}

static void kernel_without_flush_counts_still_counts_sectors(void **state)
{
    struct target target = target_of_two_disks();
    struct tree tree;
    struct blockstat stat;
    struct block_reading reading;
    (void)state;
    make_two_disks(&tree, OLD_FIELDS "\n");
    blockstat_open(&target, tree.path, &stat);
    assert_int_equal(stat.devices, 2);
    assert_false(stat.has_flushes); /* one disk's would pass for both disks' */
    assert_true(stat.has_sectors);
    assert_non_null(strstr(stat.reason, "flushes"));
    assert_true(blockstat_read(&stat, &reading));
    assert_int_equal(reading.disk[1].sectors_written, 590608);
    blockstat_close(&stat);
    tree_remove(&tree);
}

static void counter_that_stands_still_is_not_read_as_zero(void **state)
{
    struct target target = target_of_two_disks();
    struct tree tree;
    struct blockstat stat;
    (void)state;
    make_two_disks(&tree, "1 2 3 4 5 6 700 8 9 10 11 12 13 14 15 0 17\n");
    target.device[1].counts_sectors = NO;
    strcpy(target.no_device_reason, "as the facts say");
    blockstat_open(&target, tree.path, &stat);
    assert_true(stat.has_flushes);
    assert_false(stat.has_sectors);
    assert_string_equal(stat.reason, "as the facts say");
    blockstat_close(&stat);

    target.device[1].counted = NO;
    blockstat_open(&target, tree.path, &stat);
    assert_int_equal(stat.devices, 0);
    assert_string_equal(stat.reason, "as the facts say");
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
        cmocka_unit_test(wrap_and_reset_are_told_disk_by_disk),
        cmocka_unit_test(counter_beyond_32_bits_is_subtracted_plainly),
        cmocka_unit_test(reset_counter_makes_the_difference_unavailable),
        cmocka_unit_test(each_figure_can_be_had_without_the_other),
        cmocka_unit_test(several_disks_are_added_up_and_read_anew),
        cmocka_unit_test(one_missing_disk_leaves_no_sum_but_a_reason),
        cmocka_unit_test(kernel_without_flush_counts_still_counts_sectors),
        cmocka_unit_test(counter_that_stands_still_is_not_read_as_zero),
        cmocka_unit_test(target_without_disks_hands_its_reason_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
