/* test_facts.c: a target's facts in words, and its stack as a tree. */
#include "base/facts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct target *t;

static int set_up(void **state)
{
    (void)state;
    t = calloc(1, sizeof *t);
    return t ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    free(t);
    return 0;
}

static void collect(void *ctx, const char *label, const char *text)
{
    fprintf(ctx, "%s|%s\n", label, text);
}

/* All facts, "label|text" a line; freed by the caller. */
static char *told(void)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    assert_non_null(out);
    facts_tell(t, collect, out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void assert_told(const char *expected)
{
    char *text = told();
    assert_string_equal(text, expected);
    free(text);
}

static void what_is_not_known_is_left_out_and_never_denied(void **state)
{
    (void)state;
    strcpy(t->file_system, "xfs");
    t->device_count = 1;
    strcpy(t->device[0].name, "sda");
    assert_told("file system|xfs\n"
                "disk|sda\n"
                "|cache unknown\n");
}

static void no_disk_is_told_with_its_reason(void **state)
{
    (void)state;
    strcpy(t->file_system, "tmpfs");
    t->memory = true;
    strcpy(t->no_device_reason, "tmpfs is memory: there is no disk");
    assert_told("file system|tmpfs\n"
                "memory|yes: tmpfs\n"
                "disk|tmpfs is memory: there is no disk\n");
    t->no_device_reason[0] = '\0';
    char *text = told();
    assert_non_null(strstr(text, "disk|n/a\n"));
    free(text);
}

static void barriers_that_are_off_name_what_switched_them_off(void **state)
{
    (void)state;
    t->barrier = NO;
    strcpy(t->barrier_off, "nobarrier");
    char *text = told();
    assert_non_null(strstr(text, "barriers|off: a sync does not tell the disk to empty its cache, "
                                 "by nobarrier\n"));
    free(text);
}

static void counters_that_stand_still_are_told(void **state)
{
    (void)state;
    t->device_count = 1;
    t->device[0].counted = NO;
    char *text = told();
    assert_non_null(strstr(text, "|counts no flushes of what is written here\n"));
    free(text);
    t->device[0].counts_sectors = NO;
    text = told();
    assert_non_null(strstr(text, "|counts no flushes of what is written here, counts no bytes\n"));
    free(text);
}

static void longest_names_fit(void **state)
{
    (void)state;
    memset(t->mount_point, 'p', sizeof t->mount_point - 1);
    memset(t->mount_source, 's', sizeof t->mount_source - 1);
    memset(t->mount_options, 'o', sizeof t->mount_options - 1);
    char *text = told();
    const char *source = strstr(text, "from ");
    assert_non_null(source);
    assert_int_equal(strspn(source + 5, "s"), sizeof t->mount_source - 1);
    free(text);
}

static void add_layer(unsigned depth, const char *kind, const char *name)
{
    struct layer *layer = &t->layer[t->layer_count++];
    layer->depth = depth;
    strcpy(layer->kind, kind);
    strcpy(layer->name, name);
}

static void tree_joins_what_stands_on_the_same_level(void **state)
{
    static const char *const lines[] = {
        "btrfs /data",    "|- raid0 md0",  "|  |- disk sda",
        "|  `- disk sdb", "`- crypt dm-0", "   `- disk sdc: slow",
    };
    char line[256];
    (void)state;
    add_layer(0, "btrfs", "/data");
    add_layer(1, "raid0", "md0");
    add_layer(2, "disk", "sda");
    add_layer(2, "disk", "sdb");
    add_layer(1, "crypt", "dm-0");
    add_layer(2, "disk", "sdc");
    strcpy(t->layer[5].note, "slow");
    for (unsigned i = 0; i < t->layer_count; i++)
        assert_string_equal(facts_layer(line, sizeof line, t, i, &branches_ascii), lines[i]);
}

/* A tree that nobody made: depths that jump, more of them than a line holds. */
static void wild_tree_stays_inside_its_line(void **state)
{
    char line[64];
    (void)state;
    add_layer(0, "ext4", "");
    add_layer(1000000, "disk", "sda");
    add_layer(3, "disk", "sdb");
    for (unsigned i = 0; i < t->layer_count; i++)
        assert_true(strlen(facts_layer(line, sizeof line, t, i, &branches_utf8)) < sizeof line);
}

static void load_that_is_not_known_is_not_zero(void **state)
{
    char line[128];
    const double known[3] = {0, 1.25, 12}, unknown[3] = {-1, -1, -1};
    (void)state;
    strcpy(t->kernel, "6.18.0");
    assert_string_equal(facts_system(line, sizeof line, t, known),
                        "Linux 6.18.0, load 0.00 1.25 12.00");
    assert_string_equal(facts_system(line, sizeof line, t, unknown), "Linux 6.18.0, load n/a");
}

static void volume_that_is_memory_in_part_says_which(void **state)
{
    (void)state;
    strcpy(t->file_system, "btrfs");
    strcpy(t->memory_part, "zram");
    t->device_count = 1;
    strcpy(t->device[0].name, "sda");
    assert_told("file system|btrfs\n"
                "memory|in part: zram\n"
                "disk|sda\n"
                "|cache unknown\n");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(what_is_not_known_is_left_out_and_never_denied),
        TEST(volume_that_is_memory_in_part_says_which),
        TEST(no_disk_is_told_with_its_reason),
        TEST(barriers_that_are_off_name_what_switched_them_off),
        TEST(counters_that_stand_still_are_told),
        TEST(longest_names_fit),
        TEST(tree_joins_what_stands_on_the_same_level),
        TEST(wild_tree_stays_inside_its_line),
        TEST(load_that_is_not_known_is_not_zero),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
