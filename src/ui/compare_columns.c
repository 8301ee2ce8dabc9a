/* compare_columns.c: one row a column of the comparison: its head, its value, how that reads. */
#include "ui/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum form { FORM_DURATION, FORM_COUNT, FORM_NUMBER, FORM_TIMES };

struct row {
    struct compare_kind kind;
    enum form form;
    double percent;  /* of latencies: which percentile */
    uint64_t enough; /* rounds below which it is marked as thin */
    double (*value)(const struct compared *row, const struct compare_base *base);
};

static double rounds_value(const struct compared *row, const struct compare_base *base)
{
    (void)base;
    return (double)row->outcome.figures.rounds;
}

static double max_value(const struct compared *row, const struct compare_base *base)
{
    (void)base;
    return row->outcome.figures.rounds ? (double)row->outcome.figures.latency.max_ns : NAN;
}

static double per_s_value(const struct compared *row, const struct compare_base *base)
{
    (void)base;
    return row->records_per_s;
}

static double per_sync_value(const struct compared *row, const struct compare_base *base)
{
    (void)base;
    return row->records_per_sync;
}

static double flushes_value(const struct compared *row, const struct compare_base *base)
{
    (void)base;
    return row->flushes_per_record;
}

static double kib_value(const struct compared *row, const struct compare_base *base)
{
    (void)base;
    return row->kib_per_record;
}

static double ratio_value(const struct compared *row, const struct compare_base *base)
{
    if (!base->row || !base->row->p50_ns || !row->p50_ns)
        return NAN;
    return (double)row->p50_ns / (double)base->row->p50_ns;
}

static double visits_value(const struct compared *row, const struct compare_base *base)
{
    (void)base;
    return row->visits;
}

/* Those of traits: all of them stay as long as there is room. Their widths are the least. */
#define TRAIT(title, width)                                                                        \
    {                                                                                              \
        .kind = {.head = {"", title}, .word = title, .cols = width }                               \
    }

static const struct row rows[COMPARE_COLUMNS] = {
    [TRAIT_MODE] = TRAIT("mode", 8),
    [TRAIT_STRATEGY] = TRAIT("strategy", 10),
    [TRAIT_WRITERS] = TRAIT("writers", 8),
    [TRAIT_RECORD] = TRAIT("record", 7),
    [TRAIT_BATCH] = TRAIT("batch", 6),
    [TRAIT_DELAY] = TRAIT("delay", 7),
    [TRAIT_SIBLINGS] = TRAIT("siblings", 9),
    [TRAIT_RATE] = TRAIT("loop", 7),
    [TRAIT_FILE] = TRAIT("file", 8),
    [COMPARE_ROUNDS] = {.kind = {{"", "rounds"}, "rounds", 11, 8, true},
                        .form = FORM_COUNT,
                        .value = rounds_value},
    [COMPARE_P50] = {.kind = {{"", "p50"}, "p50", 8, 0, false}, .percent = 50},
    [COMPARE_P90] = {.kind = {{"", "p90"}, "p90", 8, 9, false}, .percent = 90},
    [COMPARE_P99] = {.kind = {{"", "p99"}, "p99", 9, 4, false},
                     .percent = 99,
                     .enough = THIN_P99_ROUNDS},
    [COMPARE_P999] = {.kind = {{"", "p99.9"}, "p99.9", 9, 10, false},
                      .percent = 99.9,
                      .enough = THIN_P999_ROUNDS},
    [COMPARE_MAX] = {.kind = {{"", "max"}, "max", 8, 11, false}, .value = max_value},
    [COMPARE_PER_S] = {.kind = {{"records", "/s"}, "records/s", 8, 3, true},
                       .form = FORM_NUMBER,
                       .value = per_s_value},
    [COMPARE_PER_SYNC] = {.kind = {{"records", "/sync"}, "records/sync", 8, 6, true},
                          .form = FORM_NUMBER,
                          .value = per_sync_value},
    [COMPARE_FLUSHES] = {.kind = {{"flushes", "/record"}, "flushes/record", 8, 5, false},
                         .form = FORM_NUMBER,
                         .value = flushes_value},
    [COMPARE_KIB] = {.kind = {{"KiB", "/record"}, "KiB/record", 8, 7, false},
                     .form = FORM_NUMBER,
                     .value = kib_value},
    [COMPARE_RATIO] = {.kind = {{"p50 to", ""}, "ratio", 8, 1, false},
                       .form = FORM_TIMES,
                       .value = ratio_value},
    [COMPARE_VISITS] = {.kind = {{"", "visits"}, "visits", 8, 12, true},
                        .form = FORM_COUNT,
                        .value = visits_value},
};

const struct compare_kind *compare_kind(enum compare_column column)
{
    return &rows[column].kind;
}

struct compare_base compare_base(const struct comparison *comparison)
{
    const struct compared *pinned = comparison_baseline(comparison);
    return (struct compare_base){
        .row = pinned ? pinned : comparison_best(comparison),
        .pinned = pinned != NULL,
    };
}

bool compare_is_base(const struct compare_base *base, const struct compared *row)
{
    return base->pinned && row->id == base->row->id;
}

double compare_value(enum compare_column column, const struct compared *row,
                     const struct compare_base *base)
{
    if ((unsigned)column < TRAITS)
        return trait_value((enum trait)column, &row->outcome.config);
    if (rows[column].value)
        return rows[column].value(row, base);
    if (!row->outcome.figures.rounds)
        return NAN;
    return (double)histogram_percentile(&row->outcome.figures.latency, rows[column].percent);
}

/* Seven places at most: the column's width without its gap. */
static void number_text(char out[COMPARE_TEXT_MAX], double value)
{
    if (value >= 999999.5)
        snprintf(out, COMPARE_TEXT_MAX, value < 999.5e6 ? "%.3g M" : "%.0f M", value / 1e6);
    else
        format_number(out, value);
}

const char *compare_text(char out[COMPARE_TEXT_MAX], enum compare_column column,
                         const struct compared *row, const struct compare_base *base)
{
    char text[COMPARE_TEXT_MAX];
    if ((unsigned)column < TRAITS)
        return trait_text(out, (enum trait)column, &row->outcome.config);
    const struct row *c = &rows[column];
    double value = compare_value(column, row, base);
    if (!isfinite(value))
        return strcpy(out, "n/a");
    switch (c->form) {
    case FORM_COUNT:
        return format_count(out, (uint64_t)value);
    case FORM_NUMBER:
        number_text(out, value);
        return out;
    case FORM_TIMES:
        number_text(text, value);
        snprintf(out, COMPARE_TEXT_MAX, "%.24sx", text);
        return out;
    case FORM_DURATION:
        break;
    }
    snprintf(out, COMPARE_TEXT_MAX, "%s%.24s", row->outcome.figures.rounds < c->enough ? "~" : "",
             format_duration(text, (uint64_t)value));
    return out;
}
