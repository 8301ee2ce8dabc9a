/* test_causes_others.c: what other programs did to the disk, and when they are to blame. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/trace_scene.h"
#include "trace/causes.h"

static void sizes(struct trace_scene *s, uint32_t sectors)
{
    s->event[s->events - 2].sectors = s->event[s->events - 1].sectors = sectors;
}

static void what_others_read_wrote_and_discarded_is_kept_apart(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 9000);
    scene_flush(&s, 1020, 1020, 9000, ME, "fsyncscope");
    scene_request(&s, 1100, 8900, DD, "dd", "R", 90000);
    sizes(&s, 6144);
    scene_request(&s, 1100, 8900, DD, "dd", "RA", 190000);
    scene_request(&s, 1200, 8900, DD, "dd", "FDS", 800000);
    sizes(&s, 819200);
    scene_request(&s, 1200, 8900, DD, "dd", "FWFSM", 900000);
    scene_look(&s);
    assert_int_equal(s.inside.other.read_bytes, (3 << 20) + 4096);
    assert_int_equal(s.inside.other.discarded_bytes, 400 << 20);
    assert_int_equal(s.inside.other.bytes, 4096);
    cause_find(&s.inside, NULL);
    assert_int_equal(s.inside.cause, CAUSE_OTHERS);
    assert_string_equal(s.inside.sentence,
                        "dd[500] discarded 400 MiB and read 3.00 MiB meanwhile; 7.98 ms of 8.00 ms "
                        "in one flush");
}

static void who_only_read_did_not_write(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 9000);
    scene_request(&s, 1020, 9000, ME, "fsyncscope", "WS", 800);
    scene_request(&s, 1100, 8900, DD, "fio", "R", 90000);
    sizes(&s, 6144);
    scene_look(&s);
    cause_find(&s.inside, NULL);
    assert_string_equal(s.inside.sentence,
                        "fio[500] read 3 MiB meanwhile; 7.98 ms of 8.00 ms in writing data");
}

static void who_shared_the_rounds_flush_used_the_disk_as_well(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 9000);
    scene_put_request(&s, 1015, TRACE_ASK_FLUSH, DD, "postgres", "FWS", 0);
    scene_flush(&s, 1020, 1025, 9000, ME, "fsyncscope");
    scene_look(&s);
    assert_string_equal(s.inside.other.who, "postgres");
    assert_int_equal(s.inside.other.requests, 1);
    cause_find(&s.inside, NULL);
    assert_null(strstr(s.inside.sentence, "nobody else"));
}

static void who_kept_the_disk_busiest_is_named(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 9000);
    scene_request(&s, 1020, 9000, ME, "fsyncscope", "WS", 800);
    scene_request(&s, 1100, 1200, 501, "journald", "WS", 90000);
    sizes(&s, 64);
    for (unsigned i = 0; i < 5; i++)
        scene_request(&s, 1100, 8000, DD, "postgres", "WS", 91000 + 8 * i);
    scene_look(&s);
    assert_string_equal(s.inside.other.who, "postgres");
    assert_int_equal(s.inside.other.programs, 2);
    scene_begin(&s, 100000);
    scene_request(&s, 1020, 100000, ME, "fsyncscope", "WS", 800);
    scene_request(&s, 1100, 99000, 501, "journald", "WS", 90000); /* suffers likewise */
    for (unsigned i = 0; i < 5; i++)
        scene_request(&s, 1100, 3000, DD, "postgres", "WS", 91000 + 8 * i);
    scene_look(&s);
    assert_string_equal(s.inside.other.who, "postgres");
}

/* A round of 154 us that is as it should be, and one whose flush took US. */
static struct inside usual_inside(void)
{
    struct inside in = {.origin = INSIDE_TRACED};
    in.ns[SHARE_CPU] = 13000;
    in.ns[SHARE_DATA] = 60000;
    in.ns[SHARE_FLUSH] = 81000;
    return in;
}

/* What others did beside it. */
struct work {
    uint32_t requests;
    uint64_t bytes, beside_ns, beside_flush_ns;
};

static struct inside slow_flush(uint64_t us, const struct work *others)
{
    struct inside in = usual_inside();
    in.ns[SHARE_FLUSH] = us * 1000;
    in.beside = (struct beside){.ns = others->beside_ns, .flush_ns = others->beside_flush_ns};
    in.others_requests = others->requests;
    in.others_bytes = others->bytes;
    in.other = (struct other_program){.who = "postgres",
                                      .pid = 812,
                                      .bytes = others->bytes,
                                      .requests = others->requests,
                                      .programs = 1};
    return in;
}

static enum cause cause_of(struct inside in, const struct inside *usual)
{
    cause_find(&in, usual);
    return in.cause;
}

static void where_nothing_grew_others_have_all_of_the_share_to_answer_for(void **state)
{
    (void)state;
    struct inside usual = usual_inside();
    for (int i = 0; i < SHARES; i++)
        usual.ns[i] *= 1000;
    struct work work = {.requests = 40, .bytes = 1 << 20, .beside_ns = 1000000};
    assert_int_equal(cause_of(slow_flush(9000, &work), &usual), CAUSE_FLUSH);
    work.beside_ns = 8000000;
    assert_int_equal(cause_of(slow_flush(9000, &work), &usual), CAUSE_OTHERS);
}

static void who_is_not_known_gives_way_to_who_is(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 9000);
    scene_request(&s, 1020, 9000, ME, "fsyncscope", "WS", 800);
    for (unsigned i = 0; i < 4; i++)
        scene_request(&s, 1100, 3000, WORKER, "kworker/0:1H", "WS", 91000 + 8 * i);
    scene_request(&s, 1100, 3000, DD, "dd", "WS", 90000);
    scene_look(&s);
    assert_string_equal(s.inside.other.who, "dd");
    for (unsigned i = 0; i < 8; i++)
        scene_request(&s, 1100, 8000, WORKER, "kworker/0:1H", "WS", 92000 + 8 * i);
    scene_look(&s);
    assert_string_equal(s.inside.other.who, "kernel worker");
}

static void a_stalled_disk_is_not_blamed_on_who_suffers_from_it_too(void **state)
{
    (void)state;
    const struct inside usual = usual_inside();
    const struct work few = {
        .requests = 7, .bytes = 28 << 10, .beside_ns = 900000000, .beside_flush_ns = 900000000};
    assert_int_equal(cause_of(slow_flush(905000, &few), &usual), CAUSE_FLUSH);
    const struct work brief = {.requests = 40, .bytes = 1 << 20, .beside_ns = 1000000};
    assert_int_equal(cause_of(slow_flush(9000, &brief), &usual), CAUSE_FLUSH);
}

static void a_big_write_beside_the_round_is_to_blame(void **state)
{
    (void)state;
    const struct inside usual = usual_inside();
    const struct work dd = {.requests = 8, .bytes = 10 << 20, .beside_ns = 9000000};
    assert_int_equal(cause_of(slow_flush(10000, &dd), &usual), CAUSE_OTHERS);
    assert_int_equal(cause_of(slow_flush(10000, &dd), NULL), CAUSE_OTHERS);
}

static void what_else_made_the_round_slow_takes_nothing_from_their_guilt(void **state)
{
    (void)state;
    const struct inside usual = usual_inside();
    const struct work dd = {.requests = 128, .bytes = 64 << 20};
    struct inside in = slow_flush(81, &dd);
    in.ns[SHARE_OTHERS] = 23900000;
    in.ns[SHARE_READY] = 20000000;
    in.ns[SHARE_WORKER] = 8000000;
    cause_find(&in, &usual);
    assert_non_null(
        strstr(in.sentence, "postgres[812] wrote 64 MiB meanwhile; 23.9 ms of 52.1 ms"));
}

static void what_came_through_another_disk_has_no_name_but_the_way(void **state)
{
    (void)state;
    const struct inside usual = usual_inside();
    const struct work work = {.requests = 4, .bytes = 16 << 20, .beside_ns = 9000000};
    struct inside in = slow_flush(10000, &work);
    strcpy(in.other.who, "loop1");
    in.other.kernel = true;
    cause_find(&in, &usual);
    assert_string_equal(in.sentence,
                        "somebody wrote 16 MiB through loop1 meanwhile; 10.0 ms of 10.1 "
                        "ms in the flush (usually 81.0 us)");
    in.other.kernel = false; /* a program may have that name */
    cause_find(&in, &usual);
    assert_non_null(strstr(in.sentence, "loop1[812] wrote 16 MiB meanwhile; "));
}

static void who_syncs_small_pages_all_the_time_is_to_blame_for_what_that_costs(void **state)
{
    (void)state;
    struct inside usual = usual_inside();
    usual.beside.ns = 100000; /* it is there in ordinary rounds as well */
    struct work pages = {
        .requests = 30, .bytes = 120 << 10, .beside_ns = 4800000, .beside_flush_ns = 4000000};
    assert_int_equal(cause_of(slow_flush(5000, &pages), &usual), CAUSE_OTHERS);
    pages.beside_flush_ns = 0; /* writes alone, as beside any round */
    assert_int_equal(cause_of(slow_flush(5000, &pages), &usual), CAUSE_FLUSH);
}

static void the_usual_learns_what_others_do_as_well(void **state)
{
    (void)state;
    struct inside usual = {.origin = INSIDE_NONE}, in = usual_inside();
    in.beside.ns = 40000;
    cause_learn(&usual, true, &in);
    assert_int_equal(usual.beside.ns, 40000);
    assert_int_equal(usual.ns[SHARE_FLUSH], 81000);
    in.beside.ns = 0;
    in.ns[SHARE_FLUSH] = 1000;
    cause_learn(&usual, false, &in);
    assert_int_equal(usual.beside.ns, 30000);
    assert_int_equal(usual.ns[SHARE_FLUSH], 61000);
}

static void time_beside_others_is_that_of_the_rounds_own_requests(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 9000);
    scene_request(&s, 2000, 4000, ME, "fsyncscope", "WS", 800);
    scene_request(&s, 1500, 3000, DD, "dd", "WS", 90000);
    scene_flush(&s, 5000, 5010, 6000, ME, "fsyncscope");
    scene_put_request(&s, 5500, TRACE_ASK_FLUSH, DD, "dd", "FWS", 0);
    scene_look(&s);
    assert_int_equal(s.inside.beside.ns, 1000000 + 500000);
    assert_int_equal(s.inside.beside.flush_ns, 500000);
    assert_int_equal(s.inside.others_requests, 2);
    assert_int_equal(s.inside.others_bytes, 4096);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_others_read_wrote_and_discarded_is_kept_apart),
        cmocka_unit_test(who_only_read_did_not_write),
        cmocka_unit_test(who_shared_the_rounds_flush_used_the_disk_as_well),
        cmocka_unit_test(who_kept_the_disk_busiest_is_named),
        cmocka_unit_test(where_nothing_grew_others_have_all_of_the_share_to_answer_for),
        cmocka_unit_test(who_is_not_known_gives_way_to_who_is),
        cmocka_unit_test(a_stalled_disk_is_not_blamed_on_who_suffers_from_it_too),
        cmocka_unit_test(a_big_write_beside_the_round_is_to_blame),
        cmocka_unit_test(what_else_made_the_round_slow_takes_nothing_from_their_guilt),
        cmocka_unit_test(what_came_through_another_disk_has_no_name_but_the_way),
        cmocka_unit_test(who_syncs_small_pages_all_the_time_is_to_blame_for_what_that_costs),
        cmocka_unit_test(the_usual_learns_what_others_do_as_well),
        cmocka_unit_test(time_beside_others_is_that_of_the_rounds_own_requests),
    };
    return cmocka_run_group_tests_name("causes_others", tests, NULL, NULL);
}
