/* test_advice.c: what a warning says fits what is so on this machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "disk/warnings.h"

static void missing_counters_are_not_blamed_on_a_kernel_that_has_them(void **state)
{
    static const struct {
        const char *kernel, *word;
    } rows[] = {
        {"4.19.0-27-amd64", "under Linux 5.5 or newer."},
        {"5.4.0", "under Linux 5.5 or newer."},
        {"", "under Linux 5.5 or newer."},
        {"5.5.0", "Linux 5.5.0 counts flushes"},
        {"6.18.44-some-vendor-with-a-long-name", "an old or cut copy here"},
        {"10.0", "outside of it."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static struct target target;
        target =
            (struct target){.device_count = 1, .no_device_reason = "x", .blindness = BLIND_FIELDS};
        strcpy(target.kernel, rows[i].kernel);
        warnings_from_facts(&target);
        assert_int_equal(target.warning_count, 1);
        assert_string_equal(target.warning[0].id, "unknown-device");
        const char *advice = target.warning[0].advice;
        assert_non_null(strstr(advice, rows[i].word));
        assert_int_equal(advice[strlen(advice) - 1], '.');
    }
}

/* A storey beside the first. */
static void add_layer(struct target *t, unsigned depth, const char *kind, const char *name)
{
    struct layer *layer = &t->layer[t->layer_count++];
    layer->depth = depth;
    strcpy(layer->kind, kind);
    strcpy(layer->name, name);
}

static void add_image(struct target *t, const char *loop, const char *file)
{
    add_layer(t, 1, "loop", loop);
    add_layer(t, 2, "file", file);
    strcpy(t->device[t->device_count++].name, loop);
}

static const char *loop_words(struct target *t)
{
    warnings_from_facts(t);
    assert_int_equal(t->warning_count, 1);
    assert_string_equal(t->warning[0].id, "loop");
    return t->warning[0].text;
}

static void disks_that_are_files_are_all_named(void **state)
{
    static struct target t;
    (void)state;
    strcpy(t.loop_file, "/images/a.img");
    add_layer(&t, 0, "btrfs", "/m");
    add_image(&t, "loop3", "/images/a.img");
    assert_string_equal(
        loop_words(&t),
        "The disk is a file, /images/a.img: the figures are those of a file system on a file.");
    add_image(&t, "loop14", "/images/of/a/very/long/way/to/b.img");
    assert_string_equal(loop_words(&t), "loop3 and loop14 are files, /images/a.img and "
                                        "...f/a/very/long/way/to/b.img: the figures are those "
                                        "of a file system on files.");
    assert_non_null(strstr(t.warning[0].advice, "the files' own directories"));
    add_image(&t, "loop5", "/images/c.img");
    add_layer(&t, 1, "loop", "loop5"); /* another partition of it */
    add_layer(&t, 2, "file", "/images/c.img");
    assert_string_equal(loop_words(&t), "loop3, loop14 and 1 more of the disks are files: the "
                                        "figures are those of a file system on files.");
}

static void file_below_a_file_is_no_disk(void **state)
{
    static struct target t;
    (void)state;
    strcpy(t.loop_file, "/images/a.img");
    add_layer(&t, 0, "ext4", "/m");
    add_image(&t, "loop3", "/images/a.img");
    add_layer(&t, 3, "ext4", "/images");
    add_layer(&t, 4, "loop", "loop4");
    add_layer(&t, 5, "file", "/b.img");
    assert_non_null(strstr(loop_words(&t), "The disk is a file, /images/a.img:"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_counters_are_not_blamed_on_a_kernel_that_has_them),
        cmocka_unit_test(disks_that_are_files_are_all_named),
        cmocka_unit_test(file_below_a_file_is_no_disk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
