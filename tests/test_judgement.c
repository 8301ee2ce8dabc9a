/* test_judgement.c: a preset's threshold while the load runs: its words, and its place on the
 * screen.
 */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/threshold.h"
#include "support/outcome_new.h"
#include "support/ui_stage.h"

#define MS UINT64_C(1000000)

/* --- words --- */

static struct outcome *etcd_with(unsigned syncs, uint64_t sync_ns)
{
    struct outcome *outcome = outcome_new();
    preset_apply(preset_find("etcd"), &outcome->config);
    for (unsigned i = 0; i < syncs; i++)
        histogram_add(&outcome->figures.sync, sync_ns);
    return outcome;
}

static void assert_live(struct outcome *outcome, bool hangs, enum check_answer answer,
                        const char *full, const char *brief)
{
    struct threshold_live live;
    assert_true(threshold_live(&live, preset_find("etcd"), outcome, hangs));
    assert_int_equal(live.answer, answer);
    assert_string_equal(live.form[0], full);
    assert_string_equal(live.form[2], brief);
    free(outcome);
}

static void a_live_threshold_is_told_with_its_figure(void **state)
{
    (void)state;
    assert_live(etcd_with(200, 2 * MS), false, CHECK_YES, "etcd sync_p99<10ms: met, 2.00 ms",
                "etcd: met");
    assert_live(etcd_with(200, 12 * MS), false, CHECK_NO, "etcd sync_p99<10ms: not met, 12.0 ms",
                "etcd: not met");
    assert_live(etcd_with(20, 2 * MS), false, CHECK_YES, "etcd sync_p99<10ms: met, ~2.00 ms",
                "etcd: met");
}

static void it_is_not_met_while_a_call_hangs(void **state)
{
    (void)state;
    assert_live(etcd_with(200, 2 * MS), true, CHECK_UNKNOWN,
                "etcd sync_p99<10ms: a call hangs, 2.00 ms", "etcd: a call hangs");
    assert_live(etcd_with(200, 12 * MS), true, CHECK_NO, "etcd sync_p99<10ms: not met, 12.0 ms",
                "etcd: not met");
}

static void what_is_not_the_presets_load_is_not_judged(void **state)
{
    (void)state;
    struct threshold_live live;
    struct outcome *outcome = etcd_with(0, 0);
    assert_false(threshold_live(&live, preset_find("etcd"), outcome, false));
    histogram_add(&outcome->figures.sync, MS);
    assert_true(threshold_live(&live, preset_find("etcd"), outcome, false));
    assert_false(threshold_live(&live, preset_find("redis"), outcome, false));
    assert_false(threshold_live(&live, NULL, outcome, false));
    outcome->config.record_bytes = 1;
    assert_false(threshold_live(&live, preset_find("etcd"), outcome, false));
    free(outcome);
}

/* --- place --- */

static bool say_met(void *ctx, const struct outcome *outcome, bool hangs, struct judgement *out)
{
    (void)outcome, (void)hangs;
    *out = (struct judgement){
        JUDGED_WELL, {"etcd sync_p99<10ms: met, 4.90 ms", "etcd: met, 4.90 ms", "etcd: met"}};
    return *(const bool *)ctx;
}

static struct stage *judged(const char *strategy, bool *says)
{
    struct stage *stage = stage_open(true);
    stage_visit(stage, "falloc-fdatasync", strategy, MS);
    stage->ui.state.judge = (struct judge){say_met, says};
    return stage;
}

static void the_fullest_form_that_fits_stands_beside_the_strategy(void **state)
{
    (void)state;
    bool says = true;
    struct stage *stage = judged("group", &says);
    assert_true(stage_shows(stage, 80, 24, "strategy group  "));
    assert_true(stage_shows(stage, 80, 24, " etcd sync_p99<10ms: met, 4.90 ms"));
    assert_true(stage_shows(stage, 120, 40, " etcd sync_p99<10ms: met, 4.90 ms"));
    assert_true(stage_shows(stage, 60, 16, "strategy group  "));
    assert_false(stage_shows(stage, 60, 16, "sync_p99"));
    assert_true(stage_shows(stage, 60, 16, " etcd: met"));
    stage_close(stage);
}

static void nothing_stands_there_without_a_judgement_or_room(void **state)
{
    (void)state;
    bool says = false;
    struct stage *stage = judged("group", &says);
    assert_false(stage_shows(stage, 120, 40, "etcd"));
    stage_close(stage);
    says = true;
    stage = judged("group+delay", &says);
    assert_false(stage_shows(stage, 120, 40, "etcd"));
    assert_true(stage_shows(stage, 80, 24, "delay 200 us"));
    stage_close(stage);
}

static void a_wish_that_is_not_at_work_yet_is_not_judged(void **state)
{
    (void)state;
    bool says = true;
    struct stage *stage = judged("group", &says);
    ui_key(&stage->ui, 'm');
    assert_false(stage_shows(stage, 120, 40, "etcd"));
    stage_close(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_live_threshold_is_told_with_its_figure),
        cmocka_unit_test(it_is_not_met_while_a_call_hangs),
        cmocka_unit_test(what_is_not_the_presets_load_is_not_judged),
        cmocka_unit_test(the_fullest_form_that_fits_stands_beside_the_strategy),
        cmocka_unit_test(nothing_stands_there_without_a_judgement_or_room),
        cmocka_unit_test(a_wish_that_is_not_at_work_yet_is_not_judged),
    };

    setlocale(LC_CTYPE, "C.UTF-8");
    return cmocka_run_group_tests_name("judgement", tests, NULL, NULL);
}
