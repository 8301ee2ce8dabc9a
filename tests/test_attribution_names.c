/* test_attribution_names.c: who only has the name of one of the kernel's threads acts for itself.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/trace_scene.h"
#include "trace/causes.h"

static void a_program_with_a_journals_name_is_another_program(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1300);
    scene_request(&s, 1020, 1170, DD, "jbd2/sda-8", "WSM", 16);
    s.event[0].pretender = true;
    scene_put(&s, 1200, TRACE_SWITCH, ME, "jbd2/sda-8")->pretender = true;
    scene_look(&s);
    scene_has(&s, SHARE_META, 0);
    scene_has(&s, SHARE_JOURNAL, 0);
    assert_string_equal(s.inside.other.who, "jbd2/sda-8");
    assert_int_equal(s.inside.other.pid, DD);
    assert_false(s.inside.other.kernel);
}

static void a_journal_counts_where_the_file_system_has_one(void **state)
{
    (void)state;
    struct trace_scene s;
    struct trace_stack without = scene_plain;
    without.journal = false;
    scene_begin(&s, 1300);
    s.stack = &without;
    scene_request(&s, 1020, 1170, JBD2, "jbd2/sda-8", "WSM", 16);
    scene_look(&s);
    scene_has(&s, SHARE_META, 0);
    assert_int_equal(s.inside.other.programs, 1);
    assert_true(s.inside.other.kernel);
}

/* The volume hands the requests on to the disk, where they are seen; another file system's journal
 * writes there, too. */
static void a_volumes_journal_is_the_rounds_and_its_neighbours_is_not(void **state)
{
    (void)state;
    struct trace_scene s;
    struct trace_stack volume = scene_plain;
    volume.own = (struct trace_journal){.name = "dm-1", .dev = 253 << 20 | 1};
    scene_begin(&s, 1300);
    s.stack = &volume;
    scene_put(&s, 1015, TRACE_COMMIT_BEGIN, JBD2, "")->dev = volume.own.dev;
    scene_request(&s, 1020, 1170, JBD2, "jbd2/dm-1-8", "WSM", 16);
    scene_request(&s, 1180, 1250, DD, "jbd2/dm-10-8", "WSM", 16);
    scene_put(&s, 1260, TRACE_COMMIT_END, JBD2, "")->dev = volume.own.dev;
    scene_look(&s);
    scene_has(&s, SHARE_META, 150);
    scene_has(&s, SHARE_JOURNAL, 100);
    assert_int_equal(s.inside.other.programs, 1);
    assert_string_equal(s.inside.other.who, "jbd2/dm-10-8");
}

static void a_program_with_a_workers_name_is_another_program(void **state)
{
    (void)state;
    struct trace_scene s;
    struct trace_stack xfs = scene_plain;
    xfs.workers = true;
    scene_begin(&s, 1300);
    s.stack = &xfs;
    scene_request(&s, 1020, 1170, DD, "kworker/9:9H", "WS", 16);
    s.event[0].pretender = true;
    scene_look(&s);
    scene_has(&s, SHARE_DATA, 0);
    assert_string_equal(s.inside.other.who, "kworker/9:9H");
    assert_false(s.inside.other.kernel);
}

static void a_program_called_writeback_is_not_what_the_kernel_writes_back(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1300);
    scene_request(&s, 1020, 1170, WORKER, "kworker/u8:1", "W", 800);
    scene_request(&s, 1030, 1195, DD, "writeback", "WS", 8000);
    s.event[2].sectors = s.event[3].sectors = 80000;
    scene_flush(&s, 1200, 1200, 1290, ME, "fsyncscope");
    scene_look(&s);
    assert_int_equal(s.inside.other.programs, 2);
    assert_string_equal(s.inside.other.who, "writeback");
    assert_false(s.inside.other.kernel);
    s.inside.ns[SHARE_FLUSH] += 5000000;
    s.inside.beside.ns = 5000000;
    cause_find(&s.inside, NULL);
    assert_non_null(strstr(s.inside.sentence, "writeback[500]"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_with_a_journals_name_is_another_program),
        cmocka_unit_test(a_journal_counts_where_the_file_system_has_one),
        cmocka_unit_test(a_volumes_journal_is_the_rounds_and_its_neighbours_is_not),
        cmocka_unit_test(a_program_with_a_workers_name_is_another_program),
        cmocka_unit_test(a_program_called_writeback_is_not_what_the_kernel_writes_back),
    };
    return cmocka_run_group_tests_name("attribution_names", tests, NULL, NULL);
}
