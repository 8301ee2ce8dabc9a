/* test_engine_schedule.c: the engine on a simulated disk with records that begin as planned (an
 * open loop), whether the disk keeps up or not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/rig.h"

static void open_loop_keeps_to_the_schedule_and_counts_from_it(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_config(4, "group");
    config.rate_per_s = 500;
    config.stop_rounds = 100;
    rig_start(rig, &config);
    uint64_t responses = 0, sum_ns = 0, latency_ns = 0;
    do {
        rig_next(rig);
        responses += rig->snapshot.response.count;
        sum_ns += rig->snapshot.response.sum_ns;
        latency_ns += rig->snapshot.latency.sum_ns;
    } while (rig->snapshot.state != RUN_DONE);
    assert_int_equal(rig->totals[1].rounds, 100);
    assert_int_equal(responses, 100);
    assert_true(sum_ns >= latency_ns); /* from the plan it is never shorter */
    rig_stop(rig);
}

static void records_that_cannot_begin_are_the_backlog(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_overwriting(2, "alone");
    config.rate_per_s = 50; /* far below what the slowest machine does */
    rig_start(rig, &config);
    rig_wait_rounds(rig);
    simdisk_hold(&rig->disk);
    simdisk_wait_held(&rig->disk, 1);
    do
        rig_next(rig);
    while (rig->snapshot.backlog < 10);
    simdisk_release(&rig->disk);
    do
        rig_next(rig);
    while (rig->snapshot.backlog > 2); /* made up for */
    rig_stop(rig);
}

static void an_end_does_not_wait_for_planned_starts(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_config(16, "group");
    config.rate_per_s = 0.01; /* the second record would begin in 100 s */
    rig_start(rig, &config);
    rig_wait_rounds(rig);
    engine_pause(rig->engine, true);
    rig_wait_state(rig, RUN_PAUSED);
    rig_stop(rig);
}

int main(void)
{
    static struct rig rig;
    alarm(300);
    const struct CMUnitTest tests[] = {
        RIG_TEST(open_loop_keeps_to_the_schedule_and_counts_from_it, &rig),
        RIG_TEST(records_that_cannot_begin_are_the_backlog, &rig),
        RIG_TEST(an_end_does_not_wait_for_planned_starts, &rig),
    };
    return cmocka_run_group_tests_name("engine_schedule", tests, NULL, NULL);
}
