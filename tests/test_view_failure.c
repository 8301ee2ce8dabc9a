/* test_view_failure.c: the box of a load that has failed names the keys that help against that. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "support/ui_stage.h"

static struct stage *failed(const char *error, int code)
{
    struct stage *stage = stage_open(false);
    stage->snapshot.state = RUN_FAILED;
    stage->snapshot.error_code = code;
    strcpy(stage->snapshot.error, error);
    return stage;
}

static void a_file_too_small_for_a_round_asks_for_a_smaller_round(void **state)
{
    (void)state;
    struct stage *stage = failed("--file-size 64 KiB is too small: one round needs 128 KiB", 0);
    stage->snapshot.config.record_bytes = 4096;
    stage->snapshot.config.batch = 32;
    stage->snapshot.config.writers = 1;
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 120, 36, "Press < for smaller records, B for a smaller batch"));
    assert_false(stage_shows(stage, 120, 36, "r to start again"));
    assert_false(stage_shows(stage, 120, 36, "fewer writers"));
    stage->snapshot.config.batch = 1;
    stage->snapshot.config.writers = 2;
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 120, 36, "- for fewer writers"));
    assert_false(stage_shows(stage, 120, 36, "smaller batch"));
    stage_close(stage);
}

static void missing_threads_ask_for_fewer_writers(void **state)
{
    (void)state;
    struct stage *stage = failed("cannot start the thread of writer 8 of 64", EAGAIN);
    stage->snapshot.config.writers = 64;
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 120, 36, "Press - for fewer writers, r to start again"));
    stage_close(stage);
}

static void a_full_disk_may_be_tried_again(void **state)
{
    (void)state;
    struct stage *stage = failed("pwrite: No space left on device (ENOSPC)", ENOSPC);
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 120, 36, "Press < for smaller records, r to start again"));
    stage_close(stage);
}

static void a_refused_mode_is_not_to_be_tried_again(void **state)
{
    (void)state;
    struct stage *stage = failed("open: Invalid argument (O_DIRECT is not possible here)", EINVAL);
    stage->snapshot.mode_refused = true;
    stage_feed(stage, 1);
    assert_true(stage_shows(stage, 120, 36, "Press m or s for another mode or strategy"));
    assert_false(stage_shows(stage, 120, 36, "r to start again"));
    stage_close(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_too_small_for_a_round_asks_for_a_smaller_round),
        cmocka_unit_test(missing_threads_ask_for_fewer_writers),
        cmocka_unit_test(a_full_disk_may_be_tried_again),
        cmocka_unit_test(a_refused_mode_is_not_to_be_tried_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
