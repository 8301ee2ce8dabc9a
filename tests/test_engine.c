/* test_engine.c: the engine on a simulated disk: what is counted, in which configuration, and what
 * a change or a pause does to it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/text.h"
#include "engine/strategy.h"
#include "support/rig.h"

static void a_run_of_n_rounds_counts_exactly_n(void **state)
{
    struct rig *rig = *state;
    for (size_t i = 0; strategy_at(i); i++) {
        struct config config = rig_config(4, strategy_at(i)->about.name);
        config.stop_rounds = 500;
        config.batch = 2;
        rig_start(rig, &config);
        rig_wait_state(rig, RUN_DONE);
        const struct totals *t = &rig->totals[1];
        assert_int_equal(t->rounds, 500);
        assert_int_equal(t->histogram_count, 500);
        assert_int_equal(t->records, 1000);
        assert_true(t->syncs <= 500);
        assert_true(t->syncs > 0 || !strategy_at(i)->about.durable);
        if (i == 0)
            assert_int_equal(t->syncs, 500);
        rig_stop(rig);
    }
}

static void no_round_is_counted_in_another_configuration(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_config(4, "group");
    rig_start(rig, &config);
    for (unsigned i = 1; i <= 20; i++) {
        rig_wait_state(rig, RUN_LIVE);
        config.batch = 1 + i % 3;
        config.stop_rounds = 0;
        engine_apply(rig->engine, &config);
        do
            rig_next(rig);
        while (rig->snapshot.config.batch != config.batch);
        assert_int_equal(rig->snapshot.rounds * config.batch, rig->snapshot.records);
    }
    /* The last one is limited: exactly its own rounds may stand in its generation. */
    config.batch = 1;
    config.stop_rounds = 40;
    engine_apply(rig->engine, &config);
    do
        rig_wait_state(rig, RUN_DONE);
    while (!rig->snapshot.config.stop_rounds);
    assert_int_equal(rig->totals[rig->snapshot.generation].rounds, 40);
    rig_stop(rig);
}

static void a_generation_never_changes_its_configuration(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_config(2, "alone"), seen[RIG_GENERATIONS] = {0};
    rig_start(rig, &config);
    for (unsigned i = 0; i < 50; i++) {
        config.batch = 1 + i % 7;
        engine_apply(rig->engine, &config);
        rig_next(rig);
        struct config *of = &seen[rig->snapshot.generation];
        if (of->writers)
            assert_true(config_equal(of, &rig->snapshot.config));
        *of = rig->snapshot.config;
    }
    rig_stop(rig);
}

static void short_writes_and_interrupted_syncs_are_no_errors(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_config(3, "group");
    config.stop_rounds = 60;
    rig->disk.short_writes = true;
    rig->disk.interrupts = 9;
    rig_start(rig, &config);
    rig_wait_state(rig, RUN_DONE);
    assert_int_equal(rig->totals[1].rounds, 60);
    assert_int_equal(rig->totals[1].failed_rounds, 0);
    rig_stop(rig);
}

static void each_write_of_a_dsync_batch_is_a_sync(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_config(1, "alone");
    text_copy(config.mode, sizeof config.mode, "dsync");
    config.record_bytes = 8;
    config.batch = 1500; /* more parts than one pwritev takes (IOV_MAX is 1,024) */
    config.stop_rounds = 5;
    rig_start(rig, &config);
    rig_wait_state(rig, RUN_DONE);
    assert_int_equal(rig->totals[1].records, 7500);
    assert_int_equal(rig->totals[1].syncs, 10);
    rig_stop(rig);
}

static void a_paused_load_does_nothing_and_no_time_counts(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_config(4, "group");
    rig_start(rig, &config);
    rig_wait_state(rig, RUN_LIVE);
    engine_pause(rig->engine, true);
    rig_wait_state(rig, RUN_PAUSED);
    rig_next(rig);
    assert_int_equal(rig->snapshot.state, RUN_PAUSED);
    assert_int_equal(rig->snapshot.rounds, 0);
    assert_int_equal(rig->snapshot.active_ns, 0);
    assert_int_equal(rig->snapshot.in_flight, 0);
    engine_pause(rig->engine, false);
    rig_wait_state(rig, RUN_LIVE);
    while (!rig->snapshot.rounds)
        rig_next(rig);
    rig_stop(rig);
}

static void the_append_file_starts_anew_between_rounds(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_config(4, "group");
    config.file_bytes = 4096; /* 128 records */
    config.stop_rounds = 2000;
    rig_start(rig, &config);
    rig_wait_state(rig, RUN_DONE);
    assert_int_equal(rig->totals[1].rounds, 2000);
    assert_int_equal(rig->totals[1].failed_rounds, 0);
    assert_true(rig->disk.restarts >= 2000 / 128);
    rig_stop(rig);
}

static void a_fallocated_file_starts_anew_between_rounds(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_config(2, "alone");
    text_copy(config.mode, sizeof config.mode, "falloc-fdatasync");
    config.stop_rounds = 2000;
    config.file_bytes = 4096;
    rig_start(rig, &config);
    rig_wait_state(rig, RUN_DONE);
    assert_int_equal(rig->totals[1].rounds, 2000);
    assert_int_equal(rig->totals[1].syncs, 2000);
    assert_true(rig->disk.restarts >= 2000 / 128);
    rig_stop(rig);
}

static void a_slow_consumer_loses_no_round(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_config(2, "alone");
    config.stop_rounds = 300;
    rig_start(rig, &config);
    /* Takes nothing until the engine has ended by itself. */
    engine_stop(rig->engine);
    do
        rig_next(rig);
    while (!rig->snapshot.last);
    engine_destroy(rig->engine);
    assert_int_equal(rig->totals[1].rounds, rig->totals[1].histogram_count);
    assert_int_equal(rig->disk.opened, rig->disk.removed);
}

int main(void)
{
    static struct rig rig;
    alarm(300);
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_run_of_n_rounds_counts_exactly_n, &rig),
        RIG_TEST(no_round_is_counted_in_another_configuration, &rig),
        RIG_TEST(a_generation_never_changes_its_configuration, &rig),
        RIG_TEST(short_writes_and_interrupted_syncs_are_no_errors, &rig),
        RIG_TEST(each_write_of_a_dsync_batch_is_a_sync, &rig),
        RIG_TEST(a_paused_load_does_nothing_and_no_time_counts, &rig),
        RIG_TEST(the_append_file_starts_anew_between_rounds, &rig),
        RIG_TEST(a_fallocated_file_starts_anew_between_rounds, &rig),
        RIG_TEST(a_slow_consumer_loses_no_round, &rig),
    };
    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
