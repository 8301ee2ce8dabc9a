/* metric_rows.c: every figure's row. What cannot be divided or was not seen is NAN by then, and
 * stays so. */
#include "source/metric_row.h"

#include <math.h>
#include <string.h>

double metric_row_statistic(const struct metric_row *row, const struct histogram *h)
{
    if (row->statistic == COUNT)
        return (double)h->count;
    if (!h->count)
        return (double)NAN;
    switch (row->statistic) {
    case NO_STATISTIC:
    case COUNT:
        break;
    case MIN:
        return (double)h->min_ns;
    case MEAN:
        return (double)histogram_mean(h);
    case RANK:
        return (double)histogram_percentile(h, row->percent);
    case MAX:
        return (double)h->max_ns;
    }
    return (double)NAN;
}

static double read_histogram(const struct metric_row *row, const struct outcome *outcome)
{
    const struct histogram *h =
        (const struct histogram *)(const void *)((const char *)&outcome->figures + row->offset);
    bool planned = row->offset == offsetof(struct figures, response);

    if (planned && !(outcome->config.rate_per_s > 0))
        return (double)NAN;
    return metric_row_statistic(row, h);
}

static double read_count(const struct metric_row *row, const struct outcome *outcome)
{
    uint64_t count;

    memcpy(&count, (const char *)&outcome->figures + row->offset, sizeof(count));
    return (double)count;
}

/* A part of the rounds' time is given as a round's mean share, rounded down to whole ns. */
static double read_split(const struct metric_row *row, const struct outcome *outcome)
{
    const struct figures *f = &outcome->figures;

    if (!f->rounds || !split_sum(&f->sharing.split))
        return (double)NAN;
    return floor(read_count(row, outcome) / (double)f->rounds);
}

static double read_records_per_s(const struct metric_row *row, const struct outcome *outcome)
{
    (void)row;
    return figures_records_per_s(&outcome->figures);
}

static double read_rounds_per_s(const struct metric_row *row, const struct outcome *outcome)
{
    const struct figures *f = &outcome->figures;

    (void)row;
    return f->active_ns ? (double)f->rounds * 1e9 / (double)f->active_ns : (double)NAN;
}

static double read_failed(const struct metric_row *row, const struct outcome *outcome)
{
    (void)row;
    return (double)outcome->failed_rounds;
}

static double read_records_per_sync(const struct metric_row *row, const struct outcome *outcome)
{
    (void)row;
    return figures_records_per_sync(&outcome->figures);
}

/* Means over the leaders' deliberate waits, rounded down. */
static double read_delay(const struct metric_row *row, const struct outcome *outcome)
{
    uint64_t delays = outcome->figures.sharing.delays;

    return delays ? floor(read_count(row, outcome) / (double)delays) : (double)NAN;
}

/* OFFSET is that of a member of struct outcome here. */
static double read_risk(const struct metric_row *row, const struct outcome *outcome)
{
    uint64_t count;

    memcpy(&count, (const char *)outcome + row->offset, sizeof(count));
    return outcome->has_risk ? (double)count : (double)NAN;
}

static double read_backlog(const struct metric_row *row, const struct outcome *outcome)
{
    (void)row;
    return outcome->config.rate_per_s > 0 ? (double)outcome->backlog : (double)NAN;
}

static double read_suggested(const struct metric_row *row, const struct outcome *outcome)
{
    const struct histogram *sync = &outcome->figures.sync;

    (void)row;
    if (!outcome->config.uses_siblings || !sync->count)
        return (double)NAN;
    return (double)(histogram_percentile(sync, 50) / 2);
}

static double read_delays(const struct metric_row *row, const struct outcome *outcome)
{
    uint64_t delays = outcome->figures.sharing.delays;

    (void)row;
    return delays || outcome->config.uses_delay ? (double)delays : (double)NAN;
}

static double read_left_out(const struct metric_row *row, const struct outcome *outcome)
{
    (void)row;
    return (double)outcome->figures.disk.left_out;
}

static double read_stuck_calls(const struct metric_row *row, const struct outcome *outcome)
{
    (void)row;
    return (double)outcome->stuck_calls;
}

static double read_stuck(const struct metric_row *row, const struct outcome *outcome)
{
    (void)row;
    return (double)outcome->stuck_ns;
}

/* Without a round that the disk was read for alone it is the median's own latency. */
static double read_typical(const struct metric_row *row, const struct outcome *outcome)
{
    const struct histogram *latency = &outcome->figures.latency;

    (void)row;
    if (outcome->has_typical)
        return (double)outcome->typical.latency_ns;
    return latency->count ? (double)histogram_percentile(latency, 50) : (double)NAN;
}

static double read_typical_flushes(const struct metric_row *row, const struct outcome *outcome)
{
    const struct disk_delta *disk = &outcome->typical.disk;

    (void)row;
    return outcome->has_typical && disk->syncs == 1 ? (double)disk->flushes : (double)NAN;
}

static double read_typical_written(const struct metric_row *row, const struct outcome *outcome)
{
    const struct disk_delta *disk = &outcome->typical.disk;

    (void)row;
    return outcome->has_typical && disk->syncs == 1 ? (double)disk->sectors * 512 : (double)NAN;
}

static double read_flushes(const struct metric_row *row, const struct outcome *outcome)
{
    const struct disk_counts *disk = &outcome->figures.disk;

    (void)row;
    return disk->available ? (double)disk->flushes : (double)NAN;
}

static double read_written(const struct metric_row *row, const struct outcome *outcome)
{
    const struct disk_counts *disk = &outcome->figures.disk;

    (void)row;
    return disk->has_sectors ? (double)disk->sectors * 512 : (double)NAN;
}

static double read_flushes_per_record(const struct metric_row *row, const struct outcome *outcome)
{
    (void)row;
    return figures_flushes_per_record(&outcome->figures);
}

static double read_written_per_record(const struct metric_row *row, const struct outcome *outcome)
{
    (void)row;
    return figures_kib_per_record(&outcome->figures) * 1024;
}

#define IN_FIGURES(member) .offset = offsetof(struct figures, member)
#define COUNTED            .unit = 1, .unit_name = ""
#define IN_US              .unit = 1000, .unit_name = "us", .decimals = 3

#define RANKED(part, brief, name, stat, rank, words)                                               \
    {                                                                                              \
        .metric = {#part "_us." name, brief name, words, METRIC_TIME, false},                      \
        .read = read_histogram, .statistic = (stat), .percent = (rank), IN_FIGURES(part), IN_US    \
    }

/* The rows of one histogram. BRIEF is "" for the latency, whose figures need no surname. */
#define HISTOGRAM(part, brief, what)                                                               \
    {.metric = {#part "_us.count", brief "count", "How many times of " what " are known",          \
                METRIC_COUNT, true},                                                               \
     .read = read_histogram,                                                                       \
     .statistic = COUNT,                                                                           \
     IN_FIGURES(part),                                                                             \
     COUNTED},                                                                                     \
        RANKED(part, brief, "min", MIN, 0, "The shortest time of " what),                          \
        RANKED(part, brief, "mean", MEAN, 0, "The mean time of " what),                            \
        RANKED(part, brief, "p50", RANK, 50, "The median time of " what),                          \
        RANKED(part, brief, "p90", RANK, 90, "90 % took no longer than this, of " what),           \
        RANKED(part, brief, "p99", RANK, 99, "99 % took no longer than this, of " what),           \
        RANKED(part, brief, "p999", RANK, 99.9, "99.9 % took no longer than this, of " what),      \
        RANKED(part, brief, "max", MAX, 0, "The longest time of " what)

#define RISK(path, unit, words, member, ...)                                                       \
    {                                                                                              \
        .metric = {"at_risk." path, "at_risk_" path, words, unit, false}, .read = read_risk,       \
        .offset = offsetof(struct outcome, member), __VA_ARGS__                                    \
    }

#define IN_MS .unit = 1e6, .unit_name = "ms", .decimals = 3

#define SPLIT(part, words)                                                                         \
    {                                                                                              \
        .metric = {"split_us." #part, "split_" #part, words, METRIC_TIME, false},                  \
        .read = read_split, IN_FIGURES(sharing.split.part##_ns), IN_US                             \
    }

static const struct metric_row rows[] = {
    HISTOGRAM(latency, "", "a round, from call to return"),
    HISTOGRAM(write, "write_", "the writes of a sync"),
    HISTOGRAM(sync, "sync_", "a sync"),
    HISTOGRAM(response, "response_", "a round from its planned start"),
    {{"records", "records", "Records of the rounds that finished", METRIC_COUNT, true},
     .read = read_count,
     IN_FIGURES(records),
     COUNTED},
    {{"elapsed_s", "elapsed_s", "Time in which the load ran", METRIC_TIME, true},
     .read = read_count,
     IN_FIGURES(active_ns),
     .unit = 1e9,
     .unit_name = "s",
     .decimals = 9},
    {{"records_per_s", "records_per_s", "Records a second", METRIC_RATE, false},
     .read = read_records_per_s,
     COUNTED,
     .decimals = 3},
    {{"rounds", "rounds", "Rounds finished", METRIC_COUNT, true},
     .read = read_count,
     IN_FIGURES(rounds),
     COUNTED},
    {{"rounds_per_s", "rounds_per_s", "Rounds a second", METRIC_RATE, false},
     .read = read_rounds_per_s,
     COUNTED,
     .decimals = 3},
    {{"failed_rounds", "failed_rounds", "Rounds whose write or sync failed", METRIC_COUNT, true},
     .read = read_failed,
     COUNTED},
    {{"syncs", "syncs", "Syncs done", METRIC_COUNT, true},
     .read = read_count,
     IN_FIGURES(syncs),
     COUNTED},
    {{"records_per_sync", "records_per_sync", "Records that shared a sync", METRIC_RATIO, false},
     .read = read_records_per_sync,
     COUNTED,
     .decimals = 12},
    {{"padding_bytes", "padding_bytes", "Bytes written to fill blocks", METRIC_BYTES, true},
     .read = read_count,
     IN_FIGURES(padded_bytes),
     COUNTED},
    SPLIT(queue, "A round's mean time in a lock or a queue"),
    SPLIT(leader, "A round's mean time until a leader took it and told"),
    SPLIT(delay, "A round's mean time in a leader's delay"),
    SPLIT(write, "A round's mean time in the write that carried it"),
    SPLIT(sync, "A round's mean time in the sync that carried it"),
    {{"delay.count", "delays", "Deliberate waits of leaders", METRIC_COUNT, true},
     .read = read_delays,
     COUNTED},
    {{"delay.asked_us", "delay_asked", "What a leader was to wait for more records, mean",
      METRIC_TIME, false},
     .read = read_delay,
     IN_FIGURES(sharing.delay_asked_ns),
     IN_US},
    {{"delay.reached_us", "delay_reached", "What a leader did wait for more records, mean",
      METRIC_TIME, false},
     .read = read_delay,
     IN_FIGURES(sharing.delay_reached_ns),
     IN_US},
    {{"delay.suggested_us", "delay_suggested", "Half of the median sync", METRIC_TIME, false},
     .read = read_suggested,
     IN_US},
    RISK("records", METRIC_COUNT, "Records that a power cut would have taken at the end",
         risk.records, COUNTED),
    RISK("bytes", METRIC_BYTES, "Bytes that a power cut would have taken at the end", risk.bytes,
         COUNTED),
    RISK("ms", METRIC_TIME, "Age of the oldest record that was not durable at the end", risk.ns,
         IN_MS),
    RISK("most_records", METRIC_COUNT, "Records that a power cut would have taken at most",
         risk_most.records, COUNTED),
    RISK("most_bytes", METRIC_BYTES, "Bytes that a power cut would have taken at most",
         risk_most.bytes, COUNTED),
    RISK("most_ms", METRIC_TIME, "Age of the oldest record that was not durable, at most",
         risk_most.ns, IN_MS),
    {{"backlog_records", "backlog_records", "Records that were to begin and had not", METRIC_COUNT,
      false},
     .read = read_backlog,
     COUNTED},
    {{"disk.flushes", "flushes", "Flushes of the whole disk", METRIC_COUNT, true},
     .read = read_flushes,
     COUNTED},
    {{"disk.kib_written", "kib_written", "What the whole disk wrote", METRIC_BYTES, true},
     .read = read_written,
     .unit = 1024,
     .unit_name = "KiB",
     .decimals = 1},
    {{"disk.flushes_per_record", "flushes_per_record", "Flushes of the whole disk a record",
      METRIC_RATIO, false},
     .read = read_flushes_per_record,
     COUNTED,
     .decimals = 4},
    {{"disk.kib_per_record", "kib_per_record", "What the whole disk wrote a record", METRIC_BYTES,
      false},
     .read = read_written_per_record,
     .unit = 1024,
     .unit_name = "KiB",
     .decimals = 4},
    {{"disk.intervals_left_out", "intervals_left_out",
      "Tenths of a second without figures of the disk", METRIC_COUNT, true},
     .read = read_left_out,
     COUNTED},
    {{"median_round.latency_us", "median_round", "Latency of a round near the median", METRIC_TIME,
      false},
     .read = read_typical,
     IN_US},
    {{"median_round.kib_written", "median_round_kib_written",
      "What the whole disk wrote in a round near the median", METRIC_BYTES, false},
     .read = read_typical_written,
     .unit = 1024,
     .unit_name = "KiB",
     .decimals = 1},
    {{"median_round.flushes", "median_round_flushes",
      "Flushes of the whole disk in a round near the median", METRIC_COUNT, false},
     .read = read_typical_flushes,
     COUNTED},
    {{"stuck_calls", "stuck_calls", "Calls that were stuck in the kernel at the end", METRIC_COUNT,
      false},
     .read = read_stuck_calls,
     COUNTED},
    {{"stuck_s", "stuck_s", "Age of the oldest call that was stuck at the end", METRIC_TIME, false},
     .read = read_stuck,
     .unit = 1e9,
     .unit_name = "s",
     .decimals = 3},
};

const struct metric_row *metric_row_at(size_t i)
{
    return i < sizeof(rows) / sizeof(rows[0]) ? &rows[i] : NULL;
}
