/* test_attribution_gaps.c: events that were kept for an earlier round say nothing of this one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/trace_scene.h"

/* A limit holds the round's flush back; 600 us before, a request of the writer's began. */
static void begin(struct trace_scene *s)
{
    scene_begin(s, 1200);
    scene_put_request(s, 400, TRACE_ISSUE, ME, "fsyncscope", "WS", 64);
    scene_put(s, 1150, TRACE_WORK, 0, "kthrotld");
    scene_put_request(s, 1160, TRACE_ASK_FLUSH, WORKER, "kworker/0:1", "FWS", 0);
    scene_request(s, 1160, 1200, WORKER, "kworker/0:1H", "FF", 0);
}

static void what_began_before_a_gap_is_not_open_after_it(void **state)
{
    (void)state;
    struct trace_scene s;
    begin(&s);
    s.since_us = 900;
    scene_look(&s);
    scene_has(&s, SHARE_THROTTLE, 150);
    scene_has(&s, SHARE_DATA, 0);
}

static void what_began_before_the_round_without_a_gap_is_open_in_it(void **state)
{
    (void)state;
    struct trace_scene s;
    begin(&s);
    scene_look(&s);
    scene_has(&s, SHARE_DATA, 150);
    scene_has(&s, SHARE_THROTTLE, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_began_before_a_gap_is_not_open_after_it),
        cmocka_unit_test(what_began_before_the_round_without_a_gap_is_open_in_it),
    };
    return cmocka_run_group_tests_name("attribution_gaps", tests, NULL, NULL);
}
