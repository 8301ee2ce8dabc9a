/* test_report_causes.c: why rounds were slow, in text and JSON, against
 * tests/golden/report-causes.*. Run with GOLDEN_UPDATE=1 to write those files anew, and read what
 * changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "report/causes.h"
#include "report/report.h"
#include "support/past.h"
#include "support/report_golden.h"
#include "support/strict_json.h"

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)

static int set_up(void **state)
{
    if (past_set_up(state))
        return -1;
    struct past *past = *state;
    struct snapshot *s = &past->snapshot;
    s->state = RUN_DONE;
    s->at_ns = UINT64_C(100000000000);
    s->interval_ns = s->active_ns = 606 * MS;
    s->slow_limit_ns = 720 * US;
    s->tracing.on = true;
    text_copy(s->target.dir, sizeof(s->target.dir), "/var/lib/data");
    text_copy(s->target.file_system, sizeof(s->target.file_system), "ext4");
    for (unsigned i = 0; i < 200; i++)
        histogram_add(&s->latency, 240 * US);
    s->rounds = s->records = s->syncs = 200;
    return 0;
}

static struct round add_slow(struct past *past, uint64_t at_ms, uint64_t latency_ns)
{
    const struct round round = {.start_ns = past->snapshot.at_ns - 606 * MS + at_ms * MS,
                                .latency_ns = latency_ns,
                                .write_ns = 3 * US,
                                .sync_ns = latency_ns - 4 * US,
                                .writer = 1,
                                .disk = {.flushes = 1, .sectors = 48, .syncs = 1}};
    histogram_add(&past->snapshot.latency, latency_ns);
    past->snapshot.rounds++;
    past->snapshot.slow_rounds++;
    slowest_keep(past->snapshot.slowest, &past->snapshot.slowest_count, &round);
    return round;
}

/* All of its latency but 100 us in SHARE. */
static struct inside *tell(struct past *past, const struct round *round, enum inside_origin origin,
                           enum cause cause, enum share share, const char *sentence)
{
    struct inside_round *at = &past->snapshot.inside[past->snapshot.inside_count++];
    *at = (struct inside_round){.round = *round, .inside = {.origin = origin, .cause = cause}};
    at->inside.ns[share] = round->latency_ns - 100 * US;
    at->inside.ns[SHARE_DATA] += 100 * US;
    text_copy(at->inside.sentence, sizeof(at->inside.sentence), sentence);
    return &at->inside;
}

/* One flush, one other program with a name that would drive a terminal, one inferred, one that was
 * not looked into. */
static void four_slow_rounds(struct past *past)
{
    struct inside_round *ordinary = &past->snapshot.ordinary;
    const struct round flush = add_slow(past, 10, 5970 * US),
                       others = add_slow(past, 20, 4400 * US),
                       inferred = add_slow(past, 30, 3000 * US);
    add_slow(past, 40, 2000 * US);
    tell(past, &flush, INSIDE_TRACED, CAUSE_FLUSH, SHARE_FLUSH,
         "5.87 of 5.97 ms in one flush (usually 81 us); nobody else wrote");
    struct inside *behind = tell(
        past, &others, INSIDE_TRACED, CAUSE_OTHERS, SHARE_OTHERS,
        "postgr\033[31m[812] wrote 3.2 MiB meanwhile; 4.30 ms in the queue behind it, which is "
        "a sentence that is broken");
    behind->other = (struct other_program){
        .who = "postgr\033[31m", .pid = 812, .bytes = 3355443, .requests = 40, .programs = 7};
    behind->others_count = 3;
    behind->others[0] = (struct inside_program){
        .who = "postgr\033[31m", .pid = 812, .bytes = 3355443, .requests = 40};
    behind->others[1] =
        (struct inside_program){.who = "dd", .pid = 5, .bytes = 8192, .requests = 2};
    behind->others[2] = (struct inside_program){
        .who = "writeback", .kernel = true, .pid = 0, .bytes = 4096, .requests = 1};
    behind->others_bytes = 3367731 + 4096;
    behind->others_requests = 47;
    tell(past, &inferred, INSIDE_INFERRED, CAUSE_FLUSH, SHARE_FLUSH, "2.90 of 3.00 ms in the sync")
        ->lost_events = 3;
    past->snapshot.tracing.lost_events = 3;
    past->snapshot.has_ordinary = true;
    ordinary->round = (struct round){.start_ns = past->snapshot.at_ns - MS, .latency_ns = 240 * US};
    ordinary->inside = (struct inside){.origin = INSIDE_TRACED};
    ordinary->inside.ns[SHARE_FLUSH] = 160 * US;
    ordinary->inside.ns[SHARE_DATA] = 79900;
    ordinary->inside.ns[SHARE_WRITE] = 100; /* too little for a word */
    past_add(past);
}

static char *printed(const struct past *past, report_print *print)
{
    const struct run_result result = {.history = past->history};
    return report_printed(print, &result);
}

static void put_document(FILE *out, const struct run_result *result)
{
    struct json j = {.out = out};
    struct round slowest[SNAPSHOT_SLOWEST];
    unsigned count = history_slowest(result->history, slowest);

    json_object(&j, NULL, JSON_LINES);
    causes_json(&j, result->history);
    json_array(&j, "slow_rounds", JSON_LINES);
    for (unsigned i = 0; i < count; i++) {
        json_object(&j, NULL, JSON_LINES);
        causes_json_round(&j, result->history, &slowest[i], 240 * US);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
}

static void causes_are_told_in_text_and_document(void **state)
{
    struct past *past = *state;
    four_slow_rounds(past);
    const struct run_result result = {.history = past->history};
    report_golden("causes.txt", report_text, &result);
    report_golden("causes.json", put_document, &result);
}

static void document_is_strict_and_text_is_harmless(void **state)
{
    struct past *past = *state;
    four_slow_rounds(past);
    char *document = printed(past, report_json), *text = printed(past, report_text);
    const char *rest = strict_json_skip(document);
    assert_non_null(rest);
    assert_string_equal(rest, "\n");
    assert_null(strchr(document, 033));
    assert_null(strchr(text, 033));
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        assert_true(text_length(line) <= 80);
    free(document);
    free(text);
}

static void summary_counts_by_cause_in_a_line(void **state)
{
    struct past *past = *state;
    four_slow_rounds(past);
    char *text = printed(past, report_summary);
    assert_non_null(strstr(text, "slow rounds  4: flush 2, other programs 1, not looked into 1\n"));
    free(text);
}

static void shares_in_the_document_add_up_to_the_latency(void **state)
{
    struct past *past = *state;
    four_slow_rounds(past);
    struct round slowest[SNAPSHOT_SLOWEST];
    history_slowest(past->history, slowest);
    const struct inside *inside = history_inside(past->history, &slowest[0]);
    char *document = printed(past, put_document);
    const char *at = strstr(document, "\"slow_rounds\"");
    uint64_t sum_ns = 0;
    for (int i = 0; i < SHARES; i++) {
        char name[64];
        snprintf(name, sizeof(name), "\"%s\": ", share_row((enum share)i)->name);
        assert_non_null(strstr(at, name));
        sum_ns += (uint64_t)(strtod(strstr(at, name) + strlen(name), NULL) * 1000 + 0.5);
    }
    assert_non_null(inside);
    assert_int_equal(sum_ns, slowest[0].latency_ns);
    free(document);
}

static void nothing_seen_is_null_and_gives_its_reason(void **state)
{
    struct past *past = *state;
    past->snapshot.tracing = (struct tracing){.reason = "not root: sudo fsyncscope would"};
    add_slow(past, 10, 5970 * US);
    past_add(past);
    char *document = printed(past, put_document), *text = printed(past, report_text);
    assert_non_null(strstr(document, "\"cause\": null"));
    assert_non_null(strstr(document, "\"cause_class\": null"));
    assert_non_null(strstr(document, "\"origin\": null"));
    assert_non_null(strstr(document, "\"shares_us\": null"));
    assert_non_null(strstr(document, "\"others\": null"));
    assert_non_null(strstr(document, "\"others_total\": null"));
    assert_non_null(strstr(document, "\"ordinary_round\": null"));
    assert_non_null(strstr(document, "\"not looked into\": 1"));
    assert_non_null(strstr(document, "\"reason\": \"not root: sudo fsyncscope would\""));
    assert_non_null(
        strstr(text, "looking inside rounds was off: not root: sudo fsyncscope would\n"));
    assert_null(strstr(text, "causes of"));
    free(document);
    free(text);
}

static void what_looking_inside_has_cost_is_told(void **state)
{
    struct past *past = *state;
    past->snapshot.tracing = (struct tracing){.on = true, .price = 0.1072};
    past_add(past);
    char *document = printed(past, put_document), *text = printed(past, report_text);
    assert_non_null(strstr(document, "\"cost_percent\": 10.7 }"));
    assert_non_null(
        strstr(text, "looking inside rounds has cost up to 11 % of their time; --trace off"));
    free(document);
    free(text);
    past->snapshot.tracing.price = 0.02;
    past_add(past);
    text = printed(past, report_text);
    assert_null(strstr(text, "has cost"));
    free(text);
}

static void of_a_round_while_watching_rested_that_is_told_as_the_reason(void **state)
{
    struct past *past = *state;
    const struct round round = add_slow(past, 10, 5970 * US);
    tell(past, &round, INSIDE_RESTED, CAUSE_NONE, SHARE_UNNAMED, "");
    past->snapshot.tracing.on = true;
    past_add(past);
    char *document = printed(past, put_document), *text = printed(past, report_text);
    assert_non_null(strstr(document,
                           "\"cause_reason\": \"not looked into: watching rests, since it "
                           "would cost more than 2 %\""));
    assert_non_null(strstr(document, "\"shares_us\": null"));
    assert_non_null(strstr(document, "\"origin\": null"));
    assert_non_null(strstr(document, "\"lost_events\": null"));
    assert_non_null(strstr(document, "\"watching rested\": 1"));
    assert_non_null(strstr(text, "not looked into: watching rests, since it would cost"));
    free(document);
    free(text);
}

static void nobody_else_is_an_empty_list(void **state)
{
    struct past *past = *state;
    const struct round flush = add_slow(past, 10, 5970 * US);
    tell(past, &flush, INSIDE_TRACED, CAUSE_FLUSH, SHARE_FLUSH, "one flush");
    past_add(past);
    char *document = printed(past, put_document);
    assert_non_null(strstr(document, "\"others\": []"));
    assert_non_null(strstr(document,
                           "\"others_total\": { \"programs\": 0, \"kib\": 0.0, \"read_kib\": 0.0, "
                           "\"discarded_kib\": 0.0, \"requests\": 0 }"));
    free(document);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, past_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(causes_are_told_in_text_and_document),
        CASE(document_is_strict_and_text_is_harmless),
        CASE(summary_counts_by_cause_in_a_line),
        CASE(shares_in_the_document_add_up_to_the_latency),
        CASE(nothing_seen_is_null_and_gives_its_reason),
        CASE(what_looking_inside_has_cost_is_told),
        CASE(of_a_round_while_watching_rested_that_is_told_as_the_reason),
        CASE(nobody_else_is_an_empty_list),
    };
    return cmocka_run_group_tests_name("report_causes", tests, NULL, NULL);
}
