/* test_comparison.c: rows of configurations from made-up snapshots, and how they are called. */
#include "source/comparison.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "source/naming.h"

enum { MS = 1000000, INTERVAL = 100 * MS };

struct bench {
    struct snapshot snapshot;
    struct history *history;
    struct comparison *comparison;
};

static int set_up(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    if (!b)
        return -1;
    b->history = history_create();
    b->comparison = comparison_create();
    b->snapshot.generation = 1;
    b->snapshot.at_ns = INTERVAL;
    b->snapshot.config = config_default();
    *state = b;
    return b->history && b->comparison ? 0 : -1;
}

static int tear_down(void **state)
{
    struct bench *b = *state;
    history_free(b->history);
    comparison_free(b->comparison);
    free(b);
    return 0;
}

/* One snapshot with ROUNDS rounds of NS each, a sync and a flush a round. */
static void feed(struct bench *b, unsigned rounds, uint64_t ns)
{
    struct snapshot *s = &b->snapshot;
    s->sequence++;
    s->at_ns += INTERVAL;
    s->interval_ns = s->active_ns = INTERVAL;
    s->rounds = s->records = s->syncs = rounds;
    s->disk = (struct disk_counts){
        .available = true, .has_sectors = true, .flushes = rounds, .sectors = 8 * rounds};
    histogram_clear(&s->latency);
    for (unsigned i = 0; i < rounds; i++)
        histogram_add(&s->latency, ns);
    history_add(b->history, s);
    comparison_take(b->comparison, b->history);
}

static void change(struct bench *b, const char *mode, unsigned writers)
{
    strcpy(b->snapshot.config.mode, mode);
    b->snapshot.config.durable = strcmp(mode, "no-sync") != 0;
    b->snapshot.config.writers = writers;
    b->snapshot.generation++;
}

static const struct compared *row(const struct bench *b, size_t i)
{
    const struct compared *at = comparison_at(b->comparison, i);
    assert_non_null(at);
    return at;
}

static bool near(uint64_t ns, uint64_t about)
{
    return ns > about - about / 100 && ns < about + about / 100;
}

static void row_has_the_figures_of_all_rounds_since_the_change(void **state)
{
    struct bench *b = *state;
    feed(b, 100, MS);
    feed(b, 300, 3 * MS);
    assert_int_equal(comparison_count(b->comparison), 1);
    assert_int_equal(row(b, 0)->outcome.figures.rounds, 400);
    assert_true(near(row(b, 0)->p50_ns, 3 * MS));
    assert_true(fabs(row(b, 0)->records_per_s - 2000) < 0.5);
    assert_true(fabs(row(b, 0)->flushes_per_record - 1) < 1e-9);
    assert_true(fabs(row(b, 0)->kib_per_record - 4) < 1e-9);
    assert_ptr_equal(comparison_live(b->comparison), row(b, 0));
}

static void configuration_that_was_left_keeps_its_figures(void **state)
{
    struct bench *b = *state;
    feed(b, 100, MS);
    change(b, "overwrite-fdatasync", 1);
    feed(b, 50, MS / 4);
    assert_int_equal(comparison_count(b->comparison), 2);
    assert_int_equal(row(b, 0)->outcome.figures.rounds, 100);
    assert_int_equal(row(b, 1)->outcome.figures.rounds, 50);
    assert_ptr_equal(comparison_live(b->comparison), row(b, 1));
}

static void second_visit_replaces_the_figures_and_is_counted(void **state)
{
    struct bench *b = *state;
    feed(b, 100, MS);
    change(b, "overwrite-fdatasync", 1);
    feed(b, 50, MS / 4);
    change(b, "append-fsync", 1);
    feed(b, 0, 0); /* not yet a round: the old figures stand */
    assert_int_equal(row(b, 0)->outcome.figures.rounds, 100);
    assert_ptr_equal(comparison_live(b->comparison), row(b, 0));
    feed(b, 7, 2 * MS);
    feed(b, 7, 2 * MS);
    assert_int_equal(comparison_count(b->comparison), 2);
    assert_int_equal(row(b, 0)->visits, 2);
    assert_int_equal(row(b, 0)->outcome.figures.rounds, 14);
    assert_true(near(row(b, 0)->p50_ns, 2 * MS));
    assert_int_equal(row(b, 1)->visits, 1);
}

static void reset_is_no_visit(void **state)
{
    struct bench *b = *state;
    feed(b, 100, MS);
    history_reset(b->history);
    feed(b, 5, 2 * MS);
    assert_int_equal(row(b, 0)->visits, 1);
    assert_int_equal(row(b, 0)->outcome.figures.rounds, 5);
}

static void configuration_without_a_round_is_kept_only_with_its_reason(void **state)
{
    struct bench *b = *state;
    feed(b, 0, 0);
    assert_int_equal(comparison_count(b->comparison), 0);
    assert_null(comparison_live(b->comparison));
    strcpy(b->snapshot.error, "open: Invalid argument");
    b->snapshot.mode_refused = true;
    feed(b, 0, 0);
    assert_int_equal(comparison_count(b->comparison), 1);
    assert_true(row(b, 0)->outcome.refused);
    assert_string_equal(row(b, 0)->outcome.error, "open: Invalid argument");
    assert_int_equal(row(b, 0)->p50_ns, 0);
    assert_true(isnan(row(b, 0)->records_per_s));
    assert_null(comparison_best(b->comparison));
}

static void what_the_strategy_does_not_use_makes_no_row(void **state)
{
    struct bench *b = *state;
    feed(b, 10, MS);
    b->snapshot.config.delay_ns *= 2;
    b->snapshot.config.stop_rounds = 99;
    b->snapshot.generation++;
    feed(b, 10, MS);
    assert_int_equal(comparison_count(b->comparison), 1);
    b->snapshot.config.uses_delay = true;
    strcpy(b->snapshot.config.strategy, "group+delay");
    b->snapshot.generation++;
    feed(b, 10, MS);
    b->snapshot.config.delay_ns *= 2;
    b->snapshot.generation++;
    feed(b, 10, MS);
    assert_int_equal(comparison_count(b->comparison), 3);
}

static void oldest_row_goes_but_not_the_baseline(void **state)
{
    struct bench *b = *state;
    for (unsigned i = 1; i <= COMPARISON_ROWS; i++) {
        change(b, "append-fsync", i);
        feed(b, 1, MS);
        if (i == 1)
            assert_true(comparison_pin(b->comparison, row(b, 0)));
    }
    assert_int_equal(comparison_count(b->comparison), COMPARISON_ROWS);
    change(b, "append-fsync", 2); /* seen anew: 3 is the oldest now */
    feed(b, 1, MS);
    change(b, "append-fsync", 1000);
    feed(b, 1, MS);
    assert_int_equal(comparison_count(b->comparison), COMPARISON_ROWS);
    assert_int_equal(row(b, 0)->outcome.config.writers, 1);
    assert_int_equal(row(b, 1)->outcome.config.writers, 2);
    assert_int_equal(row(b, 2)->outcome.config.writers, 4);
    assert_int_equal(comparison_live(b->comparison)->outcome.config.writers, 1000);
    assert_null(comparison_find(b->comparison, 4)); /* the baseline is row 2 */
}

static void baseline_stays_as_it_was_pinned(void **state)
{
    struct bench *b = *state;
    assert_null(comparison_baseline(b->comparison));
    feed(b, 100, MS);
    assert_true(comparison_pin(b->comparison, comparison_live(b->comparison)));
    history_reset(b->history);
    feed(b, 10, 5 * MS);
    assert_int_equal(comparison_baseline(b->comparison)->outcome.figures.rounds, 100);
    assert_true(near(comparison_baseline(b->comparison)->p50_ns, MS));
    comparison_unpin(b->comparison);
    assert_null(comparison_baseline(b->comparison));
}

static void row_without_rounds_cannot_be_pinned(void **state)
{
    struct bench *b = *state;
    strcpy(b->snapshot.error, "fsync: Input/output error");
    feed(b, 0, 0);
    assert_false(comparison_pin(b->comparison, row(b, 0)));
    assert_false(comparison_pin(b->comparison, NULL));
    assert_null(comparison_baseline(b->comparison));
}

static void best_is_the_fastest_that_is_durable(void **state)
{
    struct bench *b = *state;
    change(b, "no-sync", 1);
    feed(b, 200, 1000);
    assert_string_equal(comparison_best(b->comparison)->outcome.config.mode, "no-sync");
    change(b, "append-fsync", 1);
    feed(b, 200, 4 * MS);
    change(b, "overwrite-fdatasync", 1);
    feed(b, THIN_P99_ROUNDS - 1, MS); /* too few yet */
    assert_string_equal(comparison_best(b->comparison)->outcome.config.mode, "append-fsync");
    feed(b, 1, MS);
    assert_string_equal(comparison_best(b->comparison)->outcome.config.mode, "overwrite-fdatasync");
}

static void sync_with_nothing_to_write_is_best_only_alone(void **state)
{
    struct bench *b = *state;
    change(b, "no-sync", 1);
    feed(b, 200, 100);
    change(b, "flush-only", 1);
    feed(b, 200, 1000);
    assert_string_equal(comparison_best(b->comparison)->outcome.config.mode, "flush-only");
    change(b, "append-fsync", 1);
    feed(b, 1, 4 * MS);
    assert_string_equal(comparison_best(b->comparison)->outcome.config.mode, "append-fsync");
}

static void within_five_per_cent_is_the_same(void **state)
{
    double factor;
    (void)state;
    assert_int_equal(comparison_pace(1050, 1000, &factor), PACE_SAME);
    assert_int_equal(comparison_pace(1000, 1050, &factor), PACE_SAME);
    assert_int_equal(comparison_pace(1051, 1000, &factor), PACE_SLOWER);
    assert_int_equal(comparison_pace(1000, 1051, &factor), PACE_FASTER);
    assert_int_equal(comparison_pace(250, 1000, &factor), PACE_FASTER);
    assert_true(fabs(factor - 4) < 1e-9);
    assert_int_equal(comparison_pace(3000, 1000, &factor), PACE_SLOWER);
    assert_true(fabs(factor - 3) < 1e-9);
    assert_int_equal(comparison_pace(0, 1000, &factor), PACE_UNKNOWN);
    assert_true(isnan(factor));
}

static void no_comparison_is_one_without_rows(void **state)
{
    struct bench *b = *state;
    comparison_take(NULL, b->history);
    assert_int_equal(comparison_count(NULL), 0);
    assert_null(comparison_at(NULL, 0));
    assert_null(comparison_find(NULL, 1));
    assert_null(comparison_live(NULL));
    assert_null(comparison_baseline(NULL));
    assert_null(comparison_best(NULL));
    assert_false(comparison_pin(NULL, NULL));
    comparison_unpin(NULL);
    comparison_free(NULL);
}

/* --- names --- */

static void name_tells_all_that_is_asked_for(void **state)
{
    char text[NAMING_MAX];
    struct config c = config_default(), d = c;
    (void)state;
    assert_string_equal(naming_tell(text, &c, TRAITS_ALL),
                        "append-fsync, alone, 1 writer, 4 KiB, batch 1");
    strcpy(d.strategy, "group+delay");
    d.uses_delay = d.uses_siblings = true;
    d.siblings = 5;
    d.writers = 16;
    d.rate_per_s = 500;
    assert_string_equal(naming_tell(text, &d, TRAITS_ALL),
                        "append-fsync, group+delay, 16 writers, 4 KiB, batch 1, delay 200 us, "
                        "siblings 5, 500/s open loop");
    assert_string_equal(naming_tell(text, &c, naming_apart(&c, &d)),
                        "alone, 1 writer, closed loop");
    assert_string_equal(naming_tell(text, &d, naming_apart(&c, &d)),
                        "group+delay, 16 writers, 500/s open loop");
    assert_int_equal(naming_apart(&c, &c), 0);
}

static void hostile_name_stays_harmless(void **state)
{
    char text[NAMING_MAX];
    struct config c = config_default();
    (void)state;
    strcpy(c.mode, "\x1b[31mred");
    assert_null(strchr(naming_tell(text, &c, TRAITS_ALL), '\x1b'));
}

#define CLAIM(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLAIM(row_has_the_figures_of_all_rounds_since_the_change),
        CLAIM(configuration_that_was_left_keeps_its_figures),
        CLAIM(second_visit_replaces_the_figures_and_is_counted),
        CLAIM(reset_is_no_visit),
        CLAIM(configuration_without_a_round_is_kept_only_with_its_reason),
        CLAIM(what_the_strategy_does_not_use_makes_no_row),
        CLAIM(oldest_row_goes_but_not_the_baseline),
        CLAIM(baseline_stays_as_it_was_pinned),
        CLAIM(row_without_rounds_cannot_be_pinned),
        CLAIM(best_is_the_fastest_that_is_durable),
        CLAIM(sync_with_nothing_to_write_is_best_only_alone),
        CLAIM(within_five_per_cent_is_the_same),
        CLAIM(no_comparison_is_one_without_rows),
        CLAIM(name_tells_all_that_is_asked_for),
        CLAIM(hostile_name_stays_harmless),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
