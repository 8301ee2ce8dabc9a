/* test_trace_stack.c: which disks of a target are watched, and which of them stand on which. */
#include "trace/stack.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/tree.h"

/* A disk that takes requests, as sysfs has it. */
static void add_disk(const struct tree *tree, const char *name, const char *dev)
{
    char path[128];
    snprintf(path, sizeof path, "sys/class/block/%s/dev", name);
    tree_write(tree, path, dev);
    snprintf(path, sizeof path, "sys/class/block/%s/mq/0/nr_tags", name);
    tree_write(tree, path, "64");
}

static void add_layer(struct target *target, unsigned depth, const char *kind, const char *name)
{
    struct layer *layer = &target->layer[target->layer_count++];
    layer->depth = depth;
    strcpy(layer->kind, kind);
    strcpy(layer->name, name);
}

static void a_disk_below_another_is_known_as_such_and_one_beside_it_not(void **state)
{
    static struct target target;
    struct trace_stack stack;
    struct tree tree;
    (void)state;
    tree_make(&tree, NULL);
    add_disk(&tree, "loop3", "7:3");
    add_disk(&tree, "sda", "8:0");
    add_disk(&tree, "sdb", "8:16");
    target = (struct target){.file_system = "btrfs"};
    add_layer(&target, 0, "btrfs", "/mnt");
    add_layer(&target, 1, "loop", "loop3");
    add_layer(&target, 2, "file", "/images/one.img");
    add_layer(&target, 3, "disk", "sda");
    add_layer(&target, 1, "disk", "sdb");
    trace_stack_of(&target, tree.path, &stack);
    assert_int_equal(stack.disks, 3);
    assert_true(stack.disk[0].upper && !stack.disk[0].lower);
    assert_true(!stack.disk[1].upper && stack.disk[1].lower);
    assert_true(!stack.disk[2].upper && !stack.disk[2].lower);
    assert_true(stack.any_upper);
    assert_int_equal(trace_stack_disk(&stack, 8 << 20 | 16), 2);
    assert_int_equal(trace_stack_disk(&stack, 8 << 20 | 32), -1);
    tree_remove(&tree);
}

static bool has_no_journal(const char *file_system, enum known journal)
{
    static struct target target;
    struct trace_stack stack;
    target = (struct target){.journal = journal};
    strcpy(target.file_system, file_system);
    trace_stack_of(&target, "/nowhere", &stack);
    return stack.no_journal;
}

static void that_a_file_system_has_no_journal_is_said_where_it_is_known(void **state)
{
    (void)state;
    assert_true(has_no_journal("ext4", NO));
    assert_false(has_no_journal("ext4", YES));
    assert_false(has_no_journal("ext4", UNKNOWN));
    assert_false(has_no_journal("xfs", UNKNOWN));
    assert_true(has_no_journal("btrfs", UNKNOWN));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disk_below_another_is_known_as_such_and_one_beside_it_not),
        cmocka_unit_test(that_a_file_system_has_no_journal_is_said_where_it_is_known),
    };
    return cmocka_run_group_tests_name("trace_stack", tests, NULL, NULL);
}
