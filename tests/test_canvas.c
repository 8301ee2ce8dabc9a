/* test_canvas.c: clipping, stand-ins, wide characters, shapes. */
#include "ui/canvas.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ui/digits.h"
#include "ui/glyph.h"

static struct canvas make(int cols, int rows, bool ascii)
{
    struct canvas canvas = {.ascii = ascii};
    assert_true(canvas_resize(&canvas, cols, rows));
    return canvas;
}

static void assert_shows(struct canvas *canvas, const char *expected)
{
    char *text = canvas_to_text(canvas);
    assert_string_equal(text, expected);
    free(text);
}

static void text_ends_at_its_width(void **state)
{
    (void)state;
    struct canvas canvas = make(10, 1, false);
    assert_int_equal(canvas_text(&canvas, 2, 0, 3, ROLE_TEXT, "abcdef"), 3);
    assert_shows(&canvas, "  abc\n");
    canvas_free(&canvas);
}

static void figures_stand_against_the_right_end(void **state)
{
    (void)state;
    struct canvas canvas = make(10, 1, false);
    canvas_right(&canvas, 0, 0, 8, ROLE_VALUE, "1.10 ms");
    assert_shows(&canvas, " 1.10 ms\n");
    canvas_clear(&canvas);
    canvas_right(&canvas, 0, 0, 4, ROLE_VALUE, "123456");
    assert_shows(&canvas, "1234\n");
    canvas_free(&canvas);
}

static void draw_everything(struct canvas *canvas, int x, int y)
{
    struct rect area = {x, y, 7, 5};
    canvas_glyph(canvas, x, y, GLYPH_FULL, ROLE_BAR);
    canvas_text(canvas, x, y, 20, ROLE_TEXT, "some text \u2588 \u5e45");
    canvas_right(canvas, x, y, 9, ROLE_TEXT, "right");
    canvas_fill(canvas, area, GLYPH_LIGHT, ROLE_GHOST);
    canvas_rule(canvas, x, y, 12, "title");
    canvas_box(canvas, area, "title");
    canvas_bar(canvas, x, y, 9, 0.7, ROLE_BAR);
    canvas_wrap(canvas, area, ROLE_TEXT, "words that need breaking, averylongwordamongthem");
    digits_draw(canvas, x, y, (struct dot){2, 1}, ROLE_P50, "1,234.5 ms");
}

static void nothing_is_drawn_outside_the_smallest_canvas(void **state)
{
    (void)state;
    static const int sizes[][2] = {{0, 0}, {1, 1}, {2, 1}, {1, 50}, {3, 2}, {5, 0}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct canvas canvas = make(sizes[i][0], sizes[i][1], i % 2);
        for (int y = -6; y < 4; y++)
            for (int x = -12; x < 5; x++)
                draw_everything(&canvas, x, y); /* the address sanitizer is the judge */
        char *text = canvas_to_text(&canvas);
        assert_non_null(text);
        free(text);
        canvas_free(&canvas);
    }
}

static void every_glyph_has_an_ascii_stand_in(void **state)
{
    (void)state;
    static const uint32_t glyphs[] = {
        GLYPH_HORIZONTAL, GLYPH_VERTICAL,   GLYPH_TOP_LEFT, GLYPH_TOP_RIGHT, GLYPH_BOTTOM_LEFT,
        GLYPH_TEE_RIGHT,  GLYPH_TEE_LEFT,   GLYPH_TEE_DOWN, GLYPH_TEE_UP,    GLYPH_BOTTOM_RIGHT,
        GLYPH_TICK,       GLYPH_FULL,       GLYPH_TOP_LINE, GLYPH_LIGHT,     GLYPH_MEDIUM,
        GLYPH_BULLET,     GLYPH_UP,         GLYPH_DOWN,     GLYPH_LEFT_1,    GLYPH_LEFT_1 - 6,
        GLYPH_LOWER_1,    GLYPH_LOWER_1 + 6};
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++) {
        assert_int_equal(glyph_width(glyphs[i]), 1);
        assert_int_not_equal(glyph_ascii(glyphs[i]), '?');
        assert_true(glyph_ascii(glyphs[i]) > ' ' && glyph_ascii(glyphs[i]) < 0x7f);
    }
    assert_int_equal(glyph_ascii(0x5e45), '?');
}

static void ascii_canvas_holds_ascii_alone(void **state)
{
    (void)state;
    struct canvas canvas = make(30, 8, true);
    draw_everything(&canvas, 1, 1);
    canvas_text(&canvas, 0, 0, 30, ROLE_TEXT, "na\u00efve \u5e45 \xff end");
    for (int i = 0; i < canvas.rows * canvas.cols; i++)
        assert_in_range(canvas.cells[i].code, ' ', '~');
    canvas_clear(&canvas);
    canvas_text(&canvas, 0, 0, 30, ROLE_TEXT, "na\u00efve \u5e45 \xff end");
    assert_shows(&canvas, "na?ve ? ? end\n\n\n\n\n\n\n\n");
    canvas_free(&canvas);
}

static void wide_character_is_drawn_whole_or_not_at_all(void **state)
{
    (void)state;
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        skip(); /* without a UTF-8 locale the system knows no widths */
    struct canvas canvas = make(4, 1, false);
    assert_int_equal(canvas_text(&canvas, 0, 0, 3, ROLE_TEXT, "\u5e45\u5e45"), 2);
    canvas_text(&canvas, 2, 0, 2, ROLE_TEXT, "\u5e45");
    canvas_glyph(&canvas, 3, 0, 'x', ROLE_TEXT); /* over its right half */
    canvas_glyph(&canvas, 0, 0, 'y', ROLE_TEXT); /* over a left half */
    assert_shows(&canvas, "y  x\n");
    canvas_free(&canvas);
}

static void smallest_share_still_shows_a_bar(void **state)
{
    (void)state;
    struct canvas canvas = make(8, 1, false);
    canvas_bar(&canvas, 0, 0, 8, 1e-9, ROLE_BAR);
    assert_shows(&canvas, "\u258f\n");
    canvas_clear(&canvas);
    canvas_bar(&canvas, 0, 0, 8, 0, ROLE_BAR);
    assert_shows(&canvas, "\n");
    canvas_bar(&canvas, 0, 0, 4, 1, ROLE_BAR);
    assert_shows(&canvas, "\u2588\u2588\u2588\u2588\n");
    canvas_clear(&canvas);
    canvas_bar(&canvas, 0, 0, 4, 0.625, ROLE_BAR);
    assert_shows(&canvas, "\u2588\u2588\u258c\n");
    canvas_free(&canvas);
}

static void wrap_breaks_between_words_and_inside_long_ones(void **state)
{
    (void)state;
    struct canvas canvas = make(9, 4, false);
    struct rect area = {1, 0, 7, 4};
    assert_int_equal(canvas_wrap(&canvas, area, ROLE_TEXT, "one two abcdefghij"), 3);
    assert_shows(&canvas, " one two\n abcdefg\n hij\n\n");
    assert_int_equal(canvas_wrap(NULL, area, ROLE_TEXT, "one two abcdefghij"), 3);
    canvas_free(&canvas);
}

static void rule_without_room_has_no_title(void **state)
{
    (void)state;
    struct canvas canvas = make(12, 2, true);
    canvas_rule(&canvas, 0, 0, 12, "abc");
    canvas_rule(&canvas, 0, 1, 5, "abc");
    assert_shows(&canvas, "-- abc -----\n-----\n");
    canvas_free(&canvas);
}

static void digits_are_five_rows_of_their_width(void **state)
{
    (void)state;
    struct canvas canvas = make(12, 6, true);
    assert_int_equal(digits_width("1.0", (struct dot){1, 1}), 9);
    assert_int_equal(digits_width("1.0", (struct dot){2, 1}), 18);
    assert_int_equal(digits_width("", (struct dot){2, 1}), 0);
    digits_draw(&canvas, 0, 0, (struct dot){1, 1}, ROLE_P50, "1.0");
    assert_shows(&canvas, " #    ###\n##    # #\n #    # #\n #    # #\n### # ###\n\n");
    canvas_free(&canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_ends_at_its_width),
        cmocka_unit_test(figures_stand_against_the_right_end),
        cmocka_unit_test(nothing_is_drawn_outside_the_smallest_canvas),
        cmocka_unit_test(every_glyph_has_an_ascii_stand_in),
        cmocka_unit_test(ascii_canvas_holds_ascii_alone),
        cmocka_unit_test(wide_character_is_drawn_whole_or_not_at_all),
        cmocka_unit_test(smallest_share_still_shows_a_bar),
        cmocka_unit_test(wrap_breaks_between_words_and_inside_long_ones),
        cmocka_unit_test(rule_without_room_has_no_title),
        cmocka_unit_test(digits_are_five_rows_of_their_width),
    };
    return cmocka_run_group_tests_name("canvas", tests, NULL, NULL);
}
