/* test_facts_brief.c: a target's facts in a line each, as they head a report. */
#include "base/facts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct target t;
static char line[FACT_MAX];

static int set_up(void **state)
{
    (void)state;
    t = (struct target){.file_system = "ext4"};
    return 0;
}

static void add_layer(unsigned depth, const char *kind, const char *name, const char *note)
{
    struct layer *layer = &t.layer[t.layer_count++];
    layer->depth = depth;
    strcpy(layer->kind, kind);
    strcpy(layer->name, name);
    strcpy(layer->note, note);
}

static void barriers_journal_and_fast_commits_stand_in_one_line(void **state)
{
    (void)state;
    t.barrier = YES;
    t.journal = YES;
    t.fast_commits = NO;
    assert_true(facts_promises(line, sizeof line, &t));
    assert_string_equal(line, "on, journal, no fast commits");
    t.barrier = NO;
    strcpy(t.barrier_off, "nobarrier");
    t.data_journal = YES;
    t.fast_commits = YES;
    t.fast_commit_count = 12345;
    assert_true(facts_promises(line, sizeof line, &t));
    assert_string_equal(line, "off by nobarrier, journal, data=journal: all data is written twice, "
                              "12,345 fast commits since it was mounted");
    t = (struct target){.journal = YES, .barrier = YES, .journal_device = "sdb1"};
    assert_true(facts_promises(line, sizeof line, &t));
    assert_string_equal(line, "on, journal, on a device of its own: sdb1");
    t = (struct target){.journal = NO};
    assert_true(facts_promises(line, sizeof line, &t));
    assert_string_equal(line, "not known, no journal");
}

static void nothing_known_of_barriers_is_no_line(void **state)
{
    (void)state;
    assert_false(facts_promises(line, sizeof line, &t));
}

static void disk_is_told_with_size_blocks_and_what_it_does_not_count(void **state)
{
    const struct device disk = {.name = "sda",
                                .bytes = UINT64_C(2) << 40,
                                .volatile_cache = YES,
                                .logical_block = 512,
                                .physical_block = 4096,
                                .counted = NO};
    (void)state;
    assert_string_equal(facts_disk(line, sizeof line, &disk),
                        "sda, 2 TiB: write-back cache, blocks of 512 B, physically 4 KiB, "
                        "counts no flushes of what is written here");
}

static void space_is_told_where_it_is_known(void **state)
{
    (void)state;
    assert_string_equal(facts_space(line, sizeof line, &t), "ext4");
    t.bytes_total = UINT64_C(98) << 30;
    t.bytes_free = UINT64_C(41) << 30;
    assert_string_equal(facts_space(line, sizeof line, &t), "ext4, 98 GiB, 41 GiB free");
}

static void overlay_says_what_it_was_reached_through(void **state)
{
    (void)state;
    add_layer(0, "overlay", "/merged", "");
    add_layer(1, "ext4", "/upper", "");
    add_layer(2, "disk", "sda", "write-back cache");
    assert_true(facts_stack(line, sizeof line, &t));
    assert_string_equal(line, "overlay /merged, reached through its upper folder on ext4 /upper on "
                              "disk sda, write-back cache");
}

static void storeys_beside_each_other_stand_in_brackets(void **state)
{
    (void)state;
    add_layer(0, "xfs", "/data", "");
    add_layer(1, "lvm", "dm-0 (vg-data)", "");
    add_layer(2, "raid1", "md0", "");
    add_layer(3, "partition", "sda1", "");
    add_layer(4, "disk", "sda", "");
    add_layer(3, "nvme", "nvme0n1", "");
    add_layer(4, "path", "nvme0c0n1", "optimized");
    add_layer(4, "path", "nvme0c1n1", "inaccessible");
    assert_true(facts_stack(line, sizeof line, &t));
    assert_string_equal(line, "xfs /data on lvm dm-0 (vg-data) on raid1 md0 on (partition sda1 on "
                              "disk sda; nvme nvme0n1 on (path nvme0c0n1, optimized; path "
                              "nvme0c1n1, inaccessible))");
}

static void disk_right_under_the_file_system_needs_no_stack(void **state)
{
    (void)state;
    assert_false(facts_stack(line, sizeof line, &t));
    add_layer(0, "ext4", "/", "");
    add_layer(1, "disk", "sda", "");
    assert_false(facts_stack(line, sizeof line, &t));
}

/* A tower of names as long as they get: the line ends, and nothing is overrun. */
static void tallest_stack_is_cut(void **state)
{
    char name[TARGET_NAME_MAX];
    (void)state;
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    for (unsigned i = 0; i < TARGET_LAYERS_MAX; i++)
        add_layer(i, "partition", name, name);
    char small[100];
    memset(small, 'x', sizeof small);
    assert_true(facts_stack(small, sizeof small - 10, &t));
    assert_int_equal(strlen(small), sizeof small - 11);
    assert_int_equal(small[sizeof small - 10], 'x');
    assert_true(facts_stack(line, sizeof line, &t));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(barriers_journal_and_fast_commits_stand_in_one_line, set_up),
        cmocka_unit_test_setup(nothing_known_of_barriers_is_no_line, set_up),
        cmocka_unit_test_setup(disk_is_told_with_size_blocks_and_what_it_does_not_count, set_up),
        cmocka_unit_test_setup(space_is_told_where_it_is_known, set_up),
        cmocka_unit_test_setup(overlay_says_what_it_was_reached_through, set_up),
        cmocka_unit_test_setup(storeys_beside_each_other_stand_in_brackets, set_up),
        cmocka_unit_test_setup(disk_right_under_the_file_system_needs_no_stack, set_up),
        cmocka_unit_test_setup(tallest_stack_is_cut, set_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
