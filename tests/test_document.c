/* test_document.c: the numbers of the JSON document by their paths, and checks on them. */
#include "report/document.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"

#define MS UINT64_C(1000000)

static struct snapshot *snapshot;
static struct history *history;
static struct outcome *outcome;
static struct run_result result;

static int set_up(void **state)
{
    (void)state;
    snapshot = calloc(1, sizeof(*snapshot));
    outcome = calloc(1, sizeof(*outcome));
    history = history_create();
    if (!snapshot || !outcome || !history)
        return -1;
    result = (struct run_result){.history = history, .outcome = outcome};
    snapshot->state = RUN_DONE;
    snapshot->at_ns = 1000 * MS;
    snapshot->active_ns = 500 * MS;
    snapshot->config = config_default();
    snapshot->config.writers = 4;
    snapshot->target.device_count = 1;
    snapshot->target.bytes_total = 8192;
    snapshot->target.bytes_free = 4096;
    snapshot->tracing.lost_events = 7;
    histogram_clear(&snapshot->latency);
    histogram_clear(&snapshot->sync);
    for (int i = 0; i < 200; i++) {
        histogram_add(&snapshot->latency, 2 * MS);
        histogram_add(&snapshot->sync, MS);
    }
    snapshot->rounds = snapshot->records = snapshot->syncs = 200;
    history_add(history, snapshot);
    outcome_take(outcome, history);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(snapshot);
    free(outcome);
    history_free(history);
    return 0;
}

static const char *number(const char *path)
{
    static char text[FORMAT_MAX];

    return document_number(text, &result, path);
}

static void a_number_is_found_by_its_path_as_it_is_printed(void **state)
{
    (void)state;
    assert_string_equal(number("config.writers"), "4");
    assert_string_equal(number("latency_us.max"), "2000.000");
    assert_string_equal(number("verdict.sync_p50_us"), "1000.000");
    assert_string_equal(number("tracing.lost_events"), "7");
    assert_string_equal(number("causes.not looked into"), "0");
    assert_string_equal(number("target.free_bytes"), "4096");
    assert_string_equal(number("elapsed_s"), "0.500000000");
}

/* The last is a member of an array. */
static void what_is_null_or_no_number_is_not_found(void **state)
{
    (void)state;
    static const char *const paths[] = {"ordinary_round.latency_us",
                                        "config.mode",
                                        "config.durable",
                                        "fsyncscope",
                                        "latency_us",
                                        "config.rate_per_s",
                                        "",
                                        "writers",
                                        "slow_rounds.latency_us"};
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
        assert_string_equal(number(paths[i]), "");
}

static void what_a_document_may_have_is_known_before_there_is_one(void **state)
{
    (void)state;
    static const char *const may[] = {"ordinary_round.latency_us",
                                      "ordinary_round.shares_us.flush",
                                      "config.rate_per_s",
                                      "response_us.p99",
                                      "at_risk.most_ms",
                                      "delay.asked_us",
                                      "backlog_records",
                                      "verdict.sync_p50_us",
                                      "causes.flush",
                                      "target.fast_commit_count",
                                      "preset.value",
                                      "median_round.flushes",
                                      "split_us.queue",
                                      "unfinished_rounds"};
    static const char *const never[] = {"config.mode", "error.code", "causes", "flush", ""};

    for (size_t i = 0; i < sizeof(may) / sizeof(may[0]); i++) {
        if (!document_has(may[i]))
            fail_msg("%s", may[i]);
    }
    for (size_t i = 0; i < sizeof(never) / sizeof(never[0]); i++)
        assert_false(document_has(never[i]));
}

/* Of a metric in brief both names are the same figure. */
static void every_metric_is_a_number_of_the_document(void **state)
{
    (void)state;
    const struct metric *metric;
    char text[FORMAT_MAX];
    for (size_t i = 0; (metric = metric_at(i)); i++) {
        if (!document_has(metric->path))
            fail_msg("%s", metric->path);
        assert_string_equal(number(metric->path), metric_json_text(text, metric, outcome));
    }
}

/* --- checks --- */

static enum check_answer judged(const char *expression)
{
    struct check check;
    struct err err = {0};

    if (check_parse(&check, expression, &err))
        fail_msg("%s: %s", expression, err.text);
    return check_judge(&check, &result);
}

static void any_number_can_be_checked_in_the_unit_of_its_path(void **state)
{
    (void)state;
    assert_int_equal(judged("config.writers==4"), CHECK_YES);
    assert_int_equal(judged("tracing.lost_events>7"), CHECK_NO);
    assert_int_equal(judged("verdict.sync_p50_us==1ms"), CHECK_YES);
    assert_int_equal(judged("verdict.sync_p50_us < 1000.5"), CHECK_YES);
    assert_int_equal(judged("target.free_bytes>=4k"), CHECK_YES);
    assert_int_equal(judged("causes.not looked into==0"), CHECK_YES);
    assert_int_equal(judged("ordinary_round.shares_us.flush>1ms"), CHECK_UNKNOWN);
}

static void values_may_be_spelled_as_people_are_shown_them(void **state)
{
    (void)state;
    assert_int_equal(judged("max == 2.00 ms"), CHECK_YES);
    assert_int_equal(judged("max>1 ms"), CHECK_YES);
    assert_int_equal(judged("config.record_bytes==4 KiB"), CHECK_YES);
    assert_int_equal(judged("elapsed_s==500 ms"), CHECK_YES);
}

static const char *refused(const char *expression)
{
    static struct err err;
    struct check check;

    assert_true(check_parse(&check, expression, &err) < 0);
    return err.text;
}

static void a_wrong_name_is_refused_with_the_nearest(void **state)
{
    (void)state;
    assert_non_null(strstr(refused("causes.flsh>1"), "the nearest is causes.flush;"));
    assert_non_null(strstr(refused("flushes_per_recrd>1"), "the nearest is flushes_per_record;"));
    assert_non_null(strstr(refused("config.writer>1"), "the nearest is config.writers;"));
    assert_non_null(strstr(refused("causes.flush>1ms"), "1ms is nothing to compare causes.flush"));
    assert_non_null(strstr(refused("verdict.sync_p50_us>4k"), "in us, or a time"));
}

static void its_sentence_tells_the_number_or_that_there_is_none(void **state)
{
    (void)state;
    struct check check;
    char line[500];
    assert_int_equal(check_parse(&check, "verdict.sync_p50_us>0", NULL), 0);
    assert_string_equal(check_sentence(line, sizeof(line), &check, &result),
                        "verdict.sync_p50_us>0 holds: verdict.sync_p50_us is 1.00 ms");
    assert_int_equal(check_parse(&check, "config.writers>9", NULL), 0);
    assert_string_equal(check_sentence(line, sizeof(line), &check, &result),
                        "config.writers>9 does not hold: config.writers is 4");
    assert_int_equal(check_parse(&check, "config.rate_per_s>9", NULL), 0);
    assert_string_equal(check_sentence(line, sizeof(line), &check, &result),
                        "config.rate_per_s>9 cannot be judged: config.rate_per_s is n/a, because "
                        "the document has none there");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
        TEST(a_number_is_found_by_its_path_as_it_is_printed),
        TEST(what_is_null_or_no_number_is_not_found),
        TEST(what_a_document_may_have_is_known_before_there_is_one),
        TEST(every_metric_is_a_number_of_the_document),
        TEST(any_number_can_be_checked_in_the_unit_of_its_path),
        TEST(values_may_be_spelled_as_people_are_shown_them),
        TEST(a_wrong_name_is_refused_with_the_nearest),
        TEST(its_sentence_tells_the_number_or_that_there_is_none),
    };
    return cmocka_run_group_tests_name("document", tests, NULL, NULL);
}
