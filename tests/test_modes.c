/* test_modes.c: every mode of the table, on a simulated disk: what a commit costs in syncs, what
 * each error does to it, what a mode that cannot run leaves; and what O_DIRECT asks of files. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/format.h"
#include "disk/dio.h"
#include "disk/scratch_name.h"
#include "engine/strategies.h"
#include "support/tree.h"
#include "support/trial.h"

static struct trial trial; /* 200 KiB: not on the stack */

static const int codes[] = {EIO, ENOSPC, EDQUOT, EROFS, EINVAL, EFBIG, ENOSYS};

enum { CODES = sizeof codes / sizeof codes[0], ROUNDS = 10 };

/* A trial of one writer of MODE. */
static void set_up(const struct syncmode *mode)
{
    trial_init(&trial, &strategy_alone, mode->about.name, 1, 1);
    trial.rounds = ROUNDS;
}

static void tear_down(void)
{
    trial_destroy(&trial);
}

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
        if (mode->sync)
            assert_true(mode->syncs > 0);
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

static void each_round_makes_as_many_syncs_as_its_row_says(void **state)
{
    (void)state;
    for (size_t i = 0; syncmode_at(i); i++) {
        const struct syncmode *mode = syncmode_at(i);
        set_up(mode);
        trial_run(&trial);
        assert_int_equal(trial_acknowledged(&trial), ROUNDS);
        const unsigned each = mode->syncs == SYNC_EACH_WRITE ? 1 : (unsigned)mode->syncs;
        assert_int_equal(trial.sink.syncs, ROUNDS * each);
        if (mode->syncs != SYNC_EACH_WRITE)
            assert_int_equal(trial.disk.syncs, ROUNDS * each); /* and the disk saw as many */
        else
            assert_int_equal(trial.disk.writes, ROUNDS);
        tear_down();
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
        set_up(mode);
        trial_run(&trial);
        assert_int_equal(trial_early(&trial), mode->about.durable ? 0 : ROUNDS);
        tear_down();
    }
}

static void times_are_told_for_what_a_mode_does(void **state)
{
    (void)state;
    for (size_t i = 0; syncmode_at(i); i++) {
        const struct syncmode *mode = syncmode_at(i);
        set_up(mode);
        trial_run(&trial);
        const struct round *round = &trial.writer[0].last;
        assert_int_equal(round->sync_ns != NOT_TIMED, mode->syncs != 0);
        assert_int_equal(round->write_ns != NOT_TIMED,
                         mode->write && (mode->sync || !mode->about.durable));
        tear_down();
    }
}

/* --- errors --- */

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
                if (mode->syncs <= 0)
                    continue; /* its write is what fails */
                set_up(mode);
                trial.disk.fail_sync = n;
                trial.disk.fail_code = codes[c];
                trial_run(&trial);
                check_failure(mode, codes[c], (n - 1) / (unsigned)mode->syncs, trial.disk.syncs, n);
                tear_down();
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
                set_up(mode);
                const unsigned each = mode == syncmode_find("doublewrite") ? 2 : 1;
                trial.disk.fail_write = n;
                trial.disk.fail_code = codes[c];
                trial_run(&trial);
                check_failure(mode, code_of_write(mode, codes[c]), (n - 1) / each,
                              trial.disk.writes, n);
                tear_down();
            }
}

static void a_failed_rename_leaves_neither_file(void **state)
{
    (void)state;
    set_up(syncmode_find("create-rename"));
    trial.disk.fail_rename = trial.disk.renames + 3;
    trial.disk.fail_code = EIO;
    trial_run(&trial);
    assert_int_equal(trial_errors(&trial, -EIO), 1);
    assert_int_equal(trial_acknowledged(&trial), 2);
    assert_string_equal(trial.sink.failed_call, "rename over the old file");
    tear_down();
}

static void short_writes_are_completed_in_every_mode(void **state)
{
    (void)state;
    for (size_t i = 0; syncmode_at(i); i++) {
        set_up(syncmode_at(i));
        trial.disk.short_writes = true;
        trial_run(&trial);
        assert_int_equal(trial_acknowledged(&trial), ROUNDS);
        if (syncmode_at(i)->about.durable && syncmode_at(i)->write)
            assert_int_equal(trial_early(&trial), 0);
        tear_down();
    }
}

static void interrupted_calls_are_repeated_in_every_mode(void **state)
{
    (void)state;
    for (size_t i = 0; syncmode_at(i); i++) {
        set_up(syncmode_at(i));
        trial.disk.interrupts = 3;
        trial.disk.write_interrupts = 3;
        trial_run(&trial);
        assert_int_equal(trial_acknowledged(&trial), ROUNDS);
        if (syncmode_at(i)->about.durable && syncmode_at(i)->write)
            assert_int_equal(trial_early(&trial), 0);
        tear_down();
    }
}

/* --- modes that cannot run here --- */

static struct simdisk disk;
static int refusal;

static int no_open(const struct sysio *io, int dirfd, const char *name, int flags, mode_t mode)
{
    (void)io, (void)dirfd, (void)name, (void)flags, (void)mode;
    return -refusal;
}

static ssize_t no_pwritev2(const struct sysio *io, int fd, const struct iovec *part, int parts,
                           off_t offset, int flags)
{
    (void)io, (void)fd, (void)part, (void)parts, (void)offset, (void)flags;
    return -refusal;
}

static int no_fallocate(const struct sysio *io, int fd, off_t offset, off_t bytes)
{
    (void)io, (void)fd, (void)offset, (void)bytes;
    return -refusal;
}

static int no_ring(const struct sysio *io, struct ring **out)
{
    (void)io, (void)out;
    return -refusal;
}

static int no_range(const struct sysio *io, int fd, off_t offset, off_t bytes, unsigned flags)
{
    (void)io, (void)fd, (void)offset, (void)bytes, (void)flags;
    return -refusal;
}

static int no_map(const struct sysio *io, int fd, size_t bytes, void **at)
{
    (void)io, (void)fd, (void)bytes, (void)at;
    return -refusal;
}

static void break_calls(struct sysio *io)
{
    io->pwritev2 = no_pwritev2;
    io->fallocate = no_fallocate;
    io->ring_open = no_ring;
    io->sync_file_range = no_range;
    io->map = no_map;
}

static int open_mode(const struct syncmode *mode, struct err *err)
{
    const struct syncmode_place place = {.io = &disk.io, .dirfd = -1};
    struct scratch s;
    *err = (struct err){0};
    const int rc = syncmode_open(mode, &place, SIM_BYTES, 4096, &s, err);
    if (!rc)
        syncmode_close(mode, &s);
    assert_int_equal(simdisk_files(&disk), 0);
    return rc;
}

static void a_mode_that_cannot_run_says_so_and_the_others_go_on(void **state)
{
    static const char *const broken[] = {"rwf-dsync",       "falloc-fdatasync", "uring-fdatasync",
                                         "sync-file-range", "mmap-msync",       "direct-dsync",
                                         "direct-fdatasync"};
    static const int refusals[] = {EOPNOTSUPP, ENOSYS, EINVAL};
    (void)state;
    for (int r = 0; r < 3; r++) {
        simdisk_init(&disk, 1);
        break_calls(&disk.io);
        refusal = refusals[r];
        int (*open_file)(const struct sysio *, int, const char *, int, mode_t) = disk.io.open;
        for (size_t i = 0; syncmode_at(i); i++) {
            const struct syncmode *mode = syncmode_at(i);
            bool refused = false;
            struct err err;
            for (size_t k = 0; k < sizeof broken / sizeof broken[0]; k++)
                refused = refused || mode == syncmode_find(broken[k]);
            disk.io.open = mode->open_flags & O_DIRECT ? no_open : open_file;
            assert_int_equal(open_mode(mode, &err), refused ? -EOPNOTSUPP : 0);
            char start[64];
            snprintf(start, sizeof start, "%s cannot run here: ", mode->about.name);
            if (!refused)
                continue;
            assert_memory_equal(err.text, start, strlen(start));
            if (!syncmode_missing(mode))
                assert_int_equal(err.code, refusal);
        }
        simdisk_destroy(&disk);
    }
}

static void io_uring_that_is_forbidden_is_told_as_that(void **state)
{
    struct err err;
    (void)state;
    simdisk_init(&disk, 1);
    refusal = EPERM;
    disk.io.ring_open = no_ring;
    assert_int_equal(open_mode(syncmode_find("uring-fdatasync"), &err), -EOPNOTSUPP);
    assert_non_null(strstr(err.text, syncmode_missing(syncmode_find("uring-fdatasync"))
                                         ? "not built in"
                                         : "forbidden"));
    simdisk_destroy(&disk);
}

/* A disk that fails while a mode is prepared is no mode that cannot run. */
static void an_error_of_the_disk_is_no_refusal(void **state)
{
    struct err err;
    (void)state;
    simdisk_init(&disk, 1);
    break_calls(&disk.io);
    refusal = EIO;
    assert_int_equal(open_mode(syncmode_find("rwf-dsync"), &err), -EIO);
    assert_int_equal(open_mode(syncmode_find("falloc-fdatasync"), &err), -EIO);
    simdisk_destroy(&disk);
}

/* --- what single modes do with their bytes --- */

static void direct_modes_pad_what_does_not_fit_and_count_it(void **state)
{
    static const char *const direct[] = {"direct-fdatasync", "direct-dsync"};
    (void)state;
    for (int i = 0; i < 2; i++)
        for (uint32_t batch = 1; batch <= TRIAL_BATCH; batch++) {
            set_up(syncmode_find(direct[i]));
            trial.config.batch = batch;
            trial_run(&trial);
            assert_int_equal(trial.sink.padded, ROUNDS * (512 - batch * TRIAL_RECORD));
            assert_int_equal(trial.disk.writes, ROUNDS); /* a batch is one write */
            assert_int_equal(trial.scratch.next, ROUNDS * 512);
            assert_int_equal(trial_missing(&trial), 0);
            tear_down();
        }
}

static void direct_modes_send_records_that_fit_as_they_are(void **state)
{
    static _Alignas(4096) char bytes[8192];
    const struct payload payload = {
        .bytes = bytes, .record_bytes = 4096, .records = 2, .step = 4096, .span = 8192};
    struct sink_times times;
    (void)state;
    set_up(syncmode_find("direct-dsync"));
    assert_int_equal(sink_commit(&trial.sink, &payload, 1, 0, &times), 0);
    assert_int_equal(trial.sink.padded, 0);
    assert_int_equal(trial.disk.writes, 1);
    tear_down();
}

static void doublewrite_makes_every_page_durable_in_two_places(void **state)
{
    (void)state;
    set_up(syncmode_find("doublewrite"));
    trial.rounds = 1;
    trial.config.batch = TRIAL_BATCH;
    trial_run(&trial);
    for (unsigned i = 0; i < TRIAL_BATCH; i++) {
        char record[TRIAL_RECORD];
        trial_stamp(record, 0, 0, i);
        assert_int_equal(simdisk_copies(&trial.disk, record, sizeof record), 2);
    }
    tear_down();
}

/* Each place once before any comes again: all pages of a whole cycle are there at its end. */
static void doublewrite_uses_every_place_before_any_comes_again(void **state)
{
    (void)state;
    set_up(syncmode_find("doublewrite"));
    const uint64_t area = TRIAL_WRITERS * TRIAL_BATCH * TRIAL_RECORD;
    trial.rounds = (unsigned)((SIM_BYTES - area) / TRIAL_RECORD);
    trial_run(&trial);
    assert_int_equal(trial_missing(&trial), 0);
    tear_down();
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

/* --- what O_DIRECT asks for --- */

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

/* --- names --- */

/* As a run with create-rename leaves it when nothing could clean up. */
static void next_start_removes_the_files_that_stand_beside_a_leftover(void **state)
{
    struct scratch_identity identity;
    char name[SCRATCH_COMPANION_MAX];
    struct tree tree;
    struct scratch s;
    (void)state;
    tree_make(&tree, NULL);
    assert_int_equal(
        scratch_create(&s, &sysio_kernel, NULL, tree.fd, LAYOUT_FRESH, 0, 4096, NULL, NULL), 0);
    const bool is_known = scratch_name_parse(s.name, &identity);
    for (size_t i = 0; scratch_name_ending(i); i++) {
        scratch_name_companion(name, s.name, scratch_name_ending(i));
        tree_write(&tree, name, "x");
        assert_return_code(fchmodat(tree.fd, name, 0600, 0), errno);
    }
    scratch_name_companion(name, s.name, ".txt");
    tree_write(&tree, name, "a stranger's");
    assert_int_equal(scratch_sweep(tree.fd), 0); /* it lives */
    assert_int_equal(tree_entries(&tree), 4);
    close(s.fd);
    if (is_known) {
        assert_int_equal(scratch_sweep(tree.fd), 1);
        assert_int_equal(tree_entries(&tree), 1);
    }
    tree_remove(&tree);
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
        cmocka_unit_test(a_failed_sync_ends_the_run_in_every_mode_whatever_the_error),
        cmocka_unit_test(a_failed_write_ends_the_run_in_every_mode_whatever_the_error),
        cmocka_unit_test(a_failed_rename_leaves_neither_file),
        cmocka_unit_test(short_writes_are_completed_in_every_mode),
        cmocka_unit_test(interrupted_calls_are_repeated_in_every_mode),
        cmocka_unit_test(a_mode_that_cannot_run_says_so_and_the_others_go_on),
        cmocka_unit_test(io_uring_that_is_forbidden_is_told_as_that),
        cmocka_unit_test(an_error_of_the_disk_is_no_refusal),
        cmocka_unit_test(direct_modes_pad_what_does_not_fit_and_count_it),
        cmocka_unit_test(direct_modes_send_records_that_fit_as_they_are),
        cmocka_unit_test(doublewrite_makes_every_page_durable_in_two_places),
        cmocka_unit_test(doublewrite_uses_every_place_before_any_comes_again),
        cmocka_unit_test(doublewrite_file_holds_the_area_and_a_commit_besides),
        cmocka_unit_test(direct_file_holds_a_padded_round_of_every_writer),
        cmocka_unit_test(alignment_is_the_file_systems_then_the_disks),
        cmocka_unit_test(next_start_removes_the_files_that_stand_beside_a_leftover),
    };
    return cmocka_run_group_tests_name("modes", tests, NULL, NULL);
}
