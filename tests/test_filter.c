/* test_filter.c: which threads' switches and wakings the kernel is asked to note. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>

#include <cmocka.h>

#include "trace/filter.h"

static const struct trace_stack stack = {.disks = 1,
                                         .devs = 1,
                                         .disk = {{.name = "sda"}},
                                         .dev = {{.dev = 8388608}},
                                         .journal = true,
                                         .own = {"sda", 8388608}};

static char text[FILTER_MAX];

static const char *filter(enum trace_kind kind, struct trace_threads threads, bool rich)
{
    prctl(PR_SET_NAME, "probe");
    assert_true(trace_filter(kind, &stack, threads, rich, text, sizeof text));
    return text;
}

static void another_run_of_the_program_is_not_noted(void **state)
{
    (void)state;
    const struct trace_threads mine = {.first = 500, .last = 515};
    assert_string_equal(filter(TRACE_WAKING, mine, true),
                        "comm == \"probe\" && pid >= 500 && pid <= 515");
    filter(TRACE_SWITCH, mine, true);
    assert_non_null(strstr(text,
                           "(next_comm == \"probe\" && next_pid >= 500 && next_pid <= 515) || "
                           "(prev_comm == \"probe\" && prev_pid >= 500 && prev_pid <= 515)"));
}

static void lean_switches_are_those_alone_that_tell_of_a_wait(void **state)
{
    (void)state;
    const struct trace_threads mine = {.first = 500, .last = 500};
    filter(TRACE_SWITCH, mine, false);
    assert_non_null(strstr(text, "next_pid <= 500 && prev_pid != 0)"));
    assert_non_null(strstr(text, "prev_pid <= 500 && (prev_state == 0 ||"));
}

static void the_journals_thread_is_noted_whatever_its_id(void **state)
{
    (void)state;
    const struct trace_threads mine = {.first = 500, .last = 515};
    filter(TRACE_SWITCH, mine, true);
    assert_non_null(strstr(text, "(next_comm ~ \"jbd2/sda*\" && prev_pid != 0)"));
}

static void threads_that_are_not_known_are_noted_by_name(void **state)
{
    (void)state;
    const struct trace_threads none = {0};
    assert_string_equal(filter(TRACE_WAKING, none, true), "comm == \"probe\"");
}

static void a_range_leaves_out_threads_that_have_not_started(void **state)
{
    (void)state;
    const int32_t pid[] = {0, 812, 0, 811, 814}, none[] = {0, 0};
    const struct trace_threads some = trace_threads_of(pid, 5);
    assert_int_equal(some.first, 811);
    assert_int_equal(some.last, 814);
    assert_int_equal(trace_threads_of(none, 2).last, 0);
    assert_int_equal(trace_threads_of(none, 2).first, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_run_of_the_program_is_not_noted),
        cmocka_unit_test(lean_switches_are_those_alone_that_tell_of_a_wait),
        cmocka_unit_test(the_journals_thread_is_noted_whatever_its_id),
        cmocka_unit_test(threads_that_are_not_known_are_noted_by_name),
        cmocka_unit_test(a_range_leaves_out_threads_that_have_not_started),
    };
    return cmocka_run_group_tests_name("filter", tests, NULL, NULL);
}
