/* aggregate.c: merges histograms, never percentiles; divides by the time that passed. */
#include "engine/aggregate.h"

#include "base/text.h"
#include "sys/clock.h"

void aggregate_begin(struct aggregate *a, struct generation *g, uint64_t now_ns)
{
    a->at_ns = now_ns;
    a->idle_ns = 0;
    a->syncs = 0;
    a->padded_bytes = 0;
    a->has_disk = blockstat_read(&g->stat, &a->disk);
    rolling_clear(&a->latency, now_ns);
}

static void clear_measured(struct snapshot *out)
{
    out->active_ns = 0;
    out->records = 0;
    out->syncs = 0;
    out->padded_bytes = 0;
    out->slow_limit_ns = 0;
    out->disk = (struct disk_counts){0};
    histogram_clear(&out->latency);
    histogram_clear(&out->write);
    histogram_clear(&out->sync);
    histogram_clear(&out->response);
    out->sharing = (struct sharing){0};
    out->rounds = 0;
    out->failed_rounds = 0;
    out->slow_rounds = 0;
    out->slowest_count = 0;
    out->has_typical = false;
    out->inside_count = 0;
    out->has_ordinary = false;
    out->has_hanging = false;
    out->in_flight = 0;
    out->oldest_ns = 0;
    out->oldest_writer = 0;
    out->calls = 0;
    out->call_ns = 0;
    out->call_writer = WRITER_NONE;
}

static void add_interval(struct snapshot *out, const struct interval *noted, uint64_t *end_ns)
{
    out->rounds += noted->rounds;
    out->failed_rounds += noted->failed_rounds;
    out->slow_rounds += noted->slow_rounds;
    histogram_merge(&out->latency, &noted->latency);
    histogram_merge(&out->write, &noted->write);
    histogram_merge(&out->sync, &noted->sync);
    histogram_merge(&out->response, &noted->response);
    sharing_add(&out->sharing, &noted->sharing);
    for (unsigned i = 0; i < noted->slowest_count; i++)
        slowest_keep(out->slowest, &out->slowest_count, &noted->slowest[i]);
    if (noted->end_ns > *end_ns)
        *end_ns = noted->end_ns;
}

/* Of the rounds that were read on their own, keeps the one nearest to the median. */
static void keep_typical(struct snapshot *out, const struct interval *noted, uint64_t p50_ns)
{
    for (unsigned i = 0; i < noted->sample_count; i++) {
        const struct round *round = &noted->sample[i];
        if (!out->has_typical ||
            round_distance_ns(round, p50_ns) < round_distance_ns(&out->typical, p50_ns))
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

/* What the strategy tells: syncs, padding, what is in the kernel now, what is at risk. Starting the
 * file anew is no round, but the load can hang in it all the same. */
static void add_watch(struct aggregate *a, struct snapshot *out, struct generation *g,
                      uint64_t now_ns)
{
    struct strategy_told told = {&out->sync, &out->sharing, &out->failed_rounds};
    struct strategy_watch watch = {.told = &told};
    strategy_watch(g->strategy, g->shared, &g->sink, &watch);
    strategy_watch_call(&watch, atomic_load_explicit(&g->restart_since_ns, memory_order_relaxed),
                        WRITER_NONE);
    out->syncs = watch.syncs - a->syncs;
    a->syncs = watch.syncs;
    out->padded_bytes = watch.padded_bytes - a->padded_bytes;
    a->padded_bytes = watch.padded_bytes;
    out->calls = watch.calls;
    out->call_writer = watch.calls ? watch.call_writer : WRITER_NONE;
    if (watch.calls && now_ns > watch.call_since_ns)
        out->call_ns = now_ns - watch.call_since_ns;
    out->has_risk = watch.has_risk;
    out->risk = watch.risk;
    out->risk_most = watch.risk_most;
    out->backlog = pacer_backlog(&g->pacer, &g->gate, now_ns) * g->config.batch;
}

/* Swaps every recorder and adds up. Returns when the last round of the interval ended. */
static uint64_t add_recorders(struct generation *g, uint64_t now_ns, struct snapshot *out)
{
    uint64_t end_ns = 0;
    for (uint32_t i = 0; i < g->config.writers; i++) {
        add_in_flight(out, &g->recorder[i], i, now_ns);
        add_interval(out, recorder_swap(&g->recorder[i]), &end_ns);
    }
    /* The rolling median where there is one: that of a tenth of a second wanders. */
    uint64_t p50_ns = out->slow_limit_ns ? out->slow_limit_ns / SNAPSHOT_SLOW_FACTOR
                                         : histogram_percentile(&out->latency, 50);
    for (uint32_t i = 0; i < g->config.writers; i++) {
        /* What was just swapped out is the spare until the next swap. */
        keep_typical(out, g->recorder[i].spare, p50_ns);
        interval_clear(g->recorder[i].spare);
    }
    return end_ns;
}

/* What the disk did for the restart of an append file is nobody's cost. */
static uint64_t without(uint64_t counted, _Atomic uint64_t *excluded)
{
    uint64_t not_ours = atomic_exchange(excluded, 0);
    return counted > not_ours ? counted - not_ours : 0;
}

static void explain(struct disk_counts *out, const char *reason)
{
    text_copy(out->reason, sizeof out->reason, reason);
}

/* After a reset there is no figure, but the counters go on from here. */
static void leave_out(struct disk_counts *out, uint64_t records)
{
    out->left_out = 1;
    out->left_out_records = records;
    explain(out, "the disk's counters were reset; that moment is left out");
}

static void collect_disk(struct aggregate *a, struct generation *g, struct snapshot *out)
{
    struct block_reading now;
    struct block_delta delta = {.reset = false};
    struct disk_counts *disk = &out->disk;
    explain(disk, g->stat.reason);
    if (!g->stat.devices)
        return;
    bool had = a->has_disk;
    a->has_disk = blockstat_read(&g->stat, &now);
    if (had && a->has_disk)
        delta = blockstat_since(&g->stat, &a->disk, &now);
    else
        explain(disk, "the disk's counters could not be read");
    a->disk = now;
    disk->available = delta.has_flushes;
    disk->has_sectors = delta.has_sectors;
    disk->flushes = without(delta.flushes, &g->excluded_flushes);
    disk->sectors = without(delta.sectors, &g->excluded_sectors);
    if (delta.reset)
        leave_out(disk, out->records);
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
    out->records = out->rounds * g->config.batch;
    out->directory_code = g->scratch.directory_code; /* settled before the first round */
    collect_disk(a, g, out);
    add_watch(a, out, g, now_ns);
    if (out->disk.left_out)
        out->disk.left_out_syncs = out->syncs;
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
    out->risk = (struct risk){0}; /* the most that was at risk, and the backlog, stay to be told */
    out->at_ns = clock_now_ns();
    out->wall_ns = clock_wall_ns();
    out->interval_ns = out->at_ns - a->at_ns;
    a->at_ns = out->at_ns;
}
