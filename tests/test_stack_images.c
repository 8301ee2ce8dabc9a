/* test_stack_images.c: from a loop device to the image's own file system and disks, on trees of
 * /proc and /sys under tests/fixtures/sys. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/root.h"

/* The tree "loop", whose image is there with the size that the kernel tells of it. */
static void unfold_with_image(struct tree *tree)
{
    char image[4097];
    memset(image, 'i', 4096);
    image[4096] = '\0';
    root_unfold("loop", tree);
    tree_write(tree, "images/disk one.img", image);
}

static void image_leads_on_to_its_own_disk_and_that_ones_barriers(void **state)
{
    struct tree tree;
    struct target target;
    (void)state;
    unfold_with_image(&tree);
    root_resolve(&tree, &target);
    root_check_stack(
        "ext4 /\n loop loop3\n  file /images/disk one.img\n   ext4 /images\n    disk sda\n",
        &target);
    assert_string_equal(target.loop_file, "/images/disk one.img");
    assert_int_equal(target.device_count, 1); /* what lies below is not added up */
    assert_int_equal(target.barrier, NO);
    assert_string_equal(target.barrier_off, "nobarrier of the image's ext4");
    assert_int_equal(target.warning_count, 2);
    assert_string_equal(target.warning[0].id, "no-barrier");
    assert_non_null(strstr(target.warning[1].text, "/images/disk one.img"));
    tree_remove(&tree);
}

static void smaller_file_of_the_images_name_is_another_one(void **state)
{
    struct tree tree;
    struct target target;
    (void)state;
    root_unfold("loop", &tree);
    tree_write(&tree, "images/disk one.img", "too short");
    root_resolve(&tree, &target);
    assert_int_equal(target.layer_count, 3);
    assert_non_null(strstr(target.layer[2].note, "another file"));
    assert_int_equal(target.barrier, UNKNOWN);
    assert_string_equal(target.no_device_reason, "");
    tree_remove(&tree);
}

static void folder_of_a_deleted_image_is_looked_at(void **state)
{
    struct tree tree;
    struct target target;
    (void)state;
    root_unfold("loop-deleted", &tree);
    tree_write(&tree, "images/another.img", "");
    root_resolve(&tree, &target);
    root_check_stack(
        "ext4 /\n loop loop3\n  file /images/gone.img\n   ext4 /images\n    disk sda\n", &target);
    assert_string_equal(target.layer[2].note, "deleted");
    tree_remove(&tree);
}

static void image_whose_name_is_not_told_is_a_loop_all_the_same(void **state)
{
    struct tree tree;
    struct target target;
    (void)state;
    root_unfold("loop", &tree);
    tree_write(&tree, "sys/devices/virtual/block/loop3/loop/backing_file", "");
    root_resolve(&tree, &target);
    assert_string_equal(target.loop_file, "");
    assert_string_equal(target.warning[0].id, "loop");
    assert_non_null(strstr(target.warning[0].text, "not seen"));
    tree_remove(&tree);
}

/* An image may have stood elsewhere than what its folder's path leads to now. */
static void deleted_image_is_a_guess_that_proves_nothing(void **state)
{
    static const char *const below[] = {"tmpfs t rw", "nfs4 s:/x rw", "ext4 /dev/sda rw,nobarrier",
                                        "overlay o rw,volatile"};
    (void)state;
    for (size_t i = 0; i < sizeof below / sizeof below[0]; i++) {
        char table[512];
        struct tree tree;
        struct target target;
        root_unfold("loop-deleted", &tree);
        tree_write(&tree, "images/another.img", "");
        snprintf(table, sizeof table,
                 "9 1 7:3 / / rw - ext4 /dev/loop3 rw\n10 9 8:0 / /images rw - %s\n", below[i]);
        tree_write(&tree, "proc/self/mountinfo", table);
        root_resolve(&tree, &target);
        assert_in_range(target.layer_count, 4, 8); /* in the tree it stands */
        assert_false(target.memory || target.remote || target.volatile_overlay);
        assert_string_equal(target.memory_part, "");
        assert_int_equal(target.barrier, UNKNOWN);
        const bool likely = strncmp(below[i], "tmpfs", 5) == 0; /* that alone is told */
        assert_int_equal(target.memory_guess[0] != '\0', likely);
        assert_int_equal(target.warning_count, 1 + likely);
        assert_string_equal(target.warning[likely].id, "loop");
        tree_remove(&tree);
    }
}

static void image_on_another_machine_names_that_file_system(void **state)
{
    struct tree tree;
    struct target target;
    (void)state;
    unfold_with_image(&tree);
    tree_write(
        &tree, "proc/self/mountinfo",
        "9 1 7:3 / / rw - ext4 /dev/loop3 rw\n10 9 0:50 / /images rw - fuse.sshfs me@x rw\n");
    root_resolve(&tree, &target);
    assert_true(target.remote);
    assert_string_equal(target.remote_why, "fuse.sshfs");
    assert_string_equal(target.warning[0].id, "remote");
    assert_non_null(strstr(target.warning[0].text, "fuse.sshfs"));
    assert_null(strstr(target.warning[0].text, "not seen")); /* the loop device's are */
    tree_remove(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(image_leads_on_to_its_own_disk_and_that_ones_barriers),
        cmocka_unit_test(smaller_file_of_the_images_name_is_another_one),
        cmocka_unit_test(folder_of_a_deleted_image_is_looked_at),
        cmocka_unit_test(image_whose_name_is_not_told_is_a_loop_all_the_same),
        cmocka_unit_test(deleted_image_is_a_guess_that_proves_nothing),
        cmocka_unit_test(image_on_another_machine_names_that_file_system),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
