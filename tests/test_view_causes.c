/* test_view_causes.c: slow rounds counted by cause: whatever the room, the numbers add up. */
#include "ui/panels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct canvas canvas;

static const struct scene scene = {
    .slow_count = 100,
    .causes = {[CAUSE_OTHERS] = 56,
               [CAUSE_SCHEDULER] = 16,
               [CAUSE_JOURNAL] = 8,
               [CAUSE_FLUSH] = 3,
               [CAUSE_NONE] = 17},
};

static int tear_down(void **state)
{
    (void)state;
    canvas_free(&canvas);
    return 0;
}

/* The line, or the table, in so many cells; malloc'd. */
static char *line(int cols)
{
    canvas = (struct canvas){.ascii = true};
    assert_true(canvas_resize(&canvas, cols, 1));
    panel_causes_line(&canvas, (struct rect){0, 0, cols, 1}, &scene);
    return canvas_to_text(&canvas);
}

static char *table(int cols, int rows)
{
    canvas = (struct canvas){.ascii = true};
    assert_true(canvas_resize(&canvas, cols, rows));
    assert_true(panel_causes(&canvas, (struct rect){0, 0, cols, rows}, &scene) <= rows);
    return canvas_to_text(&canvas);
}

/* Of all numbers in TEXT but the first, which is that of rounds. */
static unsigned long sum(const char *text)
{
    unsigned long all = 0;
    bool first = true;
    for (char *at = (char *)(uintptr_t)text; *at;) {
        if (*at < '0' || *at > '9') {
            at++;
            continue;
        }
        unsigned long number = strtoul(at, &at, 10);
        all += first ? 0 : number;
        first = false;
    }
    return all;
}

static void line_that_has_room_tells_all(void **state)
{
    (void)state;
    char *text = line(110);
    assert_string_equal(text, "of the last 100: other programs 56, scheduler 16, journal thread 8, "
                              "flush 3, not looked into 17\n");
    free(text);
}

static void line_without_room_ends_in_what_is_left(void **state)
{
    (void)state;
    char *text = line(78);
    assert_string_equal(
        text, "of the last 100: other programs 56, scheduler 16, journal thread 8 and 20 more\n");
    free(text);
    canvas_free(&canvas);
    text = line(77);
    assert_string_equal(text, "of the last 100: other programs 56, scheduler 16 and 28 more\n");
    free(text);
}

static void numbers_of_the_line_add_up_at_every_width(void **state)
{
    (void)state;
    for (int cols = 26; cols < 130; cols++) {
        char *text = line(cols);
        assert_int_equal(sum(text), 100);
        free(text);
        canvas_free(&canvas);
    }
}

static void numbers_of_the_table_add_up_at_every_height(void **state)
{
    (void)state;
    for (int rows = 2; rows < 10; rows++) {
        char *text = table(60, rows);
        assert_int_equal(sum(text), 100);
        free(text);
        canvas_free(&canvas);
    }
}

static void without_a_journal_there_is_metadata(void **state)
{
    (void)state;
    static const struct inside_round ordinary = {.inside = {.no_journal = true}};
    const struct scene bare = {
        .slow_count = 5, .causes = {[CAUSE_META] = 5}, .ordinary = &ordinary};
    canvas = (struct canvas){.ascii = true};
    assert_true(canvas_resize(&canvas, 60, 4));
    panel_causes_line(&canvas, (struct rect){0, 0, 60, 1}, &bare);
    panel_causes(&canvas, (struct rect){0, 1, 60, 3}, &bare);
    char *text = canvas_to_text(&canvas);
    assert_non_null(strstr(text, "of the last 5: metadata write 5"));
    assert_null(strstr(text, "journal"));
    free(text);
}

#define CASE(f) cmocka_unit_test_teardown(f, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(line_that_has_room_tells_all),
        CASE(without_a_journal_there_is_metadata),
        CASE(line_without_room_ends_in_what_is_left),
        CASE(numbers_of_the_line_add_up_at_every_width),
        CASE(numbers_of_the_table_add_up_at_every_height),
    };
    return cmocka_run_group_tests_name("view_causes", tests, NULL, NULL);
}
