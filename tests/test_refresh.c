/* test_refresh.c: facts that are looked at anew: when they come, that nobody waits for a look that
 * hangs, and what they change of a target. */
#include "source/refresh.h"

#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/text.h"
#include "disk/warnings.h"

#define NEVER_NS (UINT64_C(3600) * 1000000000)

/* What looks do: begun and gate say that one began and when it may go on. */
static struct {
    sem_t begun, gate, ended;
    int rc;
    uint64_t bytes_free;
    int dirfd;
} stage;

static int look_at_gate(int dirfd, const char *dir, struct target *out)
{
    stage.dirfd = dirfd;
    sem_post(&stage.begun);
    sem_wait(&stage.gate);
    *out = (struct target){.bytes_free = stage.bytes_free};
    text_copy(out->dir, sizeof out->dir, dir);
    const int rc = stage.rc;
    sem_post(&stage.ended);
    return rc;
}

static struct refresh *start(uint64_t period_ns)
{
    const struct refresh_setup setup = {
        .look = look_at_gate, .dirfd = STDIN_FILENO, .dir = "/d", .period_ns = period_ns};
    struct refresh *refresh = NULL;
    assert_int_equal(refresh_start(&setup, &refresh, NULL), 0);
    return refresh;
}

static int set_up(void **state)
{
    (void)state;
    stage.rc = 0;
    stage.bytes_free = 1;
    return sem_init(&stage.begun, 0, 0) || sem_init(&stage.gate, 0, 0) ||
           sem_init(&stage.ended, 0, 0);
}

static void facts_are_there_after_each_look(void **state)
{
    struct target target = {.bytes_free = 0};
    struct refresh *refresh = start(NEVER_NS);
    (void)state;
    for (stage.bytes_free = 10; stage.bytes_free < 20; stage.bytes_free++) {
        refresh_ask(refresh);
        sem_wait(&stage.begun);
        assert_false(refresh_take(refresh, &target));
        sem_post(&stage.gate);
        while (!refresh_take(refresh, &target))
            ;
        assert_int_equal(target.bytes_free, stage.bytes_free);
        assert_string_equal(target.dir, "/d");
        assert_false(refresh_take(refresh, &target));
        sem_wait(&stage.ended);
    }
    refresh_end(refresh);
}

static void looks_come_by_themselves(void **state)
{
    struct refresh *refresh = start(1000);
    (void)state;
    for (int i = 0; i < 5; i++) {
        sem_wait(&stage.begun);
        sem_post(&stage.gate);
    }
    for (int i = 0; i < 1000; i++)
        sem_post(&stage.gate); /* for those that are under way by now */
    refresh_end(refresh);
}

static void look_that_fails_changes_nothing(void **state)
{
    struct target target = {.bytes_free = 77};
    struct refresh *refresh = start(NEVER_NS);
    (void)state;
    stage.rc = -ESTALE;
    refresh_ask(refresh);
    sem_post(&stage.gate);
    sem_wait(&stage.ended);
    refresh_ask(refresh); /* a second one begins only when the first one is over */
    sem_wait(&stage.begun);
    sem_wait(&stage.begun);
    assert_false(refresh_take(refresh, &target));
    assert_int_equal(target.bytes_free, 77);
    sem_post(&stage.gate);
    refresh_end(refresh);
}

/* A look that hangs for ever is a file system that does not answer; what it has of its own stays
 * valid, and is given back when it returns after all. */
static void nobody_waits_for_a_look_that_hangs(void **state)
{
    struct target target = {.bytes_free = 77};
    struct refresh *refresh = start(NEVER_NS);
    (void)state;
    refresh_ask(refresh);
    sem_wait(&stage.begun);
    refresh_ask(refresh);
    assert_false(refresh_take(refresh, &target));
    refresh_end(refresh);
    const int dirfd = stage.dirfd;
    assert_true(fcntl(dirfd, F_GETFD) >= 0);
    sem_post(&stage.gate);
    while (fcntl(dirfd, F_GETFD) >= 0)
        ;
    assert_int_equal(errno, EBADF);
}

/* --- what is merged --- */

static struct target old, fresh;

static void add_disk(struct target *t, const char *name, unsigned minor)
{
    struct device *d = &t->device[t->device_count++];
    text_copy(d->name, sizeof d->name, name);
    d->minor = minor;
    d->volatile_cache = YES;
}

static int set_targets(void **state)
{
    (void)state;
    old = fresh = (struct target){.file_system = "ext4"};
    add_disk(&old, "sda", 0);
    add_disk(&fresh, "sda", 0);
    return 0;
}

static void warn(struct target *t, const char *id, enum severity severity)
{
    struct warning *w = &t->warning[t->warning_count++];
    text_copy(w->id, sizeof w->id, id);
    w->severity = severity;
}

static void facts_and_their_warnings_are_those_of_now(void **state)
{
    (void)state;
    old.barrier = YES;
    old.bytes_free = 100;
    old.fast_commit_count = 1;
    warn(&old, "write-through", SEVERITY_NOTE);
    fresh.barrier = NO;
    fresh.bytes_free = 5;
    fresh.fast_commit_count = 900;
    text_copy(fresh.mount_options, sizeof fresh.mount_options, "rw,nobarrier");
    fresh.device[0].volatile_cache = NO;
    warn(&fresh, "no-barrier", SEVERITY_WARN);
    refresh_merge(&old, &fresh);
    assert_memory_equal(&old, &fresh, sizeof old);
}

static void failed_sync_stays_told(void **state)
{
    (void)state;
    warnings_add_io_error(&old, "fsync failed: EIO");
    warn(&fresh, "no-barrier", SEVERITY_WARN);
    refresh_merge(&old, &fresh);
    assert_int_equal(old.warning_count, 2);
    assert_string_equal(old.warning[0].id, "io-error");
    assert_string_equal(old.warning[0].text, "fsync failed: EIO");
    assert_string_equal(old.warning[1].id, "no-barrier");
}

static void other_disks_do_not_take_the_place_of_those_counted(void **state)
{
    (void)state;
    fresh.device_count = 0;
    add_disk(&fresh, "sdb", 16);
    add_disk(&fresh, "sdc", 32);
    fresh.bytes_free = 5;
    fresh.partial = true;
    warn(&fresh, "memory-backed", SEVERITY_BAD);
    warn(&fresh, "unknown-device", SEVERITY_WARN);
    warn(&fresh, "loop", SEVERITY_NOTE);
    refresh_merge(&old, &fresh);
    assert_int_equal(old.device_count, 1);
    assert_string_equal(old.device[0].name, "sda");
    assert_false(old.partial);
    assert_int_equal(old.bytes_free, 5);
    assert_int_equal(old.warning_count, 3);
    assert_string_equal(old.warning[0].id, "memory-backed");
    assert_string_equal(old.warning[1].id, "unknown-device");
    assert_non_null(strstr(old.warning[1].text, "the first is sdb"));
    assert_non_null(strstr(old.warning[1].text, "still those of the start."));
    assert_string_equal(old.warning[2].id, "loop");
}

static void warnings_never_outgrow_their_room(void **state)
{
    (void)state;
    fresh.device_count = 0;
    for (unsigned i = 0; i < TARGET_WARNINGS_MAX; i++)
        warn(&fresh, "loop", SEVERITY_NOTE);
    warnings_add_io_error(&old, "fsync failed: EIO");
    refresh_merge(&old, &fresh);
    assert_int_equal(old.warning_count, TARGET_WARNINGS_MAX);
    assert_string_equal(old.warning[0].id, "io-error");
    assert_string_equal(old.warning[1].id, "unknown-device");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(facts_are_there_after_each_look, set_up),
        cmocka_unit_test_setup(looks_come_by_themselves, set_up),
        cmocka_unit_test_setup(look_that_fails_changes_nothing, set_up),
        cmocka_unit_test_setup(nobody_waits_for_a_look_that_hangs, set_up),
        cmocka_unit_test_setup(facts_and_their_warnings_are_those_of_now, set_targets),
        cmocka_unit_test_setup(failed_sync_stays_told, set_targets),
        cmocka_unit_test_setup(other_disks_do_not_take_the_place_of_those_counted, set_targets),
        cmocka_unit_test_setup(warnings_never_outgrow_their_room, set_targets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
