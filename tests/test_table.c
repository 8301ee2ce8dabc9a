/* test_table.c: outcomes as CSV and in Prometheus' text format. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "report/labels.h"
#include "report/table.h"
#include "source/metric.h"
#include "support/outcome_new.h"

enum { OUTCOMES = 3 };

static struct outcome *outcome[OUTCOMES];
static struct target *target;
static struct report_table table;
static char *text;

static int set_up(void **state)
{
    (void)state;
    target = calloc(1, sizeof(*target));
    assert_non_null(target);
    text_copy(target->dir, sizeof(target->dir), "/srv");
    text_copy(target->file_system, sizeof(target->file_system), "ext4");
    for (int i = 0; i < OUTCOMES; i++)
        outcome[i] = outcome_new();
    table = (struct report_table){
        .target = target, .outcomes = (const struct outcome *const *)outcome, .count = 1};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (int i = 0; i < OUTCOMES; i++)
        free(outcome[i]);
    free(target);
    free(text);
    text = NULL;
    return 0;
}

static void add_rounds(struct outcome *o, unsigned count, uint64_t ns)
{
    for (unsigned i = 0; i < count; i++) {
        histogram_add(&o->figures.latency, ns);
        histogram_add(&o->figures.sync, ns);
    }
    o->figures.rounds += count;
    o->figures.records += count;
    o->figures.syncs += count;
    o->figures.active_ns += count * ns;
}

static const char *print(void (*report)(FILE *, const struct report_table *))
{
    size_t bytes;

    free(text);
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    report(out, &table);
    fclose(out);
    return text;
}

/* How often WORDS occur in what was printed. */
static unsigned times(const char *words)
{
    unsigned n = 0;

    for (const char *at = text; (at = strstr(at, words)); at++)
        n++;
    return n;
}

#define HAS(words)                                                                                 \
    do {                                                                                           \
        if (!strstr(text, words))                                                                  \
            fail_msg("no \"%s\" in:\n%s", words, text);                                            \
    } while (0)

/* --- CSV --- */

/* The field of the first row under NAME; no field of these tests is quoted before it. */
static const char *field(const char *name)
{
    static char found[200];
    const char *header = text, *row = strstr(text, "\r\n") + 2;

    for (;; header++, row++) {
        size_t length = strcspn(header, ",\r"), size = strcspn(row, ",\r");
        if (strlen(name) == length && strncmp(header, name, length) == 0) {
            snprintf(found, sizeof(found), "%.*s", (int)size, row);
            return found;
        }
        header += length;
        row += size;
        if (*header != ',' || *row != ',')
            fail_msg("no column %s in:\n%s", name, text);
    }
}

static void a_row_has_every_figure_under_its_name(void **state)
{
    (void)state;
    const struct metric *metric;
    char number[FORMAT_MAX];
    add_rounds(outcome[0], 200, 50001);
    text_copy(outcome[0]->figures.disk.reason, REASON_MAX, "tmpfs is on no disk");
    print(report_csv);
    for (size_t i = 0; (metric = metric_at(i)); i++)
        assert_string_equal(field(metric->path), metric_json_text(number, metric, outcome[0]));
    assert_string_equal(field("latency_us.max"), "50.001");
    assert_string_equal(field("write_us.p50"), "");
    assert_string_equal(field("disk.flushes"), "");
    assert_string_equal(field("disk.reason"), "tmpfs is on no disk");
    assert_string_equal(field("mode"), "append-fsync");
    assert_string_equal(field("durable"), "true");
    assert_string_equal(field("rate_per_s"), "");
}

static void lines_end_as_the_standard_says_and_fields_are_quoted(void **state)
{
    (void)state;
    text_copy(target->dir, sizeof(target->dir), "/a, \"b\"\n");
    text_copy(outcome[0]->error, sizeof(outcome[0]->error), "write: no space, left");
    print(report_csv);
    assert_int_equal(times("\r\n"), 2);
    assert_int_equal(times("\n"), 2);
    HAS(",\"write: no space, left\",");
    HAS(",\"/a, \"\"b\"\"\\x0a\",");
}

static void each_outcome_is_a_row_and_none_leaves_the_header(void **state)
{
    (void)state;
    table.count = 3;
    print(report_csv);
    assert_int_equal(times("\r\n"), 4);
    table.count = 0;
    print(report_csv);
    assert_int_equal(times("\r\n"), 1);
}

static void a_row_has_the_warnings_that_are_its_own(void **state)
{
    (void)state;
    static const struct warning warnings[] = {
        {.id = "memory-backed"}, {.id = "not-durable"}, {.id = "io-error"}};
    table.warnings = warnings;
    table.warning_count = 3;
    print(report_csv);
    assert_string_equal(field("warnings"), "memory-backed");
    outcome[0]->config.durable = false;
    text_copy(outcome[0]->error, sizeof(outcome[0]->error), "EIO");
    print(report_csv);
    assert_string_equal(field("warnings"), "memory-backed;io-error;not-durable");
}

static void an_interruption_of_the_whole_is_one_of_each_row(void **state)
{
    (void)state;
    print(report_csv);
    assert_string_equal(field("interrupted"), "false");
    table.interrupted = true;
    print(report_csv);
    assert_string_equal(field("interrupted"), "true");
}

/* --- Prometheus --- */

static void buckets_are_cumulative_and_end_at_the_count(void **state)
{
    (void)state;
    add_rounds(outcome[0], 10, 1500);
    add_rounds(outcome[0], 5, 3000000);
    print(report_openmetrics);
    HAS("# TYPE fsyncscope_latency_seconds histogram\n");
    HAS("le=\"0.000001\"} 0\n");
    HAS("le=\"0.000002\"} 10\n");
    HAS("le=\"0.002048\"} 10\n");
    HAS("le=\"0.004096\"} 15\n");
    HAS("le=\"+Inf\"} 15\n");
    HAS("fsyncscope_latency_seconds_count{mode=\"append-fsync\"");
    HAS("file_system=\"ext4\"} 0.015015000\n");
}

static void what_was_not_measured_is_a_comment_with_its_reason(void **state)
{
    (void)state;
    text_copy(outcome[0]->figures.disk.reason, REASON_MAX, "tmpfs is on no disk");
    add_rounds(outcome[0], 10, 1500);
    print(report_openmetrics);
    HAS("# fsyncscope_disk_flushes_total: n/a\n");
    HAS("# fsyncscope_response_seconds: n/a\n");
    HAS("# fsyncscope_disk of append-fsync, alone: tmpfs is on no disk\n");
    assert_int_equal(times("\nfsyncscope_disk_flushes"), 0);
    assert_int_equal(times("nan") + times("NaN"), 0);
}

static void units_are_seconds_and_bytes(void **state)
{
    (void)state;
    add_rounds(outcome[0], 10, 1500);
    outcome[0]->figures.disk.has_sectors = true;
    outcome[0]->figures.disk.sectors = 3;
    print(report_openmetrics);
    HAS("file_system=\"ext4\"} 0.000015000\n"); /* elapsed */
    HAS("\nfsyncscope_disk_written_bytes_total{");
    HAS("file_system=\"ext4\"} 1536\n");
    HAS("percentile=\"99.9\"} 0.000001500\n");
}

static void labels_tell_configurations_apart_and_are_escaped(void **state)
{
    (void)state;
    text_copy(target->dir, sizeof(target->dir), "/a\"b\\c\n");
    outcome[1]->config.writers = 16;
    outcome[1]->config.file_bytes = 65536;
    add_rounds(outcome[0], 10, 1500);
    add_rounds(outcome[1], 10, 1500);
    table.count = 2;
    print(report_openmetrics);
    HAS("target=\"/a\\\"b\\\\c\\\\x0a\"");
    HAS("writers=\"16\"");
    HAS("file_bytes=\"\""); /* the mode's own */
    HAS("file_bytes=\"65536\"");
    assert_int_equal(times("# TYPE fsyncscope_rounds_total counter\n"), 1);
    assert_int_equal(times("\nfsyncscope_rounds_total{"), 2);
}

static void a_configuration_that_comes_twice_is_told_once(void **state)
{
    (void)state;
    for (int i = 0; i < OUTCOMES; i++)
        add_rounds(outcome[i], 10, 1500);
    outcome[1]->config.delay_ns = 5; /* alone does not use it */
    outcome[1]->config.stop_rounds = 5;
    outcome[2]->config.batch = 2;
    table.count = 3;
    print(report_openmetrics);
    assert_int_equal(times("\nfsyncscope_rounds_total{"), 2);
    assert_false(labels_repeated(&table, 0));
    assert_true(labels_repeated(&table, 1));
    assert_false(labels_repeated(&table, 2));
}

static void states_and_warnings_are_samples(void **state)
{
    (void)state;
    static const struct warning warnings[] = {{.id = "memory-backed"}};
    outcome[0]->config.durable = false;
    table.warnings = warnings;
    table.warning_count = 1;
    table.interrupted = true;
    print(report_openmetrics);
    HAS("id=\"memory-backed\"} 1\n");
    HAS("id=\"not-durable\"} 1\n");
    HAS("\nfsyncscope_interrupted{");
    assert_non_null(strstr(strstr(text, "\nfsyncscope_interrupted{"), "} 1\n# HELP"));
    assert_non_null(strstr(strstr(text, "\nfsyncscope_durable{"), "} 0\n"));
}

static void slow_rounds_are_counted_by_cause(void **state)
{
    (void)state;
    add_rounds(outcome[0], 10, 1000000);
    outcome[0]->causes[CAUSE_NONE] = 3;
    outcome[0]->causes[CAUSE_RESTED] = 2;
    print(report_openmetrics);
    HAS("# TYPE fsyncscope_slow_rounds_total counter\n");
    HAS(",cause=\"not looked into\"} 3\n");
    HAS(",cause=\"watching rested\"} 2\n");
    assert_int_equal(times("cause=\"flush\""), 0); /* nothing was seen: no 0 */
    outcome[0]->causes[CAUSE_OTHERS] = 2;
    print(report_openmetrics);
    HAS(",cause=\"other programs\"} 2\n");
    HAS(",cause=\"flush\"} 0\n");
}

static void the_end_is_marked_even_of_nothing(void **state)
{
    (void)state;
    table.count = 0;
    table.target = NULL;
    assert_string_equal(print(report_openmetrics), "# nothing was measured\n# EOF\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
        TEST(a_row_has_every_figure_under_its_name),
        TEST(lines_end_as_the_standard_says_and_fields_are_quoted),
        TEST(each_outcome_is_a_row_and_none_leaves_the_header),
        TEST(a_row_has_the_warnings_that_are_its_own),
        TEST(an_interruption_of_the_whole_is_one_of_each_row),
        TEST(buckets_are_cumulative_and_end_at_the_count),
        TEST(what_was_not_measured_is_a_comment_with_its_reason),
        TEST(units_are_seconds_and_bytes),
        TEST(labels_tell_configurations_apart_and_are_escaped),
        TEST(a_configuration_that_comes_twice_is_told_once),
        TEST(states_and_warnings_are_samples),
        TEST(slow_rounds_are_counted_by_cause),
        TEST(the_end_is_marked_even_of_nothing),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
