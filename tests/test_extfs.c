/* test_extfs.c: whether ext4 commits fast: told where the kernel shows it, and n/a elsewhere. */
#include "disk/extfs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/facts.h"
#include "support/tree.h"

#define NO_COUNT "fc stats:\n0 commits\n0 ineligible\n"

static void want_of_the_option_counts_where_it_would_be_shown(void **state)
{
    static const struct {
        const char *options, *counts; /* NULL: no such file */
        bool shown;                   /* the kernel shows the option */
        enum known expected;
    } rows[] = {
        {"rw\ndata=ordered\n", NO_COUNT, true, NO},
        {"rw\nfc_debug_force\ndata=ordered\n", NO_COUNT, true, YES},
        {"rw\ndata=ordered\n", NO_COUNT, false, UNKNOWN},
        {"rw\ndata=ordered\n", "fc stats:\n7 commits\n", false, YES},
        {"rw\ndata=ordered\n", NULL, false, NO}, /* before Linux 5.10 */
        {NULL, NO_COUNT, true, UNKNOWN},         /* nobody sees the options */
        {NULL, NULL, true, UNKNOWN},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct tree tree;
        struct extfs ext;
        tree_make(&tree, NULL);
        tree_write(&tree, "proc/fs/jbd2/sda1-8/info", "");
        if (rows[i].options)
            tree_write(&tree, "proc/fs/ext4/sda1/options", rows[i].options);
        if (rows[i].counts)
            tree_write(&tree, "proc/fs/ext4/sda1/fc_info", rows[i].counts);
        if (rows[i].shown)
            tree_write(&tree, "sys/fs/ext4/sda1/simulate_fail", "0\n");
        extfs_read(tree.path, "sda1", &ext);
        assert_int_equal(ext.journal, YES);
        assert_int_equal(ext.fast_commits, rows[i].expected);
        tree_remove(&tree);
    }
}

static void words_keep(void *ctx, const char *label, const char *text)
{
    if (strcmp(label, "fast commits") == 0)
        snprintf(ctx, FACT_MAX, "%s", text);
}

static void what_is_not_known_beside_a_journal_is_said(void **state)
{
    static struct target target;
    char text[FACT_MAX] = "";
    (void)state;
    facts_tell(&target, words_keep, text);
    assert_string_equal(text, "");
    target.journal = YES;
    facts_tell(&target, words_keep, text);
    assert_non_null(strstr(text, "n/a: "));
    target.fast_commits = NO;
    facts_tell(&target, words_keep, text);
    assert_string_equal(text, "off");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(want_of_the_option_counts_where_it_would_be_shown),
        cmocka_unit_test(what_is_not_known_beside_a_journal_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
