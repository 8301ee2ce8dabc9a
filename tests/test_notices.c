/* test_notices.c: what a run says on standard error, and that it says it once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/notices.h"

#define MS UINT64_C(1000000)

static char *idle_note(int argc, char *const argv[])
{
    struct options options;
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    assert_int_equal(options_parse(argc, argv, &options, NULL), 0);
    notices_idle(out, &options);
    fclose(out);
    return text;
}

static void options_without_effect_get_one_note(void **state)
{
    char *idle[] = {"fsyncscope", "run", "-d", "1ms", "--siblings=2", "--theme", "x", "-w2"};
    char *used[] = {"fsyncscope", "run", "-S", "group+delay", "-d", "1ms", "--siblings=2", "-w3"};
    (void)state;
    char *text = idle_note(8, idle);
    assert_string_equal(text, "fsyncscope: note: these have no effect: --delay (not used by alone)"
                              ", --siblings (not used by alone), --theme (for the dashboard)\n");
    free(text);
    text = idle_note(8, used);
    assert_string_equal(text, "");
    free(text);
}

static void siblings_that_there_can_never_be_get_a_note(void **state)
{
    char *few[] = {"fsyncscope", "run", "-S", "group+delay", "--siblings=5", "-w5"};
    char *tour[] = {"fsyncscope", "tour", "--siblings=5"};
    (void)state;
    char *text = idle_note(6, few);
    assert_string_equal(text,
                        "fsyncscope: note: no leader ever waits: of 5 writers there are never "
                        "5 others (--siblings)\n");
    free(text);
    text = idle_note(3, tour);
    assert_string_equal(text, "");
    free(text);
}

static void an_option_that_a_command_ignores_is_told_with_the_command(void **state)
{
    static const struct {
        const char *command, *option, *note;
    } rows[] = {
        {"info", "--mode=append-fsync", "--mode (not used by info)"},
        {"info", "--ascii", "--ascii (for the dashboard)"},
        {"info", "--format=json", NULL},
        {"info", "--output=x", NULL},
        {"modes", "-w3", "--writers (not used by modes)"},
        {"modes", "--format=json", NULL},
        {"tour", "-d1ms", NULL},
        {"tour", "-c5", NULL},
        {"tour", "--no-mouse", "--no-mouse (for the dashboard)"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char *argv[] = {"fsyncscope", (char *)rows[i].command, (char *)rows[i].option, NULL};
        char expected[128] = "";
        if (rows[i].note)
            snprintf(expected, sizeof(expected), "fsyncscope: note: these have no effect: %s\n",
                     rows[i].note);
        char *text = idle_note(3, argv);
        assert_string_equal(text, expected);
        free(text);
    }
}

static void stuck_calls_are_told_apart_from_those_that_wait_behind_them(void **state)
{
    static const struct {
        unsigned in_flight, calls;
        const char *sentence;
    } rows[] = {
        {16, 1,
         "fsyncscope: 1 call stuck for 4.60 s in the kernel, 15 more writers wait behind "
         "it: waiting for the return\n"},
        {2, 2, "fsyncscope: 2 calls stuck for 4.60 s in the kernel: waiting for the return\n"},
        {0, 1, "fsyncscope: 1 call stuck for 4.60 s in the kernel: waiting for the return\n"},
        {0, 0, "fsyncscope: the file system does not answer: waiting for it\n"},
    };
    struct snapshot *s = calloc(1, sizeof(*s));
    (void)state;
    assert_non_null(s);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char *text = NULL;
        size_t bytes = 0;
        FILE *out = open_memstream(&text, &bytes);
        s->in_flight = rows[i].in_flight;
        s->calls = rows[i].calls;
        s->call_ns = 4600 * MS;
        notices_stuck(out, s);
        fclose(out);
        assert_string_equal(text, rows[i].sentence);
        free(text);
    }
    free(s);
}

static void notices_tell_each_warning_once_and_long_progress_only(void **state)
{
    static const struct warning late = {
        .id = "other-writers", .severity = SEVERITY_WARN, .text = "they write."};
    struct notices notices;
    struct snapshot *s = calloc(1, sizeof(*s));
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    (void)state;
    notices_begin(&notices, out, false);
    s->target.warning_count = 1;
    s->target.warning[0] =
        (struct warning){.id = "loop", .severity = SEVERITY_NOTE, .text = "a file \x1b"};
    s->state = RUN_PREPARING;
    s->prepare_total = 4096;
    for (unsigned i = 0; i < 70; i++) {
        s->at_ns = (i + 1) * 100 * MS;
        s->prepare_done = i * 10;
        notices_follow(&notices, s);
        notices_warn(&notices, i < 50 ? s->target.warning : &late, 1);
    }
    fclose(out);
    assert_string_equal(text, "fsyncscope: note loop: a file \\x1b\n"
                              "fsyncscope: filling the file: 100 B of 4 KiB\n"
                              "fsyncscope: warning other-writers: they write.\n"
                              "fsyncscope: filling the file: 600 B of 4 KiB\n");
    free(text);
    free(s);
}

static void a_failure_is_left_to_the_last_sentence(void **state)
{
    static const struct warning list[] = {
        {.id = "io-error", .severity = SEVERITY_BAD, .text = "fsync: I/O error"},
        {.id = "loop", .severity = SEVERITY_NOTE, .text = "a file"},
    };
    struct notices notices;
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    (void)state;
    notices_begin(&notices, out, false);
    notices_warn(&notices, list, 2);
    fclose(out);
    assert_string_equal(text, "fsyncscope: note loop: a file\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failure_is_left_to_the_last_sentence),
        cmocka_unit_test(options_without_effect_get_one_note),
        cmocka_unit_test(siblings_that_there_can_never_be_get_a_note),
        cmocka_unit_test(an_option_that_a_command_ignores_is_told_with_the_command),
        cmocka_unit_test(stuck_calls_are_told_apart_from_those_that_wait_behind_them),
        cmocka_unit_test(notices_tell_each_warning_once_and_long_progress_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
