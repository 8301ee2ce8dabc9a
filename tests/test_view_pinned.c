/* test_view_pinned.c: the baseline as a row of the comparison, beside how its configuration goes
 * on.
 */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/ui_stage.h"
#include "ui/keymap.h"

/* One mode, pinned while it is at work, after another; seen on the comparison. */
static struct stage *pinned(void)
{
    struct stage *stage = stage_open(true);
    stage_visit(stage, "overwrite-fsync", "group", 200000);
    stage_visit(stage, "append-fsync", "group", 800000);
    stage_go_to(stage, "comparison");
    stage_draw(stage, 80, 24);
    ui_key(&stage->ui, '=');
    stage->ui.state.message.until_ns = 0;
    return stage;
}

/* The lines that have WORDS, one after the other. */
static const char *lines_with(struct stage *stage, const char *words)
{
    static char found[2000];
    char *save = NULL;
    found[0] = '\0';
    for (char *line = strtok_r(stage_draw(stage, 80, 24), "\n", &save); line;
         line = strtok_r(NULL, "\n", &save)) {
        if (!strstr(line, words))
            continue;
        strcat(found, line);
        strcat(found, "\n");
    }
    return found;
}

static unsigned count_of(const char *text, const char *words)
{
    unsigned n = 0;
    for (; (text = strstr(text, words)); text++)
        n++;
    return n;
}

static void slow_down(struct stage *stage)
{
    stage->base_ns = 3200000;
    history_reset(stage->history);
    stage_feed(stage, 20);
}

static void a_row_without_a_round_since_is_one_row(void **state)
{
    (void)state;
    struct stage *stage = pinned();
    const char *rows = lines_with(stage, "  append-fsync ");
    assert_int_equal(count_of(rows, "\n"), 0);
    rows = lines_with(stage, "= append-fsync ");
    assert_int_equal(count_of(rows, "\n"), 1);
    assert_non_null(strstr(rows, "o= append-fsync"));
    assert_non_null(strstr(rows, "1.00x"));
    stage_close(stage);
}

/* The ratios refer to the figures that stand in its row. */
static void the_baselines_row_keeps_its_figures_while_its_configuration_goes_on(void **state)
{
    (void)state;
    struct stage *stage = pinned();
    char before[400];
    snprintf(before, sizeof before, "%s", lines_with(stage, "= append-fsync "));
    slow_down(stage);
    /* The same, but that it is no more the one at work. */
    const char *after = lines_with(stage, " = append-fsync ");
    assert_string_equal(after + 1, before + 1);
    after = lines_with(stage, "o  append-fsync ");
    assert_int_equal(count_of(after, "\n"), 1);
    assert_null(strstr(after, " 1.00x"));
    assert_non_null(strstr(after, "4.0"));
    stage_close(stage);
}

static void both_rows_count_as_one_configuration(void **state)
{
    (void)state;
    struct stage *stage = pinned();
    slow_down(stage);
    assert_true(stage_shows(stage, 80, 24, " 2 configurations "));
    stage_close(stage);
}

/* One that is not at work needs no second row until it is visited again. */
static void a_row_that_rests_stays_one(void **state)
{
    (void)state;
    struct stage *stage = pinned();
    stage_visit(stage, "dsync", "group", 400000);
    assert_int_equal(count_of(lines_with(stage, " append-fsync "), "\n"), 1);
    stage_close(stage);
}

static void the_cursor_stays_with_what_was_pinned(void **state)
{
    (void)state;
    struct stage *stage = stage_open(true);
    stage_visit(stage, "overwrite-fsync", "group", 200000);
    stage_visit(stage, "append-fsync", "group", 800000);
    stage_go_to(stage, "comparison");
    stage_draw(stage, 80, 24);
    ui_key(&stage->ui, KEY_ARROW_UP);
    ui_key(&stage->ui, KEY_ARROW_DOWN); /* chosen, and no more the one at work by itself */
    ui_key(&stage->ui, '=');
    slow_down(stage);
    assert_true(stage_shows(stage, 80, 24, "the baseline, as it was when it was pinned"));
    ui_key(&stage->ui, KEY_ARROW_DOWN);
    assert_true(stage_shows(stage, 80, 24, "x slower than when it was pinned, the baseline"));
    ui_key(&stage->ui, KEY_ARROW_UP);
    ui_key(&stage->ui, '=');
    assert_null(comparison_baseline(stage->ui.state.comparison));
    assert_int_equal(count_of(lines_with(stage, "o  append-fsync "), "\n"), 1);
    assert_int_equal(count_of(lines_with(stage, "= append-fsync "), "\n"), 0);
    assert_true(stage_shows(stage, 80, 24, "x slower than overwrite-fsync, the best"));
    stage_close(stage);
}

/* Enter on it puts its configuration to work. */
static void enter_goes_to_its_configuration(void **state)
{
    (void)state;
    struct stage *stage = pinned();
    stage_visit(stage, "dsync", "group", 100000);
    stage_draw(stage, 80, 24);
    ui_key(&stage->ui, KEY_END_CODE);
    ui_key(&stage->ui, KEY_RETURN_CODE);
    assert_string_equal(stage->applied.mode, "append-fsync");
    stage_close(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_without_a_round_since_is_one_row),
        cmocka_unit_test(the_baselines_row_keeps_its_figures_while_its_configuration_goes_on),
        cmocka_unit_test(both_rows_count_as_one_configuration),
        cmocka_unit_test(a_row_that_rests_stays_one),
        cmocka_unit_test(the_cursor_stays_with_what_was_pinned),
        cmocka_unit_test(enter_goes_to_its_configuration),
    };

    setlocale(LC_CTYPE, "C.UTF-8");
    return cmocka_run_group_tests_name("view_pinned", tests, NULL, NULL);
}
