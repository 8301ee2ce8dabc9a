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

static void whose_requests_took_longest_is_named(void **state)
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
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_others_read_wrote_and_discarded_is_kept_apart),
        cmocka_unit_test(who_only_read_did_not_write),
        cmocka_unit_test(who_shared_the_rounds_flush_used_the_disk_as_well),
        cmocka_unit_test(whose_requests_took_longest_is_named),
    };
    return cmocka_run_group_tests_name("causes_others", tests, NULL, NULL);
}
