/* test_round_text.c: what a row of the overview tells of a slow round, by the room it has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "ui/round_text.h"

#define US UINT64_C(1000)

static struct slow_round slow_round(enum cause cause, const char *sentence)
{
    struct slow_round slow = {
        .round = {.latency_ns = 5970 * US,
                  .write_ns = 3 * US,
                  .sync_ns = 5960 * US,
                  .disk = {.flushes = 1, .sectors = 56, .syncs = 1}},
        .syncs_each = 1,
        .inside = {.origin = INSIDE_TRACED, .cause = cause},
    };
    slow.inside.ns[SHARE_FLUSH] = 5750 * US;
    strcpy(slow.inside.sentence, sentence);
    return slow;
}

static void told(const struct slow_round *slow, int width, const char *expected)
{
    char text[ROUND_TEXT_MAX];
    round_told(text, slow, width);
    assert_string_equal(text, expected);
    assert_true((int)strlen(text) <= width);
}

static void a_cause_is_followed_by_the_disks_work_where_there_is_room(void **state)
{
    (void)state;
    struct slow_round slow = slow_round(CAUSE_FLUSH, "5.75 of 5.97 ms in one flush");
    told(&slow, 45, "5.75 of 5.97 ms in one flush; 28 KiB, 1 flush");
    told(&slow, 44, "5.75 of 5.97 ms in one flush");
    slow.round.disk.syncs = 3;
    told(&slow, 47, "5.75 of 5.97 ms in one flush; 28 KiB in 3 syncs");
    slow.round.disk.syncs = 0;
    told(&slow, 80, "5.75 of 5.97 ms in one flush");
}

static void without_room_for_a_cause_its_class_stands_with_the_parts(void **state)
{
    (void)state;
    struct slow_round slow =
        slow_round(CAUSE_WAIT, "waited 5.90 of 5.97 ms for the leader of the batch");
    slow.inside.ns[SHARE_FLUSH] = 0;
    slow.inside.ns[SHARE_WAIT] = 5900 * US;
    told(&slow, 21, "waiting; sync 5.96 ms");
    told(&slow, 10, "waiting");
}

static void without_a_cause_the_parts_stand_alone(void **state)
{
    (void)state;
    struct slow_round slow = slow_round(CAUSE_NONE, "");
    slow.inside.origin = INSIDE_NONE;
    told(&slow, 33, "sync 5.96 ms; 28 KiB, 1 flush");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cause_is_followed_by_the_disks_work_where_there_is_room),
        cmocka_unit_test(without_room_for_a_cause_its_class_stands_with_the_parts),
        cmocka_unit_test(without_a_cause_the_parts_stand_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
