/* test_attribution_others.c: other programs that used the disk meanwhile, by name and as a sum. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/trace_scene.h"

/* COUNT requests of 4 KiB of one program. */
static void writes(struct trace_scene *s, int32_t pid, const char *who, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        scene_request(s, 1020 + i, 1060 + i, pid, who, "WS", (uint64_t)pid * 100000 + i * 8);
}

static void three_that_did_most_are_named_the_most_first(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1110);
    writes(&s, 501, "little", 1);
    writes(&s, 502, "most", 5);
    writes(&s, 503, "some", 2);
    writes(&s, 504, "much", 3);
    scene_look(&s);
    assert_int_equal(s.inside.others_count, INSIDE_PROGRAMS);
    assert_string_equal(s.inside.others[0].who, "most");
    assert_int_equal(s.inside.others[0].pid, 502);
    assert_int_equal(s.inside.others[0].bytes, 5 * 4096);
    assert_int_equal(s.inside.others[0].requests, 5);
    assert_string_equal(s.inside.others[1].who, "much");
    assert_string_equal(s.inside.others[2].who, "some");
    assert_string_equal(s.inside.other.who, "most");
}

static void sum_is_of_all_named_or_not(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1110);
    for (int i = 0; i < 10; i++)
        writes(&s, 501 + i, "many", 2);
    scene_look(&s);
    assert_int_equal(s.inside.other.programs, 10);
    assert_int_equal(s.inside.others_bytes, 20 * 4096);
    assert_int_equal(s.inside.others_requests, 20);
}

static void nobody_is_named_when_nobody_was_there(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 1110);
    scene_request(&s, 1020, 1080, ME, "fsyncscope", "WS", 800);
    scene_look(&s);
    assert_int_equal(s.inside.others_count, 0);
    assert_int_equal(s.inside.others_requests, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_that_did_most_are_named_the_most_first),
        cmocka_unit_test(sum_is_of_all_named_or_not),
        cmocka_unit_test(nobody_is_named_when_nobody_was_there),
    };
    return cmocka_run_group_tests_name("attribution_others", tests, NULL, NULL);
}
