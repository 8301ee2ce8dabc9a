/* comparison.c: see comparison.h.
 *
 * A row holds a whole outcome, so that every format can be made of it later. The row at work is
 * written over with each snapshot; that is also how it is complete when the next configuration
 * begins, for that clears the history. */
#include "source/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "source/naming.h"
#include "source/verdict.h"

static const double same_factor = 1.05;

struct comparison {
    struct compared *row[COMPARISON_ROWS]; /* the first `count` */
    size_t count;
    uint64_t ids, visits; /* given out so far */
    uint64_t live;        /* id; 0: none */
    bool pinned;
    struct compared baseline;
    unsigned warning_count;
    struct warning warning[COMPARISON_WARNINGS];
};

struct comparison *comparison_create(void)
{
    return calloc(1, sizeof(struct comparison));
}

void comparison_free(struct comparison *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->count; i++)
        free(c->row[i]);
    free(c);
}

static struct compared *find_config(const struct comparison *c, const struct config *config)
{
    for (size_t i = 0; i < c->count; i++) {
        if (naming_same(&c->row[i]->outcome.config, config))
            return c->row[i];
    }
    return NULL;
}

static bool is_baseline(const struct comparison *c, const struct compared *row)
{
    return c->pinned && naming_same(&row->outcome.config, &c->baseline.outcome.config);
}

/* The row that was seen longest ago; with two or more there is always one that may go. */
static void drop_oldest(struct comparison *c)
{
    size_t oldest = c->count;

    for (size_t i = 0; i < c->count; i++) {
        if (is_baseline(c, c->row[i]))
            continue;
        if (oldest == c->count || c->row[i]->seen < c->row[oldest]->seen)
            oldest = i;
    }
    free(c->row[oldest]);
    c->count--;
    for (size_t i = oldest; i < c->count; i++)
        c->row[i] = c->row[i + 1];
}

static struct compared *add(struct comparison *c)
{
    struct compared *row = calloc(1, sizeof(*row));

    if (!row)
        return NULL;
    if (c->count == COMPARISON_ROWS)
        drop_oldest(c);
    row->id = ++c->ids;
    c->row[c->count++] = row;
    return row;
}

static void work_out(struct compared *row)
{
    const struct figures *f = &row->outcome.figures;

    row->p50_ns = histogram_percentile(&f->latency, 50);
    row->p99_ns = histogram_percentile(&f->latency, 99);
    row->records_per_s = f->rounds ? figures_records_per_s(f) : NAN;
    row->records_per_sync = figures_records_per_sync(f);
    row->flushes_per_record = figures_flushes_per_record(f);
    row->kib_per_record = figures_kib_per_record(f);
}

/* The bit of WARNING; 0 when there are too many to be kept apart. */
static uint32_t bit_of(struct comparison *c, const struct warning *warning)
{
    unsigned i = 0;

    while (i < c->warning_count && strcmp(c->warning[i].id, warning->id) != 0)
        i++;
    if (i == COMPARISON_WARNINGS)
        return 0;
    if (i == c->warning_count)
        c->warning[c->warning_count++] = *warning;
    return UINT32_C(1) << i;
}

static uint32_t warnings_of(struct comparison *c, struct history *history)
{
    struct warning list[TARGET_WARNINGS_MAX];
    unsigned count = warnings_now(history, WINDOW_ALL, list);
    uint32_t bits = 0;

    for (unsigned i = 0; i < count; i++)
        bits |= bit_of(c, &list[i]);
    return bits;
}

void comparison_take(struct comparison *c, struct history *history)
{
    const struct snapshot *now = history_latest(history);

    if (!c || !now)
        return;
    struct compared *row = find_config(c, &now->config);
    bool telling = history_figures(history, WINDOW_ALL)->rounds || now->error[0];
    if (!row && telling)
        row = add(c);
    c->live = row ? row->id : 0;
    if (!row || !telling)
        return;
    if (!row->visits || row->outcome.generation != now->generation) {
        row->visits++;
        row->seen = ++c->visits;
    }
    outcome_take(&row->outcome, history);
    row->warnings = warnings_of(c, history);
    work_out(row);
}

const struct warning *comparison_warning(const struct comparison *c, unsigned i)
{
    return c && i < c->warning_count ? &c->warning[i] : NULL;
}

unsigned comparison_traits(const struct comparison *c)
{
    const struct compared *a, *b;
    unsigned traits = 0;

    for (size_t i = 0; (a = comparison_at(c, i)); i++) {
        for (size_t k = 0; k < i && (b = comparison_at(c, k)); k++)
            traits |= naming_apart(&a->outcome.config, &b->outcome.config);
    }
    return traits ? traits : TRAIT_BIT(TRAIT_MODE);
}

size_t comparison_count(const struct comparison *c)
{
    return c ? c->count : 0;
}

const struct compared *comparison_at(const struct comparison *c, size_t i)
{
    return i < comparison_count(c) ? c->row[i] : NULL;
}

const struct compared *comparison_find(const struct comparison *c, uint64_t id)
{
    for (size_t i = 0; id && i < comparison_count(c); i++) {
        if (c->row[i]->id == id)
            return c->row[i];
    }
    return id && c && c->pinned && c->baseline.id == id ? &c->baseline : NULL;
}

const struct compared *comparison_live(const struct comparison *c)
{
    return c ? comparison_find(c, c->live) : NULL;
}

bool comparison_pin(struct comparison *c, const struct compared *row)
{
    if (!c || !row || !row->outcome.figures.rounds)
        return false;
    c->baseline = *row;
    c->baseline.id = ++c->ids;
    c->pinned = true;
    return true;
}

void comparison_unpin(struct comparison *c)
{
    if (c)
        c->pinned = false;
}

const struct compared *comparison_baseline(const struct comparison *c)
{
    return c && c->pinned ? &c->baseline : NULL;
}

const struct compared *comparison_pinned(const struct comparison *c)
{
    return c && c->pinned ? find_config(c, &c->baseline.outcome.config) : NULL;
}

/* How much speaks for ROW as the best before its p50 does. */
static int standing(const struct compared *row)
{
    const struct outcome *o = &row->outcome;
    bool thin = o->figures.rounds < THIN_P99_ROUNDS;

    return (o->config.durable ? 4 : 0) + (naming_is_floor(&o->config) ? 0 : 2) + (thin ? 0 : 1);
}

static bool is_better(const struct compared *row, const struct compared *than)
{
    if (!than || standing(row) != standing(than))
        return !than || standing(row) > standing(than);
    return row->p50_ns < than->p50_ns;
}

const struct compared *comparison_best(const struct comparison *c)
{
    const struct compared *best = NULL;

    for (size_t i = 0; i < comparison_count(c); i++) {
        if (c->row[i]->outcome.figures.rounds && is_better(c->row[i], best))
            best = c->row[i];
    }
    return best;
}

enum pace comparison_pace(uint64_t now_ns, uint64_t base_ns, double *factor)
{
    *factor = NAN;
    if (!now_ns || !base_ns)
        return PACE_UNKNOWN;
    bool slower = now_ns > base_ns;
    *factor = slower ? (double)now_ns / (double)base_ns : (double)base_ns / (double)now_ns;
    if (*factor <= same_factor)
        return PACE_SAME;
    return slower ? PACE_SLOWER : PACE_FASTER;
}
