/* test_sharing.c: sums over rounds: what was added comes out again; sizes fall into their octave.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/sharing.h"

static const struct round round_one = {
    .led = 5,
    .split = {.queue_ns = 1, .leader_ns = 20, .delay_ns = 300, .write_ns = 4000, .sync_ns = 50000},
    .delay_asked_ns = 200,
    .delay_reached_ns = 260,
};

static void a_round_adds_its_parts_and_its_batch(void **state)
{
    (void)state;
    struct sharing s = {0};
    unsigned first, last;
    sharing_note(&s, &round_one);
    sharing_note(&s, &(struct round){.led = 0, .split = {.queue_ns = 9}});
    assert_int_equal(split_sum(&s.split), 54330);
    assert_int_equal(s.delays, 1);
    assert_int_equal(s.delay_asked_ns, 200);
    assert_int_equal(s.delay_reached_ns, 260);
    assert_true(sharing_range(&s, &first, &last));
    assert_int_equal(first, 2); /* 4 to 7 */
    assert_int_equal(last, 2);
    assert_int_equal(s.size[2], 1);
}

static void sizes_begin_at_powers_of_two(void **state)
{
    (void)state;
    for (unsigned i = 0; i + 1 < SHARING_SIZES; i++) {
        struct sharing s = {0};
        sharing_note(&s, &(struct round){.led = (uint32_t)sharing_from(i)});
        assert_int_equal(s.size[i], 1);
        sharing_note(&s, &(struct round){.led = (uint32_t)sharing_from(i + 1) - 1});
        assert_int_equal(s.size[i], 2);
    }
}

static void what_was_added_comes_out_again(void **state)
{
    (void)state;
    struct sharing one = {0}, sum = {0}, before;
    sharing_note(&one, &round_one);
    sharing_add(&sum, &one);
    before = sum;
    sharing_add(&sum, &one);
    assert_int_equal(sum.split.sync_ns, 100000);
    sharing_subtract(&sum, &one);
    assert_memory_equal(&sum, &before, sizeof sum);
}

static void without_a_sync_there_is_no_range(void **state)
{
    (void)state;
    unsigned first, last;
    assert_false(sharing_range(&(struct sharing){0}, &first, &last));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_adds_its_parts_and_its_batch),
        cmocka_unit_test(sizes_begin_at_powers_of_two),
        cmocka_unit_test(what_was_added_comes_out_again),
        cmocka_unit_test(without_a_sync_there_is_no_range),
    };
    return cmocka_run_group_tests_name("sharing", tests, NULL, NULL);
}
