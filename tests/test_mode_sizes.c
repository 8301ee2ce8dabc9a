/* test_mode_sizes.c: what is said of a file that is too small for a mode is what the mode needs. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "disk/syncmode.h"
#include "support/tree.h"

#define MIB (UINT64_C(1) << 20)

static struct config config_of(uint32_t writers, uint32_t batch, uint64_t record, uint64_t file)
{
    struct config config = config_default();
    config.writers = writers;
    config.batch = batch;
    config.record_bytes = record;
    config.file_bytes = file;
    return config;
}

/* An area for the pages, and as many places for them. */
static void doublewrite_tells_the_need_of_both_its_places(void **state)
{
    const struct config config = config_of(1, 3, 16 * MIB, 40 * MIB);
    struct err err;
    uint64_t bytes;
    (void)state;
    assert_int_equal(syncmode_file_bytes(syncmode_find("doublewrite"), &config, -1, &bytes, &err),
                     -EINVAL);
    assert_non_null(strstr(err.text, "needs 96"));
    assert_null(strstr(err.text, "48"));
}

static void direct_modes_tell_the_need_with_its_padding(void **state)
{
    const struct config config = config_of(4, 1, 5000, 20480);
    struct err err;
    uint64_t bytes;
    (void)state;
    assert_int_equal(syncmode_file_bytes(syncmode_find("direct-dsync"), &config, -1, &bytes, &err),
                     -EINVAL);
    assert_non_null(strstr(err.text, "needs 32 KiB"));
}

/* No disk has the room: the need that is told is the mode's, not that of the records alone. */
static void without_room_the_need_of_the_mode_is_told(void **state)
{
    const struct config config = config_of(WRITERS_MAX, BATCH_MAX, RECORD_MAX, 0);
    struct tree tree;
    struct err err;
    uint64_t bytes;
    (void)state;
    tree_make(&tree, NULL);
    assert_int_equal(
        syncmode_file_bytes(syncmode_find("doublewrite"), &config, tree.fd, &bytes, &err), -ENOSPC);
    assert_non_null(strstr(err.text, "needs 2 PiB"));
    tree_remove(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doublewrite_tells_the_need_of_both_its_places),
        cmocka_unit_test(direct_modes_tell_the_need_with_its_padding),
        cmocka_unit_test(without_room_the_need_of_the_mode_is_told),
    };
    return cmocka_run_group_tests_name("mode_sizes", tests, NULL, NULL);
}
