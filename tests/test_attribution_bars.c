/* test_attribution_bars.c: which bars of a round's timeline are kept when there are too many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/trace_scene.h"
#include "trace/spans.h"

static unsigned count(const struct inside *in, enum span_kind kind)
{
    unsigned found = 0;
    for (unsigned i = 0; i < in->span_count; i++)
        found += in->span[i].kind == kind;
    return found;
}

static void own_requests_are_not_crowded_out_by_longer_ones_of_others(void **state)
{
    (void)state;
    struct trace_scene s;
    scene_begin(&s, 9000);
    for (unsigned i = 0; i < 60; i++)
        scene_request(&s, 1100 + i, 8000 + i, DD, "dd", "WS", 90000 + 8 * i);
    for (unsigned i = 0; i < 20; i++)
        scene_request(&s, 1020 + 40 * i, 1030 + 40 * i, ME, "fsyncscope", "WS", 800 + 8 * i);
    scene_look(&s);
    assert_int_equal(s.inside.span_count, INSIDE_SPANS);
    assert_int_equal(count(&s.inside, SPAN_DATA), 20);
    assert_int_equal(count(&s.inside, SPAN_WRITE), 1);
    assert_int_equal(count(&s.inside, SPAN_SYNC), 1);
    assert_int_equal(s.inside.spans_left_out, 82 - INSIDE_SPANS);
}

static struct inside kept;
static struct spans spans;

static void begin(void)
{
    const struct round_calls calls = {.synced_ns = 1000000, .end_ns = 1000000};
    kept = (struct inside){.origin = INSIDE_TRACED};
    spans_begin(&spans, 0, &calls, &kept);
}

static void add(enum span_kind kind, uint64_t from_ns, uint64_t length_ns)
{
    spans_add(&spans, &(struct span){.kind = kind,
                                     .from_ns = from_ns,
                                     .begun_ns = from_ns,
                                     .to_ns = from_ns + length_ns});
}

static void the_longest_of_others_have_room_whatever_the_round_does(void **state)
{
    (void)state;
    begin();
    for (unsigned i = 0; i < 60; i++)
        add(SPAN_DATA, i, 1000 + i);
    for (unsigned i = 0; i < 20; i++)
        add(SPAN_OTHER, 500, 10 + i);
    add(SPAN_DATA, 1, 5000);
    const unsigned others = count(&kept, SPAN_OTHER);
    assert_true(others > 0);
    assert_int_equal(count(&kept, SPAN_DATA), INSIDE_SPANS - others);
    for (unsigned i = 0; i < kept.span_count; i++) {
        if (kept.span[i].kind == SPAN_OTHER)
            assert_true(kept.span[i].to_ns - kept.span[i].from_ns >= 30 - others);
        else
            assert_true(kept.span[i].to_ns - kept.span[i].from_ns > 1000 + others);
    }
}

static void the_calls_are_kept_though_they_are_the_shortest(void **state)
{
    (void)state;
    begin();
    add(SPAN_WRITE, 0, 1);
    for (unsigned i = 0; i < 100; i++)
        add(i % 2 ? SPAN_DATA : SPAN_OTHER, i, 1000 + i);
    add(SPAN_SYNC, 1, 1);
    assert_int_equal(count(&kept, SPAN_WRITE), 1);
    assert_int_equal(count(&kept, SPAN_SYNC), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_requests_are_not_crowded_out_by_longer_ones_of_others),
        cmocka_unit_test(the_longest_of_others_have_room_whatever_the_round_does),
        cmocka_unit_test(the_calls_are_kept_though_they_are_the_shortest),
    };
    return cmocka_run_group_tests_name("attribution_bars", tests, NULL, NULL);
}
