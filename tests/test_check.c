/* test_check.c: expressions over figures, parsed and judged; presets and their thresholds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/options.h"
#include "base/text.h"
#include "report/report.h"
#include "report/threshold.h"
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

static enum check_answer judged(const char *expression)
{
    struct check check;
    struct err err = {0};

    if (check_parse(&check, expression, &err))
        fail_msg("%s: %s", expression, err.text);
    return check_judge(&check, &(struct run_result){.outcome = outcome});
}

static void each_comparison_holds_just_where_it_should(void **state)
{
    (void)state;
    static const struct {
        const char *op;
        enum check_answer below, same, above; /* of the figure 2 against the value */
    } rows[] = {
        {"<", CHECK_NO, CHECK_NO, CHECK_YES},  {"<=", CHECK_NO, CHECK_YES, CHECK_YES},
        {">", CHECK_YES, CHECK_NO, CHECK_NO},  {">=", CHECK_YES, CHECK_YES, CHECK_NO},
        {"==", CHECK_NO, CHECK_YES, CHECK_NO}, {"!=", CHECK_YES, CHECK_NO, CHECK_YES},
    };
    add_syncs(2, 50000);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char text[40];
        snprintf(text, sizeof(text), "syncs%s1", rows[i].op);
        assert_int_equal(judged(text), rows[i].below);
        snprintf(text, sizeof(text), "syncs %s 2", rows[i].op);
        assert_int_equal(judged(text), rows[i].same);
        snprintf(text, sizeof(text), " syncs%s 2.5 ", rows[i].op);
        assert_int_equal(judged(text), rows[i].above);
    }
}

static void values_take_the_units_of_their_figure_or_the_documents(void **state)
{
    (void)state;
    add_syncs(10, 50000);
    outcome->figures.padded_bytes = 4096;
    outcome->figures.active_ns = 2000000000;
    assert_int_equal(judged("max==50us"), CHECK_YES);
    assert_int_equal(judged("max==0.05ms"), CHECK_YES);
    assert_int_equal(judged("latency_us.max==50"), CHECK_YES);
    assert_int_equal(judged("elapsed_s==2"), CHECK_YES);
    assert_int_equal(judged("elapsed_s==2000ms"), CHECK_YES);
    assert_int_equal(judged("padding_bytes==4k"), CHECK_YES);
    assert_int_equal(judged("padding_bytes==4096"), CHECK_YES);
    outcome->figures.disk.has_sectors = true;
    outcome->figures.disk.sectors = 8;
    assert_int_equal(judged("kib_written==4"), CHECK_YES);
    assert_int_equal(judged("kib_written==4k"), CHECK_YES);
}

/* The document prints 0.3333: whoever compares that must come to the same answer. */
static void a_figure_is_compared_as_the_document_prints_it(void **state)
{
    (void)state;
    add_syncs(3, 50000);
    outcome->figures.disk.available = true;
    outcome->figures.disk.flushes = 1;
    assert_int_equal(judged("flushes_per_record==0.3333"), CHECK_YES);
    assert_int_equal(judged("flushes_per_record>0.3333"), CHECK_NO);
}

static void what_was_not_measured_is_neither_true_nor_false(void **state)
{
    (void)state;
    static const char *const expressions[] = {
        "p99>1ns", "p99<1s", "p99==0", "p99!=0", "flushes_per_record<1", "response_p50>0"};
    for (size_t i = 0; i < sizeof(expressions) / sizeof(expressions[0]); i++)
        assert_int_equal(judged(expressions[i]), CHECK_UNKNOWN);
    assert_int_equal(judged("records==0"), CHECK_YES);
}

static void what_is_no_expression_is_refused_with_what_is_allowed(void **state)
{
    (void)state;
    static const struct {
        const char *expression, *words;
    } rows[] = {
        {"", "no comparison"},
        {"p99", "no comparison"},
        {"p99=10ms", "no comparison"},
        {"p98>10ms", "no figure of that name, the nearest is p90; allowed is NAME OP VALUE"},
        {">10ms", "no figure of that name"},
        {"p99>", "'' is nothing to compare p99 with; allowed is a number of 0 or more in us, or a "
                 "time with its unit, as 10ms"},
        {"p99>10 m s", "10m s is nothing"},
        {"p99>-1", "-1 is nothing"},
        {"p99>nan", "nan is nothing"},
        {"p99>1e3", "1e3 is nothing"},
        {"p99>>1", ">1 is nothing"},
        {"p99>4k", "4k is nothing"},
        {"records>1k", "1k is nothing to compare records with; allowed is a number of 0 or more"},
        {"kib_written>1x", "in KiB, or a size with its unit, as 4k"},
        {"p99>10ms,p50>1ms", "10ms,p50>1ms is nothing"},
        {"pppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp>1", "too long"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct check check;
        struct err err = {0};
        assert_true(check_parse(&check, rows[i].expression, &err) < 0);
        if (!strstr(err.text, rows[i].words))
            fail_msg("%s: %s", rows[i].expression, err.text);
    }
}

static const char *sentence(const char *expression)
{
    static char text[1000];
    struct check check;

    assert_int_equal(check_parse(&check, expression, NULL), 0);
    return check_sentence(text, sizeof(text), &check, &(struct run_result){.outcome = outcome});
}

static void sentences_tell_the_figure_or_why_there_is_none(void **state)
{
    (void)state;
    assert_string_equal(sentence("p99>10ms"),
                        "p99>10ms cannot be judged: p99 is n/a, because no round was finished");
    add_syncs(200, 12000000);
    assert_string_equal(sentence("max>10ms"), "max>10ms holds: max is 12.0 ms");
    assert_string_equal(sentence("records<5"), "records<5 does not hold: records is 200");
    text_copy(outcome->figures.disk.reason, REASON_MAX, "tmpfs is on no disk");
    assert_string_equal(sentence("flushes_per_record<1"),
                        "flushes_per_record<1 cannot be judged: flushes_per_record is n/a, "
                        "because tmpfs is on no disk");
    assert_non_null(strstr(sentence("response_p50>1"), "open loop"));
    assert_non_null(strstr(sentence("median_round.flushes>1"), "not read for a round"));
}

/* --- options --- */

static int parse(const char *line, struct options *out, struct err *err)
{
    static char buffer[1000];
    char *argv[40] = {"fsyncscope"}, *save = NULL;
    int argc = 1;

    text_copy(buffer, sizeof(buffer), line);
    for (char *word = strtok_r(buffer, " ", &save); word; word = strtok_r(NULL, " ", &save))
        argv[argc++] = word;
    return options_parse(argc, argv, out, err);
}

static void checks_are_taken_in_order_and_for_run_alone(void **state)
{
    (void)state;
    struct options o;
    struct err err = {0};
    assert_int_equal(parse("run --fail-if p99>10ms --fail-if=syncs<5 .", &o, &err), 0);
    assert_int_equal(o.check_count, 2);
    assert_string_equal(o.checks[0], "p99>10ms");
    assert_string_equal(o.checks[1], "syncs<5");
    assert_true(parse("run --fail-if p98>1", &o, &err) < 0);
    assert_non_null(strstr(
        err.text, "--fail-if p98>1: there is no figure of that name, the nearest is p90; allowed"));
    assert_true(parse("--fail-if p99>1", &o, &err) < 0);
    assert_string_equal(err.text, "--fail-if: is for `fsyncscope run`");
}

static void a_preset_is_a_configuration_that_later_options_override(void **state)
{
    (void)state;
    struct options o;
    struct err err = {0};
    assert_int_equal(parse("run -w 4 -s 1 --preset etcd -c 5", &o, &err), 0);
    assert_string_equal(o.config.mode, "falloc-fdatasync");
    assert_int_equal(o.config.record_bytes, 2300);
    assert_int_equal(o.config.writers, 4);
    assert_true(preset_is(o.preset, &o.config));
    assert_int_equal(parse("--preset etcd -m fsync -s 100", &o, &err), 0);
    assert_string_equal(o.config.mode, "overwrite-fsync");
    assert_int_equal(o.config.record_bytes, 100);
    assert_false(preset_is(o.preset, &o.config));
    assert_true(parse("run --preset oracle", &o, &err) < 0);
    assert_string_equal(err.text, "--preset oracle: allowed is one of etcd, postgresql, innodb, "
                                  "redis, sqlite");
}

static void every_preset_can_be_run_and_its_threshold_parsed(void **state)
{
    (void)state;
    const struct preset *preset;
    for (size_t i = 0; (preset = preset_at(i)); i++) {
        char line[100];
        struct options o;
        struct err err = {0};
        struct check check;
        snprintf(line, sizeof(line), "run -m %s -S %s --preset %s", preset->mode, preset->strategy,
                 preset->name);
        assert_int_equal(parse(line, &o, &err), 0);
        assert_ptr_equal(preset_find(preset->name), preset);
        assert_true(strlen(preset->source) > 0 && strlen(preset->what) > 0);
        if (preset->threshold)
            assert_int_equal(check_parse(&check, preset->threshold, &err), 0);
    }
}

/* --- thresholds --- */

static const char *threshold(const char *name, bool memory)
{
    static char *text;
    size_t bytes;

    free(text);
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    threshold_text(out, preset_find(name), outcome, memory);
    fclose(out);
    /* One line: where it was broken is not the matter here. */
    for (char *c = text; (c = strstr(c, "\n             "));)
        memmove(c + 1, c + 14, strlen(c + 14) + 1), *c = ' ';
    return text;
}

#define TELLS(name, memory, words)                                                                 \
    do {                                                                                           \
        const char *told = threshold(name, memory);                                                \
        if (!strstr(told, words))                                                                  \
            fail_msg("no \"%s\" in: %s", words, told);                                             \
    } while (0)

static void a_threshold_is_met_or_not_by_the_figure_that_is_shown(void **state)
{
    (void)state;
    preset_apply(preset_find("etcd"), &outcome->config);
    add_syncs(1000, 9000000);
    TELLS("etcd", false, "etcd: sync_p99<10ms is met: sync_p99 is 9.00 ms");
    add_syncs(20, 11000000);
    TELLS("etcd", false, "etcd: sync_p99<10ms is not met: sync_p99 is 1");
}

static void where_none_is_published_the_figure_stands_alone(void **state)
{
    (void)state;
    preset_apply(preset_find("redis"), &outcome->config);
    add_syncs(1000, 9000000);
    TELLS("redis", false, "redis: no threshold published: sync_p99 is 9.00 ms");
}

static void what_speaks_against_a_verdict_is_said_with_it(void **state)
{
    (void)state;
    preset_apply(preset_find("etcd"), &outcome->config);
    TELLS("etcd", false, "cannot be judged");
    add_syncs(50, 900000);
    TELLS("etcd", false, "under 100");
    add_syncs(100, 900000);
    TELLS("etcd", true, "memory");
    outcome->config.record_bytes = 1;
    TELLS("etcd", false, "not the preset's own");
    outcome->config.durable = false;
    TELLS("etcd", false, "not durable");
    text_copy(outcome->error, sizeof(outcome->error), "fdatasync: EIO");
    TELLS("etcd", false, "cannot be judged");
    assert_null(strstr(threshold("etcd", false), "is met"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
        TEST(each_comparison_holds_just_where_it_should),
        TEST(values_take_the_units_of_their_figure_or_the_documents),
        TEST(a_figure_is_compared_as_the_document_prints_it),
        TEST(what_was_not_measured_is_neither_true_nor_false),
        TEST(what_is_no_expression_is_refused_with_what_is_allowed),
        TEST(sentences_tell_the_figure_or_why_there_is_none),
        TEST(checks_are_taken_in_order_and_for_run_alone),
        TEST(a_preset_is_a_configuration_that_later_options_override),
        TEST(every_preset_can_be_run_and_its_threshold_parsed),
        TEST(a_threshold_is_met_or_not_by_the_figure_that_is_shown),
        TEST(where_none_is_published_the_figure_stands_alone),
        TEST(what_speaks_against_a_verdict_is_said_with_it),
    };
    return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
