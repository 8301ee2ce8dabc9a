/* test_spans.c: bars of shares and timelines: to scale, whole, and told apart without colours.
 */
#include "ui/spans.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "ui/glyph.h"
#include "ui/shares.h"

#define US UINT64_C(1000)

static struct canvas canvas;
static const struct inside traced = {.origin = INSIDE_TRACED};

static int set_up(void **state)
{
    (void)state;
    canvas = (struct canvas){.ascii = true};
    return canvas_resize(&canvas, 80, 10) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    canvas_free(&canvas);
    return 0;
}

static uint32_t code_at(int x, int y)
{
    return canvas_at(&canvas, x, y)->code;
}

/* How many cells of row Y hold CODE. */
static int count(int y, uint32_t code)
{
    int found = 0;
    for (int x = 0; x < canvas.cols; x++)
        found += code_at(x, y) == code;
    return found;
}

static bool row_has(int y, const char *words)
{
    char *text = canvas_to_text(&canvas), *line = text;
    for (int i = 0; i < y; i++)
        line = strchr(line, '\n') + 1;
    *strchr(line, '\n') = '\0';
    bool has = strstr(line, words) != NULL;
    free(text);
    return has;
}

static void every_share_has_a_glyph_of_its_own_in_ascii_too(void **state)
{
    (void)state;
    for (int i = 0; i < SHARES; i++)
        for (int k = 0; k < i; k++) {
            uint32_t a = share_look((enum share)i).glyph, b = share_look((enum share)k).glyph;
            assert_int_not_equal(a, b);
            assert_int_not_equal(glyph_ascii(a), glyph_ascii(b));
        }
}

static void bar_is_to_scale_and_leaves_no_gap(void **state)
{
    (void)state;
    uint64_t ns[SHARES] = {[SHARE_DATA] = 333, [SHARE_META] = 333, [SHARE_FLUSH] = 334};
    shares_bar(&canvas, (struct rect){0, 0, 8, 1}, ns, &traced, 1000);
    assert_int_equal(count(0, '%') + count(0, '+') + count(0, '#'), 8);
    shares_bar(&canvas, (struct rect){0, 1, 8, 1}, ns, &traced, 2000);
    assert_int_equal(count(1, ' '), canvas.cols - 4);
}

static void bar_never_leaves_its_place(void **state)
{
    (void)state;
    uint64_t ns[SHARES] = {[SHARE_FLUSH] = 5000, [SHARE_UNNAMED] = UINT64_MAX / 2};
    shares_bar(&canvas, (struct rect){3, 2, 10, 1}, ns, &traced, 1000);
    assert_int_equal(code_at(2, 2), ' ');
    assert_int_equal(code_at(13, 2), ' ');
}

static void legend_names_the_largest_first_and_nothing_of_no_weight(void **state)
{
    (void)state;
    const struct inside round = {
        .origin = INSIDE_TRACED,
        .ns = {[SHARE_WRITE] = 1, [SHARE_DATA] = 62 * US, [SHARE_FLUSH] = 5000 * US}};
    uint64_t usual[SHARES] = {[SHARE_FLUSH] = 81 * US};
    assert_int_equal(shares_legend(&canvas, (struct rect){0, 0, 80, 3}, &round, usual), 1);
    assert_true(row_has(0, "# flush 5.00 ms (usual 81.0 us)  % data write 62.0 us (usual none)"));
    assert_false(row_has(0, "write()"));
    memset(usual, 0, sizeof usual);
    shares_legend(&canvas, (struct rect){0, 1, 80, 1}, &round, usual);
    assert_false(row_has(1, "usual"));
}

static void without_a_journal_there_is_metadata(void **state)
{
    (void)state;
    struct inside round = {.origin = INSIDE_TRACED,
                           .ns = {[SHARE_META] = 60 * US},
                           .span_count = 1,
                           .span = {{.kind = SPAN_META, .to_ns = 60 * US, .disk = "vda"}}};
    const uint64_t usual[SHARES] = {0};
    const struct spans_scale scale = spans_scale(80, 60 * US);
    unsigned left_out;
    for (int i = 0; i < 2; i++) {
        const int top = 3 * i;
        round.no_journal = i;
        shares_legend(&canvas, (struct rect){0, top, 80, 1}, &round, usual);
        assert_true(row_has(top, i ? "metadata write 60.0 us" : "journal write 60.0 us"));
        shares_bar(&canvas, (struct rect){0, top + 1, 80, 1}, round.ns, &round, 60 * US);
        assert_true(row_has(top + 1, i ? " metadata write " : " journal write "));
        spans_draw(&canvas, (struct rect){0, top + 2, 80, 1}, &scale, &round, "", ROLE_TEXT,
                   &left_out);
        assert_true(row_has(top + 2, i ? "metadata vda" : "journal vda"));
    }
}

static struct inside two_requests(void)
{
    return (struct inside){.origin = INSIDE_TRACED,
                           .span_count = 3,
                           .span = {{.kind = SPAN_SYNC, .to_ns = 1000 * US},
                                    {.kind = SPAN_DATA,
                                     .from_ns = 0,
                                     .begun_ns = 500 * US,
                                     .to_ns = 1000 * US,
                                     .bytes = 4096,
                                     .disk = "vda"},
                                    {.kind = SPAN_FLUSH,
                                     .open = true,
                                     .from_ns = 500 * US,
                                     .begun_ns = 500 * US,
                                     .to_ns = 1000 * US}}};
}

static void request_shows_its_wait_in_the_queue_and_what_is_open_has_no_end(void **state)
{
    (void)state;
    const struct inside inside = two_requests();
    const struct spans_scale scale = spans_scale(80, 1000 * US);
    unsigned left_out;
    assert_int_equal(
        spans_draw(&canvas, (struct rect){0, 0, 80, 10}, &scale, &inside, "", ROLE_TEXT, &left_out),
        3);
    assert_int_equal(left_out, 0);
    assert_true(row_has(1, "data 4 KiB vda"));
    assert_true(abs(count(1, '<') - count(1, '%')) <= 1);
    assert_int_equal(count(2, '<'), 0);
    assert_int_equal(code_at(79, 2), '>');
}

static void requests_go_before_calls_where_there_is_no_room(void **state)
{
    (void)state;
    struct inside inside = two_requests();
    const struct spans_scale scale = spans_scale(80, 1000 * US);
    unsigned left_out;
    inside.spans_left_out = 4;
    spans_draw(&canvas, (struct rect){0, 0, 80, 2}, &scale, &inside, "usual ", ROLE_TEXT,
               &left_out);
    assert_true(row_has(0, "usual data"));
    assert_true(row_has(1, "usual flush"));
    assert_int_equal(left_out, 5);
}

static void shortest_span_is_seen(void **state)
{
    (void)state;
    const struct inside inside = {
        .span_count = 1,
        .span = {
            {.kind = SPAN_META, .from_ns = 1000 * US, .begun_ns = 1000 * US, .to_ns = 1000 * US}}};
    const struct spans_scale scale = spans_scale(80, 1000 * US);
    unsigned left_out;
    spans_draw(&canvas, (struct rect){0, 0, 80, 1}, &scale, &inside, "", ROLE_TEXT, &left_out);
    assert_int_equal(count(0, '+'), 1);
}

static void label_drops_size_and_disk_before_the_name(void **state)
{
    (void)state;
    struct inside inside = {.span_count = 1,
                            .span = {{.kind = SPAN_OTHER,
                                      .to_ns = 10,
                                      .bytes = 524288,
                                      .who = "postgres-writer",
                                      .pid = 812}}};
    const struct spans_scale scale = spans_scale(80, 10);
    unsigned left_out;
    spans_draw(&canvas, (struct rect){0, 0, 80, 1}, &scale, &inside, "", ROLE_TEXT, &left_out);
    assert_true(row_has(0, "postgres-writer[812]"));
    assert_false(row_has(0, "512 KiB"));
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(every_share_has_a_glyph_of_its_own_in_ascii_too),
        CASE(bar_is_to_scale_and_leaves_no_gap),
        CASE(bar_never_leaves_its_place),
        CASE(legend_names_the_largest_first_and_nothing_of_no_weight),
        CASE(without_a_journal_there_is_metadata),
        CASE(request_shows_its_wait_in_the_queue_and_what_is_open_has_no_end),
        CASE(requests_go_before_calls_where_there_is_no_room),
        CASE(shortest_span_is_seen),
        CASE(label_drops_size_and_disk_before_the_name),
    };
    return cmocka_run_group_tests_name("spans", tests, NULL, NULL);
}
