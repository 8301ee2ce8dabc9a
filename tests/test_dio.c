/* test_dio.c: what O_DIRECT asks of files and records, and what the modes that use it do. */
#include "disk/dio.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/trial.h"

static struct trial trial; /* 200 KiB: not on the stack */

static void alignment_is_the_file_systems_then_the_disks(void **state)
{
    struct statx st = {0};
    struct dio dio;
    (void)state;
    assert_int_equal(dio_of_statx(&st, 0, &dio), 0);
    assert_int_equal(dio.block, 4096);
    assert_int_equal(dio.memory, 4096);
    assert_int_equal(dio_of_statx(&st, 512, &dio), 0);
    assert_int_equal(dio.block, 512);
    assert_int_equal(dio_of_statx(&st, 520, &dio), 0); /* no power of two: not believed */
    assert_int_equal(dio.block, 4096);
#ifdef STATX_DIOALIGN
    st.stx_mask = STATX_DIOALIGN;
    assert_int_equal(dio_of_statx(&st, 512, &dio), -EOPNOTSUPP); /* tells that it does none */
    st.stx_dio_offset_align = 4096;
    st.stx_dio_mem_align = 4;
    assert_int_equal(dio_of_statx(&st, 512, &dio), 0);
    assert_int_equal(dio.block, 4096);
    assert_int_equal(dio.memory, 4);
#endif
}

static void direct_modes_pad_what_does_not_fit_and_count_it(void **state)
{
    static const char *const direct[] = {"direct-fdatasync", "direct-dsync"};
    (void)state;
    for (int i = 0; i < 2; i++)
        for (uint32_t batch = 1; batch <= TRIAL_BATCH; batch++) {
            trial_init_mode(&trial, syncmode_find(direct[i]));
            trial.config.batch = batch;
            trial_run(&trial);
            assert_int_equal(trial.sink.padded, TRIAL_MODE_ROUNDS * (512 - batch * TRIAL_RECORD));
            assert_int_equal(trial.disk.writes, TRIAL_MODE_ROUNDS); /* a batch is one write */
            assert_int_equal(trial.scratch.next, TRIAL_MODE_ROUNDS * 512);
            assert_int_equal(trial_missing(&trial), 0);
            trial_destroy(&trial);
        }
}

static void direct_modes_send_records_that_fit_as_they_are(void **state)
{
    static _Alignas(4096) char bytes[8192];
    const struct payload payload = {
        .bytes = bytes, .record_bytes = 4096, .records = 2, .step = 4096, .span = 8192};
    struct sink_times times;
    (void)state;
    trial_init_mode(&trial, syncmode_find("direct-dsync"));
    assert_int_equal(sink_commit(&trial.sink, 0, &payload, 1, 0, &times), 0);
    assert_int_equal(trial.sink.padded, 0);
    assert_int_equal(trial.disk.writes, 1);
    trial_destroy(&trial);
}

static void direct_file_holds_a_padded_round_of_every_writer(void **state)
{
    struct config config = config_default();
    uint64_t bytes;
    (void)state;
    config.writers = 1024;
    config.record_bytes = 100;
    assert_int_equal(syncmode_file_bytes(syncmode_find("direct-dsync"), &config, -1, &bytes, NULL),
                     0);
    assert_true(bytes >= 1024 * 4096);
    assert_int_equal(bytes % 4096, 0);
}

int main(void)
{
    alarm(300);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alignment_is_the_file_systems_then_the_disks),
        cmocka_unit_test(direct_modes_pad_what_does_not_fit_and_count_it),
        cmocka_unit_test(direct_modes_send_records_that_fit_as_they_are),
        cmocka_unit_test(direct_file_holds_a_padded_round_of_every_writer),
    };
    return cmocka_run_group_tests_name("dio", tests, NULL, NULL);
}
