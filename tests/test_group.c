/* test_group.c: group commits on a simulated disk: whom a failed sync fails and whom it does not,
 * and that nobody waits on purpose once the load is being ended. */
#include <errno.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/strategies.h"
#include "support/trial.h"
#include "sys/clock.h"

static struct trial trial; /* 200 KiB: not on the stack */

static const struct strategy *const groups[] = {&strategy_group, &strategy_group_delay,
                                                &strategy_group_gather};

enum { GROUPS = sizeof groups / sizeof groups[0], WRITERS = 8 };

/* A trial of one round a writer, with DELAY_NS. */
static void set_up(const struct strategy *strategy, uint64_t delay_ns)
{
    trial_init(&trial, strategy, "append-fdatasync", WRITERS, 1);
    trial.strategy->destroy(trial.shared);
    trial.config.delay_ns = delay_ns;
    trial.rounds = 1;
    const struct strategy_setup setup = {.config = &trial.config, .sink = &trial.sink};
    assert_int_equal(trial.strategy->create(&setup, &trial.shared, NULL), 0);
}

static void start(uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        trial_start(&trial, i);
}

static void wait_queued(unsigned count)
{
    while (group_queued(trial.shared) < count)
        sched_yield();
}

static void join_all(void)
{
    for (uint32_t i = 0; i < WRITERS; i++)
        trial_join(&trial, i);
}

/* Seen to fail by hand when every writer of a broken group is given the error. */
static void a_failed_sync_calls_the_next_batch_off_and_does_not_fail_it(void **state)
{
    (void)state;
    for (int i = 0; i < GROUPS; i++) {
        set_up(groups[i], 1000);
        simdisk_hold(&trial.disk);
        start(0, 1);
        simdisk_wait_held(&trial.disk, 1);
        start(1, WRITERS);
        wait_queued(WRITERS - 1);
        simdisk_fail_held(&trial.disk, EIO);
        simdisk_release(&trial.disk);
        join_all();
        assert_int_equal(trial.writer[0].error, -EIO);
        assert_int_equal(trial_errors(&trial, -EIO), 1);
        assert_int_equal(trial_errors(&trial, STRATEGY_CALLED_OFF), WRITERS - 1);
        assert_int_equal(trial.disk.writes, 1);
        trial_destroy(&trial);
    }
}

/* The failed batch is that of the seven; a writer that comes meanwhile is in the one after it. */
static void a_failed_sync_fails_its_batch_and_neither_the_one_before_nor_after(void **state)
{
    (void)state;
    for (int i = 0; i < GROUPS; i++) {
        set_up(groups[i], 1000);
        simdisk_hold_sync(&trial.disk, 1);
        start(0, 1);
        simdisk_wait_held(&trial.disk, 1);
        start(1, 6);
        wait_queued(5);
        simdisk_hold_sync(&trial.disk, 2);
        trial_join(&trial, 0); /* its sync is over */
        simdisk_wait_held(&trial.disk, 1);
        start(6, WRITERS);
        wait_queued(2);
        simdisk_fail_held(&trial.disk, EIO);
        simdisk_release(&trial.disk);
        for (uint32_t w = 1; w < WRITERS; w++)
            trial_join(&trial, w);
        assert_int_equal(trial.writer[0].error, 0);
        assert_int_equal(trial_errors(&trial, -EIO), 5);
        assert_int_equal(trial.writer[6].error, STRATEGY_CALLED_OFF);
        assert_int_equal(trial.writer[7].error, STRATEGY_CALLED_OFF);
        assert_int_equal(trial_acknowledged(&trial), 1);
        assert_int_equal(trial_missing(&trial), 0);
        trial_destroy(&trial);
    }
}

static void end(void)
{
    atomic_store(&trial.sink.ending, true);
    trial.strategy->end(trial.shared);
}

static void the_end_wakes_a_leader_from_its_delay_and_calls_all_off(void **state)
{
    (void)state;
    set_up(&strategy_group_delay, UINT64_C(3600000000000)); /* an hour */
    start(0, WRITERS);
    wait_queued(WRITERS);
    end();
    join_all();
    assert_int_equal(trial_errors(&trial, STRATEGY_CALLED_OFF), WRITERS);
    assert_int_equal(trial.disk.writes, 0);
    trial_destroy(&trial);
}

static void at_the_end_the_batch_under_way_is_the_last_one(void **state)
{
    (void)state;
    for (int i = 0; i < GROUPS; i++) {
        set_up(groups[i], 1000);
        simdisk_hold(&trial.disk);
        start(0, 1);
        simdisk_wait_held(&trial.disk, 1);
        start(1, WRITERS);
        wait_queued(WRITERS - 1);
        end();
        simdisk_release(&trial.disk);
        join_all();
        assert_int_equal(trial.writer[0].error, 0);
        assert_int_equal(trial_errors(&trial, STRATEGY_CALLED_OFF), WRITERS - 1);
        assert_int_equal(trial.disk.syncs, 1);
        assert_int_equal(trial_missing(&trial), 0);
        trial_destroy(&trial);
    }
}

int main(void)
{
    alarm(120); /* a waiter that is never released must end the test, not hang it */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failed_sync_calls_the_next_batch_off_and_does_not_fail_it),
        cmocka_unit_test(a_failed_sync_fails_its_batch_and_neither_the_one_before_nor_after),
        cmocka_unit_test(the_end_wakes_a_leader_from_its_delay_and_calls_all_off),
        cmocka_unit_test(at_the_end_the_batch_under_way_is_the_last_one),
    };
    return cmocka_run_group_tests_name("group", tests, NULL, NULL);
}
