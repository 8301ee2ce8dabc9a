/* test_two_syncs.c: modes whose round makes two syncs, or none, and what their times are called. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/report.h"
#include "source/verdict.h"
#include "support/feed.h"
#include "support/ui_stage.h"
#include "ui/round_text.h"

static struct feed *feed_of(void **state, uint32_t syncs_each)
{
    struct feed *feed = *state;
    feed->snapshot.config.syncs_each = syncs_each;
    histogram_clear(&feed->snapshot.latency);
    histogram_add(&feed->snapshot.latency, 900 * FEED_US);
    feed_load(feed, &load_honest, 10);
    return feed;
}

static char *text_of(const struct feed *feed)
{
    const struct run_result result = {.history = feed->history};
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    report_text(out, &result);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* Twice a plain drive's sync is no other drive's. */
static void two_syncs_together_name_no_class_of_disk_and_say_why(void **state)
{
    struct feed *feed = feed_of(state, 2);
    const struct verdict v = verdict_of(feed->history, WINDOW_ALL);
    assert_false(v.known);
    assert_null(v.words);
    assert_non_null(strstr(v.reason, "goes by one"));
    assert_true(v.sync_p50_ns > 0);
    feed->snapshot.generation++;
    feed_of(state, 1);
    assert_true(verdict_of(feed->history, WINDOW_ALL).known);
    assert_null(verdict_of(feed->history, WINDOW_ALL).reason);
}

static void a_report_calls_two_syncs_two(void **state)
{
    char *text = text_of(feed_of(state, 2));
    assert_non_null(strstr(text, "\ntwo syncs "));
    assert_non_null(strstr(text, "\n2 syncs "));
    assert_null(strstr(text, "median sync"));
    assert_null(strstr(text, "\nsync "));
    free(text);
}

static void a_report_calls_one_sync_one(void **state)
{
    char *text = text_of(feed_of(state, 1));
    assert_null(strstr(text, "two syncs"));
    assert_non_null(strstr(text, "median sync"));
    free(text);
}

/* sync_file_range asks for nothing to be made durable: its time is no sync's. */
static void what_only_writes_out_is_called_that(void **state)
{
    const struct round round = {.latency_ns = 900000, .write_ns = NOT_TIMED, .sync_ns = 900000};
    char words[ROUND_TEXT_MAX];
    char *text = text_of(feed_of(state, 0));
    assert_non_null(strstr(text, "\nwrite-out "));
    assert_null(strstr(text, "\nsync "));
    free(text);
    round_parts(words, &round, 0, 60);
    assert_non_null(strstr(words, "write-out 900 us"));
}

static void without_syncs_it_was_rounds_that_were_read(void **state)
{
    const struct disk_delta several = {.sectors = 56, .flushes = 1, .syncs = 3};
    char words[ROUND_TEXT_MAX];
    (void)state;
    round_disk(words, &several, 0);
    assert_string_equal(words, "28 KiB, 1 flush in 3 rounds");
    round_disk(words, &several, 1);
    assert_string_equal(words, "28 KiB, 1 flush in 3 syncs");
    round_disk(words, &several, 2);
    assert_string_equal(words, "28 KiB, 1 flush in 6 syncs");
}

static void a_report_of_a_mode_without_syncs_has_a_column_of_rounds(void **state)
{
    struct feed *feed = *state;
    feed->snapshot.slowest_count = 1;
    feed->snapshot.slowest[0] = (struct round){
        .latency_ns = 9000000, .write_ns = 9000000, .sync_ns = NOT_TIMED, .disk = {.syncs = 47}};
    char *text = text_of(feed_of(state, 0));
    assert_non_null(strstr(text, "flushes rounds\n"));
    assert_null(strstr(text, "flushes syncs\n"));
    free(text);
}

static void a_slow_round_of_two_syncs_says_so(void **state)
{
    const struct round round = {.latency_ns = 900000, .write_ns = NOT_TIMED, .sync_ns = 900000};
    char words[ROUND_TEXT_MAX];
    (void)state;
    round_parts(words, &round, 2, 60);
    assert_non_null(strstr(words, "2 syncs 900 us"));
}

static void the_screen_names_no_class_either(void **state)
{
    static const struct {
        int cols, rows;
    } sizes[] = {{80, 24}, {120, 40}, {60, 16}};
    struct stage *stage = stage_open(false);
    (void)state;
    stage_change(stage, "create-rename", "alone");
    stage->snapshot.config.syncs_each = 2;
    stage_feed(stage, 20);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_true(stage_shows(stage, sizes[i].cols, sizes[i].rows, "syncs "));
        assert_false(stage_shows(stage, sizes[i].cols, sizes[i].rows, "NVMe drive"));
        assert_false(stage_shows(stage, sizes[i].cols, sizes[i].rows, "SATA"));
    }
    assert_true(stage_shows(stage, 80, 24, "no class"));
    stage_close(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FEED_TEST(two_syncs_together_name_no_class_of_disk_and_say_why),
        FEED_TEST(a_report_calls_two_syncs_two),
        FEED_TEST(a_report_calls_one_sync_one),
        FEED_TEST(a_report_of_a_mode_without_syncs_has_a_column_of_rounds),
        FEED_TEST(what_only_writes_out_is_called_that),
        cmocka_unit_test(without_syncs_it_was_rounds_that_were_read),
        cmocka_unit_test(a_slow_round_of_two_syncs_says_so),
        cmocka_unit_test(the_screen_names_no_class_either),
    };
    return cmocka_run_group_tests_name("two_syncs", tests, NULL, NULL);
}
