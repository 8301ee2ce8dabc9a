/* test_packing.c: what is put into the ring of buckets comes out again as it was, and a window that
 * runs out of room grows shorter and stays right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "source/history.h"
#include "source/packing.h"
#include "support/past.h"

#define MS UINT64_C(1000000)

static void same(const struct histogram *a, const struct histogram *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->sum_ns, b->sum_ns);
    assert_memory_equal(a->bucket, b->bucket, sizeof(a->bucket));
    if (!a->count)
        return;
    assert_int_equal(a->min_ns, b->min_ns);
    assert_int_equal(a->max_ns, b->max_ns);
    assert_int_equal(histogram_percentile(a, 50), histogram_percentile(b, 50));
}

/* The ring's end lies inside the third. */
static void a_histogram_comes_out_as_it_was_put_over_the_rings_end_too(void **state)
{
    (void)state;
    struct packing *packing = calloc(1, sizeof(*packing));
    struct histogram *h = calloc(3, sizeof(*h)), *out = calloc(1, sizeof(*out));
    struct packed packed[3];
    assert_true(packing && h && out);
    packing->next = PACKING_ROOM - 3;
    for (unsigned i = 0; i < 3; i++)
        histogram_clear(&h[i]);
    histogram_add(&h[0], 7);
    histogram_add(&h[0], UINT64_MAX / 2);
    for (uint64_t ns = 1; ns < UINT64_C(1) << 40; ns *= 3)
        histogram_add(&h[2], ns);
    for (unsigned i = 0; i < 3; i++) {
        const uint64_t from = packing->next;
        packing_put(packing, &h[i], &packed[i]);
        assert_int_equal(packing->next - from, packing_need(&h[i]));
    }
    for (unsigned i = 0; i < 3; i++) {
        packing_get(packing, &packed[i], out);
        same(out, &h[i]);
    }
    free(packing);
    free(h);
    free(out);
}

/* Every bucket of every interval: a minute of those does not fit. */
static void add_widest(struct past *past)
{
    past_next(past, 100 * MS);
    for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++)
        past_round(past, histogram_bucket_from(i) + 1);
    past_add(past);
}

static void a_window_without_room_grows_shorter_and_stays_whole_intervals(void **state)
{
    struct past *past = *state;
    for (unsigned i = 0; i < 600; i++)
        add_widest(past);
    const struct figures *f = history_figures(past->history, WINDOW_60S);
    assert_true(f->rounds < UINT64_C(400) * HISTOGRAM_BUCKETS);
    assert_true(f->rounds > UINT64_C(100) * HISTOGRAM_BUCKETS);
    assert_int_equal(f->rounds % HISTOGRAM_BUCKETS, 0);
    assert_int_equal(f->latency.count, f->rounds);
    assert_int_equal(f->active_ns / (100 * MS), f->rounds / HISTOGRAM_BUCKETS);
    for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++)
        assert_true(f->latency.bucket[i] <= 2 * f->rounds / HISTOGRAM_BUCKETS);
    f = history_figures(past->history, WINDOW_1S);
    assert_int_equal(f->rounds, 10 * HISTOGRAM_BUCKETS);
    past_next(past, 61 * 1000 * MS);
    past_add(past);
    assert_int_equal(history_figures(past->history, WINDOW_60S)->latency.count, 0);
}

static long resident_pages(void)
{
    long size = 0, resident = -1;
    FILE *statm = fopen("/proc/self/statm", "r");
    assert_non_null(statm);
    assert_int_equal(fscanf(statm, "%ld %ld", &size, &resident), 2);
    fclose(statm);
    return resident;
}

/* Sanitizers keep books of their own, which grow. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { MAY_GROW_KIB = 65536 };
#else
enum { MAY_GROW_KIB = 256 };
#endif

static void outliers_of_later_minutes_touch_no_new_memory(void **state)
{
    struct past *past = *state;
    past_next(past, 100 * MS);
    past_round(past, MS);
    past_add(past);
    const long before = resident_pages();
    for (unsigned i = 0; i < 3000; i++) {
        past_next(past, 100 * MS);
        past_round(past, (UINT64_C(1) << (10 + i % 30)) + 1);
        past_add(past);
    }
    assert_in_range((resident_pages() - before + 1) * (sysconf(_SC_PAGESIZE) / 1024), 0,
                    MAY_GROW_KIB);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_histogram_comes_out_as_it_was_put_over_the_rings_end_too),
        PAST_TEST(a_window_without_room_grows_shorter_and_stays_whole_intervals),
        PAST_TEST(outliers_of_later_minutes_touch_no_new_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
