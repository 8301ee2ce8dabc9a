/* test_engine.c: the engine on a simulated disk: counts, changes of configuration, failures, rounds
 * that hang. Nothing sleeps: tests wait for snapshots and hold syncs at a gate. */
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/text.h"
#include "engine/engine.h"
#include "engine/strategy.h"
#include "support/simdisk.h"

static struct simdisk disk;
static struct snapshot snapshot;
static struct engine *engine;

/* What all snapshots of one generation add up to. */
struct totals {
    uint64_t rounds, records, syncs, failed_rounds;
    uint64_t histogram_count;
};

static struct totals totals[64];

static struct config small_config(uint32_t writers, const char *strategy)
{
    struct config config = config_default();
    text_copy(config.strategy, sizeof config.strategy, strategy);
    config.writers = writers;
    config.record_bytes = 32;
    config.file_bytes = SIM_BYTES / 2;
    config.delay_ns = 1000;
    return config;
}

/* For tests that hold a sync: the one that is held must be a round's. An append file's restart syncs
 * as well, with every writer parked at the gate. */
static struct config overwriting_config(uint32_t writers, const char *strategy)
{
    struct config config = small_config(writers, strategy);
    text_copy(config.mode, sizeof config.mode, "overwrite-fdatasync");
    return config;
}

static void start_engine(const struct config *config)
{
    static struct target target;
    struct err err = {0};
    text_copy(target.dir, sizeof target.dir, "simulated");
    const struct engine_setup setup = {.io = &disk.io, .dirfd = -1, .target = &target};
    memset(totals, 0, sizeof totals);
    assert_int_equal(engine_create(&setup, config, &engine, &err), 0);
}

static void next_snapshot(void)
{
    struct pollfd poll_fd = {.fd = engine_fd(engine), .events = POLLIN};
    while (!engine_next(engine, &snapshot))
        assert_true(poll(&poll_fd, 1, 60000) > 0);
    assert_true(snapshot.generation < 64);
    struct totals *t = &totals[snapshot.generation];
    t->rounds += snapshot.rounds;
    t->records += snapshot.records;
    t->syncs += snapshot.syncs;
    t->failed_rounds += snapshot.failed_rounds;
    t->histogram_count += snapshot.latency.count;
}

static void wait_for_state(enum run_state state)
{
    do
        next_snapshot();
    while (snapshot.state != state);
}

static void wait_for_rounds(void)
{
    do
        next_snapshot();
    while (!snapshot.rounds);
}

static void stop_engine(void)
{
    engine_stop(engine);
    do
        next_snapshot();
    while (!snapshot.last);
    engine_destroy(engine);
    assert_int_equal(disk.opened, disk.removed);
}

static int set_up(void **state)
{
    (void)state;
    simdisk_init(&disk, 7);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    simdisk_destroy(&disk);
    return 0;
}

static void a_run_of_n_rounds_counts_exactly_n(void **state)
{
    (void)state;
    for (size_t i = 0; strategy_at(i); i++) {
        struct config config = small_config(4, strategy_at(i)->about.name);
        config.stop_rounds = 500;
        config.batch = 2;
        start_engine(&config);
        wait_for_state(RUN_DONE);
        const struct totals *t = &totals[1];
        assert_int_equal(t->rounds, 500);
        assert_int_equal(t->histogram_count, 500);
        assert_int_equal(t->records, 1000);
        assert_true(t->syncs <= 500);
        assert_true(t->syncs > 0 || !strategy_at(i)->about.durable);
        if (i == 0)
            assert_int_equal(t->syncs, 500);
        stop_engine();
    }
}

static void no_round_is_counted_in_another_configuration(void **state)
{
    (void)state;
    struct config config = small_config(4, "group");
    start_engine(&config);
    for (unsigned i = 1; i <= 20; i++) {
        wait_for_state(RUN_LIVE);
        config.batch = 1 + i % 3;
        config.stop_rounds = 0;
        engine_apply(engine, &config);
        do
            next_snapshot();
        while (snapshot.config.batch != config.batch);
        assert_int_equal(snapshot.rounds * config.batch, snapshot.records);
    }
    /* The last one is limited: exactly its own rounds may stand in its generation. */
    config.batch = 1;
    config.stop_rounds = 40;
    engine_apply(engine, &config);
    do
        wait_for_state(RUN_DONE);
    while (!snapshot.config.stop_rounds);
    assert_int_equal(totals[snapshot.generation].rounds, 40);
    stop_engine();
}

static void a_generation_never_changes_its_configuration(void **state)
{
    (void)state;
    struct config config = small_config(2, "alone"), seen[64] = {0};
    start_engine(&config);
    for (unsigned i = 0; i < 50; i++) {
        config.batch = 1 + i % 7;
        engine_apply(engine, &config);
        next_snapshot();
        struct config *of = &seen[snapshot.generation];
        if (of->writers)
            assert_true(config_equal(of, &snapshot.config));
        *of = snapshot.config;
    }
    stop_engine();
}

static void a_failed_sync_ends_the_run_and_is_not_tried_again(void **state)
{
    (void)state;
    struct config config = small_config(1, "alone");
    config.stop_rounds = 100;
    disk.fail_sync = 6; /* the first one prepares the file */
    disk.fail_code = EIO;
    start_engine(&config);
    wait_for_state(RUN_FAILED);
    assert_int_equal(snapshot.error_code, EIO);
    assert_non_null(strstr(snapshot.error, "fsync"));
    assert_non_null(strstr(snapshot.error, "EIO"));
    assert_int_equal(totals[1].rounds, 4);
    assert_int_equal(totals[1].failed_rounds, 1);
    assert_int_equal(disk.syncs, 6);
    stop_engine();
}

static void after_a_failure_another_configuration_can_be_started(void **state)
{
    (void)state;
    struct config config = small_config(2, "group");
    disk.fail_sync = 5;
    disk.fail_code = ENOSPC;
    start_engine(&config);
    wait_for_state(RUN_FAILED);
    assert_int_equal(snapshot.error_code, ENOSPC);
    config.stop_rounds = 10;
    engine_apply(engine, &config);
    wait_for_state(RUN_DONE);
    assert_int_equal(snapshot.error_code, 0);
    assert_int_equal(totals[snapshot.generation].rounds, 10);
    stop_engine();
}

static void a_failed_sync_fails_the_whole_batch(void **state)
{
    (void)state;
    struct config config = small_config(8, "group+delay");
    config.delay_ns = 20000000; /* long enough for all eight to queue */
    disk.fail_sync = 3;
    disk.fail_code = EIO;
    start_engine(&config);
    wait_for_state(RUN_FAILED);
    /* Every writer is in the failed batch, or was called off unwritten and counts as neither. */
    assert_true(totals[1].failed_rounds >= 2);
    assert_true(totals[1].failed_rounds <= 8);
    stop_engine();
}

static void short_writes_and_interrupted_syncs_are_no_errors(void **state)
{
    (void)state;
    struct config config = small_config(3, "group");
    config.stop_rounds = 60;
    disk.short_writes = true;
    disk.interrupts = 9;
    start_engine(&config);
    wait_for_state(RUN_DONE);
    assert_int_equal(totals[1].rounds, 60);
    assert_int_equal(totals[1].failed_rounds, 0);
    stop_engine();
}

static void the_age_of_a_round_that_hangs_is_shown_and_counts_up(void **state)
{
    (void)state;
    struct config config = overwriting_config(1, "alone");
    start_engine(&config);
    wait_for_state(RUN_LIVE);
    simdisk_hold(&disk);
    simdisk_wait_held(&disk, 1);
    do
        next_snapshot();
    while (snapshot.rounds || !snapshot.in_flight);
    uint64_t age = snapshot.oldest_ns;
    next_snapshot();
    assert_int_equal(snapshot.in_flight, 1);
    assert_true(snapshot.oldest_ns > age);
    assert_int_equal(snapshot.calls, 1);
    assert_true(snapshot.call_ns > 0 && snapshot.call_ns <= snapshot.oldest_ns);
    assert_int_equal(snapshot.latency.count, 0); /* no old figure in its place */
    simdisk_release(&disk);
    stop_engine();
}

static void writers_that_wait_in_the_program_are_no_calls_in_the_kernel(void **state)
{
    (void)state;
    struct config config = overwriting_config(8, "alone");
    start_engine(&config);
    wait_for_state(RUN_LIVE);
    simdisk_hold(&disk);
    simdisk_wait_held(&disk, 1);
    do
        next_snapshot();
    while (snapshot.in_flight < 8 || snapshot.rounds);
    assert_int_equal(snapshot.calls, 1);
    simdisk_release(&disk);
    stop_engine();
}

static void ending_calls_off_who_waits_for_the_lock(void **state)
{
    const char *const strategies[] = {"alone", "fair"};
    for (int i = 0; i < 2; i++) {
        struct config config = overwriting_config(8, strategies[i]);
        start_engine(&config);
        wait_for_state(RUN_LIVE);
        simdisk_hold(&disk);
        simdisk_wait_held(&disk, 1);
        do
            next_snapshot();
        while (snapshot.in_flight < 8 || snapshot.rounds);
        unsigned syncs = disk.syncs;
        engine_stop(engine);
        wait_for_state(RUN_STOPPING);
        simdisk_release(&disk);
        stop_engine();
        assert_int_equal(disk.syncs, syncs); /* the one that was under way, and no other */
        tear_down(state);
        set_up(state);
    }
}

static void each_write_of_a_dsync_batch_is_a_sync(void **state)
{
    (void)state;
    struct config config = small_config(1, "alone");
    text_copy(config.mode, sizeof config.mode, "dsync");
    config.record_bytes = 8;
    config.batch = 1500; /* more parts than one pwritev takes (IOV_MAX is 1,024) */
    config.stop_rounds = 5;
    start_engine(&config);
    wait_for_state(RUN_DONE);
    assert_int_equal(totals[1].records, 7500);
    assert_int_equal(totals[1].syncs, 10);
    stop_engine();
}

static void stopping_waits_for_the_round_and_says_so(void **state)
{
    (void)state;
    struct config config = overwriting_config(4, "group");
    start_engine(&config);
    wait_for_state(RUN_LIVE);
    simdisk_hold(&disk);
    simdisk_wait_held(&disk, 1);
    engine_stop(engine);
    wait_for_state(RUN_STOPPING);
    while (!snapshot.in_flight)
        next_snapshot();
    assert_false(snapshot.last);
    simdisk_release(&disk);
    stop_engine();
}

static void a_paused_load_does_nothing_and_no_time_counts(void **state)
{
    (void)state;
    struct config config = small_config(4, "group");
    start_engine(&config);
    wait_for_state(RUN_LIVE);
    engine_pause(engine, true);
    wait_for_state(RUN_PAUSED);
    next_snapshot();
    assert_int_equal(snapshot.state, RUN_PAUSED);
    assert_int_equal(snapshot.rounds, 0);
    assert_int_equal(snapshot.active_ns, 0);
    assert_int_equal(snapshot.in_flight, 0);
    engine_pause(engine, false);
    wait_for_state(RUN_LIVE);
    while (!snapshot.rounds)
        next_snapshot();
    stop_engine();
}

static void the_append_file_starts_anew_between_rounds(void **state)
{
    (void)state;
    struct config config = small_config(4, "group");
    config.file_bytes = 4096; /* 128 records */
    config.stop_rounds = 2000;
    start_engine(&config);
    wait_for_state(RUN_DONE);
    assert_int_equal(totals[1].rounds, 2000);
    assert_int_equal(totals[1].failed_rounds, 0);
    assert_true(disk.restarts >= 2000 / 128);
    stop_engine();
}

static int no_fallocate(const struct sysio *io, int fd, off_t offset, off_t bytes)
{
    (void)io, (void)fd, (void)offset, (void)bytes;
    return -EOPNOTSUPP;
}

static void a_mode_that_cannot_run_here_is_marked_and_another_goes_on(void **state)
{
    (void)state;
    struct config config = small_config(1, "alone");
    disk.io.fallocate = no_fallocate;
    text_copy(config.mode, sizeof config.mode, "falloc-fdatasync");
    config.stop_rounds = 10;
    start_engine(&config);
    wait_for_state(RUN_FAILED);
    assert_true(snapshot.mode_refused);
    assert_int_equal(snapshot.error_code, EOPNOTSUPP);
    assert_non_null(strstr(snapshot.error, "falloc-fdatasync cannot run here"));
    text_copy(config.mode, sizeof config.mode, "append-fsync");
    engine_apply(engine, &config);
    wait_for_state(RUN_DONE);
    assert_false(snapshot.mode_refused);
    assert_int_equal(totals[2].rounds, 10);
    stop_engine();
}

static void a_fallocated_file_starts_anew_between_rounds(void **state)
{
    (void)state;
    struct config config = small_config(2, "alone");
    text_copy(config.mode, sizeof config.mode, "falloc-fdatasync");
    config.stop_rounds = 2000;
    config.file_bytes = 4096;
    start_engine(&config);
    wait_for_state(RUN_DONE);
    assert_int_equal(totals[1].rounds, 2000);
    assert_int_equal(totals[1].syncs, 2000);
    assert_true(disk.restarts >= 2000 / 128);
    stop_engine();
}

static void a_slow_consumer_loses_no_round(void **state)
{
    (void)state;
    struct config config = small_config(2, "alone");
    config.stop_rounds = 300;
    start_engine(&config);
    /* Takes nothing until the engine has ended by itself. */
    engine_stop(engine);
    do
        next_snapshot();
    while (!snapshot.last);
    engine_destroy(engine);
    assert_int_equal(totals[1].rounds, totals[1].histogram_count);
    assert_int_equal(disk.opened, disk.removed);
}

static void many_starts_and_ends_release_every_writer(void **state)
{
    (void)state;
    unsigned strategies = 0;
    while (strategy_at(strategies))
        strategies++;
    for (unsigned i = 0; i < 200; i++) {
        struct config config = small_config(64, strategy_at(i % strategies)->about.name);
        config.delay_ns = (uint64_t)(rand() % 2000000); /* the same ones each time: no srand */
        config.rate_per_s = i % 5 == 0 ? 20000 : 0;
        start_engine(&config);
        if (i % 3)
            wait_for_rounds();
        stop_engine();
    }
}

static void open_loop_keeps_to_the_schedule_and_counts_from_it(void **state)
{
    (void)state;
    struct config config = small_config(4, "group");
    config.rate_per_s = 500;
    config.stop_rounds = 100;
    start_engine(&config);
    uint64_t responses = 0, sum_ns = 0, latency_ns = 0;
    do {
        next_snapshot();
        responses += snapshot.response.count;
        sum_ns += snapshot.response.sum_ns;
        latency_ns += snapshot.latency.sum_ns;
    } while (snapshot.state != RUN_DONE);
    assert_int_equal(totals[1].rounds, 100);
    assert_int_equal(responses, 100);
    assert_true(sum_ns >= latency_ns); /* from the plan it is never shorter */
    stop_engine();
}

static void records_that_cannot_begin_are_the_backlog(void **state)
{
    (void)state;
    struct config config = overwriting_config(2, "alone");
    config.rate_per_s = 50; /* far below what the slowest machine does */
    start_engine(&config);
    wait_for_rounds();
    simdisk_hold(&disk);
    simdisk_wait_held(&disk, 1);
    do
        next_snapshot();
    while (snapshot.backlog < 10);
    simdisk_release(&disk);
    do
        next_snapshot();
    while (snapshot.backlog > 2); /* made up for */
    stop_engine();
}

static void an_end_does_not_wait_for_planned_starts(void **state)
{
    (void)state;
    struct config config = small_config(16, "group");
    config.rate_per_s = 0.01; /* the second record would begin in 100 s */
    start_engine(&config);
    wait_for_rounds();
    engine_pause(engine, true);
    wait_for_state(RUN_PAUSED);
    stop_engine();
}

#define ENGINE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    alarm(300);
    const struct CMUnitTest tests[] = {
        ENGINE_TEST(a_run_of_n_rounds_counts_exactly_n),
        ENGINE_TEST(no_round_is_counted_in_another_configuration),
        ENGINE_TEST(a_generation_never_changes_its_configuration),
        ENGINE_TEST(a_failed_sync_ends_the_run_and_is_not_tried_again),
        ENGINE_TEST(after_a_failure_another_configuration_can_be_started),
        ENGINE_TEST(a_failed_sync_fails_the_whole_batch),
        ENGINE_TEST(short_writes_and_interrupted_syncs_are_no_errors),
        ENGINE_TEST(the_age_of_a_round_that_hangs_is_shown_and_counts_up),
        ENGINE_TEST(writers_that_wait_in_the_program_are_no_calls_in_the_kernel),
        ENGINE_TEST(ending_calls_off_who_waits_for_the_lock),
        ENGINE_TEST(each_write_of_a_dsync_batch_is_a_sync),
        ENGINE_TEST(stopping_waits_for_the_round_and_says_so),
        ENGINE_TEST(a_paused_load_does_nothing_and_no_time_counts),
        ENGINE_TEST(the_append_file_starts_anew_between_rounds),
        ENGINE_TEST(a_mode_that_cannot_run_here_is_marked_and_another_goes_on),
        ENGINE_TEST(a_fallocated_file_starts_anew_between_rounds),
        ENGINE_TEST(a_slow_consumer_loses_no_round),
        ENGINE_TEST(open_loop_keeps_to_the_schedule_and_counts_from_it),
        ENGINE_TEST(records_that_cannot_begin_are_the_backlog),
        ENGINE_TEST(an_end_does_not_wait_for_planned_starts),
        ENGINE_TEST(many_starts_and_ends_release_every_writer),
    };
    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
