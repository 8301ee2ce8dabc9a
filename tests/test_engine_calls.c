/* test_engine_calls.c: whose thread is in the call that the others wait for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/rig.h"
#include "support/trial.h"

enum { WRITERS = 8 };

static struct trial trial; /* 200 KiB: not on the stack */

/* Of writers that all begin while the third one's sync is held. */
static struct strategy_watch watch_held(const char *strategy)
{
    struct strategy_watch watch = {0};
    trial_init(&trial, strategy_find(strategy), "overwrite-fdatasync", 4, 1);
    simdisk_hold(&trial.disk);
    trial_start(&trial, 2);
    simdisk_wait_held(&trial.disk, 1);
    for (uint32_t i = 0; i < 4; i++) {
        if (i != 2)
            trial_start(&trial, i);
    }
    strategy_watch(trial.strategy, trial.shared, &trial.sink, &watch);
    simdisk_release(&trial.disk);
    for (uint32_t i = 0; i < 4; i++)
        trial_join(&trial, i);
    trial_destroy(&trial);
    return watch;
}

static void the_writer_that_the_others_wait_for_is_named(void **state)
{
    (void)state;
    static const char *const names[] = {"alone", "fair", "group", "group+delay", "group+gather"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct strategy_watch watch = watch_held(names[i]);
        assert_int_equal(watch.calls, 1);
        assert_int_equal(watch.call_writer, 2);
    }
}

static void a_sync_of_no_writers_names_none(void **state)
{
    (void)state;
    const struct strategy_watch watch = watch_held("async");
    assert_in_range(watch.calls, 1, 2); /* a writer may be in its write meanwhile */
    assert_int_equal(watch.call_writer, WRITER_NONE);
}

static void of_several_calls_the_oldest_is_told(void **state)
{
    (void)state;
    struct strategy_watch watch = {0};
    strategy_watch_call(&watch, 0, 7);
    strategy_watch_call(&watch, 500, 4);
    strategy_watch_call(&watch, 300, 5);
    strategy_watch_call(&watch, 400, 6);
    assert_int_equal(watch.calls, 3);
    assert_int_equal(watch.call_since_ns, 300);
    assert_int_equal(watch.call_writer, 5);
}

static void a_snapshot_tells_who_is_in_the_call(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_overwriting(WRITERS, "group");
    rig_start(rig, &config);
    rig_wait_state(rig, RUN_LIVE);
    simdisk_hold(&rig->disk);
    simdisk_wait_held(&rig->disk, 1);
    do
        rig_next(rig);
    while (rig->snapshot.in_flight < WRITERS || rig->snapshot.rounds);
    assert_int_equal(rig->snapshot.calls, 1);
    assert_true(rig->snapshot.call_writer < WRITERS);
    simdisk_release(&rig->disk);
    rig_stop(rig);
}

static void nobody_is_named_while_no_call_is_made(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_overwriting(WRITERS, "group");
    rig_start(rig, &config);
    rig_wait_state(rig, RUN_LIVE);
    engine_pause(rig->engine, true);
    rig_wait_state(rig, RUN_PAUSED);
    assert_int_equal(rig->snapshot.calls, 0);
    assert_int_equal(rig->snapshot.call_writer, WRITER_NONE);
    rig_stop(rig);
}

int main(void)
{
    static struct rig rig;
    alarm(300);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_writer_that_the_others_wait_for_is_named),
        cmocka_unit_test(a_sync_of_no_writers_names_none),
        cmocka_unit_test(of_several_calls_the_oldest_is_told),
        RIG_TEST(a_snapshot_tells_who_is_in_the_call, &rig),
        RIG_TEST(nobody_is_named_while_no_call_is_made, &rig),
    };
    return cmocka_run_group_tests_name("engine_calls", tests, NULL, NULL);
}
