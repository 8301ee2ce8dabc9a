/* test_progress.c: how far a tour has come, as it stands on a terminal. */
#include "app/progress.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/tour_stage.h"

static struct tour *tour;
static struct snapshot *now;
static FILE *out;
static char *text;
static size_t bytes;
static struct notices notices;

static int set_up(void **state)
{
    (void)state;
    tour = tour_stage(1 << TOUR_MODES);
    now = calloc(1, sizeof(*now));
    out = open_memstream(&text, &bytes);
    if (!now || !out)
        return -1;
    now->state = RUN_LIVE;
    notices_begin(&notices, out, true);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    tour_free(tour);
    free(now);
    fclose(out);
    free(text);
    return 0;
}

static void assert_says(const char *words)
{
    fflush(out);
    if (!strstr(text, words))
        fail_msg("no \"%s\" in: %s", words, text);
}

/* Takes STRETCH and tells of its line. */
static void take(struct stretch stretch)
{
    const struct tour_progress before = tour_progress(tour);

    tour_stage_take(tour, stretch);
    progress_line(&notices, &before);
}

static void bar_tells_what_runs_and_what_is_left(void **state)
{
    (void)state;
    progress_bar(&notices, tour, now);
    assert_says("\r[..........] 0/18, 6.00 s left, pass 1/3: modes, append-fsync");
    for (int i = 0; i < 9; i++)
        tour_stage_take(tour, (struct stretch){.latency_us = 500, .rounds = 100, .took_ms = 1000});
    progress_bar(&notices, tour, now);
    assert_says("\r[#####.....] 9/18, 9.00 s left, pass 2/3: modes, flush-only");
}

static void filling_is_told_with_what_it_is_for(void **state)
{
    (void)state;
    now->state = RUN_PREPARING;
    now->prepare_done = 1 << 20;
    now->prepare_total = 4 << 20;
    progress_bar(&notices, tour, now);
    assert_says("pass 1/3: append-fsync: filling 25 %");
}

static void lines_of_the_first_pass_are_told_as_they_come(void **state)
{
    (void)state;
    take((struct stretch){.latency_us = 500, .rounds = 100});
    assert_says("  append-fsync                       300 records/s   p50 ");
    take((struct stretch){.refused = true, .error_code = 95});
    assert_says("  overwrite-fdatasync: overwrite-fdatasync: ");
    take((struct stretch){.rounds = 0});
    assert_says("  rwf-dsync: no round was finished in its time\n");
    take((struct stretch){.latency_us = 50, .rounds = 1});
    take((struct stretch){.latency_us = 2, .rounds = 9000});
    assert_says("NOT DURABLE\n");
    take((struct stretch){.latency_us = 500, .rounds = 100});
    fflush(out);
    size_t first_pass = bytes;
    take((struct stretch){.latency_us = 500, .rounds = 100});
    fflush(out);
    assert_int_equal(bytes, first_pass);
}

static void elsewhere_than_on_a_terminal_there_are_lines_and_no_bar(void **state)
{
    (void)state;
    notices.on_terminal = false;
    progress_bar(&notices, tour, now);
    fflush(out);
    assert_int_equal(bytes, 0);
    take((struct stretch){.latency_us = 500, .rounds = 100});
    assert_says("  append-fsync   ");
    assert_null(strpbrk(text, "\r["));
}

static void whoever_does_not_want_to_know_is_told_nothing(void **state)
{
    const struct tour_progress before = tour_progress(tour);

    (void)state;
    tour_stage_take(tour, (struct stretch){.latency_us = 500, .rounds = 100});
    progress_line(NULL, &before);
    fflush(out);
    assert_int_equal(bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
        TEST(bar_tells_what_runs_and_what_is_left),
        TEST(filling_is_told_with_what_it_is_for),
        TEST(lines_of_the_first_pass_are_told_as_they_come),
        TEST(elsewhere_than_on_a_terminal_there_are_lines_and_no_bar),
        TEST(whoever_does_not_want_to_know_is_told_nothing),
    };
    return cmocka_run_group_tests_name("progress", tests, NULL, NULL);
}
