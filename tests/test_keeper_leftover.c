/* test_keeper_leftover.c: what the keeper says of files that it cannot remove. */
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/tree.h"
#include "sys/keeper.h"

/* Its other flags stay: a file system may refuse to let go of them. */
static bool set_immutable(const struct tree *tree, const char *name, bool yes)
{
    int flags = 0;
    const int fd = openat(tree->fd, name, O_RDONLY | O_CLOEXEC);
    assert_return_code(fd, errno);
    bool done = ioctl(fd, FS_IOC_GETFLAGS, &flags) == 0;
    flags = yes ? flags | FS_IMMUTABLE_FL : flags & ~FS_IMMUTABLE_FL;
    done = done && ioctl(fd, FS_IOC_SETFLAGS, &flags) == 0;
    close(fd);
    return done;
}

static void stop_names_what_cannot_be_removed(void **state)
{
    struct tree tree;
    struct keeper *keeper;
    struct keeper_leftover left;
    (void)state;
    tree_make(&tree, NULL);
    tree_write(&tree, "gone", "x");
    tree_write(&tree, "stays", "x");
    assert_int_equal(keeper_start(tree.fd, -1, &keeper, NULL), 0);
    keeper_add_file(keeper, "gone");
    keeper_add_file(keeper, "stays");
    const bool immutable = set_immutable(&tree, "stays", true);
    keeper_stop(keeper, &left);
    set_immutable(&tree, "stays", false);
    tree_remove(&tree);
    if (!immutable) {
        print_message("no immutable files here: needs root, and a file system that has them\n");
        skip();
    }
    assert_int_equal(left.count, 1);
    assert_int_equal(left.code, EPERM);
    assert_string_equal(left.name, "stays");
}

static void nothing_is_left_of_what_can_be_removed(void **state)
{
    struct tree tree;
    struct keeper *keeper;
    struct keeper_leftover left = {.count = 7};
    (void)state;
    tree_make(&tree, NULL);
    tree_write(&tree, "gone", "x");
    assert_int_equal(keeper_start(tree.fd, -1, &keeper, NULL), 0);
    keeper_add_file(keeper, "gone");
    keeper_add_file(keeper, "never there");
    keeper_stop(keeper, &left);
    assert_int_equal(left.count, 0);
    assert_int_equal(tree_entries(&tree), 0);
    tree_remove(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stop_names_what_cannot_be_removed),
        cmocka_unit_test(nothing_is_left_of_what_can_be_removed),
    };
    alarm(60); /* a keeper that never ends must not hold up the other tests */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
