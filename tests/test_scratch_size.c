/* test_scratch_size.c: how large a scratch file is, may be and must be. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

#include <cmocka.h>

#include "disk/scratch.h"
#include "support/tree.h"

#define MIB (UINT64_C(1) << 20)

static struct config config_of(uint32_t writers, uint32_t batch, uint64_t record)
{
    struct config config = config_default();
    config.writers = writers;
    config.batch = batch;
    config.record_bytes = record;
    return config;
}

/* DIRFD -1: a simulated disk without bounds. */
static void default_sizes_hold_at_least_a_round_of_all_writers(void **state)
{
    static const struct {
        enum layout layout;
        uint32_t writers, batch;
        uint64_t record, bytes;
    } rows[] = {
        {LAYOUT_APPEND, 1, 1, 4096, 256 * MIB},
        {LAYOUT_APPEND, 64, 8, MIB, 1024 * MIB}, /* two rounds */
        {LAYOUT_FILLED, 1, 1, 4096, 4 * MIB},
        {LAYOUT_FILLED, 1, 1, 100, 25 * 4096}, /* whole blocks */
        {LAYOUT_FILLED, 4, 1024, 4096, 16 * MIB},
        {LAYOUT_FILLED, 1, 1, MIB, 1024 * MIB},
        {LAYOUT_FILLED, 1, 1, RECORD_MAX, 1024 * MIB},   /* no more by default */
        {LAYOUT_FILLED, 256, 1, RECORD_MAX, 4096 * MIB}, /* but a round of all */
        {LAYOUT_FIXED, 64, 8, MIB, 4096},
        {LAYOUT_APPEND, WRITERS_MAX, BATCH_MAX, RECORD_MAX, UINT64_C(1) << 51},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct config config = config_of(rows[i].writers, rows[i].batch, rows[i].record);
        uint64_t bytes;
        assert_int_equal(scratch_size(rows[i].layout, &config, -1, &bytes, NULL), 0);
        assert_int_equal(bytes, rows[i].bytes);
    }
}

static void asked_size_is_taken_when_a_round_fits(void **state)
{
    struct config config = config_of(4, 2, 4096);
    uint64_t bytes;
    (void)state;
    config.file_bytes = 4 * 2 * 4096;
    assert_int_equal(scratch_size(LAYOUT_FILLED, &config, -1, &bytes, NULL), 0);
    assert_int_equal(bytes, config.file_bytes);
    assert_int_equal(scratch_size(LAYOUT_APPEND, &config, -1, &bytes, NULL), 0);
    assert_int_equal(bytes, config.file_bytes);
}

static void asked_size_may_be_more_than_any_default(void **state)
{
    struct config config = config_of(1, 1, RECORD_MAX);
    uint64_t bytes;
    (void)state;
    config.file_bytes = 16384 * MIB;
    assert_int_equal(scratch_size(LAYOUT_FILLED, &config, -1, &bytes, NULL), 0);
    assert_int_equal(bytes, config.file_bytes);
}

static void asked_size_too_small_for_a_round_is_refused_with_the_need(void **state)
{
    struct config config = config_of(16, 1, 4096);
    struct err err;
    uint64_t bytes;
    (void)state;
    config.file_bytes = 8192;
    assert_int_equal(scratch_size(LAYOUT_APPEND, &config, -1, &bytes, &err), -EINVAL);
    assert_non_null(strstr(err.text, "--file-size"));
    assert_non_null(strstr(err.text, "8 KiB"));
    assert_non_null(strstr(err.text, "64 KiB"));
}

static void room_keeps_five_percent_free(void **state)
{
    struct tree tree;
    struct statvfs st;
    uint64_t room;
    (void)state;
    tree_make(&tree, NULL);
    assert_int_equal(scratch_room(tree.fd, &room), 0);
    assert_return_code(fstatvfs(tree.fd, &st), errno);
    /* Others may write meanwhile; a tenth of what is kept is ample for that. */
    const double kept = 0.05 * (double)st.f_blocks * (double)st.f_frsize;
    const double free_now = (double)st.f_bavail * (double)st.f_frsize;
    if (free_now > kept)
        assert_true((double)room < free_now - 0.9 * kept);
    else
        assert_int_equal(room, 0);
    assert_int_equal(scratch_room(-1, &room), 0);
    assert_true(room == UINT64_MAX);
    tree_remove(&tree);
}

static void too_little_room_is_told_with_need_and_free(void **state)
{
    struct config config = config_of(1, 1, 4096);
    struct tree tree;
    struct err err;
    uint64_t bytes;
    (void)state;
    tree_make(&tree, NULL);
    config.file_bytes = UINT64_C(1) << 60;
    assert_int_equal(scratch_size(LAYOUT_FILLED, &config, tree.fd, &bytes, &err), -ENOSPC);
    assert_non_null(strstr(err.text, "need"));
    assert_non_null(strstr(err.text, "iB"));
    assert_non_null(strstr(err.text, "5 %"));
    tree_remove(&tree);
}

static void limit_on_file_sizes_counts_as_room_and_is_named(void **state)
{
    struct config config = config_of(1, 1, 4096);
    struct rlimit before;
    struct tree tree;
    struct err err;
    uint64_t room, bytes;
    (void)state;
    tree_make(&tree, NULL);
    assert_return_code(getrlimit(RLIMIT_FSIZE, &before), errno);
    const struct rlimit limit = {.rlim_cur = 64 * 1024, .rlim_max = before.rlim_max};
    assert_return_code(setrlimit(RLIMIT_FSIZE, &limit), errno);
    const int room_rc = scratch_room(tree.fd, &room);
    const int fits_rc = scratch_size(LAYOUT_APPEND, &config, tree.fd, &bytes, NULL);
    config.record_bytes = MIB;
    const int rc = scratch_size(LAYOUT_APPEND, &config, tree.fd, &room, &err);
    assert_return_code(setrlimit(RLIMIT_FSIZE, &before), errno);

    assert_int_equal(room_rc, 0);
    assert_int_equal(room, 64 * 1024);
    assert_int_equal(fits_rc, 0);
    assert_in_range(bytes, 4096, 64 * 1024);
    assert_int_equal(rc, -EFBIG);
    assert_non_null(strstr(err.text, "ulimit -f"));
    assert_non_null(strstr(err.text, "64 KiB"));
    tree_remove(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(default_sizes_hold_at_least_a_round_of_all_writers),
        cmocka_unit_test(asked_size_is_taken_when_a_round_fits),
        cmocka_unit_test(asked_size_may_be_more_than_any_default),
        cmocka_unit_test(asked_size_too_small_for_a_round_is_refused_with_the_need),
        cmocka_unit_test(room_keeps_five_percent_free),
        cmocka_unit_test(too_little_room_is_told_with_need_and_free),
        cmocka_unit_test(limit_on_file_sizes_counts_as_room_and_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
