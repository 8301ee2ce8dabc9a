/* test_view_inside.c: what the detail of a slow round says where something of it is not known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/inside_stage.h"

enum { MS = 1000000 };

static bool shows(struct stage *stage, int cols, int rows, const char *words)
{
    return strstr(stage_draw(stage, cols, rows), words) != NULL;
}

/* The slow rounds' view with one round, of which INSIDE is known. */
static struct stage *view_of(struct inside (*make)(const struct round *))
{
    struct stage *stage = stage_open(false);
    stage->snapshot.tracing.on = true;
    stage_feed(stage, 20);
    stage->snapshot.slowest_count = 0;
    struct round round = inside_slow(stage, 9, 3 * MS);
    struct inside inside = make(&round);
    history_reset(stage->history);
    inside_tell(stage, &round, &inside);
    inside_feed(stage);
    ui_key(&stage->ui, 'v');
    return stage;
}

static struct inside rested(const struct round *round)
{
    (void)round;
    return (struct inside){.origin = INSIDE_RESTED};
}

static void while_watching_rested_that_is_told_in_place_of_a_cause(void **state)
{
    (void)state;
    struct stage *stage = view_of(rested);
    assert_true(shows(stage, 80, 24, "not looked into: watching rests, since it would cost more"));
    assert_true(shows(stage, 80, 24, "- (watching rested)"));
    stage_close(stage);
}

static struct inside others_inferred(const struct round *round)
{
    struct inside inside = inside_others(round);
    inside.origin = INSIDE_INFERRED;
    inside.span_count = 0;
    inside.other =
        (struct other_program){.who = "somebody", .bytes = 3 << 20, .requests = 1, .programs = 1};
    return inside;
}

static void inferred_others_have_no_number_and_no_requests(void **state)
{
    (void)state;
    struct stage *stage = view_of(others_inferred);
    assert_true(shows(stage, 120, 40, "others wrote 3 MiB meanwhile"));
    assert_false(shows(stage, 120, 40, "somebody"));
    assert_false(shows(stage, 120, 40, "1 request"));
    stage_close(stage);
}

static struct inside sync_inferred(const struct round *round)
{
    struct inside inside = {.origin = INSIDE_INFERRED, .cause = CAUSE_UNNAMED};
    inside.ns[SHARE_UNNAMED] = round->latency_ns;
    inside.usual_ns[SHARE_UNNAMED] = 200000;
    strcpy(inside.sentence,
           "3.00 ms of 3.00 ms in the sync (usually 200 us), as far as can be seen");
    return inside;
}

static void what_is_inferred_to_be_in_the_sync_is_called_so_everywhere(void **state)
{
    (void)state;
    struct stage *stage = view_of(sync_inferred);
    assert_true(shows(stage, 80, 24, "of the last 1: in the sync 1"));
    assert_true(shows(stage, 80, 24, " in the sync ??"));
    assert_true(shows(stage, 80, 24, "? in the sync 3.00 ms (usual 200 us)"));
    assert_true(shows(stage, 60, 16, " in the sync\n"));
    assert_false(shows(stage, 60, 16, "not named"));
    assert_false(shows(stage, 80, 24, "not named"));
    assert_false(shows(stage, 200, 50, "not named"));
    stage_go_to(stage, "overview");
    assert_true(shows(stage, 80, 24, "inferred: 3.00 ms in the sync\n"));
    stage_close(stage);
}

static struct inside unnamed(const struct round *round)
{
    struct inside inside = sync_inferred(round);
    inside.origin = INSIDE_TRACED;
    return inside;
}

static void what_was_traced_and_has_no_name_is_called_so(void **state)
{
    (void)state;
    struct stage *stage = view_of(unnamed);
    assert_true(shows(stage, 80, 24, "of the last 1: not named 1"));
    assert_true(shows(stage, 80, 24, "? not named 3.00 ms (usual 200 us)"));
    stage_close(stage);
}

static struct inside nothing(const struct round *round)
{
    (void)round;
    return (struct inside){.origin = INSIDE_NONE};
}

static void what_may_still_come_is_told_apart_from_what_will_not(void **state)
{
    (void)state;
    struct stage *stage = view_of(nothing);
    assert_true(shows(stage, 80, 24, " not looked into yet\n"));
    assert_true(shows(stage, 80, 24, "- (not yet looked into)"));
    for (int i = 0; i < 11; i++)
        inside_feed(stage);
    assert_true(shows(stage, 80, 24, " not looked into: too many were slow at once\n"));
    assert_true(shows(stage, 80, 24, "- (too many at once)"));
    stage_close(stage);
}

static struct inside written_back(const struct round *round)
{
    struct inside inside = inside_others(round);
    strcpy(inside.other.who, "writeback");
    strcpy(inside.others[0].who, "writeback");
    inside.others[0].kernel = true;
    return inside;
}

static void what_the_kernel_writes_back_is_no_program_with_a_number(void **state)
{
    (void)state;
    struct stage *stage = view_of(written_back);
    assert_true(shows(stage, 120, 40, "writeback"));
    assert_false(shows(stage, 120, 40, "writeback["));
    stage_close(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(while_watching_rested_that_is_told_in_place_of_a_cause),
        cmocka_unit_test(inferred_others_have_no_number_and_no_requests),
        cmocka_unit_test(what_is_inferred_to_be_in_the_sync_is_called_so_everywhere),
        cmocka_unit_test(what_was_traced_and_has_no_name_is_called_so),
        cmocka_unit_test(what_may_still_come_is_told_apart_from_what_will_not),
        cmocka_unit_test(what_the_kernel_writes_back_is_no_program_with_a_number),
    };
    return cmocka_run_group_tests_name("view_inside", tests, NULL, NULL);
}
