/* test_attribution_frozen.c: a round that waits for a thaw does so whatever others do on the disk.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/trace_scene.h"

/* From 1,010 on nothing of the round's is on the disk, up to 8,000. */
static void begin_frozen(struct trace_scene *s)
{
    scene_begin(s, 9000);
    s->frozen = true;
    scene_request(s, 8000, 9000, ME, "fsyncscope", "WS", 800);
}

static void others_have_no_part_in_a_freeze(void **state)
{
    (void)state;
    struct trace_scene s;
    begin_frozen(&s);
    scene_request(&s, 1100, 7900, DD, "dd", "WS", 90000);
    scene_flush(&s, 2000, 2010, 3000, DD, "dd");
    scene_look(&s);
    scene_has(&s, SHARE_OTHERS, 0);
    scene_has(&s, SHARE_FROZEN, 6890);
    scene_has(&s, SHARE_CPU, 100);
    scene_has(&s, SHARE_DATA, 1000);
}

static void workers_and_journals_have_none_either(void **state)
{
    (void)state;
    struct trace_scene s;
    struct trace_stack xfs = scene_plain;
    xfs.workers = true;
    begin_frozen(&s);
    s.stack = &xfs;
    scene_request(&s, 1100, 4000, WORKER, "kworker/u8:1", "WS", 90000);
    scene_put(&s, 4100, TRACE_WORK, 0, "ext4-rsv-conver");
    scene_put(&s, 4200, TRACE_COMMIT_BEGIN, JBD2, "");
    scene_put(&s, 7900, TRACE_SWITCH, DD, "fsyncscope")->next_pid = ME;
    scene_look(&s);
    scene_has(&s, SHARE_WORKER, 0);
    scene_has(&s, SHARE_JOURNAL, 0);
    scene_has(&s, SHARE_READY, 0);
    scene_has(&s, SHARE_UNNAMED, 0);
    scene_has(&s, SHARE_DATA, 1000);
    assert_true(s.inside.ns[SHARE_FROZEN] >= 6780000);
}

static void a_worker_of_a_stack_has_none_while_nothing_is_open_above(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 9000);
    s.frozen = s.in_flight = true;
    s.stack = &scene_stacked;
    scene_request(&s, 1100, 8900, WORKER, "kworker/u8:1", "WS", 90000);
    scene_look(&s);
    scene_has(&s, SHARE_DATA, 0);
    scene_has(&s, SHARE_FROZEN, 7990);
    assert_int_equal(s.inside.other.programs, 1);
}

static void what_the_round_itself_has_on_the_disk_is_no_freeze(void **state)
{
    (void)state;
    struct trace_scene s;
    begin_frozen(&s);
    scene_flush(&s, 1010, 1010, 3010, ME, "fsyncscope");
    scene_look(&s);
    scene_has(&s, SHARE_FLUSH, 2000);
    scene_has(&s, SHARE_FROZEN, 4890);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(others_have_no_part_in_a_freeze),
        cmocka_unit_test(workers_and_journals_have_none_either),
        cmocka_unit_test(a_worker_of_a_stack_has_none_while_nothing_is_open_above),
        cmocka_unit_test(what_the_round_itself_has_on_the_disk_is_no_freeze),
    };
    return cmocka_run_group_tests_name("attribution_frozen", tests, NULL, NULL);
}
