/* test_engine_ends.c: the engine on a simulated disk: failures, rounds that hang, and the end of a
 * run. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/text.h"
#include "support/rig.h"

static void a_failed_sync_ends_the_run_and_is_not_tried_again(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_config(1, "alone");
    config.stop_rounds = 100;
    rig->disk.fail_sync = 6; /* the first one prepares the file */
    rig->disk.fail_code = EIO;
    rig_start(rig, &config);
    rig_wait_state(rig, RUN_FAILED);
    assert_int_equal(rig->snapshot.error_code, EIO);
    assert_non_null(strstr(rig->snapshot.error, "fsync"));
    assert_non_null(strstr(rig->snapshot.error, "EIO"));
    assert_int_equal(rig->totals[1].rounds, 4);
    assert_int_equal(rig->totals[1].failed_rounds, 1);
    assert_int_equal(rig->disk.syncs, 6);
    rig_stop(rig);
}

static bool warns(const struct snapshot *s, const char *id)
{
    for (unsigned i = 0; i < s->target.warning_count; i++) {
        if (strcmp(s->target.warning[i].id, id) == 0)
            return true;
    }
    return false;
}

static void a_failure_while_the_file_is_made_warns_as_one_in_a_round_does(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_config(1, "alone");
    rig->disk.fail_sync = 1;
    rig->disk.fail_code = EIO;
    rig_start(rig, &config);
    rig_wait_state(rig, RUN_FAILED);
    assert_int_equal(rig->totals[1].rounds, 0);
    assert_true(warns(&rig->snapshot, "io-error"));
    rig_stop(rig);
}

static void after_a_failure_another_configuration_can_be_started(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_config(2, "group");
    rig->disk.fail_sync = 5;
    rig->disk.fail_code = ENOSPC;
    rig_start(rig, &config);
    rig_wait_state(rig, RUN_FAILED);
    assert_int_equal(rig->snapshot.error_code, ENOSPC);
    config.stop_rounds = 10;
    engine_apply(rig->engine, &config);
    rig_wait_state(rig, RUN_DONE);
    assert_int_equal(rig->snapshot.error_code, 0);
    assert_int_equal(rig->totals[rig->snapshot.generation].rounds, 10);
    rig_stop(rig);
}

static void a_failed_sync_fails_the_whole_batch(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_config(8, "group+delay");
    config.delay_ns = 300000000; /* long enough for all eight to queue */
    rig->disk.fail_sync = 3;
    rig->disk.fail_code = EIO;
    rig_start(rig, &config);
    rig_wait_state(rig, RUN_FAILED);
    /* Every writer is in the failed batch, or was called off unwritten and counts as neither. */
    assert_true(rig->totals[1].failed_rounds >= 2);
    assert_true(rig->totals[1].failed_rounds <= 8);
    rig_stop(rig);
}

static int no_fallocate(const struct sysio *io, int fd, off_t offset, off_t bytes)
{
    (void)io, (void)fd, (void)offset, (void)bytes;
    return -EOPNOTSUPP;
}

static void a_mode_that_cannot_run_here_is_marked_and_another_goes_on(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_config(1, "alone");
    rig->disk.io.fallocate = no_fallocate;
    text_copy(config.mode, sizeof config.mode, "falloc-fdatasync");
    config.stop_rounds = 10;
    rig_start(rig, &config);
    rig_wait_state(rig, RUN_FAILED);
    assert_true(rig->snapshot.mode_refused);
    assert_int_equal(rig->snapshot.error_code, EOPNOTSUPP);
    assert_non_null(strstr(rig->snapshot.error, "falloc-fdatasync cannot run here"));
    text_copy(config.mode, sizeof config.mode, "append-fsync");
    engine_apply(rig->engine, &config);
    rig_wait_state(rig, RUN_DONE);
    assert_false(rig->snapshot.mode_refused);
    assert_int_equal(rig->totals[2].rounds, 10);
    rig_stop(rig);
}

/* A load whose next sync is held. */
static void start_held(struct rig *rig, const struct config *config)
{
    rig_start(rig, config);
    rig_wait_state(rig, RUN_LIVE);
    simdisk_hold(&rig->disk);
    simdisk_wait_held(&rig->disk, 1);
}

/* Until so many rounds hang, and none has ended in the interval. */
static void wait_in_flight(struct rig *rig, unsigned rounds)
{
    do
        rig_next(rig);
    while (rig->snapshot.in_flight < rounds || rig->snapshot.rounds);
}

static void the_age_of_a_round_that_hangs_is_shown_and_counts_up(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_overwriting(1, "alone");
    start_held(rig, &config);
    wait_in_flight(rig, 1);
    uint64_t age = rig->snapshot.oldest_ns;
    rig_next(rig);
    assert_int_equal(rig->snapshot.in_flight, 1);
    assert_true(rig->snapshot.oldest_ns > age);
    assert_int_equal(rig->snapshot.calls, 1);
    assert_true(rig->snapshot.call_ns > 0 && rig->snapshot.call_ns <= rig->snapshot.oldest_ns);
    assert_int_equal(rig->snapshot.latency.count, 0); /* no old figure in its place */
    simdisk_release(&rig->disk);
    rig_stop(rig);
}

static void writers_that_wait_in_the_program_are_no_calls_in_the_kernel(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_overwriting(8, "alone");
    start_held(rig, &config);
    wait_in_flight(rig, 8);
    assert_int_equal(rig->snapshot.calls, 1);
    simdisk_release(&rig->disk);
    rig_stop(rig);
}

static void ending_calls_off_who_waits_for_the_lock(void **state)
{
    struct rig *rig = *state;
    const char *const strategies[] = {"alone", "fair"};
    for (int i = 0; i < 2; i++) {
        struct config config = rig_overwriting(8, strategies[i]);
        start_held(rig, &config);
        wait_in_flight(rig, 8);
        unsigned syncs = rig->disk.syncs;
        engine_stop(rig->engine);
        rig_wait_state(rig, RUN_STOPPING);
        simdisk_release(&rig->disk);
        rig_stop(rig);
        assert_int_equal(rig->disk.syncs, syncs); /* the one that was under way, and no other */
        rig_tear_down(state);
        rig_set_up(state);
    }
}

static void stopping_waits_for_the_round_and_says_so(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_overwriting(4, "group");
    start_held(rig, &config);
    engine_stop(rig->engine);
    rig_wait_state(rig, RUN_STOPPING);
    while (!rig->snapshot.in_flight)
        rig_next(rig);
    assert_false(rig->snapshot.last);
    simdisk_release(&rig->disk);
    rig_stop(rig);
}

int main(void)
{
    static struct rig rig;
    alarm(300);
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_failed_sync_ends_the_run_and_is_not_tried_again, &rig),
        RIG_TEST(a_failure_while_the_file_is_made_warns_as_one_in_a_round_does, &rig),
        RIG_TEST(after_a_failure_another_configuration_can_be_started, &rig),
        RIG_TEST(a_failed_sync_fails_the_whole_batch, &rig),
        RIG_TEST(a_mode_that_cannot_run_here_is_marked_and_another_goes_on, &rig),
        RIG_TEST(the_age_of_a_round_that_hangs_is_shown_and_counts_up, &rig),
        RIG_TEST(writers_that_wait_in_the_program_are_no_calls_in_the_kernel, &rig),
        RIG_TEST(ending_calls_off_who_waits_for_the_lock, &rig),
        RIG_TEST(stopping_waits_for_the_round_and_says_so, &rig),
    };
    return cmocka_run_group_tests_name("engine_ends", tests, NULL, NULL);
}
