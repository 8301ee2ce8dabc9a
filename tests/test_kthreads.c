/* test_kthreads.c: who has a kernel thread's name and is one, and who only has the name. */
#include "trace/kthreads.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/tree.h"

/* The tree of each test, with a kernel's thread 60 and a program 500. */
static void make(struct tree *tree)
{
    tree_make(tree, NULL);
    tree_write(tree, "proc/2/stat", "2 (kthreadd) S 0 0 0 0 -1 2129984 0 0\n");
    tree_write(tree, "proc/60/stat", "60 (kworker/u8:1) I 2 0 0 0 -1 69238880 0 0\n");
    tree_write(tree, "proc/500/stat", "500 (jbd2/sda-8) S 1) S 1 500 500 0 -1 4194560 0 0\n");
}

static struct trace_event event(enum trace_kind kind, int32_t pid, const char *who)
{
    struct trace_event e = {.kind = kind, .pid = pid};
    strcpy(e.who, who);
    return e;
}

static bool pretends(struct kthreads *k, struct trace_event e)
{
    kthreads_mark(k, &e, 1);
    return e.pretender;
}

static void a_name_alone_makes_no_kernel_thread(void **state)
{
    struct tree tree;
    struct kthreads k;
    (void)state;
    make(&tree);
    kthreads_begin(&k, tree.path, "fsyncscope");
    assert_false(pretends(&k, event(TRACE_ISSUE, 60, "kworker/u8:1")));
    assert_true(pretends(&k, event(TRACE_ISSUE, 500, "jbd2/sda-8")));
    assert_true(pretends(&k, event(TRACE_ISSUE, 500, "kworker/9:9H")));
    assert_true(pretends(&k, event(TRACE_ISSUE, 501, "kworker/0:1"))); /* gone */
    assert_false(pretends(&k, event(TRACE_ISSUE, 500, "postgres")));
    tree_remove(&tree);
}

static void the_name_is_that_of_who_comes_or_is_woken(void **state)
{
    struct tree tree;
    struct kthreads k;
    (void)state;
    make(&tree);
    kthreads_begin(&k, tree.path, "fsyncscope");
    struct trace_event e = event(TRACE_SWITCH, 60, "jbd2/sda-8");
    e.next_pid = 500;
    assert_true(pretends(&k, e));
    e.pid = 500;
    e.next_pid = 60;
    assert_false(pretends(&k, e));
    assert_false(pretends(&k, event(TRACE_WORK, 500, "loop0"))); /* a queue's name */
    tree_remove(&tree);
}

static void each_is_asked_for_once(void **state)
{
    struct tree tree;
    struct kthreads k;
    (void)state;
    make(&tree);
    kthreads_begin(&k, tree.path, "fsyncscope");
    assert_false(pretends(&k, event(TRACE_ISSUE, 60, "kworker/u8:1")));
    tree_write(&tree, "proc/60/stat", "");
    assert_false(pretends(&k, event(TRACE_ISSUE, 60, "kworker/u8:1")));
    assert_true(pretends(&k, event(TRACE_ISSUE, 60, "kworker/u8:2"))); /* another by its name */
    tree_remove(&tree);
}

static void where_no_kernel_thread_is_seen_names_count(void **state)
{
    struct tree tree;
    struct kthreads k;
    (void)state;
    make(&tree);
    tree_write(&tree, "proc/2/stat", "2 (bash) S 1 2 2 0 -1 4194560 0 0\n");
    kthreads_begin(&k, tree.path, "fsyncscope");
    assert_false(pretends(&k, event(TRACE_ISSUE, 500, "jbd2/sda-8")));
    tree_remove(&tree);
}

static void threads_of_this_program_are_told_from_those_of_another_one_like_it(void **state)
{
    struct tree tree;
    struct kthreads k;
    (void)state;
    make(&tree);
    tree_write(&tree, "proc/self/task/700/comm", "fsyncscope\n");
    kthreads_begin(&k, tree.path, "fsyncscope");
    struct trace_event e[] = {event(TRACE_ISSUE, 700, "fsyncscope"),
                              event(TRACE_ISSUE, 500, "fsyncscope"),
                              event(TRACE_ISSUE, 700, "postgres")};
    kthreads_mark(&k, e, 3);
    assert_true(e[0].ours && !e[0].pretender);
    assert_false(e[1].ours || e[1].pretender);
    assert_false(e[2].ours);
    tree_remove(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_alone_makes_no_kernel_thread),
        cmocka_unit_test(the_name_is_that_of_who_comes_or_is_woken),
        cmocka_unit_test(each_is_asked_for_once),
        cmocka_unit_test(threads_of_this_program_are_told_from_those_of_another_one_like_it),
        cmocka_unit_test(where_no_kernel_thread_is_seen_names_count),
    };
    return cmocka_run_group_tests_name("kthreads", tests, NULL, NULL);
}
