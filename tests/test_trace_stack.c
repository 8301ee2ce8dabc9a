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

static void add_device(const struct tree *tree, const char *name, const char *dev)
{
    char path[128];
    snprintf(path, sizeof path, "sys/class/block/%s/dev", name);
    tree_write(tree, path, dev);
}

/* A disk that takes requests, as sysfs has it. */
static void add_disk(const struct tree *tree, const char *name, const char *dev)
{
    char path[128];
    add_device(tree, name, dev);
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

/* A volume hands requests on and is no disk of the stack; its journal is the file system's all the
 * same. */
static void a_journal_is_named_after_what_its_file_system_is_on(void **state)
{
    static struct target target;
    struct trace_stack stack;
    struct tree tree;
    (void)state;
    tree_make(&tree, NULL);
    add_disk(&tree, "sda", "8:0");
    add_device(&tree, "sda3", "8:3");
    add_device(&tree, "dm-1", "253:1");
    add_device(&tree, "dm-10", "253:10");
    add_disk(&tree, "loop0", "7:0");
    target = (struct target){.file_system = "ext4", .journal = YES};
    add_layer(&target, 0, "ext4", "/srv");
    add_layer(&target, 1, "lvm", "dm-1 (vg-srv)");
    add_layer(&target, 2, "partition", "sda3");
    add_layer(&target, 3, "disk", "sda");
    trace_stack_of(&target, tree.path, &stack);
    assert_int_equal(stack.disks, 1);
    assert_string_equal(stack.own.name, "dm-1");
    assert_int_equal(stack.own.dev, 253 << 20 | 1);
    assert_int_equal(stack.lower_journals, 0);

    target.layer_count = 0;
    add_layer(&target, 0, "overlay", "/var/lib/docker/overlay2/1/merged");
    add_layer(&target, 1, "ext4", "/mnt");
    add_layer(&target, 2, "loop", "loop0");
    add_layer(&target, 3, "file", "/images/one.img");
    add_layer(&target, 4, "ext4", "/");
    add_layer(&target, 5, "lvm", "dm-10 (vg-root)");
    add_layer(&target, 6, "disk", "sda");
    trace_stack_of(&target, tree.path, &stack);
    assert_string_equal(stack.own.name, "loop0");
    assert_int_equal(stack.own.dev, 7 << 20);
    assert_int_equal(stack.lower_journals, 1);
    assert_string_equal(stack.lower_journal[0].name, "dm-10");

    strcpy(target.journal_device, "sda3");
    trace_stack_of(&target, tree.path, &stack);
    assert_string_equal(stack.own.name, "sda3"); /* the thread's */
    assert_int_equal(stack.own.dev, 7 << 20);    /* the commits' */
    tree_remove(&tree);
}

static void a_journals_thread_is_known_by_its_whole_name(void **state)
{
    (void)state;
    const struct trace_journal volume = {.name = "dm-1"}, far = {.name = "nvme10n1p12"};
    assert_true(trace_journal_is(&volume, "jbd2/dm-1-8"));
    assert_true(trace_journal_is(&volume, "jbd2/dm-1")); /* on a device of its own */
    assert_false(trace_journal_is(&volume, "jbd2/dm-10-8"));
    assert_false(trace_journal_is(&volume, "jbd2/dm-"));
    assert_false(trace_journal_is(&volume, "kworker/dm-1-8"));
    assert_true(trace_journal_is(&far, "jbd2/nvme10n1p1")); /* cut by the kernel */
    assert_false(trace_journal_is(&(struct trace_journal){0}, "jbd2/-8"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disk_below_another_is_known_as_such_and_one_beside_it_not),
        cmocka_unit_test(a_journal_is_named_after_what_its_file_system_is_on),
        cmocka_unit_test(a_journals_thread_is_known_by_its_whole_name),
        cmocka_unit_test(that_a_file_system_has_no_journal_is_said_where_it_is_known),
    };
    return cmocka_run_group_tests_name("trace_stack", tests, NULL, NULL);
}
