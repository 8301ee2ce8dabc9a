/* test_group_wakes.c: who is woken in a group commit, counted one by one: only those whose records
 * became durable, and one of the next batch to lead it.
 *
 * The functions of futex.h are this file's own (the linker then takes no others), so that who
 * sleeps is known at each moment, and a wake-up is exactly that. */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/strategies.h"
#include "support/trial.h"
#include "sys/futex.h"

struct sleeper {
    atomic_uint *word;
    bool woken;
    struct sleeper *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct sleeper *sleepers; /* in the order in which they came */
static unsigned asleep, wakes;

static struct trial trial; /* 200 KiB: not on the stack */

void futex_wait(atomic_uint *word, unsigned seen)
{
    struct sleeper me = {.word = word}, **end = &sleepers;
    pthread_mutex_lock(&lock);
    if (atomic_load(word) == seen) {
        while (*end)
            end = &(*end)->next;
        *end = &me;
        asleep++;
        while (!me.woken)
            pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
}

/* It is always too late. */
bool futex_wait_until(atomic_uint *word, unsigned seen, uint64_t when_ns)
{
    (void)word, (void)seen, (void)when_ns;
    return false;
}

void futex_wake(atomic_uint *word, int count)
{
    pthread_mutex_lock(&lock);
    for (struct sleeper **at = &sleepers; *at && count > 0;) {
        if ((*at)->word != word) {
            at = &(*at)->next;
            continue;
        }
        (*at)->woken = true;
        *at = (*at)->next;
        asleep--;
        wakes++;
        count--;
    }
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void wait_asleep(unsigned count)
{
    for (unsigned now = 0; now != count; sched_yield()) {
        pthread_mutex_lock(&lock);
        now = asleep;
        pthread_mutex_unlock(&lock);
    }
}

/* Batches of one, ten and five writers, one after the other, all of them asleep when the batch
 * before theirs ends. Seen to fail by hand with one slot for all batches, and when the whole next
 * batch is woken to find a leader. */
static void each_writer_is_woken_once(void **state)
{
    (void)state;
    trial_init(&trial, &strategy_group, "append-fdatasync", 16, 1);
    trial.rounds = 1;
    simdisk_hold_sync(&trial.disk, 1);
    trial_start(&trial, 0);
    simdisk_wait_held(&trial.disk, 1);
    for (uint32_t i = 1; i <= 10; i++)
        trial_start(&trial, i);
    wait_asleep(10);
    simdisk_hold_sync(&trial.disk, 2);
    trial_join(&trial, 0);
    simdisk_wait_held(&trial.disk, 1);
    assert_int_equal(wakes, 1); /* the one that leads now */
    for (uint32_t i = 11; i < 16; i++)
        trial_start(&trial, i);
    wait_asleep(9 + 5);
    simdisk_release(&trial.disk);
    for (uint32_t i = 1; i < 16; i++)
        trial_join(&trial, i);
    assert_int_equal(wakes, 15);
    assert_int_equal(trial.disk.syncs, 3);
    trial_destroy(&trial);
}

/* Many batches, as they come: never more than a wake-up a record. */
static void no_record_costs_more_than_one_wake_up(void **state)
{
    (void)state;
    wakes = 0;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        trial_init(&trial, &strategy_group, "append-fdatasync", 16, seed);
        trial_run(&trial);
        trial_destroy(&trial);
    }
    assert_true(wakes > 0);
    assert_true(wakes <= 50 * 16 * TRIAL_ROUNDS);
}

int main(void)
{
    alarm(120);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_writer_is_woken_once),
        cmocka_unit_test(no_record_costs_more_than_one_wake_up),
    };
    return cmocka_run_group_tests_name("group_wakes", tests, NULL, NULL);
}
