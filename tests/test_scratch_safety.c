/* test_scratch_safety.c: whatever ends a run, its scratch file goes; nothing else ever does.
 *
 * Endings are real: a forked child with keeper and scratch file is killed. This process adopts
 * orphans, so it waits for the keeper's own end and then looks. */
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "disk/scratch.h"
#include "disk/scratch_name.h"
#include "support/tree.h"

/* Makes and removes scratch files for ever, telling after each step on READY. */
static _Noreturn void churn(int dirfd, int ready)
{
    struct keeper *keeper;
    struct scratch s;
    if (keeper_start(dirfd, -1, &keeper, NULL))
        _exit(1);
    for (;;) {
        if (scratch_create(&s, &sysio_kernel, keeper, dirfd, LAYOUT_FILLED, 0, 16384, NULL, NULL) ||
            write(ready, "c", 1) != 1)
            _exit(1);
        scratch_remove(&s);
        if (write(ready, "r", 1) != 1)
            _exit(1);
    }
}

/* Kills a churning child after STEPS of its steps, and waits for its keeper. */
static void churn_and_kill(const struct tree *tree, unsigned steps)
{
    int ready[2];
    char byte;
    assert_return_code(pipe2(ready, O_CLOEXEC), errno);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        churn(tree->fd, ready[1]);
    close(ready[1]);
    for (unsigned i = 0; i < steps; i++)
        assert_int_equal(read(ready[0], &byte, 1), 1);
    kill(pid, SIGKILL);
    while (waitpid(-1, NULL, 0) > 0)
        ;
    assert_int_equal(errno, ECHILD);
    close(ready[0]);
}

static void killed_run_leaves_nothing_at_any_step(void **state)
{
    static const char *const places[] = {NULL, "/dev/shm"};
    (void)state;
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
        struct tree tree;
        if (places[p] && access(places[p], W_OK))
            continue;
        tree_make(&tree, places[p]);
        for (unsigned steps = 1; steps <= 10; steps++) {
            churn_and_kill(&tree, steps);
            assert_int_equal(tree_entries(&tree), 0);
        }
        tree_remove(&tree);
    }
}

/* A file as a run leaves it when nothing could clean up; its name in NAME. False where the file
 * system keeps no birth times, so that no run can know it again. */
static bool leave_one(const struct tree *tree, char name[SCRATCH_NAME_MAX])
{
    struct scratch s;
    struct scratch_identity identity;
    assert_int_equal(
        scratch_create(&s, &sysio_kernel, NULL, tree->fd, LAYOUT_APPEND, 0, 4096, NULL, NULL), 0);
    strcpy(name, s.name);
    close(s.fd);
    return scratch_name_parse(name, &identity);
}

/* A tree with such a file; skips the test where no run can know it again. */
static void make_with_leftover(struct tree *tree, char name[SCRATCH_NAME_MAX])
{
    tree_make(tree, NULL);
    if (leave_one(tree, name))
        return;
    tree_remove(tree);
    print_message("no birth times here\n");
    skip();
}

static void sweep_removes_what_a_dead_run_left(void **state)
{
    struct tree tree;
    char name[SCRATCH_NAME_MAX];
    (void)state;
    make_with_leftover(&tree, name);
    leave_one(&tree, name);
    tree_write(&tree, "stranger", "x");
    assert_int_equal(scratch_sweep(tree.fd), 2);
    tree_only_entry(&tree, (char[256]){0});
    assert_int_equal(scratch_sweep(tree.fd), 0);
    tree_remove(&tree);
}

static void sweep_leaves_a_living_run_alone(void **state)
{
    struct tree tree;
    struct scratch s;
    (void)state;
    tree_make(&tree, NULL);
    assert_int_equal(
        scratch_create(&s, &sysio_kernel, NULL, tree.fd, LAYOUT_APPEND, 0, 4096, NULL, NULL), 0);
    assert_int_equal(scratch_sweep(tree.fd), 0);
    assert_int_equal(tree_entries(&tree), 1);
    scratch_remove(&s);
    assert_int_equal(tree_entries(&tree), 0);
    tree_remove(&tree);
}

static void plant_file(const struct tree *tree, const char *name, mode_t mode)
{
    tree_write(tree, name, "precious");
    assert_return_code(fchmodat(tree->fd, name, mode, 0), errno);
}

/* Each has what a leftover has but one thing. */
static void sweep_never_touches_planted_files(void **state)
{
    struct tree tree;
    char name[SCRATCH_NAME_MAX], other[SCRATCH_NAME_MAX];
    (void)state;
    make_with_leftover(&tree, name);
    /* A genuine one under another random part, as a second link: two names, so neither goes. */
    snprintf(other, sizeof other, ".fsyncscope-0123456789abcdef%s", name + 28);
    assert_return_code(linkat(tree.fd, name, tree.fd, other, 0), errno);
    plant_file(&tree, ".fsyncscope-0123456789abcdef", 0600);
    plant_file(&tree, ".fsyncscope-0123456789abcdef-1-2", 0600);
    plant_file(&tree, ".fsyncscope-0123456789abcdef-1-2.bak", 0600);
    tree_link(&tree, ".fsyncscope-0000000000000001-1-2", name);
    assert_return_code(mkdirat(tree.fd, ".fsyncscope-0000000000000002-1-2", 0700), errno);
    assert_return_code(mkfifoat(tree.fd, ".fsyncscope-0000000000000003-1-2", 0600), errno);
    const unsigned before = tree_entries(&tree);
    assert_int_equal(scratch_sweep(tree.fd), 0);
    assert_int_equal(tree_entries(&tree), before);

    /* With one name, but another mode. */
    assert_return_code(unlinkat(tree.fd, other, 0), errno);
    assert_return_code(fchmodat(tree.fd, name, 0644, 0), errno);
    assert_int_equal(scratch_sweep(tree.fd), 0);
    /* And as it was: it is the marks that save the others, not a sweep that does nothing. */
    assert_return_code(fchmodat(tree.fd, name, 0600, 0), errno);
    assert_int_equal(scratch_sweep(tree.fd), 1);
    tree_remove(&tree);
}

/* Renames FROM to a name that tells IDENTITY and has a sweep look at it. */
static unsigned sweep_as(const struct tree *tree, const char *from,
                         const struct scratch_identity *identity, char to[SCRATCH_NAME_MAX])
{
    scratch_name_identified(to, ".fsyncscope-0123456789abcdef", identity);
    assert_return_code(renameat(tree->fd, from, tree->fd, to), errno);
    return scratch_sweep(tree->fd);
}

static void sweep_wants_inode_and_birth_and_owner_to_match(void **state)
{
    struct tree tree;
    struct scratch_identity true_one, other;
    char name[SCRATCH_NAME_MAX], next[SCRATCH_NAME_MAX];
    (void)state;
    make_with_leftover(&tree, name);
    assert_true(scratch_name_parse(name, &true_one));
    other = (struct scratch_identity){.inode = true_one.inode + 1, .birth_ns = true_one.birth_ns};
    assert_int_equal(sweep_as(&tree, name, &other, next), 0);
    other = (struct scratch_identity){.inode = true_one.inode, .birth_ns = true_one.birth_ns + 1};
    assert_int_equal(sweep_as(&tree, next, &other, name), 0);
    if (geteuid() == 0) {
        assert_return_code(fchownat(tree.fd, name, 65534, 65534, 0), errno);
        assert_int_equal(sweep_as(&tree, name, &true_one, next), 0);
        assert_return_code(fchownat(tree.fd, next, 0, 0, 0), errno);
        strcpy(name, next);
    }
    assert_int_equal(sweep_as(&tree, name, &true_one, next), 1);
    tree_remove(&tree);
}

static void copy_under_a_scratch_files_name_is_no_leftover(void **state)
{
    struct tree tree;
    char name[SCRATCH_NAME_MAX], kept[256];
    (void)state;
    tree_make(&tree, NULL);
    leave_one(&tree, name);
    assert_return_code(renameat(tree.fd, name, tree.fd, "away"), errno);
    plant_file(&tree, name, 0600); /* another inode, or another birth */
    assert_return_code(unlinkat(tree.fd, "away", 0), errno);
    assert_int_equal(scratch_sweep(tree.fd), 0);
    tree_only_entry(&tree, kept);
    assert_string_equal(kept, name);
    tree_remove(&tree);
}

/* As a run with create-rename leaves it when nothing could clean up. */
static void next_start_removes_the_files_that_stand_beside_a_leftover(void **state)
{
    struct scratch_identity identity;
    char name[SCRATCH_COMPANION_MAX];
    struct tree tree;
    struct scratch s;
    (void)state;
    tree_make(&tree, NULL);
    assert_int_equal(
        scratch_create(&s, &sysio_kernel, NULL, tree.fd, LAYOUT_FRESH, 0, 4096, NULL, NULL), 0);
    const bool is_known = scratch_name_parse(s.name, &identity);
    for (size_t i = 0; scratch_name_ending(i); i++) {
        assert_int_equal(scratch_name_companion(name, s.name, scratch_name_ending(i)), 0);
        tree_write(&tree, name, "x");
        assert_return_code(fchmodat(tree.fd, name, 0600, 0), errno);
    }
    assert_int_equal(scratch_name_companion(name, s.name, ".txt"), 0);
    tree_write(&tree, name, "a stranger's");
    assert_int_equal(scratch_sweep(tree.fd), 0); /* it lives */
    assert_int_equal(tree_entries(&tree), 4);
    close(s.fd);
    if (is_known) {
        assert_int_equal(scratch_sweep(tree.fd), 1);
        assert_int_equal(tree_entries(&tree), 1);
    }
    tree_remove(&tree);
}

static void names_are_read_exactly_as_they_are_written(void **state)
{
    static const char *const refused[] = {
        "",
        ".fsyncscope-",
        ".fsyncscope-0123456789abcdef",
        ".fsyncscope-0123456789abcdef-",
        ".fsyncscope-0123456789abcdef-1",
        ".fsyncscope-0123456789abcdef-1-",
        ".fsyncscope-0123456789abcdef-1-2-",
        ".fsyncscope-0123456789abcdef-1-2-3",
        ".fsyncscope-0123456789abcde-1-2",
        ".fsyncscope-0123456789abcdef0-1-2",
        ".fsyncscope-0123456789ABCDEF-1-2",
        ".fsyncscope-0123456789abcdef-01-2",
        ".fsyncscope-0123456789abcdef-1-+2",
        ".fsyncscope-0123456789abcdef-1-0x2",
        ".fsyncscope-0123456789abcdef-1-11112222333344445",
        "x.fsyncscope-0123456789abcdef-1-2",
        ".fsyncscope-0123456789abcdef-1-2 ",
    };
    const struct scratch_identity identity = {.inode = UINT64_MAX, .birth_ns = 0};
    struct scratch_identity read;
    char name[SCRATCH_NAME_MAX];
    (void)state;
    scratch_name_identified(name, ".fsyncscope-0123456789abcdef", &identity);
    assert_string_equal(name, ".fsyncscope-0123456789abcdef-ffffffffffffffff-0");
    assert_true(scratch_name_parse(name, &read));
    assert_true(read.inode == identity.inode && read.birth_ns == identity.birth_ns);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        assert_false(scratch_name_parse(refused[i], &read));
}

static void random_names_do_not_repeat(void **state)
{
    char one[SCRATCH_NAME_MAX], two[SCRATCH_NAME_MAX];
    (void)state;
    assert_int_equal(scratch_name_random(one), 0);
    assert_int_equal(scratch_name_random(two), 0);
    assert_string_not_equal(one, two);
    assert_int_equal(strlen(one), 28);
}

static void set_flags(const struct tree *tree, int flags)
{
    ioctl(tree->fd, FS_IOC_SETFLAGS, &flags);
}

static void directory_that_keeps_its_names_is_refused_before_creating(void **state)
{
    static const struct {
        int flag;
        const char *word;
    } rows[] = {{FS_APPEND_FL, "append-only"}, {FS_IMMUTABLE_FL, "immutable"}};
    struct tree tree;
    int before;
    (void)state;
    tree_make(&tree, NULL);
    if (ioctl(tree.fd, FS_IOC_GETFLAGS, &before)) {
        tree_remove(&tree);
        print_message("no attributes here\n");
        skip();
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scratch s;
        struct err err;
        int flags = before | rows[i].flag;
        if (ioctl(tree.fd, FS_IOC_SETFLAGS, &flags)) {
            tree_remove(&tree);
            print_message("attributes need a right that is not there\n");
            skip();
        }
        const int rc =
            scratch_create(&s, &sysio_kernel, NULL, tree.fd, LAYOUT_APPEND, 0, 4096, NULL, &err);
        const unsigned entries = tree_entries(&tree);
        set_flags(&tree, before);
        assert_int_equal(rc, -EPERM);
        assert_int_equal(entries, 0);
        assert_non_null(strstr(err.text, rows[i].word));
    }
    tree_remove(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(killed_run_leaves_nothing_at_any_step),
        cmocka_unit_test(sweep_removes_what_a_dead_run_left),
        cmocka_unit_test(sweep_leaves_a_living_run_alone),
        cmocka_unit_test(sweep_never_touches_planted_files),
        cmocka_unit_test(sweep_wants_inode_and_birth_and_owner_to_match),
        cmocka_unit_test(copy_under_a_scratch_files_name_is_no_leftover),
        cmocka_unit_test(next_start_removes_the_files_that_stand_beside_a_leftover),
        cmocka_unit_test(names_are_read_exactly_as_they_are_written),
        cmocka_unit_test(random_names_do_not_repeat),
        cmocka_unit_test(directory_that_keeps_its_names_is_refused_before_creating),
    };
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* so that orphaned keepers can be waited for */
    alarm(60); /* a keeper that never ends must not hold up the other tests */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
