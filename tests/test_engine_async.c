/* test_engine_async.c: the engine with async on a simulated disk: a call that hangs holds nobody up
 * who looks or decides, and no failed sync is swallowed. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/rig.h"

/* With calls that hang, the load can be looked at, paused, changed and told to end. */
static void look_and_decide(struct rig *rig, unsigned calls)
{
    struct config config = rig_overwriting(4, "group");
    do
        rig_next(rig);
    while (rig->snapshot.calls != calls);
    uint64_t age_ns = rig->snapshot.call_ns;
    rig_next(rig);
    assert_int_equal(rig->snapshot.calls, calls);
    assert_true(rig->snapshot.call_ns > age_ns);
    engine_pause(rig->engine, true);
    engine_pause(rig->engine, false);
    engine_apply(rig->engine, &config);
    engine_stop(rig->engine);
    rig_wait_state(rig, RUN_STOPPING);
    rig_next(rig);
    assert_int_equal(rig->snapshot.calls, calls);
    assert_false(rig->snapshot.last);
}

static void a_write_that_hangs_holds_nobody_up(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_overwriting(4, "async");
    rig_start(rig, &config);
    rig_wait_state(rig, RUN_LIVE);
    simdisk_hold_writes(&rig->disk);
    look_and_decide(rig, 1);
    simdisk_release_writes(&rig->disk);
    rig_stop(rig);
}

static void a_sync_that_hangs_holds_nobody_up(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_overwriting(4, "async");
    rig_start(rig, &config);
    rig_wait_state(rig, RUN_LIVE);
    simdisk_hold(&rig->disk);
    simdisk_wait_held(&rig->disk, 1);
    /* Writes go on, and may be looked at in the kernel. */
    simdisk_hold_writes(&rig->disk);
    look_and_decide(rig, 2);
    simdisk_release_writes(&rig->disk);
    simdisk_release(&rig->disk);
    rig_stop(rig);
}

static void the_deadline_comes_while_a_write_hangs(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_overwriting(2, "async");
    config.stop_ns = 1;
    simdisk_hold_writes(&rig->disk);
    rig_start(rig, &config);
    simdisk_wait_held_writes(&rig->disk, 1); /* the file is filled */
    simdisk_release_writes(&rig->disk);
    rig_wait_state(rig, RUN_DONE);
    rig_stop(rig);
}

/* The failure is the load's end, told with what it may have taken. */
static void expect_failure(struct rig *rig)
{
    rig_wait_state(rig, RUN_FAILED);
    assert_int_equal(rig->snapshot.error_code, EIO);
    assert_non_null(strstr(rig->snapshot.error, "fdatasync failed in simulated"));
    assert_non_null(strstr(rig->snapshot.error, "not durable"));
    assert_true(rig->totals[1].failed_rounds > 0);
    assert_true(rig->totals[1].failed_rounds <= rig->totals[1].rounds);
    unsigned syncs = rig->disk.syncs;
    rig_stop(rig);
    assert_int_equal(rig->disk.syncs, syncs); /* nothing was tried again */
}

static void start_with_sync_held(struct rig *rig, struct config *config)
{
    rig->disk.fail_sync = 0;
    rig_start(rig, config);
    rig_wait_state(rig, RUN_LIVE);
    simdisk_hold(&rig->disk);
    simdisk_wait_held(&rig->disk, 1);
}

static void a_sync_in_flight_at_the_end_is_waited_for_and_its_failure_told(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_overwriting(1, "async");
    start_with_sync_held(rig, &config);
    engine_stop(rig->engine);
    rig_wait_state(rig, RUN_STOPPING);
    while (rig->snapshot.in_flight)
        rig_next(rig);
    rig_next(rig);
    assert_int_equal(rig->snapshot.calls, 1); /* the writer is gone, the sync is not */
    simdisk_fail_held(&rig->disk, EIO);
    simdisk_release(&rig->disk);
    expect_failure(rig);
}

static void a_sync_that_fails_in_a_pause_ends_the_run(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_overwriting(4, "async");
    start_with_sync_held(rig, &config);
    engine_pause(rig->engine, true);
    rig_wait_state(rig, RUN_PAUSED);
    simdisk_fail_held(&rig->disk, EIO);
    simdisk_release(&rig->disk);
    expect_failure(rig);
}

static void a_sync_that_fails_between_rare_records_ends_the_run(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_overwriting(1, "async");
    config.rate_per_s = 0.001; /* the second one is a quarter of an hour away */
    rig->disk.fail_sync = 2;   /* the first one prepares the file */
    rig->disk.fail_code = EIO;
    rig_start(rig, &config);
    rig_wait_state(rig, RUN_FAILED);
    assert_int_equal(rig->totals[1].rounds, 1);
    assert_int_equal(rig->totals[1].failed_rounds, 1);
    assert_non_null(strstr(rig->snapshot.error, "1 acknowledged record is not durable"));
    rig_stop(rig);
}

static void every_sync_is_in_the_histogram_of_syncs_and_in_no_round(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_overwriting(2, "async");
    uint64_t syncs = 0, timed = 0, carried = 0;
    config.stop_rounds = 500;
    rig_start(rig, &config);
    do {
        rig_next(rig);
        const struct snapshot *s = &rig->snapshot;
        syncs += s->syncs;
        timed += s->sync.count;
        for (unsigned i = 0; i < SHARING_SIZES; i++)
            carried += s->sharing.size[i];
        assert_int_equal(s->write.count, s->rounds);
        assert_int_equal(s->sharing.split.sync_ns, 0);
        for (unsigned i = 0; i < s->slowest_count; i++)
            assert_true(s->slowest[i].sync_ns == NOT_TIMED);
    } while (rig->snapshot.state != RUN_DONE);
    assert_int_equal(timed, syncs);
    assert_int_equal(carried, syncs);
    rig_stop(rig);
}

int main(void)
{
    static struct rig rig;
    alarm(120);
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_write_that_hangs_holds_nobody_up, &rig),
        RIG_TEST(a_sync_that_hangs_holds_nobody_up, &rig),
        RIG_TEST(the_deadline_comes_while_a_write_hangs, &rig),
        RIG_TEST(a_sync_in_flight_at_the_end_is_waited_for_and_its_failure_told, &rig),
        RIG_TEST(a_sync_that_fails_in_a_pause_ends_the_run, &rig),
        RIG_TEST(a_sync_that_fails_between_rare_records_ends_the_run, &rig),
        RIG_TEST(every_sync_is_in_the_histogram_of_syncs_and_in_no_round, &rig),
    };
    return cmocka_run_group_tests_name("engine_async", tests, NULL, NULL);
}
