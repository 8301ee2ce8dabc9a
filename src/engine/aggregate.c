/* aggregate.c: merges histograms, never percentiles; divides by the time that passed. */
#include "engine/aggregate.h"

#include "base/text.h"
#include "sys/clock.h"

void aggregate_begin(struct aggregate *a, struct generation *g, uint64_t now_ns)
{
    a->at_ns = now_ns;
    a->idle_ns = 0;
    a->syncs = 0;
    a->has_disk = blockstat_read(&g->stat, &a->disk);
    rolling_clear(&a->latency, now_ns);
}

static void clear_measured(struct snapshot *out)
{
    out->active_ns = 0;
    out->records = 0;
    out->syncs = 0;
    out->slow_limit_ns = 0;
    out->disk = (struct disk_counts){0};
    histogram_clear(&out->latency);
    histogram_clear(&out->write);
    histogram_clear(&out->sync);
    out->rounds = 0;
    out->failed_rounds = 0;
    out->slow_rounds = 0;
    out->slowest_count = 0;
    out->has_typical = false;
    out->in_flight = 0;
    out->oldest_ns = 0;
    out->oldest_writer = 0;
}

static void add_interval(struct snapshot *out, const struct interval *noted, uint64_t *end_ns)
{
    out->rounds += noted->rounds;
    out->failed_rounds += noted->failed_rounds;
    out->slow_rounds += noted->slow_rounds;
    histogram_merge(&out->latency, &noted->latency);
    histogram_merge(&out->write, &noted->write);
    histogram_merge(&out->sync, &noted->sync);
    for (unsigned i = 0; i < noted->slowest_count; i++)
        slowest_keep(out->slowest, &out->slowest_count, &noted->slowest[i]);
    if (noted->end_ns > *end_ns)
        *end_ns = noted->end_ns;
}

static uint64_t distance(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* Of the rounds that were read on their own, keeps the one nearest to the median. */
static void keep_typical(struct snapshot *out, const struct interval *noted, uint64_t p50_ns)
{
    unsigned count =
        noted->samples_seen < RECORDER_SAMPLES ? noted->samples_seen : RECORDER_SAMPLES;
    for (unsigned i = 0; i < count; i++) {
        const struct round *round = &noted->sample[i];
        if (!out->has_typical ||
            distance(round->latency_ns, p50_ns) < distance(out->typical.latency_ns, p50_ns))
            out->typical = *round;
        out->has_typical = true;
    }
}

static void add_in_flight(struct snapshot *out, struct recorder *recorder, uint32_t writer,
                          uint64_t now_ns)
{
    uint64_t begun_ns = atomic_load_explicit(&recorder->begun_ns, memory_order_relaxed);
    if (!begun_ns)
        return;
    out->in_flight++;
    uint64_t age_ns = now_ns > begun_ns ? now_ns - begun_ns : 0;
    if (age_ns > out->oldest_ns) {
        out->oldest_ns = age_ns;
        out->oldest_writer = writer;
    }
}

/* Starting the file anew is no round, but the load hangs in it all the same. */
static void add_restart(struct snapshot *out, struct generation *g, uint64_t now_ns)
{
    uint64_t since_ns = atomic_load_explicit(&g->restart_since_ns, memory_order_relaxed);
    if (!since_ns || now_ns < since_ns)
        return;
    out->in_flight++;
    if (now_ns - since_ns > out->oldest_ns)
        out->oldest_ns = now_ns - since_ns;
}

/* Swaps every recorder and adds up. Returns when the last round of the interval ended. */
static uint64_t add_recorders(struct generation *g, uint64_t now_ns, struct snapshot *out)
{
    uint64_t end_ns = 0;
    for (uint32_t i = 0; i < g->config.writers; i++) {
        add_in_flight(out, &g->recorder[i], i, now_ns);
        add_interval(out, recorder_swap(&g->recorder[i]), &end_ns);
    }
    add_restart(out, g, now_ns);
    uint64_t p50_ns = histogram_percentile(&out->latency, 50);
    for (uint32_t i = 0; i < g->config.writers; i++) {
        /* What was just swapped out is the spare until the next swap. */
        keep_typical(out, g->recorder[i].spare, p50_ns);
        interval_clear(g->recorder[i].spare);
    }
    return end_ns;
}

static void collect_disk(struct aggregate *a, struct generation *g, struct disk_counts *out)
{
    struct block_counters now;
    uint64_t flushes = 0, sectors = 0;
    if (!g->stat.devices) {
        text_copy(out->reason, sizeof out->reason, g->stat.reason);
        return;
    }
    bool known = blockstat_read(&g->stat, &now);
    out->available = known && a->has_disk && blockstat_delta(&a->disk, &now, &flushes, &sectors);
    a->has_disk = known;
    a->disk = now;
    if (!out->available) {
        text_copy(out->reason, sizeof out->reason,
                  g->stat.reason[0] ? g->stat.reason
                                    : "the disk's counters were reset or unreadable");
        return;
    }
    uint64_t not_ours = atomic_exchange(&g->excluded_flushes, 0);
    out->flushes = flushes > not_ours ? flushes - not_ours : 0;
    not_ours = atomic_exchange(&g->excluded_sectors, 0);
    out->sectors = sectors > not_ours ? sectors - not_ours : 0;
}

static void set_limit(struct aggregate *a, struct generation *g, const struct snapshot *out)
{
    rolling_add(&a->latency, &out->latency, out->at_ns);
    atomic_store_explicit(&g->slow_ns, rolling_slow_limit(&a->latency), memory_order_relaxed);
}

void aggregate_collect(struct aggregate *a, struct generation *g, bool last, struct snapshot *out)
{
    uint64_t now_ns = clock_now_ns(), idle_ns;
    clear_measured(out);
    out->slow_limit_ns = atomic_load_explicit(&g->slow_ns, memory_order_relaxed);
    uint64_t end_ns = add_recorders(g, now_ns, out);
    collect_disk(a, g, &out->disk);
    out->records = out->rounds * g->config.batch;
    uint64_t syncs = atomic_load_explicit(&g->sink.syncs, memory_order_relaxed);
    out->syncs = syncs - a->syncs;
    a->syncs = syncs;
    gate_idle(&g->gate, now_ns, &idle_ns);
    uint64_t idle = idle_ns - a->idle_ns;
    /* A pause is accounted up to now, so an interval that holds one must end now. */
    out->at_ns = last && !idle && end_ns > a->at_ns ? end_ns : now_ns;
    out->wall_ns = clock_wall_ns() - (clock_now_ns() - out->at_ns);
    out->interval_ns = out->at_ns - a->at_ns;
    out->active_ns = out->interval_ns > idle ? out->interval_ns - idle : 0;
    a->at_ns = out->at_ns;
    a->idle_ns = idle_ns;
    set_limit(a, g, out);
}

void aggregate_collect_nothing(struct aggregate *a, struct snapshot *out)
{
    clear_measured(out);
    out->at_ns = clock_now_ns();
    out->wall_ns = clock_wall_ns();
    out->interval_ns = out->at_ns - a->at_ns;
    a->at_ns = out->at_ns;
}
