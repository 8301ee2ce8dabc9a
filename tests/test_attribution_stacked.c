/* test_attribution_stacked.c: a disk that is a file on another disk: which of what the lower one is
 * given is the round's, and which somebody else's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/trace_scene.h"
#include "trace/carriers.h"
#include "trace/causes.h"

enum { WORK0 = 11, WORK1 = 12, STRANGER = 61 };

/* The round writes through loop0, from 1,010 on. */
static void begin_above(struct trace_scene *s, uint64_t end_us)
{
    scene_begin(s, end_us);
    s->stack = &scene_stacked;
    scene_put_request(s, 1010, TRACE_ISSUE, ME, "fsyncscope", "WS", 16);
    scene_put_request(s, end_us, TRACE_COMPLETE, 0, "", "WS", 16);
    s->event[0].dev = s->event[1].dev = UPPER;
}

/* PID begins with the WORK that DISK had queued. */
static void run(struct trace_scene *s, uint64_t us, int32_t pid, const char *disk, uint64_t work)
{
    if (disk)
        scene_put(s, us, TRACE_WORK, 0, disk)->work = work;
    scene_put(s, us + 1, TRACE_RUN, pid, "")->work = work;
}

/* Letters and size of the request that is put next. */
static void carried(struct trace_scene *s, uint64_t issued, uint64_t done, int32_t pid,
                    uint64_t sector, uint32_t sectors)
{
    scene_request(s, issued, done, pid, "kworker/u8:1", "WS", sector);
    s->event[s->events - 2].sectors = s->event[s->events - 1].sectors = sectors;
}

static void a_worker_of_another_disk_on_the_same_one_is_somebody_else(void **state)
{
    (void)state;
    struct trace_scene s;
    begin_above(&s, 1300);
    run(&s, 1012, WORKER, "loop0", WORK0);
    run(&s, 1013, STRANGER, "loop1", WORK1);
    carried(&s, 1020, 1060, WORKER, 800, 8);
    carried(&s, 1020, 1200, STRANGER, 90000, 8);
    scene_look(&s);
    scene_has(&s, SHARE_DATA, 290); /* the request above; of the lower, 40 */
    assert_string_equal(s.inside.other.who, "loop1");
    assert_int_equal(s.inside.other.bytes, 4096);
    assert_int_equal(s.inside.other.programs, 1);
    assert_false(s.inside.others_unsure);
}

static void a_worker_that_goes_from_disk_to_disk_acts_for_the_last(void **state)
{
    (void)state;
    struct trace_scene s;
    begin_above(&s, 1300);
    run(&s, 1012, WORKER, "loop1", WORK1);
    carried(&s, 1020, 1060, WORKER, 90000, 8);
    run(&s, 1070, WORKER, "loop0", WORK0);
    carried(&s, 1080, 1120, WORKER, 800, 8);
    scene_look(&s);
    assert_int_equal(s.inside.other.requests, 1);
    unsigned own = 0;
    for (unsigned i = 0; i < s.inside.span_count; i++)
        own += s.inside.span[i].kind == SPAN_DATA && strcmp(s.inside.span[i].disk, "sda") == 0;
    assert_int_equal(own, 1);
}

static void what_nobody_was_seen_to_begin_is_ours_only_as_far_as_we_wrote(void **state)
{
    (void)state;
    struct trace_scene s;
    begin_above(&s, 1300);
    carried(&s, 1020, 1200, WORKER, 800, 8);
    carried(&s, 1020, 1250, STRANGER, 90000, 8192); /* 4 MiB */
    scene_look(&s);
    assert_true(s.inside.others_unsure);
    assert_string_equal(s.inside.other.who, "kernel worker");
    assert_int_equal(s.inside.other.bytes, 4 << 20);
    assert_int_equal(s.inside.other.requests, 1);
}

static void a_flush_below_is_ours_only_while_we_have_something_open_above(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1300);
    s.stack = &scene_stacked;
    run(&s, 1012, WORKER, "loop0", WORK0);
    scene_put_request(&s, 1020, TRACE_ASK_FLUSH, WORKER, "kworker/u8:1", "FWS", 0);
    scene_request(&s, 1030, 1200, WORKER, "kworker/0:1H", "FF", 0);
    scene_look(&s);
    scene_has(&s, SHARE_FLUSH, 0);
    scene_put_request(&s, 1010, TRACE_ISSUE, ME, "fsyncscope", "FF", 0);
    s.event[s.events - 1].dev = UPPER;
    scene_look(&s);
    assert_true(s.inside.ns[SHARE_FLUSH] >= 270000);
    assert_int_equal(s.inside.other.programs, 0);
}

static void a_program_on_the_same_upper_disk_is_counted_once(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1300);
    s.stack = &scene_stacked;
    scene_request(&s, 1010, 1290, DD, "dd", "WS", 16);
    s.event[0].dev = s.event[1].dev = UPPER;
    run(&s, 1012, WORKER, "loop0", WORK0);
    carried(&s, 1020, 1060, WORKER, 800, 8);
    scene_look(&s);
    assert_string_equal(s.inside.other.who, "dd");
    assert_int_equal(s.inside.other.programs, 1);
    assert_int_equal(s.inside.other.requests, 1);
}

static void what_our_flush_brings_down_for_others_is_theirs(void **state)
{
    (void)state;
    struct trace_scene s;
    begin_above(&s, 9000); /* 4 KiB of ours */
    scene_request(&s, 1005, 1030, DD, "dd", "WS", 4096);
    s.event[2].dev = s.event[3].dev = UPPER;
    s.event[2].sectors = s.event[3].sectors = 32768; /* 16 MiB, into memory */
    run(&s, 1040, WORKER, "loop0", WORK0);
    carried(&s, 1050, 1100, WORKER, 800, 8);
    for (unsigned i = 0; i < 4; i++)
        carried(&s, 1100 + i, 8900 + i, WORKER, 90000 + 8192 * i, 8192);
    scene_look(&s);
    assert_string_equal(s.inside.other.who, "dd");
    assert_int_equal(s.inside.other.bytes, 16 << 20);
    assert_int_equal(s.inside.other.programs, 1);
    assert_true(s.inside.beside.ns >= 7700000);
    assert_true(s.inside.others_unsure);
    cause_find(&s.inside, NULL);
    assert_int_equal(s.inside.cause, CAUSE_OTHERS);
}

static void many_works_and_workers_push_out_the_oldest(void **state)
{
    (void)state;
    struct carriers c = {.next_work = 0};
    carriers_asked(&c, 1, "loop0");
    for (int32_t i = 1; i <= CARRIERS_WORKERS; i++)
        carriers_began(&c, i, 1);
    assert_string_equal(carriers_disk(&c, 1), "loop0");
    carriers_began(&c, CARRIERS_WORKERS + 1, 1);
    assert_string_equal(carriers_disk(&c, 1), "");
    assert_string_equal(carriers_disk(&c, 2), "loop0");
    for (uint64_t work = 2; work < 2 + CARRIERS_WORKS; work++)
        carriers_asked(&c, work, "loop1");
    carriers_began(&c, 2, 1);
    assert_string_equal(carriers_disk(&c, 2), "");
    assert_string_equal(carriers_disk(&c, 0), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_worker_of_another_disk_on_the_same_one_is_somebody_else),
        cmocka_unit_test(a_worker_that_goes_from_disk_to_disk_acts_for_the_last),
        cmocka_unit_test(what_nobody_was_seen_to_begin_is_ours_only_as_far_as_we_wrote),
        cmocka_unit_test(a_flush_below_is_ours_only_while_we_have_something_open_above),
        cmocka_unit_test(a_program_on_the_same_upper_disk_is_counted_once),
        cmocka_unit_test(what_our_flush_brings_down_for_others_is_theirs),
        cmocka_unit_test(many_works_and_workers_push_out_the_oldest),
    };
    return cmocka_run_group_tests_name("attribution_stacked", tests, NULL, NULL);
}
