/* test_scratch_grown.c: a file that has a size before the first round, and goes on from there. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "disk/scratch.h"
#include "support/rig.h"
#include "support/tree.h"

#define MIB (UINT64_C(1) << 20)

static off_t size_of(const struct scratch *s)
{
    struct stat st;
    assert_return_code(fstat(s->fd, &st), errno);
    return st.st_size;
}

static void grow(struct scratch *s, const struct tree *tree, enum layout layout)
{
    struct scratch_progress progress = {0};

    assert_int_equal(
        scratch_create(s, &sysio_kernel, NULL, tree->fd, layout, 0, 3 * MIB, NULL, NULL), 0);
    assert_int_equal(scratch_grow(s, 2 * MIB, &progress, NULL), 0);
    assert_int_equal(progress.done, 2 * MIB);
    assert_int_equal(progress.total, 2 * MIB);
}

static void rounds_go_on_behind_what_is_there_and_are_cut_back_to_it(void **state)
{
    struct tree tree;
    struct scratch s;
    char first[8], again[8];

    (void)state;
    tree_make(&tree, NULL);
    grow(&s, &tree, LAYOUT_APPEND);
    assert_int_equal(size_of(&s), 2 * MIB);
    assert_int_equal(pread(s.fd, first, sizeof(first), 0), sizeof(first));
    assert_int_equal(scratch_place(&s, 4096), 2 * MIB);
    assert_int_equal(sysio_write_all(s.io, s.fd, "hello", 5, 2 * MIB), 0);
    assert_true(scratch_is_full(&s, MIB));
    assert_int_equal(scratch_restart(&s), 0);
    assert_int_equal(size_of(&s), 2 * MIB);
    assert_int_equal(scratch_place(&s, 4096), 2 * MIB);
    assert_int_equal(pread(s.fd, again, sizeof(again), 0), sizeof(again));
    assert_memory_equal(first, again, sizeof(first));
    scratch_remove(&s);
    tree_remove(&tree);
}

static void a_file_of_a_final_size_keeps_that_after_a_restart(void **state)
{
    struct tree tree;
    struct scratch s;

    (void)state;
    tree_make(&tree, NULL);
    grow(&s, &tree, LAYOUT_EXTENDED);
    assert_int_equal(size_of(&s), 3 * MIB);
    assert_int_equal(scratch_restart(&s), 0);
    assert_int_equal(size_of(&s), 3 * MIB);
    assert_int_equal(scratch_place(&s, 4096), 2 * MIB);
    scratch_remove(&s);
    tree_remove(&tree);
}

static void a_grown_file_has_room_for_some_rounds_more(void **state)
{
    struct config config = config_default();
    uint64_t bytes;

    (void)state;
    config.grown = true;
    config.file_bytes = 64 * MIB;
    assert_int_equal(scratch_size(LAYOUT_APPEND, &config, -1, &bytes, NULL), 0);
    assert_int_equal(bytes, 65 * MIB);
    assert_int_equal(scratch_size(LAYOUT_FILLED, &config, -1, &bytes, NULL), 0);
    assert_int_equal(bytes, 64 * MIB);
    config.record_bytes = MIB;
    config.file_bytes = 4096;
    assert_int_equal(scratch_size(LAYOUT_APPEND, &config, -1, &bytes, NULL), 0);
    assert_int_equal(bytes, 4096 + 8 * MIB);
    assert_int_equal(scratch_size(LAYOUT_FILLED, &config, -1, &bytes, NULL), -EINVAL);
}

/* Every byte of it and every sync is before the first round. */
static void no_round_holds_the_growing(void **state)
{
    struct rig *rig = *state;
    struct config config = rig_config(2, "alone");

    config.grown = true;
    config.file_bytes = 32 << 10; /* half of the simulated disk */
    config.stop_rounds = 200;
    rig_start(rig, &config);
    rig_wait_state(rig, RUN_DONE);
    assert_int_equal(rig->totals[1].rounds, 200);
    assert_int_equal(rig->totals[1].records, 200);
    assert_int_equal(rig->totals[1].syncs, 200);
    assert_true(rig->disk.syncs > 200);
    rig_stop(rig);
}

int main(void)
{
    static struct rig rig;
    alarm(300);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_go_on_behind_what_is_there_and_are_cut_back_to_it),
        cmocka_unit_test(a_file_of_a_final_size_keeps_that_after_a_restart),
        cmocka_unit_test(a_grown_file_has_room_for_some_rounds_more),
        RIG_TEST(no_round_holds_the_growing, &rig),
    };
    return cmocka_run_group_tests_name("scratch_grown", tests, NULL, NULL);
}
