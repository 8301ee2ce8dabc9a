/* test_view_context.c: what stands below a slow round is seen in narrow places too, and others'
 * figures are those of whom they are said. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/inside_stage.h"

enum { MS = 1000000 };

/* The slow rounds' view with one round that others stood in the way of. */
static struct stage *view_of(unsigned others, uint64_t lost_events)
{
    struct stage *stage = stage_open(true);
    stage->snapshot.tracing.on = true;
    stage_feed(stage, 20);
    stage->snapshot.slowest_count = 0;
    struct round round = inside_slow(stage, 9, 3 * MS);
    struct inside inside = inside_others(&round);
    if (others < 2) {
        inside.others_count = inside.other.programs = others;
        inside.others_bytes = inside.others[0].bytes;
        inside.others_requests = inside.others[0].requests;
    }
    inside.lost_events = lost_events;
    history_reset(stage->history);
    inside_tell(stage, &round, &inside);
    inside_feed(stage);
    ui_key(&stage->ui, 'v');
    return stage;
}

static void own_context_is_whole_beside_others(void **state)
{
    (void)state;
    struct stage *stage = view_of(2, 12);
    const char *own = " batch 1; 24 KiB, 2 flushes; load 2.27; 12 trace events lost; writer 9\n";
    assert_true(stage_shows(stage, 80, 24, own));
    assert_true(stage_shows(stage, 100, 30, own));
    stage_close(stage);
}

static void sum_of_others_is_not_said_of_one_of_them(void **state)
{
    (void)state;
    struct stage *stage = view_of(2, 0);
    assert_true(
        stage_shows(stage, 80, 24,
                    " 2 others: 3.21 MiB in 42 requests; postgres[812] 3.20 MiB, dd[5] 8 KiB\n"));
    stage_close(stage);
}

static void one_program_alone_has_all_that_is_told(void **state)
{
    (void)state;
    struct stage *stage = view_of(1, 0);
    assert_true(stage_shows(stage, 80, 24, " postgres[812]: 3.20 MiB in 40 requests meanwhile\n"));
    stage_close(stage);
}

static void where_rows_are_few_others_stand_after_it(void **state)
{
    (void)state;
    struct stage *stage = view_of(2, 0);
    assert_true(
        stage_shows(stage, 60, 16, " batch 1; 24 KiB, 2 flushes; load 2.27; writer 9; 2 othe..."));
    stage_close(stage);
}

static void nobody_else_takes_no_row(void **state)
{
    (void)state;
    struct stage *stage = view_of(0, 0);
    assert_true(stage_shows(stage, 80, 24, " batch 1; 24 KiB, 2 flushes; load 2.27; writer 9\n"));
    assert_false(stage_shows(stage, 80, 24, " others: "));
    stage_close(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_context_is_whole_beside_others),
        cmocka_unit_test(sum_of_others_is_not_said_of_one_of_them),
        cmocka_unit_test(one_program_alone_has_all_that_is_told),
        cmocka_unit_test(where_rows_are_few_others_stand_after_it),
        cmocka_unit_test(nobody_else_takes_no_row),
    };
    return cmocka_run_group_tests_name("view_context", tests, stage_set_clock, NULL);
}
