/* test_inside.c: what is known of the inside of rounds survives a full queue. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/snapshot.h"

static void every_share_and_cause_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (int i = 0; i < SHARES; i++) {
        assert_non_null(share_row((enum share)i)->name);
        assert_non_null(share_row((enum share)i)->words);
        assert_non_null(share_row((enum share)i)->meaning);
        assert_non_null(share_row((enum share)i)->known);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(share_row((enum share)i)->name, share_row((enum share)k)->name);
    }
    for (int i = 0; i < CAUSES; i++)
        assert_non_null(cause_words((enum cause)i));
}

static void merging_keeps_the_newest_insides_in_order(void **state)
{
    (void)state;
    static struct snapshot older, newer;
    older.inside_count = SNAPSHOT_INSIDE - 1;
    newer.inside_count = 2;
    for (unsigned i = 0; i < older.inside_count; i++)
        older.inside[i].round.start_ns = i + 1;
    for (unsigned i = 0; i < 2; i++)
        newer.inside[i].round.start_ns = i + SNAPSHOT_INSIDE;
    older.has_ordinary = true;
    older.ordinary.round.start_ns = 77;
    newer.has_hanging = true;
    snapshot_merge(&older, &newer);
    assert_int_equal(older.inside_count, SNAPSHOT_INSIDE);
    for (unsigned i = 0; i < SNAPSHOT_INSIDE; i++)
        assert_int_equal(older.inside[i].round.start_ns, i + 2);
    assert_true(older.has_ordinary);
    assert_int_equal(older.ordinary.round.start_ns, 77);
    assert_true(older.has_hanging);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_share_and_cause_has_a_name_of_its_own),
        cmocka_unit_test(merging_keeps_the_newest_insides_in_order),
    };
    return cmocka_run_group_tests_name("inside", tests, NULL, NULL);
}
