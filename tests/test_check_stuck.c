/* test_check_stuck.c: what rounds that never ended make of checks and thresholds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/check.h"
#include "report/report.h"
#include "report/threshold.h"
#include "support/outcome_new.h"

#define MS UINT64_C(1000000)

static struct outcome *outcome;
static char *text;

static int set_up(void **state)
{
    (void)state;
    outcome = outcome_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(outcome);
    free(text);
    text = NULL;
    return 0;
}

static void add_syncs(unsigned count, uint64_t ns)
{
    for (unsigned i = 0; i < count; i++) {
        histogram_add(&outcome->figures.latency, ns);
        histogram_add(&outcome->figures.sync, ns);
    }
    outcome->figures.rounds += count;
    outcome->figures.records += count;
    outcome->figures.syncs += count;
}

/* CALLS hang, and hold up ROUNDS, since 1.4 s the first and at least 0.6 s the others. */
static void hang(unsigned calls, unsigned rounds)
{
    outcome->stuck_calls = calls;
    outcome->stuck_ns = 1400 * MS;
    outcome->unfinished =
        (struct unfinished){.rounds = rounds, .oldest_ns = 1400 * MS, .least_ns = 600 * MS};
}

static enum check_answer judged(const char *expression)
{
    struct check check;

    assert_int_equal(check_parse(&check, expression, NULL), 0);
    return check_judge(&check, &(struct run_result){.outcome = outcome});
}

static void one_stuck_round_is_the_longest(void **state)
{
    (void)state;
    add_syncs(400, MS);
    assert_int_equal(judged("max>10ms"), CHECK_NO);
    hang(1, 1);
    assert_int_equal(judged("max>10ms"), CHECK_YES);
    assert_int_equal(judged("max<10ms"), CHECK_NO);
    assert_int_equal(judged("max>1400ms"), CHECK_UNKNOWN);
    assert_int_equal(judged("max<2s"), CHECK_UNKNOWN);
    assert_int_equal(judged("max==2s"), CHECK_UNKNOWN);
    assert_int_equal(judged("max!=1ms"), CHECK_YES);
}

/* Of 401 rounds the p99 is the 397th; of 100 it is the 99th, of 51 the last. */
static void a_percentile_is_theirs_when_its_rank_is(void **state)
{
    (void)state;
    add_syncs(50, MS);
    hang(1, 1);
    assert_int_equal(judged("p99>10ms"), CHECK_YES);
    assert_int_equal(judged("p90>10ms"), CHECK_NO);
    assert_int_equal(judged("p50>10ms"), CHECK_NO);
    add_syncs(350, MS);
    assert_int_equal(judged("p99>10ms"), CHECK_NO);
    assert_int_equal(judged("p999>10ms"), CHECK_YES);
    hang(6, 6);
    assert_int_equal(judged("p99>10ms"), CHECK_YES);
    assert_int_equal(judged("p99>700ms"), CHECK_UNKNOWN);
    assert_int_equal(judged("p50>10ms"), CHECK_NO);
}

/* The writers behind a leader that hangs wait as well. */
static void whoever_waits_behind_them_counts_too(void **state)
{
    (void)state;
    add_syncs(15, MS);
    hang(1, 1);
    assert_int_equal(judged("p50>10ms"), CHECK_NO);
    hang(1, 16);
    assert_int_equal(judged("p50>10ms"), CHECK_YES);
    assert_int_equal(judged("min>10ms"), CHECK_NO);
}

static void without_any_other_round_they_are_all_there_is(void **state)
{
    (void)state;
    assert_int_equal(judged("p99>10ms"), CHECK_UNKNOWN);
    hang(1, 1);
    assert_int_equal(judged("p99>10ms"), CHECK_YES);
    assert_int_equal(judged("p99<2s"), CHECK_UNKNOWN);
}

/* It may have been the write. */
static void whether_it_was_the_sync_is_not_known(void **state)
{
    (void)state;
    add_syncs(50, MS);
    hang(1, 1);
    assert_int_equal(judged("sync_max>10ms"), CHECK_UNKNOWN);
    assert_int_equal(judged("sync_max>0.5ms"), CHECK_YES);
    assert_int_equal(judged("sync_p50>10ms"), CHECK_NO);
    assert_int_equal(judged("write_max>1ns"), CHECK_UNKNOWN);
}

static void other_figures_are_what_the_document_says(void **state)
{
    (void)state;
    add_syncs(50, MS);
    hang(1, 1);
    assert_int_equal(judged("count==50"), CHECK_YES);
    assert_int_equal(judged("syncs==50"), CHECK_YES);
    assert_int_equal(judged("stuck_s>1"), CHECK_YES);
}

static void a_sentence_names_the_stuck_time_where_it_matters(void **state)
{
    (void)state;
    const struct run_result result = {.outcome = outcome};
    struct check check;
    char line[500];
    add_syncs(400, MS);
    hang(1, 1);
    assert_int_equal(check_parse(&check, "max>10ms", NULL), 0);
    assert_string_equal(check_sentence(line, sizeof(line), &check, &result),
                        "max>10ms holds: max is 1.00 ms; at least 1.40 s with 1 call stuck for "
                        "1.40 s at the end");
    assert_int_equal(check_parse(&check, "p50>10ms", NULL), 0);
    assert_string_equal(check_sentence(line, sizeof(line), &check, &result),
                        "p50>10ms does not hold: p50 is 1.00 ms");
}

static FILE *open_text(void)
{
    static size_t bytes;

    free(text);
    text = NULL;
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    return out;
}

static void the_document_tells_the_least_beside_the_value(void **state)
{
    (void)state;
    struct check checks[2];
    struct json json = {.out = open_text()};
    add_syncs(400, MS);
    hang(1, 1);
    assert_int_equal(check_parse(&checks[0], "max>10ms", NULL), 0);
    assert_int_equal(check_parse(&checks[1], "p50>10ms", NULL), 0);
    json_object(&json, NULL, JSON_LINES);
    checks_json(&json,
                &(struct run_result){.outcome = outcome, .checks = checks, .check_count = 2});
    json_end(&json);
    fclose(json.out);
    assert_non_null(strstr(text, "\"value\": 1000.000,\n      \"at_least\": 1400000.000,\n"
                                 "      \"held\": true"));
    assert_non_null(strstr(text, "\"at_least\": null,\n      \"held\": false"));
}

static const char *threshold(void)
{
    FILE *out = open_text();

    threshold_text(out, preset_find("etcd"), outcome, false);
    fclose(out);
    for (char *c = text; (c = strstr(c, "\n             "));)
        memmove(c + 1, c + 14, strlen(c + 14) + 1), *c = ' ';
    return text;
}

/* However many others were fast. */
static void a_threshold_is_not_met_while_a_call_is_stuck(void **state)
{
    (void)state;
    preset_apply(preset_find("etcd"), &outcome->config);
    add_syncs(1000, 5 * MS);
    assert_non_null(strstr(threshold(), "sync_p99<10ms is met: sync_p99 is 5.0"));
    hang(1, 1);
    assert_non_null(strstr(threshold(), "sync_p99<10ms cannot be judged: sync_p99 is 5.0"));
    assert_non_null(strstr(text, "; but 1 call was stuck for 1.40 s when the run was over"));
    add_syncs(100, 20 * MS);
    assert_non_null(strstr(threshold(), "sync_p99<10ms is not met"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
        TEST(one_stuck_round_is_the_longest),
        TEST(a_percentile_is_theirs_when_its_rank_is),
        TEST(whoever_waits_behind_them_counts_too),
        TEST(without_any_other_round_they_are_all_there_is),
        TEST(whether_it_was_the_sync_is_not_known),
        TEST(other_figures_are_what_the_document_says),
        TEST(a_sentence_names_the_stuck_time_where_it_matters),
        TEST(the_document_tells_the_least_beside_the_value),
        TEST(a_threshold_is_not_met_while_a_call_is_stuck),
    };
    return cmocka_run_group_tests_name("check_stuck", tests, NULL, NULL);
}
