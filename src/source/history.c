/* history.c: what is known of the load, brought up to date with each snapshot.
 *
 * Nothing here reads a clock: all times are the snapshots' own, so a replay adds up to what was
 * seen live. Windows are in window.c, the chart in chart.c; here are the totals since the last
 * change, and the slow rounds, which stay over changes. */
#include "source/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "source/chart.h"
#include "source/evidence.h"
#include "source/window.h"

struct history {
    bool has_latest;
    struct snapshot latest;
    struct windows windows;
    struct chart chart;

    struct window_sum all; /* since the last change or reset */
    struct figures interval;
    uint64_t began_ns;
    uint64_t failed;
    uint64_t slow_count;
    unsigned slowest_count;
    struct round slowest[SNAPSHOT_SLOWEST];
    bool has_typical;
    struct round typical;
    struct evidence evidence;

    struct slow_round slow[HISTORY_SLOW_MAX];
    uint64_t slow_added;
};

static void clear_figures(struct history *h)
{
    windows_clear(&h->windows);
    window_sum_clear(&h->all);
    h->began_ns = 0;
    h->failed = 0;
    h->slow_count = 0;
    h->slowest_count = 0;
    h->has_typical = false;
    evidence_clear(&h->evidence);
}

struct history *history_create(void)
{
    struct history *h = calloc(1, sizeof(*h));

    if (h)
        clear_figures(h);
    return h;
}

void history_free(struct history *h)
{
    free(h);
}

void history_reset(struct history *h)
{
    clear_figures(h);
    h->slow_added = 0;
}

/* The load ran in the last active_ns of its first interval, or from the first round on, should that
 * have begun earlier. */
static void note_begin(struct history *h, const struct snapshot *s)
{
    if (h->began_ns || !s->active_ns)
        return;
    h->began_ns = s->at_ns - s->active_ns;
    for (unsigned i = 0; i < s->slowest_count; i++) {
        if (s->slowest[i].start_ns < h->began_ns)
            h->began_ns = s->slowest[i].start_ns;
    }
}

/* The rounds that stand for the others: the longest, and one near the median as known by now. */
static void note_rounds(struct history *h, const struct snapshot *s)
{
    for (unsigned i = 0; i < s->slowest_count; i++)
        slowest_keep(h->slowest, &h->slowest_count, &s->slowest[i]);
    if (!s->has_typical)
        return;
    uint64_t p50_ns = histogram_percentile(&h->all.figures.latency, 50);
    if (h->has_typical &&
        round_distance_ns(&h->typical, p50_ns) < round_distance_ns(&s->typical, p50_ns))
        return;
    h->has_typical = true;
    h->typical = s->typical;
}

static int by_start(const void *a, const void *b)
{
    const struct round *x = a, *y = b;
    return (x->start_ns > y->start_ns) - (x->start_ns < y->start_ns);
}

static void note_slow(struct history *h, const struct snapshot *s)
{
    struct round round[SNAPSHOT_SLOWEST];

    h->slow_count += s->slow_rounds;
    memcpy(round, s->slowest, sizeof(round)); /* by time: the newest goes on top */
    qsort(round, s->slowest_count, sizeof(round[0]), by_start);
    for (unsigned i = 0; i < s->slowest_count; i++) {
        if (!s->slow_limit_ns || round[i].latency_ns <= s->slow_limit_ns)
            continue;
        h->slow[h->slow_added++ % HISTORY_SLOW_MAX] = (struct slow_round){
            .round = round[i],
            .wall_ns = s->wall_ns - (s->at_ns - round[i].start_ns),
            .p50_ns = s->slow_limit_ns / SNAPSHOT_SLOW_FACTOR,
            .generation = s->generation,
        };
    }
}

void history_add(struct history *h, const struct snapshot *s)
{
    if (!h->has_latest || h->latest.generation != s->generation)
        clear_figures(h);
    h->latest = *s;
    h->has_latest = true;

    windows_add(&h->windows, s);
    chart_add(&h->chart, s);
    figures_of(&h->interval, s);
    window_sum_add(&h->all, &h->interval);
    h->failed += s->failed_rounds;
    note_begin(h, s);
    note_rounds(h, s);
    note_slow(h, s);
    evidence_judge(&h->evidence, h, s);
}

const struct figures *history_figures(struct history *h, enum window window)
{
    return window == WINDOW_ALL ? &h->all.figures : &h->windows.sum[window].figures;
}

struct chart_slot history_chart_half(const struct history *h, unsigned i)
{
    return chart_half(&h->chart, i);
}

struct chart_slot history_chart_pair(const struct history *h, unsigned i)
{
    return chart_pair(&h->chart, i);
}

const struct slow_round *history_slow(const struct history *h, unsigned i)
{
    if (i >= HISTORY_SLOW_MAX || i >= h->slow_added)
        return NULL;
    return &h->slow[(h->slow_added - 1 - i) % HISTORY_SLOW_MAX];
}

uint64_t history_slow_count(const struct history *h)
{
    return h->slow_count;
}

unsigned history_slowest(const struct history *h, struct round out[SNAPSHOT_SLOWEST])
{
    memcpy(out, h->slowest, sizeof(h->slowest));
    return h->slowest_count;
}

bool history_typical(const struct history *h, struct round *out)
{
    if (h->has_typical)
        *out = h->typical;
    return h->has_typical;
}

uint64_t history_began_ns(const struct history *h)
{
    return h->began_ns;
}

uint64_t history_failed(const struct history *h)
{
    return h->failed;
}

const struct evidence *history_evidence(const struct history *h)
{
    return &h->evidence;
}

const struct snapshot *history_latest(const struct history *h)
{
    return h->has_latest ? &h->latest : NULL;
}

static double ratio(double part, uint64_t whole)
{
    return whole ? part / (double)whole : (double)NAN;
}

double figures_records_per_s(const struct figures *f)
{
    return ratio((double)f->records * 1e9, f->active_ns);
}

double figures_records_per_sync(const struct figures *f)
{
    return ratio((double)f->records, f->syncs);
}

double figures_flushes_per_record(const struct figures *f)
{
    const uint64_t records = f->records - f->disk.left_out_records;
    return f->disk.available ? ratio((double)f->disk.flushes, records) : (double)NAN;
}

double figures_kib_per_record(const struct figures *f)
{
    const uint64_t records = f->records - f->disk.left_out_records;
    return f->disk.has_sectors ? ratio((double)f->disk.sectors / 2, records) : (double)NAN;
}
