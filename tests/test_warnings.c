/* test_warnings.c: which warnings follow from a target's facts, and in which words. */
#include "disk/warnings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void warnings_follow_from_the_facts(void **state)
{
    static const struct {
        struct target target;
        const char *id; /* NULL: no warning */
        const char *word;
    } rows[] = {
        {{.file_system = "ext4", .barrier = YES}, NULL, NULL},
        {{.file_system = "xfs", .barrier = UNKNOWN}, NULL, NULL},
        {{.barrier = NO, .barrier_off = "nobarrier"}, "no-barrier", "nobarrier"},
        {{.barrier = NO, .barrier_off = "barrier=0"}, "no-barrier", "barrier=0"},
        {{.memory = true, .memory_why = "ramfs"}, "memory-backed", "ramfs"},
        {{.memory = true, .memory_why = "zram", .device_count = 1}, "memory-backed", "in the end"},
        {{.memory = true, .memory_why = "a loop device whose image is on tmpfs", .device_count = 1},
         "memory-backed",
         "image is on tmpfs"},
        {{.volatile_overlay = true}, "volatile-overlay", "drops every sync"},
        {{.memory_part = "zram", .device_count = 2}, "memory-backed", "a part of it is memory"},
        {{.remote = true, .remote_why = "nfs4", .no_device_reason = "x"}, "remote", "not seen"},
        {{.file_system = "ext4", .remote = true, .remote_why = "9p", .device_count = 1},
         "remote",
         "9p: another machine"},
        {{.no_device_reason = "x", .blindness = BLIND_EVER}, "unknown-device", "x."},
        {{.no_device_reason = "no such disk"}, "unknown-device", "no such disk."},
        {{.layer_count = 2, .layer = {{.kind = "ext4"}, {.kind = "loop"}}, .loop_file = "/a\033b"},
         "loop",
         "The disk is a file, /a\\x1bb:"},
        {{.layer_count = 2,
          .layer = {{.kind = "btrfs"}, {.kind = "loop"}},
          .loop_file = "/a",
          .device_count = 2},
         "loop",
         "One of the disks is a file, /a:"},
        {{.layer_count = 2, .layer = {{.kind = "loop"}, {.kind = "device", .name = "/dev/sda"}}},
         "loop",
         "The disk is a loop device on /dev/sda:"},
        {{.layer_count = 4,
          .layer = {{.kind = "loop"}, {.kind = "device"}, {.kind = "loop"}, {.kind = "file"}},
          .loop_file = "/a"},
         "loop",
         "is a file, /a:"},
        {{.device_count = 1, .device = {{.name = "sda", .volatile_cache = NO}}},
         "write-through",
         "sda says"},
        {{.device_count = 1, .device = {{.name = "sda", .volatile_cache = YES}}}, NULL, NULL},
        {{.device_count = 2,
          .device = {{.name = "sda", .volatile_cache = NO}, {.volatile_cache = NO}}},
         "write-through",
         "sda and the other disks"},
        {{.device_count = 1, .partial = true, .device = {{.volatile_cache = NO}}}, NULL, NULL},
        {{.device_count = 2, .device = {{.volatile_cache = NO}, {.volatile_cache = YES}}},
         NULL,
         NULL},
        {{.device_count = 1, .device = {{.volatile_cache = UNKNOWN}}}, NULL, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct target target = rows[i].target;
        const struct warning *first = &target.warning[0];
        target.warning_count = 5; /* of an earlier look */
        warnings_from_facts(&target);
        assert_int_equal(target.warning_count, rows[i].id != NULL);
        if (rows[i].id) {
            assert_string_equal(first->id, rows[i].id);
            assert_non_null(strstr(first->text, rows[i].word));
            assert_int_equal(first->text[strlen(first->text) - 1], '.');
            assert_int_equal(first->advice[strlen(first->advice) - 1], '.');
        }
    }
}

/* The longest names that a target can hold. */
static void sentences_are_whole_however_long_the_names_are(void **state)
{
    struct target target = {.memory = true,
                            .volatile_overlay = true,
                            .remote = true,
                            .barrier = NO,
                            .layer_count = 1,
                            .device_count = 1};
    (void)state;
    memset(target.file_system, 'f', sizeof target.file_system - 1);
    memset(target.memory_why, 'm', sizeof target.memory_why - 1);
    memset(target.memory_part, 'p', sizeof target.memory_part - 1);
    memset(target.remote_why, 'w', sizeof target.remote_why - 1);
    memset(target.barrier_off, 'b', sizeof target.barrier_off - 1);
    memset(target.loop_file, '\x01', sizeof target.loop_file - 1);
    memset(target.device[0].name, 'd', sizeof target.device[0].name - 1);
    target.device[0].volatile_cache = NO;
    strcpy(target.layer[0].kind, "loop");
    for (int known = 0; known < 2; known++) {
        warnings_from_facts(&target);
        assert_int_equal(target.warning_count, known ? 2 : 7);
        for (unsigned i = 0; i < target.warning_count; i++) {
            const char *text = target.warning[i].text, *advice = target.warning[i].advice;
            assert_int_equal(text[strlen(text) - 1], '.');
            assert_int_equal(advice[strlen(advice) - 1], '.');
            assert_true(i == 0 || target.warning[i].severity <= target.warning[i - 1].severity);
        }
        target = (struct target){.layer_count = 0, .device_count = 1};
        target.blindness = BLIND_IOSTATS;
        memset(target.device[0].name, 'd', sizeof target.device[0].name - 1);
        memset(target.no_device_reason, 'r', sizeof target.no_device_reason - 1);
        target.barrier = NO;
    }
}

static void io_error_comes_first_and_the_first_one_stays(void **state)
{
    struct target target = {.memory_why = "ramfs", .memory = true};
    char words[400];
    (void)state;
    memset(words, 'w', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    warnings_from_facts(&target);
    warnings_add_io_error(&target, "fsync failed: Input/output error (EIO)");
    warnings_add_io_error(&target, "another");
    assert_int_equal(target.warning_count, 2);
    assert_string_equal(target.warning[0].id, "io-error");
    assert_int_equal(target.warning[0].severity, SEVERITY_BAD);
    assert_string_equal(target.warning[0].text, "fsync failed: Input/output error (EIO)");
    assert_string_equal(target.warning[1].id, "memory-backed");

    target = (struct target){.warning_count = TARGET_WARNINGS_MAX};
    warnings_add_io_error(&target, words);
    assert_int_equal(target.warning_count, TARGET_WARNINGS_MAX);
    assert_int_equal(strlen(target.warning[0].text), REASON_MAX - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warnings_follow_from_the_facts),
        cmocka_unit_test(sentences_are_whole_however_long_the_names_are),
        cmocka_unit_test(io_error_comes_first_and_the_first_one_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
