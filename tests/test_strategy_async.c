/* test_strategy_async.c: async on a simulated disk: acknowledged before the sync, with an account
 * of what that risks; whose time a sync is; and how it ends. */
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
static atomic_int event_rc, events;

static void note_event(void *ctx, int rc)
{
    (void)ctx;
    atomic_store(&event_rc, rc);
    atomic_fetch_add(&events, 1);
}

/* The same trial with RECORD_BYTES on the account, and DELAY_NS. */
static void set_up(uint32_t writers, uint64_t record_bytes, uint64_t delay_ns)
{
    trial_init(&trial, &strategy_async, "append-fdatasync", writers, 1);
    trial.strategy->destroy(trial.shared);
    trial.config.record_bytes = record_bytes;
    trial.config.delay_ns = delay_ns;
    atomic_store(&events, 0);
    const struct strategy_setup setup = {
        .config = &trial.config, .sink = &trial.sink, .events = {.changed = note_event}};
    assert_int_equal(trial.strategy->create(&setup, &trial.shared, NULL), 0);
}

static struct strategy_watch watch_of(struct trial *t)
{
    struct strategy_watch watch = {0};
    strategy_watch(t->strategy, t->shared, &t->sink, &watch);
    return watch;
}

static struct round commit_one(struct trial *t)
{
    static const char bytes[TRIAL_RECORD];
    const struct payload payload = {
        .bytes = bytes, .record_bytes = TRIAL_RECORD, .records = 1, .span = TRIAL_RECORD};
    struct round round = {.start_ns = clock_now_ns()};
    assert_int_equal(t->strategy->commit(t->shared, 0, &payload, &round), 0);
    return round;
}

static void end(struct trial *t)
{
    atomic_store(&t->sink.ending, true);
    t->strategy->end(t->shared);
}

static void wait_settled(struct trial *t)
{
    while (!t->strategy->is_settled(t->shared))
        sched_yield();
}

static void wait_risk(uint64_t records)
{
    while (watch_of(&trial).risk.records != records)
        sched_yield();
}

static void it_acknowledges_before_the_sync_and_says_what_is_at_risk(void **state)
{
    (void)state;
    trial_init(&trial, &strategy_async, "append-fdatasync", 4, 1);
    simdisk_hold(&trial.disk);
    trial_run(&trial); /* returns, though no sync does */
    assert_int_equal(trial_acknowledged(&trial), 4 * TRIAL_ROUNDS);
    assert_int_equal(trial_missing(&trial), 4 * TRIAL_ROUNDS);
    struct strategy_watch watch = watch_of(&trial);
    assert_true(watch.has_risk);
    assert_int_equal(watch.risk.records, 4 * TRIAL_ROUNDS);
    assert_int_equal(watch.risk.bytes, 4 * TRIAL_ROUNDS * trial.config.record_bytes);
    assert_true(watch.risk.ns > 0);
    simdisk_release(&trial.disk);
    wait_risk(0);
    assert_int_equal(trial_missing(&trial), 0);
    assert_int_equal(watch_of(&trial).risk_most.records, 4 * TRIAL_ROUNDS);
    trial_destroy(&trial);
}

static void a_failed_sync_is_told_by_the_syncing_thread_and_nothing_is_written_after(void **state)
{
    (void)state;
    set_up(4, TRIAL_RECORD, 1000);
    trial.rounds = 1000000;
    trial.disk.fail_sync = 1;
    trial.disk.fail_code = EIO;
    trial_run(&trial);
    wait_settled(&trial);
    while (!atomic_load(&events))
        sched_yield();
    assert_int_equal(atomic_load(&event_rc), -EIO);
    assert_int_equal(trial_errors(&trial, STRATEGY_CALLED_OFF), 4);
    assert_int_equal(trial.disk.syncs, 1);
    assert_string_equal(trial.sink.failed_call, trial.sink.mode->sync_call);
    /* What became of them is not known: all that were acknowledged. */
    assert_int_equal(watch_of(&trial).risk.records, trial_acknowledged(&trial));
    trial_destroy(&trial);
}

static void a_failed_sync_counts_the_rounds_that_it_was_for(void **state)
{
    (void)state;
    struct histogram sync = {0};
    struct sharing sharing = {0};
    uint64_t failed_rounds = 0;
    struct strategy_told told = {&sync, &sharing, &failed_rounds};
    struct strategy_watch watch = {.told = &told};
    histogram_clear(&sync);
    set_up(1, TRIAL_RECORD, 1000);
    simdisk_hold(&trial.disk);
    commit_one(&trial);
    simdisk_wait_held(&trial.disk, 1); /* for one round; the next two come too late for it */
    commit_one(&trial);
    commit_one(&trial);
    simdisk_fail_held(&trial.disk, EIO);
    end(&trial); /* no writer will come any more */
    simdisk_release(&trial.disk);
    wait_settled(&trial);
    strategy_watch(trial.strategy, trial.shared, &trial.sink, &watch);
    assert_int_equal(failed_rounds, 1);
    assert_int_equal(sync.count, 0);
    assert_int_equal(watch.risk.records, 3);
    while (!atomic_load(&events))
        sched_yield();
    assert_int_equal(atomic_load(&event_rc), -EIO);
    trial_destroy(&trial);
}

static void a_round_is_its_write_and_the_sync_is_the_syncing_threads(void **state)
{
    (void)state;
    struct histogram sync = {0};
    struct sharing sharing = {0};
    uint64_t failed_rounds = 0;
    struct strategy_told told = {&sync, &sharing, &failed_rounds};
    struct strategy_watch watch = {.told = &told};
    histogram_clear(&sync);
    set_up(1, TRIAL_RECORD, 1000);
    for (int i = 0; i < 3; i++) {
        struct round round = commit_one(&trial);
        assert_true(round.sync_ns == NOT_TIMED);
        assert_true(round.write_ns != NOT_TIMED);
        assert_int_equal(round.split.queue_ns + round.write_ns, round.latency_ns);
        assert_int_equal(round.split.leader_ns + round.split.delay_ns + round.split.sync_ns, 0);
        assert_int_equal(round.delay_asked_ns, 0);
        wait_risk(0);
    }
    strategy_watch(trial.strategy, trial.shared, &trial.sink, &watch);
    assert_int_equal(watch.syncs, 3);
    assert_int_equal(sync.count, 3);
    assert_int_equal(sharing.size[0], 3);
    assert_int_equal(sharing.delays, 3);
    assert_int_equal(sharing.delay_asked_ns, 3000);
    assert_true(sharing.delay_reached_ns >= 3000);
    strategy_watch(trial.strategy, trial.shared, &trial.sink, &watch);
    assert_int_equal(sync.count, 3); /* told once */
    trial_destroy(&trial);
}

static void a_sync_that_took_longer_than_the_delay_is_no_part_of_a_delay(void **state)
{
    (void)state;
    struct histogram sync = {0};
    struct sharing sharing = {0};
    uint64_t failed_rounds = 0;
    struct strategy_told told = {&sync, &sharing, &failed_rounds};
    struct strategy_watch watch = {.told = &told};
    histogram_clear(&sync);
    set_up(1, TRIAL_RECORD, 1000);
    simdisk_hold(&trial.disk);
    commit_one(&trial);
    simdisk_wait_held(&trial.disk, 1);
    uint64_t held_ns = clock_now_ns();
    commit_one(&trial);
    while (clock_now_ns() < held_ns + 2000)
        sched_yield();
    simdisk_release(&trial.disk);
    wait_risk(0);
    strategy_watch(trial.strategy, trial.shared, &trial.sink, &watch);
    assert_int_equal(sync.count, 2);
    assert_int_equal(sharing.delays, 1);
    trial_destroy(&trial);
}

static void whoever_watches_waits_for_no_call(void **state)
{
    (void)state;
    set_up(1, TRIAL_RECORD, 1000);
    simdisk_hold(&trial.disk);
    commit_one(&trial);
    simdisk_wait_held(&trial.disk, 1);
    assert_int_equal(watch_of(&trial).calls, 1);
    simdisk_hold_writes(&trial.disk);
    trial.rounds = 1;
    trial_start(&trial, 0);
    simdisk_wait_held_writes(&trial.disk, 1);
    struct strategy_watch watch = watch_of(&trial);
    assert_int_equal(watch.calls, 2);
    assert_true(watch.call_since_ns > 0);
    assert_int_equal(watch.risk.records, 1);
    end(&trial);
    assert_false(trial.strategy->is_settled(trial.shared));
    simdisk_release_writes(&trial.disk);
    simdisk_release(&trial.disk);
    trial_join(&trial, 0);
    wait_settled(&trial);
    assert_int_equal(watch_of(&trial).calls, 0);
    trial_destroy(&trial);
}

static void at_the_end_writers_that_wait_for_the_file_are_called_off(void **state)
{
    (void)state;
    set_up(8, TRIAL_RECORD, 1000);
    trial.rounds = 1;
    simdisk_hold_writes(&trial.disk);
    trial_start(&trial, 0);
    simdisk_wait_held_writes(&trial.disk, 1);
    for (uint32_t i = 1; i < 8; i++)
        trial_start(&trial, i);
    end(&trial);
    simdisk_release_writes(&trial.disk);
    for (uint32_t i = 0; i < 8; i++)
        trial_join(&trial, i);
    assert_int_equal(trial_acknowledged(&trial), 1);
    assert_int_equal(trial_errors(&trial, STRATEGY_CALLED_OFF), 7);
    assert_int_equal(trial.disk.writes, 1);
    trial_destroy(&trial);
}

static void the_risk_has_a_bound_at_which_writers_wait(void **state)
{
    (void)state;
    set_up(4, 8 << 20, 1000); /* so that four are 32 MiB */
    simdisk_hold(&trial.disk);
    for (uint32_t i = 0; i < 4; i++)
        trial_start(&trial, i);
    wait_risk(4);
    simdisk_release(&trial.disk);
    for (uint32_t i = 0; i < 4; i++)
        trial_join(&trial, i);
    assert_int_equal(trial_acknowledged(&trial), 4 * TRIAL_ROUNDS);
    assert_int_equal(watch_of(&trial).risk_most.records, 4);
    trial_destroy(&trial);
}

static void at_the_end_writers_that_wait_for_room_are_called_off(void **state)
{
    (void)state;
    set_up(5, 8 << 20, 1000);
    trial.rounds = 1;
    simdisk_hold(&trial.disk);
    for (uint32_t i = 0; i < 5; i++)
        trial_start(&trial, i);
    wait_risk(4);
    end(&trial);
    for (uint32_t i = 0; i < 5; i++)
        trial_join(&trial, i); /* though no sync returns */
    assert_int_equal(trial_errors(&trial, STRATEGY_CALLED_OFF), 1);
    simdisk_release(&trial.disk);
    trial_destroy(&trial);
}

static void much_at_risk_is_synced_before_the_delay_is_over(void **state)
{
    (void)state;
    set_up(1, 8 << 20, UINT64_C(3600000000000));
    commit_one(&trial);
    commit_one(&trial);
    wait_risk(0); /* not in an hour */
    assert_int_equal(trial.disk.syncs, 1);
    trial_destroy(&trial);
}

static void it_refuses_modes_without_a_sync_of_their_own(void **state)
{
    (void)state;
    assert_non_null(strategy_refuses(&strategy_async, syncmode_find("dsync")));
    assert_non_null(strategy_refuses(&strategy_async, syncmode_find("flush-only")));
    assert_non_null(strategy_refuses(&strategy_async, syncmode_find("create-rename")));
    assert_non_null(strategy_refuses(&strategy_async, syncmode_find("mmap-msync")));
    assert_string_equal(strategy_refuses(&strategy_async, syncmode_find("no-sync")),
                        "there is no sync to come later");
    assert_null(strategy_refuses(&strategy_async, syncmode_find("direct-fdatasync")));
    assert_null(strategy_refuses(&strategy_async, syncmode_find("append-fsync")));
    for (size_t i = 0; syncmode_at(i); i++)
        assert_null(strategy_refuses(&strategy_group, syncmode_at(i)));
}

int main(void)
{
    alarm(120); /* who is never released must end the test, not hang it */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_acknowledges_before_the_sync_and_says_what_is_at_risk),
        cmocka_unit_test(a_failed_sync_is_told_by_the_syncing_thread_and_nothing_is_written_after),
        cmocka_unit_test(a_failed_sync_counts_the_rounds_that_it_was_for),
        cmocka_unit_test(a_round_is_its_write_and_the_sync_is_the_syncing_threads),
        cmocka_unit_test(a_sync_that_took_longer_than_the_delay_is_no_part_of_a_delay),
        cmocka_unit_test(whoever_watches_waits_for_no_call),
        cmocka_unit_test(at_the_end_writers_that_wait_for_the_file_are_called_off),
        cmocka_unit_test(the_risk_has_a_bound_at_which_writers_wait),
        cmocka_unit_test(at_the_end_writers_that_wait_for_room_are_called_off),
        cmocka_unit_test(much_at_risk_is_synced_before_the_delay_is_over),
        cmocka_unit_test(it_refuses_modes_without_a_sync_of_their_own),
    };
    return cmocka_run_group_tests_name("strategy_async", tests, NULL, NULL);
}
