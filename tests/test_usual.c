/* test_usual.c: what is usual is one thing, and one ordinary round another that is called so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/inside_stage.h"
#include "ui/shares.h"

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)

/* Tells of one more ordinary round, of that latency; returns that of the one which is kept. The
 * median is P50. */
static uint64_t kept_after(struct stage *stage, uint64_t latency_ns, uint64_t p50_ns)
{
    struct snapshot *s = &stage->snapshot;
    inside_ordinary(stage);
    s->ordinary.round.latency_ns = latency_ns;
    s->slow_limit_ns = SNAPSHOT_SLOW_FACTOR * p50_ns;
    s->sequence++;
    s->at_ns += 100 * MS;
    history_add(stage->history, s);
    return history_ordinary(stage->history, s->generation)->round.latency_ns;
}

static void one_ordinary_round_is_the_nearest_to_the_median(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    stage_feed(stage, 5);
    assert_int_equal(kept_after(stage, 280 * US, 240 * US), 280 * US);
    assert_int_equal(kept_after(stage, 250 * US, 240 * US), 250 * US);
    assert_int_equal(kept_after(stage, 200 * US, 240 * US), 250 * US);
    assert_int_equal(kept_after(stage, 239 * US, 240 * US), 239 * US);
    stage_close(stage);
}

static void it_gives_way_once_the_median_has_moved_on(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    stage_feed(stage, 5);
    assert_int_equal(kept_after(stage, 240 * US, 240 * US), 240 * US);
    assert_int_equal(kept_after(stage, 900 * US, 400 * US), 900 * US);
    assert_int_equal(kept_after(stage, 100 * US, 0), 100 * US); /* the median is not known */
    stage_close(stage);
}

/* The slow rounds' view with one round, whose usual shares are KNOWN or not. */
static struct stage *view_of(bool known)
{
    struct stage *stage = stage_open(true);
    stage->snapshot.tracing.on = true;
    stage_feed(stage, 20);
    stage->snapshot.slowest_count = 0;
    inside_ordinary(stage);
    stage->snapshot.ordinary.inside.ns[SHARE_FLUSH] = 200 * US;
    struct round round = inside_slow(stage, 9, 3 * MS);
    struct inside inside = inside_flush(&round);
    if (!known)
        memset(inside.usual_ns, 0, sizeof inside.usual_ns);
    history_reset(stage->history);
    inside_tell(stage, &round, &inside);
    inside_feed(stage);
    ui_key(&stage->ui, 'v');
    return stage;
}

static void usual_bar_is_the_mean_that_the_sentence_tells_of(void **state)
{
    (void)state;
    struct stage *stage = view_of(true);
    assert_true(stage_shows(stage, 80, 24, " usual                     240 us  "));
    assert_true(stage_shows(stage, 80, 24, "# flush 2.79 ms (usual 81.0 us)"));
    assert_true(stage_shows(stage, 80, 24, " ordinary flush "));
    assert_false(stage_shows(stage, 80, 24, " usual flush "));
    stage_close(stage);
}

static void one_ordinary_round_is_not_called_usual(void **state)
{
    (void)state;
    struct stage *stage = view_of(false);
    assert_true(stage_shows(stage, 80, 24, " one ordinary round        359 us  "));
    assert_false(stage_shows(stage, 80, 24, "(usual "));
    assert_false(stage_shows(stage, 80, 24, "\n usual "));
    stage_close(stage);
}

static void parts_of_a_sync_are_one_beside_an_inferred_round(void **state)
{
    (void)state;
    struct inside inside = {.origin = INSIDE_INFERRED};
    uint64_t usual[SHARES];
    inside.ns[SHARE_UNNAMED] = 3 * MS;
    inside.ns[SHARE_READY] = 1 * MS;
    inside.usual_ns[SHARE_WRITE] = 5 * US;
    inside.usual_ns[SHARE_FLUSH] = 80 * US;
    inside.usual_ns[SHARE_DATA] = 60 * US;
    inside.usual_ns[SHARE_READY] = 7 * US;
    inside.usual_ns[SHARE_UNNAMED] = 2 * US;
    shares_usual(usual, &inside);
    assert_int_equal(usual[SHARE_UNNAMED], 142 * US);
    assert_int_equal(usual[SHARE_READY], 7 * US);
    assert_int_equal(usual[SHARE_WRITE], 5 * US);
    assert_int_equal(shares_sum(usual), shares_sum(inside.usual_ns));
    inside.origin = INSIDE_TRACED;
    shares_usual(usual, &inside);
    assert_int_equal(usual[SHARE_UNNAMED], 2 * US);
    assert_int_equal(usual[SHARE_FLUSH], 80 * US);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_ordinary_round_is_the_nearest_to_the_median),
        cmocka_unit_test(it_gives_way_once_the_median_has_moved_on),
        cmocka_unit_test(usual_bar_is_the_mean_that_the_sentence_tells_of),
        cmocka_unit_test(one_ordinary_round_is_not_called_usual),
        cmocka_unit_test(parts_of_a_sync_are_one_beside_an_inferred_round),
    };
    return cmocka_run_group_tests_name("usual", tests, stage_set_clock, NULL);
}
