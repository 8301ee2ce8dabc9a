/* test_report_unlooked.c: why a slow round has no cause, in text, JSON and counts: nobody watched,
 * too many at once, not known to be slow; never "not yet", for a document tells of what has ended.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/causes.h"
#include "report/report.h"
#include "source/causes.h"
#include "support/past.h"
#include "support/report_golden.h"

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)

static struct snapshot *snapshot;
static struct history *history;

static int set_up(void **state)
{
    if (past_set_up(state))
        return -1;
    struct past *past = *state;
    snapshot = &past->snapshot;
    history = past->history;
    past_next(past, 100 * MS);
    snapshot->slow_limit_ns = 720 * US;
    snapshot->tracing.on = true;
    for (unsigned i = 0; i < 200; i++)
        histogram_add(&snapshot->latency, 240 * US);
    snapshot->rounds = snapshot->records = snapshot->syncs = 200;
    return 0;
}

static struct round add_round(uint32_t writer, uint64_t latency_ns)
{
    const struct round round = {.start_ns = snapshot->at_ns - 50 * MS,
                                .latency_ns = latency_ns,
                                .write_ns = 3 * US,
                                .sync_ns = latency_ns - 4 * US,
                                .writer = writer};
    histogram_add(&snapshot->latency, latency_ns);
    snapshot->rounds++;
    snapshot->slow_rounds += latency_ns > snapshot->slow_limit_ns;
    slowest_keep(snapshot->slowest, &snapshot->slowest_count, &round);
    return round;
}

static void tell(const struct round *round, enum inside_origin origin, enum cause cause)
{
    struct inside_round *at = &snapshot->inside[snapshot->inside_count++];
    *at = (struct inside_round){.round = *round, .inside = {.origin = origin, .cause = cause}};
    if (origin != INSIDE_RESTED)
        strcpy(at->inside.sentence, "what it was");
}

static char *text_of(report_print *print)
{
    const struct run_result result = {.history = history};
    return report_printed(print, &result);
}

/* One that rested, one of too many, one inferred. */
static void three_slow_rounds(void)
{
    const struct round rested = add_round(1, 9 * MS), inferred = add_round(2, 8 * MS);
    add_round(3, 7 * MS);
    tell(&rested, INSIDE_RESTED, CAUSE_NONE);
    tell(&inferred, INSIDE_INFERRED, CAUSE_UNNAMED);
    history_add(history, snapshot);
}

#define assert_has(text, words) assert_non_null(strstr(text, words))

static void reasons_are_told_apart(void **state)
{
    (void)state;
    three_slow_rounds();
    char *text = text_of(report_text), *document = text_of(report_json);
    assert_has(text, "not looked into: watching rests, since it would cost more than 2 %\n");
    assert_has(text, "not looked into: too many were slow at once\n");
    assert_has(text, "inferred: what it was\n");
    assert_has(document, "\"cause_reason\": \"not looked into: watching rests,");
    assert_has(document, "\"cause_reason\": \"not looked into: too many were slow at once\"");
    assert_null(strstr(text, "yet"));
    assert_null(strstr(document, "not yet"));
    free(text);
    free(document);
}

static void counts_are_told_apart(void **state)
{
    (void)state;
    three_slow_rounds();
    char *text = text_of(report_summary), *document = text_of(report_json);
    assert_has(text, "slow rounds  3: in the sync 1, watching rested 1, not looked into 1\n");
    assert_has(document, "\"not named\": 0, \"in the sync\": 1, \"watching rested\": 1, "
                         "\"not looked into\": 1 }");
    assert_has(document, "\"cause_class\": \"in the sync\"");
    free(text);
    free(document);
}

static void slow_by_the_whole_runs_median_alone_is_no_case_of_too_many(void **state)
{
    (void)state;
    const struct round told = add_round(1, 9 * MS);
    tell(&told, INSIDE_TRACED, CAUSE_FLUSH);
    history_add(history, snapshot);
    snapshot->at_ns += 100 * MS;
    snapshot->inside_count = snapshot->slowest_count = 0;
    snapshot->slow_rounds = 0;
    snapshot->slow_limit_ns = 5 * MS;
    add_round(2, 4 * MS);
    history_add(history, snapshot);
    char *document = text_of(report_json), *text = text_of(report_text);
    assert_has(document, "\"cause_reason\": \"not looked into: it was not known to be slow then\"");
    assert_has(text, "not looked into: it was not known to be slow then\n");
    assert_null(strstr(document, "too many"));
    free(document);
    free(text);
}

static void unlooked_ones_come_last_however_many(void **state)
{
    (void)state;
    const uint64_t counts[CAUSES] = {
        [CAUSE_NONE] = 50, [CAUSE_RESTED] = 40, [CAUSE_FLUSH] = 1, [CAUSE_SYNC] = 2};
    static const enum cause order[] = {CAUSE_SYNC, CAUSE_FLUSH, CAUSE_RESTED, CAUSE_NONE, CAUSES};
    bool told[CAUSES] = {false};
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
        assert_int_equal(causes_next(counts, told), order[i]);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, past_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(reasons_are_told_apart),
        CASE(counts_are_told_apart),
        CASE(slow_by_the_whole_runs_median_alone_is_no_case_of_too_many),
        CASE(unlooked_ones_come_last_however_many),
    };
    return cmocka_run_group_tests_name("report_unlooked", tests, NULL, NULL);
}
