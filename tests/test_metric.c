/* test_metric.c: every figure by its name, as the document prints it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "source/metric.h"
#include "support/outcome_new.h"

static struct outcome *outcome;

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
    return 0;
}

/* 200 rounds of 2 records in a tenth of a second, 150 flushes, 600.5 KiB. */
static void fill(void)
{
    struct figures *f = &outcome->figures;

    for (int i = 0; i < 200; i++) {
        histogram_add(&f->latency, 50001);
        histogram_add(&f->sync, 40000);
    }
    f->rounds = 200;
    f->records = 400;
    f->syncs = 100;
    f->active_ns = 100000000;
    f->sharing.split.sync_ns = 200 * 40000 + 199;
    f->disk.available = f->disk.has_sectors = true;
    f->disk.flushes = 150;
    f->disk.sectors = 1201;
}

static double value(const char *name)
{
    const struct metric *metric = metric_find(name);
    assert_non_null(metric);
    return metric_value(metric, outcome);
}

static double printed(const char *name)
{
    const struct metric *metric = metric_find(name);
    assert_non_null(metric);
    const struct metric_range range = metric_json_range(metric, outcome);
    assert_true(range.least == range.most || isnan(range.least));
    return range.least;
}

static const char *text(const char *name)
{
    static char buf[FORMAT_MAX];
    return metric_json_text(buf, metric_find(name), outcome);
}

static void names_and_paths_are_unique_and_find_their_row(void **state)
{
    (void)state;
    size_t count = 0;
    for (const struct metric *a; (a = metric_at(count)); count++) {
        assert_ptr_equal(metric_find(a->path), a);
        assert_ptr_equal(metric_find(a->name), a);
        assert_true(strlen(a->help) > 0 && !strchr(a->help, '\n'));
        for (size_t k = 0; k < count; k++) {
            assert_string_not_equal(metric_at(k)->path, a->path);
            assert_string_not_equal(metric_at(k)->name, a->name);
            assert_string_not_equal(metric_at(k)->path, a->name);
            assert_string_not_equal(metric_at(k)->name, a->path);
        }
    }
    assert_true(count > 40);
    assert_null(metric_find("p98"));
    assert_null(metric_find(""));
}

static void brief_and_long_names_are_one_figure(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"p50", "latency_us.p50"},
        {"sync_p99", "sync_us.p99"},
        {"write_p999", "write_us.p999"},
        {"response_max", "response_us.max"},
        {"flushes_per_record", "disk.flushes_per_record"},
        {"kib_written", "disk.kib_written"},
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        assert_ptr_equal(metric_find(pairs[i][0]), metric_find(pairs[i][1]));
}

static void values_are_in_the_base_and_printed_in_the_unit_of_the_document(void **state)
{
    (void)state;
    fill();
    assert_true(value("p50") == 50001 && printed("p50") == 50.001);
    assert_string_equal(text("p50"), "50.001");
    assert_true(value("elapsed_s") == 1e8 && printed("elapsed_s") == 0.1);
    assert_string_equal(text("elapsed_s"), "0.100000000");
    assert_true(value("kib_written") == 1201 * 512 && printed("kib_written") == 600.5);
    assert_string_equal(text("kib_written"), "600.5");
    assert_true(value("records_per_s") == 4000 && value("rounds_per_s") == 2000);
    assert_true(value("records_per_sync") == 4);
    assert_true(value("flushes_per_record") == 0.375);
    assert_string_equal(text("flushes_per_record"), "0.3750");
    assert_string_equal(text("kib_per_record"), "1.5013");
    assert_true(printed("kib_per_record") == 1.5013);
    assert_true(value("split_sync") == 40000); /* rounded down, as the document has it */
}

static void a_figure_that_was_not_measured_is_no_number(void **state)
{
    (void)state;
    static const char *const unknown[] = {
        "p50",           "mean",    "sync_p99",    "write_min",          "response_count",
        "records_per_s", "flushes", "kib_written", "flushes_per_record", "kib_per_record",
        "split_queue",
    };
    for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++) {
        assert_true(isnan(value(unknown[i])));
        assert_true(isnan(printed(unknown[i])));
        assert_string_equal(text(unknown[i]), "");
    }
    assert_true(value("count") == 0 && value("records") == 0 && value("write_count") == 0);
}

static void response_is_a_figure_of_open_loop_alone(void **state)
{
    (void)state;
    histogram_add(&outcome->figures.response, 1000);
    assert_true(isnan(value("response_p50")) && isnan(value("response_count")));
    outcome->config.rate_per_s = 10;
    assert_true(value("response_p50") == 1000 && value("response_count") == 1);
}

static void what_is_at_risk_is_a_figure_of_strategies_that_keep_the_account(void **state)
{
    (void)state;
    outcome->risk_most = (struct risk){.records = 3, .bytes = 12288, .ns = 1500000};
    assert_true(isnan(value("at_risk.most_ms")) && isnan(value("backlog_records")));
    outcome->has_risk = true;
    outcome->config.rate_per_s = 5;
    outcome->backlog = 7;
    assert_true(value("at_risk.most_ms") == 1500000 && printed("at_risk.most_ms") == 1.5);
    assert_true(value("at_risk_most_bytes") == 12288 && value("at_risk.records") == 0);
    assert_true(value("backlog_records") == 7);
}

static void delays_are_means_over_the_leaders_that_waited(void **state)
{
    (void)state;
    assert_true(isnan(value("delay.asked_us")));
    outcome->figures.sharing.delays = 3;
    outcome->figures.sharing.delay_asked_ns = 3002;
    assert_true(value("delay.asked_us") == 1000 && printed("delay.asked_us") == 1);
}

static void the_median_round_is_told_with_its_disk_or_by_the_median_alone(void **state)
{
    (void)state;
    assert_true(isnan(value("median_round.latency_us")));
    fill();
    assert_true(value("median_round.latency_us") == 50001);
    assert_true(isnan(value("median_round.flushes")));
    outcome->has_typical = true;
    outcome->typical =
        (struct round){.latency_ns = 50100, .disk = {.flushes = 1, .sectors = 56, .syncs = 1}};
    assert_true(printed("median_round.latency_us") == 50.1);
    assert_true(printed("median_round.flushes") == 1);
    assert_true(printed("median_round.kib_written") == 28);
    outcome->typical.disk.syncs = 3; /* not its own */
    assert_true(isnan(value("median_round.kib_written")));
}

static void a_suggested_delay_is_half_the_median_sync_of_who_waits_for_siblings(void **state)
{
    (void)state;
    fill();
    assert_true(isnan(value("delay.suggested_us")) && isnan(value("delay.count")));
    outcome->config.uses_siblings = outcome->config.uses_delay = true;
    assert_true(value("delay.suggested_us") == 20000 && value("delay.count") == 0);
}

static void totals_count_up_and_ratios_do_not(void **state)
{
    (void)state;
    assert_true(metric_find("records")->counts_up && metric_find("flushes")->counts_up);
    assert_true(metric_find("elapsed_s")->counts_up && metric_find("count")->counts_up);
    assert_false(metric_find("p99")->counts_up || metric_find("records_per_s")->counts_up);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
        TEST(names_and_paths_are_unique_and_find_their_row),
        TEST(brief_and_long_names_are_one_figure),
        TEST(values_are_in_the_base_and_printed_in_the_unit_of_the_document),
        TEST(a_figure_that_was_not_measured_is_no_number),
        TEST(response_is_a_figure_of_open_loop_alone),
        TEST(what_is_at_risk_is_a_figure_of_strategies_that_keep_the_account),
        TEST(delays_are_means_over_the_leaders_that_waited),
        TEST(the_median_round_is_told_with_its_disk_or_by_the_median_alone),
        TEST(a_suggested_delay_is_half_the_median_sync_of_who_waits_for_siblings),
        TEST(totals_count_up_and_ratios_do_not),
    };
    return cmocka_run_group_tests_name("metric", tests, NULL, NULL);
}
