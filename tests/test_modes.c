/* test_modes.c: every mode of the table, on a simulated disk: what its row says, what a commit
 * costs in syncs, and what a doublewrite does with its pages. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/trial.h"

static struct trial trial; /* 200 KiB: not on the stack */

/* --- rows --- */

static void every_row_says_what_it_is_and_is_found_by_its_name(void **state)
{
    (void)state;
    for (size_t i = 0; syncmode_at(i); i++) {
        const struct syncmode *mode = syncmode_at(i);
        assert_ptr_equal(syncmode_find(mode->about.name), mode);
        if (mode->about.alias)
            assert_ptr_equal(syncmode_find(mode->about.alias), mode);
        assert_true(strlen(mode->about.name) < CONFIG_NAME_MAX);
        assert_true(*mode->about.group && *mode->about.line && *mode->about.used_by);
        assert_true(mode->write || mode->sync);
        assert_non_null(mode->write_call);
        assert_non_null(mode->sync_call);
        assert_true(!mode->attach == !mode->detach || !mode->detach);
        if (mode->about.durable)
            assert_true(mode->syncs != 0);
        if (mode->sync && mode->about.durable)
            assert_true(mode->syncs > 0);
        if (!mode->about.durable) /* what makes nothing durable is no sync */
            assert_int_equal(mode->syncs, 0);
    }
    assert_null(syncmode_find("nonsense"));
}

static void rows_of_a_group_stand_together(void **state)
{
    (void)state;
    for (size_t i = 1; syncmode_at(i); i++)
        for (size_t k = 0; k + 1 < i; k++)
            if (strcmp(syncmode_at(k)->about.group, syncmode_at(i)->about.group) == 0)
                assert_string_equal(syncmode_at(i - 1)->about.group, syncmode_at(i)->about.group);
}

/* --- commits --- */

static void each_round_makes_as_many_syncs_as_its_row_says(void **state)
{
    (void)state;
    for (size_t i = 0; syncmode_at(i); i++) {
        const struct syncmode *mode = syncmode_at(i);
        trial_init_mode(&trial, mode);
        trial_run(&trial);
        assert_int_equal(trial_acknowledged(&trial), TRIAL_MODE_ROUNDS);
        const unsigned each = mode->syncs == SYNC_EACH_WRITE ? 1 : (unsigned)mode->syncs;
        assert_int_equal(trial.sink.syncs, TRIAL_MODE_ROUNDS * each);
        if (mode->syncs != SYNC_EACH_WRITE)
            assert_int_equal(trial.disk.syncs, /* the disk saw as many, or calls to write out */
                             TRIAL_MODE_ROUNDS * (each ? each : mode->sync != NULL));
        else
            assert_int_equal(trial.disk.writes, TRIAL_MODE_ROUNDS);
        trial_destroy(&trial);
    }
}

/* flush-only writes nothing that could be early. */
static void durable_modes_and_they_alone_acknowledge_what_is_durable(void **state)
{
    (void)state;
    for (size_t i = 0; syncmode_at(i); i++) {
        const struct syncmode *mode = syncmode_at(i);
        if (!mode->write)
            continue;
        trial_init_mode(&trial, mode);
        trial_run(&trial);
        assert_int_equal(trial_early(&trial), mode->about.durable ? 0 : TRIAL_MODE_ROUNDS);
        trial_destroy(&trial);
    }
}

static void times_are_told_for_what_a_mode_does(void **state)
{
    (void)state;
    for (size_t i = 0; syncmode_at(i); i++) {
        const struct syncmode *mode = syncmode_at(i);
        trial_init_mode(&trial, mode);
        trial_run(&trial);
        const struct round *round = &trial.writer[0].last;
        assert_int_equal(round->sync_ns != NOT_TIMED, mode->syncs || mode->sync);
        assert_int_equal(round->write_ns != NOT_TIMED,
                         mode->write && (mode->sync || !mode->about.durable));
        trial_destroy(&trial);
    }
}

/* --- two places for each page --- */

static void doublewrite_makes_every_page_durable_in_two_places(void **state)
{
    (void)state;
    trial_init_mode(&trial, syncmode_find("doublewrite"));
    trial.rounds = 1;
    trial.config.batch = TRIAL_BATCH;
    trial_run(&trial);
    for (unsigned i = 0; i < TRIAL_BATCH; i++) {
        char record[TRIAL_RECORD];
        trial_stamp(record, 0, 0, i);
        assert_int_equal(simdisk_copies(&trial.disk, record, sizeof record), 2);
    }
    trial_destroy(&trial);
}

/* Each place once before any comes again: all pages of a whole cycle are there at its end. */
static void doublewrite_uses_every_place_before_any_comes_again(void **state)
{
    (void)state;
    trial_init_mode(&trial, syncmode_find("doublewrite"));
    const uint64_t area = TRIAL_WRITERS * TRIAL_BATCH * TRIAL_RECORD;
    trial.rounds = (unsigned)((SIM_BYTES - area) / TRIAL_RECORD);
    trial_run(&trial);
    assert_int_equal(trial_missing(&trial), 0);
    trial_destroy(&trial);
}

static void doublewrite_file_holds_the_area_and_a_commit_besides(void **state)
{
    struct config config = config_default();
    struct err err = {0};
    uint64_t bytes;
    (void)state;
    config.batch = 65536;
    const struct syncmode *mode = syncmode_find("doublewrite");
    assert_int_equal(syncmode_file_bytes(mode, &config, -1, &bytes, NULL), 0);
    assert_true(bytes >= 2 * syncmode_reserve(&config));
    config.file_bytes = syncmode_reserve(&config);
    assert_int_equal(syncmode_file_bytes(mode, &config, -1, &bytes, &err), -EINVAL);
    assert_non_null(strstr(err.text, "--file-size"));
}

int main(void)
{
    alarm(300);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_says_what_it_is_and_is_found_by_its_name),
        cmocka_unit_test(rows_of_a_group_stand_together),
        cmocka_unit_test(each_round_makes_as_many_syncs_as_its_row_says),
        cmocka_unit_test(durable_modes_and_they_alone_acknowledge_what_is_durable),
        cmocka_unit_test(times_are_told_for_what_a_mode_does),
        cmocka_unit_test(doublewrite_makes_every_page_durable_in_two_places),
        cmocka_unit_test(doublewrite_uses_every_place_before_any_comes_again),
        cmocka_unit_test(doublewrite_file_holds_the_area_and_a_commit_besides),
    };
    return cmocka_run_group_tests_name("modes", tests, NULL, NULL);
}
