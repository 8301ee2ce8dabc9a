/* test_memory_guess.c: a loop device whose image was deleted from a folder in memory is probably
 * memory, and is said to be so, but not where another mount covers the folder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/facts.h"
#include "disk/mountinfo.h"
#include "disk/warnings.h"
#include "support/mounts.h"
#include "support/root.h"

struct stage {
    const char *make;
    const char *guess;
    struct mounts mounts;
};

static void need_ages_of_mounts(const struct mounts *mounts)
{
    if (mountinfo_age(mounts->tree.fd) == 0) {
        print_message("this kernel does not tell which mount is older\n");
        skip();
    }
}

static void deleted_image_is_told_by_its_folder(void **state)
{
    struct stage *stage = *state;
    struct target target;
    mounts_make(&stage->mounts, stage->make);
    if (!stage->guess[0])
        need_ages_of_mounts(&stage->mounts);
    const int fd = mounts_open(&stage->mounts, "m");
    assert_int_equal(target_resolve(fd, "m", "", &target, NULL), 0);
    close(fd);
    assert_false(target.memory);
    assert_string_equal(target.memory_guess, stage->guess);
    const bool warned = strcmp(target.warning[0].id, "memory-backed") == 0;
    assert_int_equal(warned, stage->guess[0] != '\0');
}

static int take_down(void **state)
{
    struct stage *stage = *state;
    mounts_remove(&stage->mounts);
    return 0;
}

#define MAKE "need mkfs.ext4; mkdir m t; mount -t tmpfs t t; "

static struct stage stages[] = {
    {.make = MAKE "loop t/a.img; mkfs.ext4 -q $DEV; mount $DEV m; rm t/a.img",
     .guess = "its deleted image was on tmpfs"},
    {.make =
         MAKE "truncate -s 330M t/o.img; mkfs.ext4 -q t/o.img; mkdir o; mount -o loop t/o.img o;"
              "loop o/a.img; mkfs.ext4 -q $DEV; mount $DEV m; rm o/a.img",
     .guess = "its deleted image was on memory"},
    {.make = "need mkfs.ext4; mkdir m t n; mount --bind n t; loop t/a.img; mkfs.ext4 -q $DEV;"
             "mount $DEV m; rm t/a.img; mount -t tmpfs cover t",
     .guess = ""},
};

static void words_keep(void *ctx, const char *label, const char *text)
{
    if (strcmp(label, "memory") == 0)
        snprintf(ctx, FACT_MAX, "%s", text);
}

static void what_is_likely_is_not_told_as_a_fact(void **state)
{
    static struct target target;
    char text[FACT_MAX] = "";
    (void)state;
    strcpy(target.memory_guess, "its deleted image was on tmpfs");
    facts_tell(&target, words_keep, text);
    assert_string_equal(text, "probably: its deleted image was on tmpfs");
    warnings_from_facts(&target);
    assert_int_equal(target.warning_count, 1);
    assert_string_equal(target.warning[0].id, "memory-backed");
    assert_int_equal(target.warning[0].severity, SEVERITY_WARN);
    assert_non_null(strstr(target.warning[0].text, "probably memory"));
    assert_int_equal(target.warning[0].text[strlen(target.warning[0].text) - 1], '.');
    target.memory = true;
    strcpy(target.memory_why, "zram");
    warnings_from_facts(&target);
    assert_int_equal(target.warning_count, 1);
    assert_int_equal(target.warning[0].severity, SEVERITY_BAD);
}

#define ON(name, i)                                                                                \
    {                                                                                              \
        name, deleted_image_is_told_by_its_folder, NULL, take_down, &stages[i]                     \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON("from_tmpfs", 0),
        ON("from_an_image_on_tmpfs", 1),
        ON("from_a_folder_that_is_covered", 2),
        cmocka_unit_test(what_is_likely_is_not_told_as_a_fact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
