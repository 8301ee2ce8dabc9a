/* test_view_slow_rounds.c: the view of slow rounds, the lines of the overview that tell of them,
 * and what a hanging round waits for. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/text.h"
#include "support/inside_stage.h"
#include "ui/keymap.h"
#include "ui/view.h"

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)

static void golden(struct stage *stage, const char *name, int cols, int rows)
{
    char file[96];
    snprintf(file, sizeof file, "%s-%dx%d%s", name, cols, rows,
             stage->canvas.ascii ? "-ascii" : "");
    golden_check(file, stage_draw(stage, cols, rows));
}

static bool shows(struct stage *stage, int cols, int rows, const char *words)
{
    return strstr(stage_draw(stage, cols, rows), words) != NULL;
}

static struct stage *open_view(bool ascii)
{
    struct stage *stage = inside_story(ascii);
    ui_key(&stage->ui, 'v');
    assert_string_equal(view_shown(&stage->ui.state)->name, "slow rounds");
    stage->ui.state.message.until_ns = 0;
    return stage;
}

/* A new slow round that is looked into at once. */
static void add_slow(struct stage *stage, uint32_t writer, uint64_t latency_ns)
{
    struct round round = inside_slow(stage, writer, latency_ns);
    struct inside inside = inside_flush(&round);
    inside_tell(stage, &round, &inside);
    inside_feed(stage);
}

static uint32_t picked_writer(struct stage *stage)
{
    stage_draw(stage, 80, 24);
    assert_non_null(stage->scene.picked);
    return stage->scene.picked->round.writer;
}

static void view_looks_as_it_should(void **state)
{
    (void)state;
    static const int sizes[][2] = {{80, 24}, {200, 50}, {60, 16}, {120, 40}};
    for (int ascii = 0; ascii <= 1; ascii++) {
        struct stage *stage = open_view(ascii);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            golden(stage, "slow-rounds", sizes[i][0], sizes[i][1]);
        stage_close(stage);
    }
}

static void other_program_has_a_line_and_its_name(void **state)
{
    (void)state;
    struct stage *stage = open_view(false);
    stage_draw(stage, 80, 24);
    ui_key(&stage->ui, KEY_ARROW_DOWN);
    stage_draw(stage, 80, 24);
    ui_key(&stage->ui, KEY_ARROW_DOWN);
    golden(stage, "slow-rounds-others", 80, 24);
    assert_true(shows(stage, 80, 24, "postgres[812] wrote 3.2 MiB"));
    assert_true(shows(stage, 80, 24,
                      "2 others: 3.21 MiB in 42 requests; postgres[812] 3.20 MiB, dd[5] 8 KiB"));
    stage_close(stage);
}

static void pick_stays_on_its_round_while_new_ones_come(void **state)
{
    (void)state;
    struct stage *stage = open_view(true);
    assert_int_equal(picked_writer(stage), 8);
    ui_key(&stage->ui, KEY_ARROW_DOWN);
    ui_key(&stage->ui, KEY_ARROW_DOWN);
    assert_int_equal(picked_writer(stage), 6);
    for (uint32_t i = 0; i < HISTORY_SLOW_MAX + 5; i++) {
        add_slow(stage, 100 + i, 2 * MS);
        assert_int_equal(picked_writer(stage), 6);
    }
    assert_int_equal(stage->scene.picked_place, stage->scene.slow_count); /* it has left the list */
    assert_true(shows(stage, 80, 24, "postgres[812]"));
    ui_key(&stage->ui, KEY_ARROW_DOWN);
    assert_int_equal(picked_writer(stage), 6); /* there is nothing older */
    ui_key(&stage->ui, KEY_ARROW_UP);
    assert_int_equal(picked_writer(stage), 105); /* the oldest in the list */
    ui_key(&stage->ui, KEY_HOME_CODE);
    assert_int_equal(picked_writer(stage), 100 + HISTORY_SLOW_MAX + 4);
    stage_close(stage);
}

static void both_ends_of_the_list_hold_the_pick(void **state)
{
    (void)state;
    struct stage *stage = open_view(true);
    picked_writer(stage);
    ui_key(&stage->ui, KEY_ARROW_UP);
    assert_int_equal(picked_writer(stage), 8);
    ui_key(&stage->ui, KEY_END_CODE);
    uint32_t oldest = picked_writer(stage);
    ui_key(&stage->ui, KEY_PAGE_DOWN);
    assert_int_equal(picked_writer(stage), oldest);
    ui_key(&stage->ui, KEY_HOME_CODE);
    ui_key(&stage->ui, KEY_ARROW_DOWN); /* within the same frame */
    assert_int_equal(stage->ui.state.pick.round.round.writer, 7);
    stage_close(stage);
}

static void newest_is_followed_no_faster_than_it_can_be_read(void **state)
{
    (void)state;
    struct stage *stage = open_view(true);
    assert_int_equal(picked_writer(stage), 8);
    add_slow(stage, 50, 2 * MS);
    assert_int_equal(picked_writer(stage), 8);
    stage->ui.state.now_ns += 2000 * MS;
    assert_int_equal(picked_writer(stage), 50);
    stage_close(stage);
}

static void round_that_was_looked_into_goes_before_newer_ones_that_were_not(void **state)
{
    (void)state;
    struct stage *stage = open_view(true);
    assert_int_equal(picked_writer(stage), 8);
    inside_slow(stage, 60, 2 * MS);
    inside_feed(stage);
    stage->ui.state.now_ns += 5000 * MS;
    assert_int_equal(picked_writer(stage), 8);
    stage_close(stage);
}

static void inside_that_comes_late_is_shown_at_once(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    stage->snapshot.tracing.on = true;
    struct round first = inside_slow(stage, 1, 2 * MS);
    inside_feed(stage);
    struct round second = inside_slow(stage, 2, 3 * MS);
    inside_feed(stage);
    ui_key(&stage->ui, 'v');
    assert_int_equal(picked_writer(stage), 2);
    struct inside inside = inside_flush(&first);
    inside_tell(stage, &first, &inside);
    inside_feed(stage);
    assert_int_equal(picked_writer(stage), 1); /* it tells something, the newer one does not */
    ui_key(&stage->ui, KEY_ARROW_UP);
    assert_int_equal(picked_writer(stage), 2);
    assert_true(shows(stage, 80, 24, "not looked into yet"));
    inside = inside_flush(&second);
    inside_tell(stage, &second, &inside);
    inside_feed(stage);
    assert_true(shows(stage, 80, 24, "this round "));
    assert_false(shows(stage, 80, 24, "too many at once"));
    stage_close(stage);
}

static void worst_round_has_its_cause_as_soon_as_it_is_known(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    struct round round = inside_slow(stage, 1, 5970 * US);
    inside_feed(stage);
    assert_false(shows(stage, 80, 24, "in one flush"));
    struct inside inside = inside_flush(&round);
    inside_tell(stage, &round, &inside);
    inside_feed(stage);
    for (uint32_t i = 0; i < HISTORY_SLOW_MAX; i++) { /* out of the list */
        inside_slow(stage, 10 + i, 2 * MS);
        inside_feed(stage);
    }
    assert_true(shows(stage, 80, 24, "5.75 of 5.97 ms in one flush"));
    stage_close(stage);
}

static void reset_leaves_no_pick(void **state)
{
    (void)state;
    struct stage *stage = open_view(true);
    picked_writer(stage);
    ui_key(&stage->ui, KEY_ARROW_DOWN);
    ui_key(&stage->ui, 'r');
    inside_feed(stage);
    assert_true(shows(stage, 80, 24, "none; slow is over 720 us"));
    stage_close(stage);
}

static void without_tracing_the_reason_is_told(void **state)
{
    (void)state;
    struct stage *stage = open_view(false);
    struct tracing *tracing = &stage->snapshot.tracing;
    tracing->on = false;
    text_copy(tracing->reason, sizeof tracing->reason,
              "not root: sudo fsyncscope shows where each microsecond went");
    struct round round = inside_slow(stage, 9, 3 * MS);
    struct inside inside = inside_flush(&round);
    inside.origin = INSIDE_INFERRED;
    inside.span_count = 0;
    text_copy(inside.sentence, sizeof inside.sentence, "2.99 of 3.00 ms in the sync");
    inside_tell(stage, &round, &inside);
    inside_feed(stage);
    ui_key(&stage->ui, KEY_HOME_CODE);
    golden(stage, "slow-rounds-untraced", 80, 24);
    assert_true(shows(stage, 80, 24, "inferred: 2.99 of 3.00 ms in the sync"));
    assert_true(shows(stage, 80, 24, "looking inside rounds is off: not root: sudo"));
    history_reset(stage->history);
    inside_feed(stage);
    assert_true(shows(stage, 80, 24, "looking inside rounds is off: not root: sudo"));
    while (strcmp(view_shown(&stage->ui.state)->name, "target") != 0)
        ui_key(&stage->ui, 'v');
    assert_true(shows(stage, 80, 24, "inside rounds off: not root: sudo"));
    *tracing = (struct tracing){.on = true, .lost_events = 12345};
    inside_feed(stage);
    assert_true(shows(stage, 80, 24, "on: slow rounds are traced; 12,345 events were lost"));
    *tracing = (struct tracing){.on = true, .price = 0.02};
    inside_feed(stage);
    assert_true(shows(stage, 80, 24, "on: slow rounds are traced\n"));
    *tracing = (struct tracing){.on = true, .price = 0.093};
    inside_feed(stage);
    assert_true(
        shows(stage, 80, 24, "on: slow rounds are traced, at up to 9 % of all rounds' time"));
    stage_close(stage);
}

static void overview_has_the_short_cause(void **state)
{
    (void)state;
    struct stage *stage = inside_story(false);
    assert_true(shows(stage, 80, 24, "5.75 of 5.97 ms in one flush  ") ||
                shows(stage, 80, 24, "5.75 of 5.97 ms in one flush\n"));
    assert_true(shows(stage, 200, 50, "5.75 of 5.97 ms in one flush (usually 81 us)"));
    golden(stage, "overview-causes", 80, 24);
    stage_close(stage);
}

static const struct span open_flush = {.kind = SPAN_FLUSH,
                                       .open = true,
                                       .from_ns = 30 * MS,
                                       .begun_ns = 30 * MS,
                                       .to_ns = 1330 * MS,
                                       .disk = "vda"};

/* A round in flight in which SPAN is open; NULL: none is. */
static struct stage *hanging(enum inside_origin origin, enum cause cause, const struct span *span)
{
    struct stage *stage = inside_story(true);
    struct snapshot *s = &stage->snapshot;
    s->has_hanging = true;
    s->hanging = (struct inside_round){.round = {.start_ns = s->at_ns, .latency_ns = 1330 * MS}};
    s->hanging.inside.origin = origin;
    s->hanging.inside.cause = cause;
    if (span)
        s->hanging.inside.span[s->hanging.inside.span_count++] = *span;
    s->in_flight = s->calls = 1;
    s->call_ns = s->oldest_ns = 1330 * MS;
    inside_feed(stage);
    return stage;
}

static void hanging_round_tells_what_is_open(void **state)
{
    (void)state;
    struct stage *stage = hanging(INSIDE_TRACED, CAUSE_NONE, &open_flush);
    assert_true(shows(stage, 200, 50, "in flight for 1.33 s: flush on vda for 1.30 s"));
    assert_true(shows(stage, 80, 24, "1.33 s: flush on vda for 1.30 s"));
    ui_key(&stage->ui, 'v');
    assert_true(shows(stage, 80, 24, "in flight for 1.33 s: flush on vda for 1.30 s"));
    stage_close(stage);
    stage = hanging(INSIDE_TRACED, CAUSE_NONE, NULL);
    assert_true(shows(stage, 80, 24, "1.33 s: no request, in the kernel"));
    ui_key(&stage->ui, 'v');
    assert_true(shows(stage, 80, 24, "no request open: waiting inside the kernel"));
    stage_close(stage);
    stage = hanging(INSIDE_INFERRED, CAUSE_FROZEN, NULL);
    assert_true(shows(stage, 80, 24, "1.33 s: the file system is frozen"));
    stage_close(stage);
}

static void oldest_request_that_is_still_open_is_the_one_told(void **state)
{
    (void)state;
    struct stage *stage = inside_story(true);
    struct snapshot *s = &stage->snapshot;
    const struct span spans[] = {
        {.kind = SPAN_DATA, .from_ns = 1 * MS, .to_ns = 2 * MS, .disk = "vdc"}, /* is over */
        {.kind = SPAN_META, .open = true, .from_ns = 3 * MS, .to_ns = 1330 * MS, .disk = "vda"},
        {.kind = SPAN_FLUSH, .open = true, .from_ns = 9 * MS, .to_ns = 1330 * MS, .disk = "vdb"}};
    s->has_hanging = true;
    s->hanging.round.latency_ns = 1330 * MS;
    s->hanging.inside.origin = INSIDE_TRACED;
    s->hanging.inside.span_count = 3;
    memcpy(s->hanging.inside.span, spans, sizeof spans);
    s->in_flight = 1;
    inside_feed(stage);
    ui_key(&stage->ui, 'v');
    assert_true(shows(stage, 80, 24, "in flight for 1.33 s: journal write on vda for 1.33 s"));
    s->in_flight = 0; /* it has returned since it was looked at */
    inside_feed(stage);
    assert_false(shows(stage, 80, 24, "in flight"));
    stage_close(stage);
}

static void hanging_round_is_told_in_detail_unless_another_is_held(void **state)
{
    (void)state;
    struct stage *stage = hanging(INSIDE_TRACED, CAUSE_NONE, &open_flush);
    uint64_t *ns = stage->snapshot.hanging.inside.ns;
    ns[SHARE_CPU] = 30 * MS;
    ns[SHARE_FLUSH] = 1300 * MS;
    inside_feed(stage);
    ui_key(&stage->ui, 'v');
    stage->ui.state.message.until_ns = 0;
    golden(stage, "slow-rounds-hanging", 80, 24);
    assert_ptr_equal(stage->scene.detail, &stage->scene.hanging);
    ui_key(&stage->ui, KEY_ARROW_DOWN);
    assert_true(shows(stage, 80, 24, "in flight for 1.33 s: flush on vda")); /* a row of its own */
    assert_ptr_equal(stage->scene.detail, stage->scene.picked);
    history_reset(stage->history); /* no slow round so far */
    ui_key(&stage->ui, KEY_HOME_CODE);
    inside_feed(stage);
    assert_true(shows(stage, 80, 24, "in flight for 1.33 s: flush on vda"));
    assert_true(shows(stage, 80, 24, "no slow round so far"));
    assert_true(shows(stage, 200, 50, "no slow round so far"));
    stage->snapshot.has_hanging = false;
    inside_feed(stage);
    assert_true(shows(stage, 80, 24, "none; slow is over"));
    stage_close(stage);
}

static void inferred_says_nothing_of_requests_that_it_cannot_see(void **state)
{
    (void)state;
    struct stage *stage = hanging(INSIDE_INFERRED, CAUSE_NONE, NULL);
    assert_false(shows(stage, 200, 50, "no request"));
    assert_true(shows(stage, 200, 50, "writer 3 in flight for 1.33 s") ||
                shows(stage, 200, 50, "in flight for 1.33 s"));
    stage_close(stage);
}

static void names_from_outside_drive_no_terminal(void **state)
{
    (void)state;
    struct stage *stage = open_view(false);
    struct round round = inside_slow(stage, 9, 3 * MS);
    struct inside inside = inside_others(&round);
    strcpy(inside.other.who, "\033[31m\nx");
    strcpy(inside.others[0].who, "\033[31m\nx");
    strcpy(inside.span[inside.span_count - 1].who, "\033[31m\nx");
    strcpy(inside.sentence, "\033[31m\nx[1] wrote");
    inside_tell(stage, &round, &inside);
    inside_feed(stage);
    ui_key(&stage->ui, KEY_HOME_CODE);
    assert_false(shows(stage, 200, 50, "\033"));
    assert_true(shows(stage, 200, 50, "\\x1b[31m\\x0ax[1] wrote"));
    stage_close(stage);
}

static void every_size_can_be_drawn_with_every_span(void **state)
{
    (void)state;
    struct stage *stage = open_view(true);
    struct round round = inside_slow(stage, 9, 3 * MS);
    struct inside inside = inside_flush(&round);
    while (inside.span_count < INSIDE_SPANS) {
        inside.span[inside.span_count] = inside.span[inside.span_count % 7];
        inside.span[inside.span_count].to_ns = UINT64_MAX; /* beyond the scale */
        inside.span[inside.span_count++].open = true;
    }
    inside.spans_left_out = 3;
    inside_tell(stage, &round, &inside);
    inside_feed(stage);
    ui_key(&stage->ui, KEY_HOME_CODE);
    for (int cols = 1; cols < 210; cols += 3)
        for (int rows = 1; rows < 60; rows += 3) {
            const char *text = stage_draw(stage, cols, rows);
            for (const char *at = text; *at; at++)
                assert_true(*at == '\n' || (*at >= 0x20 && *at < 0x7f));
        }
    assert_true(shows(stage, 80, 24, " more "));
    stage_close(stage);
}

static int set_up(void **state)
{
    (void)state;
    setenv("TZ", "UTC", 1);
    tzset();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(view_looks_as_it_should),
        cmocka_unit_test(other_program_has_a_line_and_its_name),
        cmocka_unit_test(pick_stays_on_its_round_while_new_ones_come),
        cmocka_unit_test(both_ends_of_the_list_hold_the_pick),
        cmocka_unit_test(newest_is_followed_no_faster_than_it_can_be_read),
        cmocka_unit_test(round_that_was_looked_into_goes_before_newer_ones_that_were_not),
        cmocka_unit_test(inside_that_comes_late_is_shown_at_once),
        cmocka_unit_test(worst_round_has_its_cause_as_soon_as_it_is_known),
        cmocka_unit_test(reset_leaves_no_pick),
        cmocka_unit_test(without_tracing_the_reason_is_told),
        cmocka_unit_test(overview_has_the_short_cause),
        cmocka_unit_test(hanging_round_tells_what_is_open),
        cmocka_unit_test(oldest_request_that_is_still_open_is_the_one_told),
        cmocka_unit_test(hanging_round_is_told_in_detail_unless_another_is_held),
        cmocka_unit_test(inferred_says_nothing_of_requests_that_it_cannot_see),
        cmocka_unit_test(names_from_outside_drive_no_terminal),
        cmocka_unit_test(every_size_can_be_drawn_with_every_span),
    };
    return cmocka_run_group_tests_name("view_slow_rounds", tests, set_up, NULL);
}
