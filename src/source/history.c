/* history.c: what is known of the load, brought up to date with each snapshot.
 *
 * Nothing here reads a clock: all times are the snapshots' own, so a replay adds up to what was
 * seen live. Windows are in window.c, the chart in chart.c; here are the totals since the last
 * change. Slow rounds are in slow_list.c. */
#include "source/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "source/chart.h"
#include "source/evidence.h"
#include "source/slow_list.h"
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
    bool has_typical;
    struct round typical;
    struct evidence evidence;

    struct slow_list slow;
};

static void clear_figures(struct history *h)
{
    windows_clear(&h->windows);
    window_sum_clear(&h->all);
    h->began_ns = 0;
    h->failed = 0;
    h->has_typical = false;
    slow_list_begin(&h->slow);
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
    slow_list_clear(&h->slow);
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

/* The round that stands for the others: one near the median as known by now. */
static void note_typical(struct history *h, const struct snapshot *s)
{
    if (!s->has_typical)
        return;
    uint64_t p50_ns = histogram_percentile(&h->all.figures.latency, 50);
    if (h->has_typical &&
        round_distance_ns(&h->typical, p50_ns) < round_distance_ns(&s->typical, p50_ns))
        return;
    h->has_typical = true;
    h->typical = s->typical;
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
    note_typical(h, s);
    slow_list_add(&h->slow, s, h->began_ns);
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
    return slow_list_at(&h->slow, i);
}

uint64_t history_slow_count(const struct history *h)
{
    return h->slow.count;
}

unsigned history_slowest(const struct history *h, struct round out[SNAPSHOT_SLOWEST])
{
    memcpy(out, h->slow.slowest, sizeof(h->slow.slowest));
    return h->slow.slowest_count;
}

const struct inside *history_inside(const struct history *h, const struct round *round)
{
    return slow_list_inside(&h->slow, round);
}

enum history_then history_then(const struct history *h, const struct round *round)
{
    return slow_list_then(&h->slow, round);
}

const struct inside_round *history_ordinary(const struct history *h, uint64_t generation)
{
    return slow_list_ordinary(&h->slow, generation);
}

void history_causes_listed(const struct history *h, uint64_t out[CAUSES])
{
    slow_list_causes_listed(&h->slow, out);
}

void history_causes(const struct history *h, uint64_t out[CAUSES])
{
    slow_list_causes(&h->slow, out);
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
