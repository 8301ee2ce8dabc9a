/* test_config.c: bounds of the configuration, and intervals that are added up. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/config.h"
#include "base/snapshot.h"

static void default_is_within_bounds(void **state)
{
    struct config config = config_default();
    (void)state;
    assert_int_equal(config_check(&config, NULL), 0);
    assert_string_equal(config.mode, "append-fsync");
    assert_string_equal(config.strategy, "alone");
}

/* The words of a range are those that the check itself goes by. */
static void each_range_names_its_own_bounds(void **state)
{
    (void)state;
    for (int number = 0; number < CONFIG_NUMBERS; number++) {
        struct config config = config_default();
        char low[64];
        strcpy(low, config_range((enum config_number)number));
        char *high = strstr(low, " to ");
        assert_non_null(high);
        *high = '\0';
        high += 4;
        assert_int_equal(config_set_number(&config, (enum config_number)number, low, NULL), 0);
        assert_int_equal(config_check(&config, NULL), 0);
        assert_int_equal(config_set_number(&config, (enum config_number)number, high, NULL), 0);
        assert_int_equal(config_check(&config, NULL), 0);
    }
}

static void bad_values_name_option_value_and_range(void **state)
{
    static const struct {
        enum config_number number;
        const char *value, *sentence;
    } rows[] = {
        {CONFIG_WRITERS, "0", "--writers 0: allowed is 1 to 1024"},
        {CONFIG_WRITERS, "1025", "--writers 1025: allowed is 1 to 1024"},
        {CONFIG_WRITERS, "4294967297", "--writers 4294967297: allowed is 1 to 1024"},
        {CONFIG_WRITERS, "99999999999999999999",
         "--writers 99999999999999999999: allowed is 1 to 1024"},
        {CONFIG_WRITERS, "", "--writers '': allowed is 1 to 1024"},
        {CONFIG_WRITERS, "-1", "--writers -1: allowed is 1 to 1024"},
        {CONFIG_BATCH, "65537", "--batch 65537: allowed is 1 to 65536"},
        {CONFIG_RECORD, "8G", "--size 8G: allowed is 1 to 16M"},
        {CONFIG_RECORD, "16777217", "--size 16777217: allowed is 1 to 16M"},
        {CONFIG_DELAY, "1.1s", "--delay 1.1s: allowed is 0 to 1s"},
        {CONFIG_DELAY, "200", "--delay 200: a time needs a unit, as in 200us; allowed is 0 to 1s"},
        {CONFIG_FILE, "0", "--file-size 0: allowed is 4k to 1T"},
        {CONFIG_STOP_ROUNDS, "0", "--count 0: allowed is 1 to 1000000000000"},
        {CONFIG_STOP_TIME, "10", "--time 10: a time needs a unit, as in 10s; allowed is 1ns to 7d"},
        {CONFIG_STOP_TIME, "2147483647",
         "--time 2147483647: a time needs a unit; allowed is 1ns to 7d"},
        {CONFIG_STOP_TIME, "0", "--time 0: allowed is 1ns to 7d"},
        {CONFIG_STOP_TIME, "10081m", "--time 10081m: allowed is 1ns to 7d"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct config config = config_default(), before = config;
        struct err err = {0};
        assert_int_equal(config_set_number(&config, rows[i].number, rows[i].value, &err), -EINVAL);
        assert_string_equal(err.text, rows[i].sentence);
        assert_true(config_equal(&config, &before));
    }
}

static void check_finds_what_no_option_could_set(void **state)
{
    struct config config = config_default();
    struct err err;
    (void)state;
    config.writers = 0;
    assert_int_equal(config_check(&config, &err), -EINVAL);
    assert_string_equal(err.text, "--writers 0: allowed is 1 to 1024");
    config = config_default();
    config.delay_ns = DELAY_MAX_NS + 1;
    assert_int_equal(config_check(&config, &err), -EINVAL);
    assert_string_equal(err.text, "--delay 1000000001ns: allowed is 0 to 1s");
    config = config_default();
    config.rate_per_s = NAN;
    assert_int_equal(config_check(&config, &err), -EINVAL);
}

static void equal_looks_at_every_wish_but_not_at_what_follows(void **state)
{
    struct config a = config_default(), b = a;
    (void)state;
    b.durable = false;
    b.uses_delay = b.uses_siblings = true;
    assert_true(config_equal(&a, &b));
    b.delay_ns++;
    assert_false(config_equal(&a, &b));
    b = a;
    strcpy(b.mode, "dsync");
    assert_false(config_equal(&a, &b));
    b = a;
    b.stop_rounds = 5;
    assert_false(config_equal(&a, &b));
}

static void slowest_keeps_one_round_of_a_shared_sync(void **state)
{
    struct round list[SNAPSHOT_SLOWEST];
    unsigned count = 0;

    (void)state;
    for (uint64_t i = 0; i < 64; i++)
        slowest_keep(list, &count, &(struct round){.latency_ns = 900 + i, .synced_ns = 7});
    slowest_keep(list, &count, &(struct round){.latency_ns = 500, .synced_ns = 8});
    slowest_keep(list, &count, &(struct round){.latency_ns = 950, .synced_ns = 7});
    assert_int_equal(count, 2);
    assert_int_equal(list[0].latency_ns, 963);
    assert_int_equal(list[1].latency_ns, 500);
}

static void slowest_keeps_the_longest_in_order(void **state)
{
    struct round list[SNAPSHOT_SLOWEST];
    unsigned count = 0;
    (void)state;
    for (uint64_t i = 0; i < 100; i++)
        slowest_keep(list, &count, &(struct round){.latency_ns = i * 37 % 101});
    assert_int_equal(count, SNAPSHOT_SLOWEST);
    for (unsigned i = 0; i < count; i++)
        assert_int_equal(list[i].latency_ns, 100 - i);
}

static struct snapshot *interval(uint64_t latency_ns)
{
    struct snapshot *s = calloc(1, sizeof(*s));
    assert_non_null(s);
    s->interval_ns = s->active_ns = 100;
    s->rounds = s->records = s->syncs = 1;
    histogram_clear(&s->latency);
    histogram_clear(&s->write);
    histogram_clear(&s->sync);
    histogram_add(&s->latency, latency_ns);
    s->disk =
        (struct disk_counts){.available = true, .has_sectors = true, .flushes = 2, .sectors = 8};
    s->slowest[0].latency_ns = latency_ns;
    s->slowest_count = 1;
    return s;
}

static void merge_adds_counts_and_takes_the_newer_state(void **state)
{
    struct snapshot *a = interval(5000), *b = interval(9000);
    (void)state;
    a->state = RUN_LIVE;
    a->has_typical = true;
    a->typical.latency_ns = 5000;
    b->state = RUN_STOPPING;
    b->sequence = 9;
    b->oldest_ns = 77;
    snapshot_merge(a, b);
    assert_int_equal(a->rounds, 2);
    assert_int_equal(a->interval_ns, 200);
    assert_int_equal(a->latency.count, 2);
    assert_int_equal(a->latency.max_ns, 9000);
    assert_int_equal(a->disk.flushes, 4);
    assert_int_equal(a->slowest[0].latency_ns, 9000);
    assert_int_equal(a->slowest_count, 2);
    assert_int_equal(a->state, RUN_STOPPING);
    assert_int_equal(a->sequence, 9);
    assert_int_equal(a->oldest_ns, 77);
    assert_int_equal(a->typical.latency_ns, 5000);
    free(a);
    free(b);
}

static void merge_never_invents_disk_counts_nor_loses_an_error(void **state)
{
    struct snapshot *a = interval(5000), *b = interval(9000);
    (void)state;
    a->error_code = EIO;
    strcpy(a->error, "fsync: EIO");
    a->failed_rounds = 3;
    b->disk = (struct disk_counts){.available = false, .reason = "gone"};
    snapshot_merge(a, b);
    assert_false(a->disk.available);
    assert_string_equal(a->disk.reason, "gone");
    assert_int_equal(a->error_code, EIO);
    assert_int_equal(a->failed_rounds, 3);
    free(a);
    free(b);
}

static void merge_takes_no_counters_from_an_idle_interval(void **state)
{
    static const struct disk_counts nothing = {.reason = "nothing was measured"};
    (void)state;
    for (int idle_first = 0; idle_first < 2; idle_first++) {
        struct snapshot *a = interval(5000), *b = interval(9000);
        struct snapshot *idle = idle_first ? a : b;
        idle->active_ns = 0;
        idle->disk = nothing;
        snapshot_merge(a, b);
        assert_true(a->disk.available);
        free(a);
        free(b);
    }
}

static void merge_leaves_a_reset_out_whichever_side_it_is_on(void **state)
{
    static const struct disk_counts whole = {
        .available = true, .has_sectors = true, .flushes = 2, .sectors = 8};
    static const struct disk_counts out = {
        .left_out = 1, .left_out_records = 5, .left_out_syncs = 3, .reason = "reset"};
    static const struct disk_counts blind = {.reason = "gone"};
    static const struct {
        const struct disk_counts *first, *second;
        bool available;
        const char *reason;
    } rows[] = {
        {&whole, &out, true, "reset"}, {&out, &whole, true, "reset"},
        {&out, &out, false, "reset"},  {&out, &blind, false, "gone"},
        {&blind, &out, false, "gone"}, {&whole, &blind, false, "gone"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct disk_counts sum = *rows[i].first;
        disk_counts_add(&sum, rows[i].second);
        assert_int_equal(sum.available, rows[i].available);
        assert_int_equal(sum.has_sectors, rows[i].available);
        assert_string_equal(sum.reason, rows[i].reason);
        assert_int_equal(sum.left_out_records, 5 * sum.left_out);
        assert_int_equal(sum.left_out_syncs, 3 * sum.left_out);
        const bool blind_is_in_it = rows[i].first == &blind || rows[i].second == &blind;
        disk_counts_add(&sum, &whole);
        assert_int_equal(sum.available, !blind_is_in_it);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(default_is_within_bounds),
        cmocka_unit_test(each_range_names_its_own_bounds),
        cmocka_unit_test(bad_values_name_option_value_and_range),
        cmocka_unit_test(check_finds_what_no_option_could_set),
        cmocka_unit_test(equal_looks_at_every_wish_but_not_at_what_follows),
        cmocka_unit_test(slowest_keeps_the_longest_in_order),
        cmocka_unit_test(slowest_keeps_one_round_of_a_shared_sync),
        cmocka_unit_test(merge_adds_counts_and_takes_the_newer_state),
        cmocka_unit_test(merge_never_invents_disk_counts_nor_loses_an_error),
        cmocka_unit_test(merge_takes_no_counters_from_an_idle_interval),
        cmocka_unit_test(merge_leaves_a_reset_out_whichever_side_it_is_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
