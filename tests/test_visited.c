/* test_visited.c: what is told of the configurations that a dashboard visited. */
#include "report/visited.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/result.h"
#include "base/text.h"
#include "report/table.h"
#include "support/strict_json.h"

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)

static struct snapshot *snapshot;
static struct history *history;
static struct comparison *comparison;
static struct outcome *outcome;
static char *text;

static int set_up(void **state)
{
    (void)state;
    snapshot = calloc(1, sizeof(*snapshot));
    outcome = calloc(1, sizeof(*outcome));
    history = history_create();
    comparison = comparison_create();
    if (!snapshot || !outcome || !history || !comparison)
        return -1;
    snapshot->state = RUN_LIVE;
    snapshot->at_ns = 1000 * MS;
    snapshot->config = config_default();
    text_copy(snapshot->target.dir, sizeof(snapshot->target.dir), "/srv");
    text_copy(snapshot->target.file_system, sizeof(snapshot->target.file_system), "ext4");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(text);
    text = NULL;
    free(snapshot);
    free(outcome);
    history_free(history);
    comparison_free(comparison);
    return 0;
}

static void change(const char *mode, bool durable)
{
    text_copy(snapshot->config.mode, sizeof(snapshot->config.mode), mode);
    snapshot->config.durable = durable;
    snapshot->generation++;
}

/* An interval with ROUNDS rounds of NS each. */
static void feed(unsigned rounds, uint64_t ns)
{
    struct snapshot *s = snapshot;

    s->at_ns += 100 * MS;
    s->interval_ns = s->active_ns = 100 * MS;
    s->rounds = s->records = s->syncs = rounds;
    histogram_clear(&s->latency);
    histogram_clear(&s->sync);
    for (unsigned i = 0; i < rounds; i++) {
        histogram_add(&s->latency, ns);
        histogram_add(&s->sync, ns);
    }
    history_add(history, s);
    comparison_take(comparison, history);
}

static void visit(const char *mode, bool durable, unsigned rounds, uint64_t ns)
{
    change(mode, durable);
    feed(rounds, ns);
}

static struct run_result result_now(void)
{
    struct run_result result = {.history = history, .comparison = comparison};

    if (outcome_take(outcome, history))
        result.outcome = outcome;
    return result;
}

static const char *summary(const struct run_result *result)
{
    size_t bytes;

    free(text);
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    report_summary(out, result);
    fclose(out);
    return text;
}

static const char *told(void)
{
    const struct run_result result = result_now();

    return summary(&result);
}

/* What stands behind NAME at the beginning of a line; "" when there is no such line. */
static const char *line_of(const char *name)
{
    static char line[200];
    char *at = text;

    while ((at = strstr(at, name)) && at > text && at[-1] != '\n')
        at++;
    line[0] = '\0';
    if (at)
        text_copy(line, sizeof(line) < strcspn(at, "\n") + 1 ? sizeof(line) : strcspn(at, "\n") + 1,
                  at);
    return line;
}

static void every_configuration_visited_has_a_line_with_its_figures(void **state)
{
    (void)state;
    visit("append-fsync", true, 200, 900 * US);
    visit("dsync", true, 150, 500 * US);
    visit("overwrite-fsync", true, 7, 2 * MS);
    told();
    assert_non_null(strstr(text, "measured     overwrite-fsync, alone, 1 writer"));
    assert_non_null(strstr(text, "7 rounds in 100 ms"));
    assert_non_null(strstr(text, "visited      3 configurations, the least p50 first"));
    assert_non_null(strstr(line_of("append-fsync"), "      200"));
    assert_non_null(strstr(line_of("append-fsync"), "90"));
    assert_non_null(strstr(line_of("dsync"), "      150"));
    assert_non_null(strstr(line_of("overwrite-fsync"), " ~2.0"));
    assert_true(strstr(text, "\ndsync ") < strstr(text, "\nappend-fsync "));
    assert_true(strstr(text, "\nappend-fsync ") < strstr(text, "\noverwrite-fsync "));
}

static void one_configuration_is_told_once(void **state)
{
    (void)state;
    visit("append-fsync", true, 200, 900 * US);
    assert_null(strstr(told(), "visited"));
    assert_non_null(strstr(text, "200 rounds"));
}

static void those_before_are_told_when_the_last_has_no_round(void **state)
{
    (void)state;
    visit("append-fsync", true, 200, 900 * US);
    visit("dsync", true, 0, 0);
    told();
    assert_non_null(strstr(text, "no round was finished"));
    assert_non_null(strstr(line_of("append-fsync"), "      200"));
    assert_non_null(strstr(line_of("dsync"), "no round"));
}

/* Going back to one without a round does not take away what it came to before. */
static void a_second_visit_without_rounds_leaves_the_first_ones_figures(void **state)
{
    (void)state;
    visit("append-fsync", true, 200, 900 * US);
    visit("dsync", true, 150, 500 * US);
    visit("append-fsync", true, 0, 0);
    told();
    assert_non_null(strstr(line_of("append-fsync"), "      200"));
    assert_non_null(strstr(line_of("dsync"), "      150"));
}

static void what_speaks_against_a_row_is_told_below_it(void **state)
{
    (void)state;
    visit("no-sync", false, 300, 3 * US);
    snapshot->error_code = EINVAL;
    snapshot->mode_refused = true;
    text_copy(snapshot->error, sizeof(snapshot->error), "open: EINVAL");
    visit("direct-dsync", true, 0, 0);
    snapshot->error_code = 0;
    snapshot->mode_refused = false;
    snapshot->error[0] = '\0';
    visit("append-fsync", true, 200, 900 * US);
    told();
    assert_non_null(strstr(text, "\n    not durable\n"));
    assert_non_null(strstr(text, "\n    refused: open: EINVAL\n"));
    assert_true(strstr(text, "no-sync ") < strstr(text, "not durable"));
    assert_true(strstr(text, "not durable") < strstr(text, "append-fsync "));
}

/* A thousand syncs without a flush on a volatile cache, and then some that are honest. */
static void a_warning_stays_with_the_row_that_earned_it(void **state)
{
    (void)state;
    struct visited visited;
    snapshot->target.device_count = 1;
    snapshot->target.device[0].volatile_cache = YES;
    snapshot->disk.available = true;
    visit("append-fsync", true, 1000, 90 * US);
    for (int i = 0; i < 30; i++)
        feed(1000, 90 * US);
    snapshot->disk.flushes = 1000;
    visit("dsync", true, 1000, 90 * US);
    for (int i = 0; i < 30; i++)
        feed(1000, 90 * US);
    const struct run_result result = result_now();
    visited_take(&visited, &result);
    const struct report_table table = {.target = &snapshot->target,
                                       .warnings = visited.warning,
                                       .warning_count = visited.warning_count,
                                       .warned = visited.warned,
                                       .outcomes = visited.outcome,
                                       .count = visited.count};
    assert_int_equal(visited.count, 2);
    assert_true(table_warns(&table, visited.outcome[0], "no-flush-seen"));
    assert_false(table_warns(&table, visited.outcome[1], "no-flush-seen"));
    summary(&result);
    assert_non_null(strstr(text, "    WARNING no-flush-seen\n"));
}

static void what_is_stuck_stands_in_the_row_at_work(void **state)
{
    (void)state;
    struct visited visited;
    visit("append-fsync", true, 200, 900 * US);
    visit("dsync", true, 150, 500 * US);
    struct run_result result = result_now();
    outcome->stuck_calls = 1;
    outcome->stuck_ns = 1400 * MS;
    visited_take(&visited, &result);
    assert_int_equal(visited.outcome[0]->stuck_calls, 0);
    assert_int_equal(visited.outcome[1]->stuck_calls, 1);
    summary(&result);
    assert_non_null(strstr(text, "\n    STUCK\n"));
}

/* --- for machines --- */

static const char *document(void)
{
    const struct run_result result = result_now();
    size_t bytes;

    free(text);
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    report_json(out, &result);
    fclose(out);
    const char *end = strict_json_skip(text);
    assert_non_null(end);
    assert_int_equal(end[strspn(end, "\n")], '\0');
    return text;
}

static unsigned times(const char *words)
{
    unsigned n = 0;

    for (const char *at = text; (at = strstr(at, words)); at++)
        n++;
    return n;
}

static void the_document_has_the_run_and_every_configuration(void **state)
{
    (void)state;
    visit("append-fsync", true, 200, 900 * US);
    visit("dsync", true, 150, 500 * US);
    visit("append-fsync", true, 20, 800 * US);
    document();
    const char *rows = strstr(text, "\n  \"comparison\": [");
    assert_non_null(rows);
    assert_non_null(strstr(text, "\n  \"records\": 20,"));
    assert_non_null(strstr(rows, "\n      \"records\": 20,"));
    assert_non_null(strstr(rows, "\n      \"visits\": 2,"));
    assert_non_null(strstr(rows, "\n      \"records\": 150,"));
    assert_int_equal(times("\"mode\": \"append-fsync\""), 2);
    assert_int_equal(times("\"mode\": \"dsync\""), 1);
}

/* Nothing but the dashboard compares. */
static void the_document_of_a_run_has_no_comparison(void **state)
{
    (void)state;
    visit("append-fsync", true, 200, 900 * US);
    comparison_free(comparison);
    comparison = NULL;
    assert_null(strstr(document(), "comparison"));
}

static void tables_have_a_row_and_a_series_for_each(void **state)
{
    (void)state;
    struct run_result result;
    visit("append-fsync", true, 200, 900 * US);
    visit("dsync", true, 150, 500 * US);
    visit("overwrite-fsync", true, 0, 0);
    result = result_now();
    free(text);
    text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    result_print(out, OUTPUT_CSV, &result);
    result_print(out, OUTPUT_OPENMETRICS, &result);
    fclose(out);
    assert_int_equal(times("\r\n"), 4);
    assert_int_equal(times("\nfsyncscope_records_total{"), 3);
    assert_int_equal(times("# TYPE fsyncscope_records_total "), 1);
    assert_non_null(strstr(text, "_records_total{mode=\"dsync\",strategy=\"alone\""));
    assert_int_equal(times("\nfsyncscope_latency_seconds_count{"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
        TEST(every_configuration_visited_has_a_line_with_its_figures),
        TEST(one_configuration_is_told_once),
        TEST(those_before_are_told_when_the_last_has_no_round),
        TEST(a_second_visit_without_rounds_leaves_the_first_ones_figures),
        TEST(what_speaks_against_a_row_is_told_below_it),
        TEST(a_warning_stays_with_the_row_that_earned_it),
        TEST(what_is_stuck_stands_in_the_row_at_work),
        TEST(the_document_has_the_run_and_every_configuration),
        TEST(the_document_of_a_run_has_no_comparison),
        TEST(tables_have_a_row_and_a_series_for_each),
    };
    return cmocka_run_group_tests_name("visited", tests, NULL, NULL);
}
