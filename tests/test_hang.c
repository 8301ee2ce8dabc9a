/* test_hang.c: a round that hangs has one age on the screen, which counts up between two looks into
 * it, and one start. */
#include "ui/hang.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/inside_stage.h"

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)

/* Looked into when it was 827 ms old. */
static struct inside_round seen_with(enum inside_origin origin, const struct span *span)
{
    struct inside_round seen = {.round = {.latency_ns = 827 * MS}, .inside = {.origin = origin}};
    seen.inside.ns[SHARE_CPU] = 211 * MS;
    seen.inside.ns[SHARE_UNNAMED] = 616 * MS;
    if (span)
        seen.inside.span[seen.inside.span_count++] = *span;
    return seen;
}

static const struct span open_flush = {.kind = SPAN_FLUSH,
                                       .open = true,
                                       .from_ns = 211 * MS,
                                       .begun_ns = 211 * MS,
                                       .to_ns = 827 * MS,
                                       .disk = "vda"};

static uint64_t sum(const struct inside *inside)
{
    uint64_t all = 0;
    for (int i = 0; i < SHARES; i++)
        all += inside->ns[i];
    return all;
}

static void what_was_open_goes_on(void **state)
{
    (void)state;
    struct inside_round seen = seen_with(INSIDE_TRACED, &open_flush);
    assert_int_equal(hang_count_up(&seen, 1230 * MS), 403 * MS);
    assert_int_equal(seen.round.latency_ns, 1230 * MS);
    assert_int_equal(seen.inside.span[0].to_ns, 1230 * MS);
    assert_int_equal(seen.inside.span[0].begun_ns, 211 * MS);
    assert_int_equal(seen.inside.ns[SHARE_FLUSH], 403 * MS);
    assert_int_equal(sum(&seen.inside), 1230 * MS);
}

static void what_was_over_does_not(void **state)
{
    (void)state;
    struct span over = open_flush;
    over.open = false;
    struct inside_round seen = seen_with(INSIDE_TRACED, &over);
    hang_count_up(&seen, 1230 * MS);
    assert_int_equal(seen.inside.span[0].to_ns, 827 * MS);
    assert_int_equal(seen.inside.ns[SHARE_FLUSH], 0);
    assert_int_equal(seen.inside.ns[SHARE_UNNAMED], 616 * MS + 403 * MS);
}

static void what_is_queued_stays_in_the_queue(void **state)
{
    (void)state;
    struct span queued = open_flush;
    queued.kind = SPAN_DATA;
    queued.begun_ns = queued.to_ns;
    struct inside_round seen = seen_with(INSIDE_TRACED, &queued);
    hang_count_up(&seen, 1230 * MS);
    assert_int_equal(seen.inside.span[0].begun_ns, 1230 * MS);
    assert_int_equal(seen.inside.ns[SHARE_QUEUE], 403 * MS);
}

static void freeze_is_a_freeze_still(void **state)
{
    (void)state;
    struct inside_round seen = seen_with(INSIDE_TRACED, &open_flush);
    seen.inside.cause = CAUSE_FROZEN;
    hang_count_up(&seen, 1230 * MS);
    assert_int_equal(seen.inside.ns[SHARE_FROZEN], 403 * MS);
}

static void freeze_is_told_whatever_took_most_of_the_time_before(void **state)
{
    (void)state;
    struct inside_round seen = seen_with(INSIDE_TRACED, NULL);
    seen.inside.cause = CAUSE_SCHEDULER;
    assert_false(hang_is_frozen(&seen.inside));
    seen.inside.ns[SHARE_FROZEN] = 6 * MS;
    assert_true(hang_is_frozen(&seen.inside));
    hang_count_up(&seen, 1230 * MS);
    assert_int_equal(seen.inside.ns[SHARE_FROZEN], 409 * MS);
}

static void look_of_long_ago_tells_nothing_of_now(void **state)
{
    (void)state;
    struct inside_round seen = seen_with(INSIDE_TRACED, &open_flush);
    assert_int_equal(hang_count_up(&seen, 2827 * MS), 2000 * MS);
    assert_int_equal(seen.round.latency_ns, 2827 * MS);
    assert_int_equal(seen.inside.span[0].to_ns, 827 * MS);
    assert_int_equal(seen.inside.ns[SHARE_FLUSH], 0);
    assert_int_equal(sum(&seen.inside), 2827 * MS);
}

/* A snapshot in which the round is AGE_NS old, and was last looked into at 827 ms; wall clock and
 * the other drift apart by JITTER_NS. */
static void feed_hanging(struct stage *stage, const struct inside_round *seen, uint64_t age_ns,
                         uint64_t jitter_ns)
{
    struct snapshot *s = &stage->snapshot;
    s->has_hanging = true;
    s->hanging = *seen;
    s->in_flight = s->calls = 1;
    s->call_ns = s->oldest_ns = age_ns;
    s->wall_ns += jitter_ns;
    inside_feed(stage);
}

static void one_age_is_on_the_screen_and_the_start_stays(void **state)
{
    (void)state;
    const struct inside_round seen = seen_with(INSIDE_TRACED, &open_flush);
    struct stage *stage = inside_story(true);
    feed_hanging(stage, &seen, 930 * MS, 0);
    stage_go_to(stage, "slow rounds");
    assert_true(stage_shows(stage, 80, 24, "HANGING 930 ms"));
    assert_true(stage_shows(stage, 80, 24, "in flight for 930 ms: flush on vda for 719 ms"));
    assert_true(stage_shows(stage, 80, 24, "-- 12:03:02.870  930 ms, "));
    assert_true(stage_shows(stage, 80, 24, " this round                930 ms "));
    feed_hanging(stage, &seen, 1030 * MS, 700 * US);
    assert_true(stage_shows(stage, 80, 24, "HANGING 1.03 s"));
    assert_true(stage_shows(stage, 80, 24, "in flight for 1.03 s: flush on vda for 819 ms"));
    assert_true(stage_shows(stage, 80, 24, "-- 12:03:02.870  1.03 s, "));
    assert_true(stage_shows(stage, 80, 24, " this round                1.03 s "));
    feed_hanging(stage, &seen, 1130 * MS, 700 * US);
    assert_true(stage_shows(stage, 80, 24, "-- 12:03:02.870  1.13 s, "));
    stage_close(stage);
}

static void old_look_says_how_old_it_is(void **state)
{
    (void)state;
    struct inside_round seen = seen_with(INSIDE_TRACED, &open_flush);
    struct stage *stage = inside_story(true);
    stage_go_to(stage, "slow rounds");
    feed_hanging(stage, &seen, 2827 * MS, 0);
    assert_true(
        stage_shows(stage, 80, 24,
                    "in flight for 2.83 s: flush on vda for 616 ms when last looked, 2.00 s ago"));
    stage_go_to(stage, "overview");
    assert_true(stage_shows(stage, 80, 24, "in flight for 2.83 s\n"));
    seen.inside.cause = CAUSE_FROZEN;
    feed_hanging(stage, &seen, 2827 * MS, 0);
    stage_go_to(stage, "slow rounds");
    assert_true(stage_shows(stage, 80, 24, "the file system was frozen when last looked, 2.00 s"));
    stage_close(stage);
}

static void inferred_has_the_age_of_now_too(void **state)
{
    (void)state;
    struct inside_round seen = seen_with(INSIDE_INFERRED, NULL);
    seen.inside.cause = CAUSE_UNNAMED;
    strcpy(seen.inside.sentence, "827 ms of 827 ms in the sync");
    struct stage *stage = inside_story(true);
    stage_go_to(stage, "slow rounds");
    feed_hanging(stage, &seen, 1230 * MS, 0);
    assert_true(stage_shows(stage, 80, 24, "in flight for 1.23 s: what it waits for is not seen"));
    assert_false(stage_shows(stage, 80, 24, "827 ms"));
    stage_close(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_open_goes_on),
        cmocka_unit_test(what_was_over_does_not),
        cmocka_unit_test(what_is_queued_stays_in_the_queue),
        cmocka_unit_test(freeze_is_a_freeze_still),
        cmocka_unit_test(freeze_is_told_whatever_took_most_of_the_time_before),
        cmocka_unit_test(look_of_long_ago_tells_nothing_of_now),
        cmocka_unit_test(one_age_is_on_the_screen_and_the_start_stays),
        cmocka_unit_test(old_look_says_how_old_it_is),
        cmocka_unit_test(inferred_has_the_age_of_now_too),
    };
    return cmocka_run_group_tests_name("hang", tests, stage_set_clock, NULL);
}
