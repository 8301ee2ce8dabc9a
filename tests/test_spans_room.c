/* test_spans_room.c: which lines of a timeline stay where there is no room for all. */
#include "ui/spans.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/inside_stage.h"

#define US UINT64_C(1000)

/* The labels of the lines that are drawn of INSIDE in so many rows, a comma after each; malloc'd.
 */
static char *labels(const struct inside *inside, int rows)
{
    struct canvas canvas = {.ascii = true};
    const struct spans_scale scale = spans_scale(80, 10000 * US);
    unsigned left_out;
    assert_true(canvas_resize(&canvas, 80, rows));
    int drawn = spans_draw(&canvas, (struct rect){0, 0, 80, rows}, &scale, inside, "", ROLE_TEXT,
                           &left_out);
    assert_int_equal(drawn + (int)left_out, inside->span_count);
    char *text = canvas_to_text(&canvas), *out = calloc(1, strlen(text) + 1);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        line[strcspn(line, " [")] = '\0';
        strcat(strcat(out, line), ",");
    }
    free(text);
    canvas_free(&canvas);
    return out;
}

static void add(struct inside *inside, enum span_kind kind, uint64_t from_us, uint64_t to_us)
{
    struct span *span = &inside->span[inside->span_count++];
    *span = (struct span){
        .kind = kind, .from_ns = from_us * US, .begun_ns = from_us * US, .to_ns = to_us * US};
    if (kind == SPAN_OTHER)
        strcpy(span->who, "dd");
    if (kind == SPAN_JOURNAL)
        strcpy(span->who, "jbd2");
}

/* A journaled append between twenty long requests of another program. */
static struct inside crowded(void)
{
    struct inside inside = {.origin = INSIDE_TRACED};
    add(&inside, SPAN_WRITE, 0, 3);
    add(&inside, SPAN_SYNC, 4, 9000);
    for (unsigned i = 0; i < 10; i++)
        add(&inside, SPAN_OTHER, 5 + i, 8000 + 10 * i);
    add(&inside, SPAN_DATA, 20, 80);
    add(&inside, SPAN_JOURNAL, 90, 8900);
    add(&inside, SPAN_META, 100, 160);
    add(&inside, SPAN_FLUSH, 170, 8000);
    for (unsigned i = 0; i < 10; i++)
        add(&inside, SPAN_OTHER, 180 + i, 7000 + 10 * i);
    add(&inside, SPAN_META, 8100, 8140);
    return inside;
}

static void assert_lines(int rows, const char *expected)
{
    const struct inside inside = crowded();
    char *text = labels(&inside, rows);
    assert_string_equal(text, expected);
    free(text);
}

static void own_requests_and_waits_are_no_less_worth_for_being_short(void **state)
{
    (void)state;
    assert_lines(4, "data,jbd2,journal,flush,");
}

static void longest_of_another_program_comes_after_one_of_each_kind(void **state)
{
    (void)state;
    assert_lines(5, "dd,data,jbd2,journal,flush,");
    assert_lines(6, "dd,data,jbd2,journal,flush,journal,");
    assert_lines(8, "dd,dd,dd,data,jbd2,journal,flush,journal,");
}

static void of_one_kind_the_longest_stays(void **state)
{
    (void)state;
    struct inside inside = {.origin = INSIDE_TRACED};
    add(&inside, SPAN_DATA, 0, 10);
    add(&inside, SPAN_FLUSH, 20, 5000);
    add(&inside, SPAN_DATA, 5100, 9000);
    char *text = labels(&inside, 1);
    assert_string_equal(text, "flush,");
    free(text);
    text = labels(&inside, 2);
    assert_string_equal(text, "flush,data,");
    free(text);
}

/* How many lines on the screen begin with WORD. */
static unsigned lines_of(struct stage *stage, int cols, int rows, const char *word)
{
    unsigned count = 0;
    for (char *line = strtok(stage_draw(stage, cols, rows), "\n"); line; line = strtok(NULL, "\n"))
        count += strncmp(line + 1, word, strlen(word)) == 0;
    return count;
}

static void ordinary_round_keeps_its_lines_beside_a_crowded_one(void **state)
{
    (void)state;
    struct stage *stage = inside_story(true);
    struct round round = inside_slow(stage, 9, 9000 * US);
    struct inside inside = crowded();
    inside.ns[SHARE_FLUSH] = 9000 * US;
    inside.cause = CAUSE_FLUSH;
    strcpy(inside.sentence, "9 ms of 9 ms in one flush");
    inside_tell(stage, &round, &inside);
    inside_feed(stage);
    stage->ui.state.now_ns += 3000000 * US;
    ui_key(&stage->ui, 'v');
    assert_int_equal(lines_of(stage, 80, 24, "ordinary data"), 1);
    assert_int_equal(lines_of(stage, 80, 24, "ordinary journal"), 1);
    assert_int_equal(lines_of(stage, 80, 24, "ordinary flush"), 1);
    assert_int_equal(lines_of(stage, 80, 24, "data "), 1);
    assert_int_equal(lines_of(stage, 80, 24, "flush nvme"), 0);
    assert_int_equal(lines_of(stage, 80, 24, "flush "), 1);
    assert_int_equal(lines_of(stage, 100, 30, "ordinary "), 5);
    stage_close(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_requests_and_waits_are_no_less_worth_for_being_short),
        cmocka_unit_test(longest_of_another_program_comes_after_one_of_each_kind),
        cmocka_unit_test(of_one_kind_the_longest_stays),
        cmocka_unit_test(ordinary_round_keeps_its_lines_beside_a_crowded_one),
    };
    return cmocka_run_group_tests_name("spans_room", tests, NULL, NULL);
}
