/* test_mode_errors.c: every mode of the table, on a simulated disk: what an error does to a run. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/trial.h"

static struct trial trial; /* 200 KiB: not on the stack */

static const int codes[] = {EIO, ENOSPC, EDQUOT, EROFS, EINVAL, EFBIG, ENOSYS};

enum { CODES = sizeof codes / sizeof codes[0] };

/* The run ended at the N-th sync or write with CODE: the rounds before it alone count, nothing was
 * tried again, the call has a name, and no file is left. */
static void check_failure(const struct syncmode *mode, int code, unsigned acknowledged,
                          unsigned tried, unsigned n)
{
    assert_int_equal(trial_errors(&trial, -code), 1);
    assert_int_equal(trial_acknowledged(&trial), acknowledged);
    assert_int_equal(tried, n);
    if (mode->about.durable && mode->write)
        assert_int_equal(trial_early(&trial), 0);
    assert_non_null(trial.sink.failed_call);
    assert_true(*trial.sink.failed_call);
}

static void a_failed_sync_ends_the_run_in_every_mode_whatever_the_error(void **state)
{
    (void)state;
    for (size_t i = 0; syncmode_at(i); i++)
        for (unsigned c = 0; c < CODES; c++)
            for (unsigned n = 1; n <= 4; n++) {
                const struct syncmode *mode = syncmode_at(i);
                if (!mode->sync && mode->syncs <= 0)
                    continue; /* its write is what fails */
                const unsigned each = mode->syncs > 0 ? (unsigned)mode->syncs : 1;
                trial_init_mode(&trial, mode);
                trial.disk.fail_sync = n;
                trial.disk.fail_code = codes[c];
                trial_run(&trial);
                check_failure(mode, codes[c], (n - 1) / each, trial.disk.syncs, n);
                trial_destroy(&trial);
            }
}

/* A store's page fault has no error number of its own: EIO stands for all. */
static int code_of_write(const struct syncmode *mode, int code)
{
    return mode == syncmode_find("mmap-msync") ? EIO : code;
}

static void a_failed_write_ends_the_run_in_every_mode_whatever_the_error(void **state)
{
    (void)state;
    for (size_t i = 0; syncmode_at(i); i++)
        for (unsigned c = 0; c < CODES; c++)
            for (unsigned n = 1; n <= 4; n++) {
                const struct syncmode *mode = syncmode_at(i);
                if (!mode->write)
                    continue;
                trial_init_mode(&trial, mode);
                const unsigned each = mode == syncmode_find("doublewrite") ? 2 : 1;
                trial.disk.fail_write = n;
                trial.disk.fail_code = codes[c];
                trial_run(&trial);
                check_failure(mode, code_of_write(mode, codes[c]), (n - 1) / each,
                              trial.disk.writes, n);
                trial_destroy(&trial);
            }
}

static void a_failed_rename_leaves_neither_file(void **state)
{
    (void)state;
    trial_init_mode(&trial, syncmode_find("create-rename"));
    trial.disk.fail_rename = trial.disk.renames + 3;
    trial.disk.fail_code = EIO;
    trial_run(&trial);
    assert_int_equal(trial_errors(&trial, -EIO), 1);
    assert_int_equal(trial_acknowledged(&trial), 2);
    assert_string_equal(trial.sink.failed_call, "rename over the old file");
    trial_destroy(&trial);
}

static void short_writes_are_completed_in_every_mode(void **state)
{
    (void)state;
    for (size_t i = 0; syncmode_at(i); i++) {
        trial_init_mode(&trial, syncmode_at(i));
        trial.disk.short_writes = true;
        trial_run(&trial);
        assert_int_equal(trial_acknowledged(&trial), TRIAL_MODE_ROUNDS);
        if (syncmode_at(i)->about.durable && syncmode_at(i)->write)
            assert_int_equal(trial_early(&trial), 0);
        trial_destroy(&trial);
    }
}

/* The rest of a write is a call of its own, and waits for the disk once more. */
static void each_part_of_a_short_write_that_waits_is_a_sync(void **state)
{
    (void)state;
    for (size_t i = 0; syncmode_at(i); i++) {
        if (syncmode_at(i)->syncs != SYNC_EACH_WRITE)
            continue;
        trial_init_mode(&trial, syncmode_at(i));
        trial.disk.short_writes = true;
        trial_run(&trial);
        assert_true(trial.disk.writes > TRIAL_MODE_ROUNDS);
        assert_int_equal(trial.sink.syncs, trial.disk.writes);
        trial_destroy(&trial);
    }
}

static void interrupted_calls_are_repeated_in_every_mode(void **state)
{
    (void)state;
    for (size_t i = 0; syncmode_at(i); i++) {
        trial_init_mode(&trial, syncmode_at(i));
        trial.disk.interrupts = 3;
        trial.disk.write_interrupts = 3;
        trial_run(&trial);
        assert_int_equal(trial_acknowledged(&trial), TRIAL_MODE_ROUNDS);
        if (syncmode_at(i)->about.durable && syncmode_at(i)->write)
            assert_int_equal(trial_early(&trial), 0);
        trial_destroy(&trial);
    }
}

int main(void)
{
    alarm(300);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failed_sync_ends_the_run_in_every_mode_whatever_the_error),
        cmocka_unit_test(a_failed_write_ends_the_run_in_every_mode_whatever_the_error),
        cmocka_unit_test(a_failed_rename_leaves_neither_file),
        cmocka_unit_test(short_writes_are_completed_in_every_mode),
        cmocka_unit_test(each_part_of_a_short_write_that_waits_is_a_sync),
        cmocka_unit_test(interrupted_calls_are_repeated_in_every_mode),
    };
    return cmocka_run_group_tests_name("mode_errors", tests, NULL, NULL);
}
