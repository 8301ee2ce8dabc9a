/* test_histogram.c: percentiles against the sorted raw values. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/histogram.h"

static const double percents[] = {0, 1, 10, 50, 90, 99, 99.9, 99.99, 100};

enum { PERCENTS = sizeof percents / sizeof percents[0] };

static uint64_t random_state = 42;

static uint64_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

/* From 1 ns to about a minute, each magnitude as likely as the others, with a heavy cluster as a
 * real disk has. */
static uint64_t random_latency(void)
{
    uint64_t r = next_random();
    if (r % 3 == 0)
        return 200000 + (r >> 8) % 90000;
    return 1 + (r >> 8) % (UINT64_C(1) << (1 + (r >> 2) % 36));
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static uint64_t nearest_rank(const uint64_t *sorted, uint64_t n, double percent)
{
    uint64_t rank = (uint64_t)ceil(percent * (double)n / 100 - 1e-6);
    return sorted[rank < 1 ? 0 : rank - 1];
}

static void assert_close(uint64_t got, uint64_t want)
{
    double error = fabs((double)got - (double)want);
    assert_true(error <= 0.01 * (double)want);
}

static void check_against_raw(uint64_t n)
{
    struct histogram *h = calloc(1, sizeof *h);
    uint64_t *raw = malloc(n * sizeof *raw), before = 0;
    for (uint64_t i = 0; i < n; i++) {
        raw[i] = random_latency();
        histogram_add(h, raw[i]);
    }
    qsort(raw, n, sizeof *raw, compare);
    assert_int_equal(h->count, n);
    assert_int_equal(h->min_ns, raw[0]);
    assert_int_equal(h->max_ns, raw[n - 1]);
    for (int i = 0; i < PERCENTS; i++) {
        uint64_t got = histogram_percentile(h, percents[i]);
        assert_close(got, nearest_rank(raw, n, percents[i]));
        assert_true(got >= before && got >= h->min_ns && got <= h->max_ns);
        before = got;
    }
    free(raw);
    free(h);
}

static void percentiles_are_within_one_percent_and_in_order(void **state)
{
    (void)state;
    for (uint64_t n = 1; n <= 200; n++)
        check_against_raw(n);
    for (uint64_t n = 1000; n <= 1000000; n *= 10)
        check_against_raw(n);
#ifndef __SANITIZE_ADDRESS__
    check_against_raw(10000000);
#endif
}

static void every_value_lies_in_its_bucket(void **state)
{
    (void)state;
    for (int i = 0; i < 1000000; i++) {
        uint64_t ns = next_random() >> (next_random() % 64);
        uint32_t bucket = histogram_bucket_of(ns);
        assert_true(bucket < HISTOGRAM_BUCKETS);
        assert_true(histogram_bucket_from(bucket) <= ns);
        if (bucket + 1 < HISTOGRAM_BUCKETS)
            assert_true(ns < histogram_bucket_from(bucket + 1));
    }
    for (uint32_t b = 0; b < HISTOGRAM_BUCKETS; b++)
        assert_int_equal(histogram_bucket_of(histogram_bucket_from(b)), b);
}

static void values_beyond_the_range_keep_an_exact_maximum(void **state)
{
    (void)state;
    struct histogram *h = calloc(1, sizeof *h);
    const uint64_t two_hours = UINT64_C(7200) * 1000000000;
    histogram_add(h, 1000);
    histogram_add(h, two_hours);
    histogram_add(h, UINT64_MAX / 2);
    assert_int_equal(h->max_ns, UINT64_MAX / 2);
    assert_int_equal(histogram_percentile(h, 99), UINT64_MAX / 2);
    assert_int_equal(histogram_percentile(h, 10), 1000);
    assert_int_equal(histogram_between(h, UINT64_C(1) << 42, UINT64_MAX), 2);
    free(h);
}

static void subtracting_what_was_merged_gives_the_rest(void **state)
{
    (void)state;
    struct histogram *all = calloc(1, sizeof *all), *leaving = calloc(1, sizeof *leaving),
                     *rest = calloc(1, sizeof *rest);
    for (int i = 0; i < 1000; i++)
        histogram_add(leaving, random_latency());
    for (int i = 0; i < 500; i++)
        histogram_add(rest, 1000 + next_random() % 1000000);
    histogram_merge(all, leaving);
    histogram_merge(all, rest);
    histogram_subtract(all, leaving);
    histogram_set_extremes(all, rest->min_ns, rest->max_ns);
    assert_int_equal(all->count, rest->count);
    assert_int_equal(all->sum_ns, rest->sum_ns);
    for (int i = 0; i < PERCENTS; i++)
        assert_int_equal(histogram_percentile(all, percents[i]),
                         histogram_percentile(rest, percents[i]));
    free(rest);
    free(leaving);
    free(all);
}

static void a_cleared_histogram_is_as_new(void **state)
{
    (void)state;
    struct histogram *h = calloc(1, sizeof *h);
    for (int i = 0; i < 1000; i++)
        histogram_add(h, random_latency());
    histogram_clear(h);
    assert_int_equal(h->count, 0);
    assert_int_equal(histogram_percentile(h, 50), 0);
    assert_int_equal(histogram_between(h, 0, UINT64_MAX), 0);
    for (uint32_t b = 0; b < HISTOGRAM_BUCKETS; b++)
        assert_int_equal(h->bucket[b], 0);
    histogram_add(h, 77);
    assert_int_equal(h->min_ns, 77);
    assert_int_equal(h->max_ns, 77);
    assert_int_equal(histogram_mean(h), 77);
    free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(percentiles_are_within_one_percent_and_in_order),
        cmocka_unit_test(every_value_lies_in_its_bucket),
        cmocka_unit_test(values_beyond_the_range_keep_an_exact_maximum),
        cmocka_unit_test(subtracting_what_was_merged_gives_the_rest),
        cmocka_unit_test(a_cleared_histogram_is_as_new),
    };
    return cmocka_run_group_tests_name("histogram", tests, NULL, NULL);
}
