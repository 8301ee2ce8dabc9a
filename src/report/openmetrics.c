/* openmetrics.c: Prometheus' text format 0.0.4, which OpenMetrics grew out of; the one that
 * node_exporter's textfile collector reads. The closing "# EOF" is OpenMetrics'; there a comment.
 *
 * Units are the base ones, seconds and bytes. Buckets have the same borders in every run, powers of
 * two of a microsecond, so that series go on; a value within 1.6 % of one may be counted across it,
 * for the histogram's own buckets are not cut there. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "report/labels.h"
#include "report/table.h"
#include "source/causes.h"
#include "source/metric.h"

enum { BORDERS = 25 }; /* 1 us to 16.8 s */

/* A family has the rows from one to the next that names another. The help of those that have
 * several is the family's. */
struct sample {
    const char *path;   /* of the metric */
    const char *family; /* without the prefix */
    const char *label;  /* that tells it from the others of the family, "" */
    const char *help;   /* NULL: the metric's own */
};

#define TIMES(part, what)                                                                          \
    {part "_us.min", part "_min_seconds", "", NULL},                                               \
        {part "_us.mean", part "_mean_seconds", "", NULL},                                         \
        {part "_us.max", part "_max_seconds", "", NULL},                                           \
        {part "_us.p50", part "_percentile_seconds", "percentile=\"50\"", what},                   \
        {part "_us.p90", part "_percentile_seconds", "percentile=\"90\"", what},                   \
        {part "_us.p99", part "_percentile_seconds", "percentile=\"99\"", what},                   \
    {                                                                                              \
        part "_us.p999", part "_percentile_seconds", "percentile=\"99.9\"", what                   \
    }

#define SPLIT(part)                                                                                \
    {                                                                                              \
        "split_us." part, "split_mean_seconds", "part=\"" part "\"",                               \
            "Where a round's time went, mean of the rounds"                                        \
    }

static const struct sample samples[] = {
    {"records", "records_total", "", NULL},
    {"elapsed_s", "elapsed_seconds_total", "", NULL},
    {"records_per_s", "records_per_second", "", NULL},
    {"rounds", "rounds_total", "", NULL},
    {"rounds_per_s", "rounds_per_second", "", NULL},
    {"failed_rounds", "failed_rounds_total", "", NULL},
    {"syncs", "syncs_total", "", NULL},
    {"records_per_sync", "records_per_sync", "", NULL},
    {"padding_bytes", "padding_bytes_total", "", NULL},
    {"disk.flushes", "disk_flushes_total", "", NULL},
    {"disk.kib_written", "disk_written_bytes_total", "", NULL},
    {"disk.flushes_per_record", "disk_flushes_per_record", "", NULL},
    {"disk.kib_per_record", "disk_written_per_record_bytes", "", NULL},
    TIMES("latency", "Percentiles of a round's latency, nearest rank"),
    TIMES("write", "Percentiles of the writes of a sync, nearest rank"),
    TIMES("sync", "Percentiles of a sync, nearest rank"),
    TIMES("response", "Percentiles of a round from its planned start, nearest rank"),
    SPLIT("queue"),
    SPLIT("leader"),
    SPLIT("delay"),
    SPLIT("write"),
    SPLIT("sync"),
    {"delay.count", "delays_total", "", NULL},
    {"delay.asked_us", "delay_asked_seconds", "", NULL},
    {"delay.reached_us", "delay_reached_seconds", "", NULL},
    {"delay.suggested_us", "delay_suggested_seconds", "", NULL},
    {"at_risk.records", "at_risk_records", "", NULL},
    {"at_risk.bytes", "at_risk_bytes", "", NULL},
    {"at_risk.ms", "at_risk_age_seconds", "", NULL},
    {"at_risk.most_records", "at_risk_most_records", "", NULL},
    {"at_risk.most_bytes", "at_risk_most_bytes", "", NULL},
    {"at_risk.most_ms", "at_risk_most_age_seconds", "", NULL},
    {"backlog_records", "backlog_records", "", NULL},
    {"disk.intervals_left_out", "disk_intervals_left_out_total", "", NULL},
    {"median_round.latency_us", "median_round_seconds", "", NULL},
    {"median_round.kib_written", "median_round_written_bytes", "", NULL},
    {"median_round.flushes", "median_round_flushes", "", NULL},
    {"stuck_calls", "stuck_calls", "", NULL},
    {"stuck_s", "stuck_seconds", "", NULL},
};

enum { SAMPLES = sizeof(samples) / sizeof(samples[0]) };

static const struct distribution {
    const char *family, *help;
    size_t offset; /* in struct figures */
    bool planned;  /* known in open loop alone */
} distributions[] = {
    {"latency_seconds", "A round, from call to return", offsetof(struct figures, latency), false},
    {"write_seconds", "The writes of a sync", offsetof(struct figures, write), false},
    {"sync_seconds", "A sync", offsetof(struct figures, sync), false},
    {"response_seconds", "A round, from its planned start", offsetof(struct figures, response),
     true},
};

/* What the whole writer needs. */
struct exposition {
    FILE *out;
    const struct report_table *table;
    char labels[LABELS_MAX]; /* of the outcome at hand */
};

/* The next outcome from *I on, with its labels ready; NULL at the end. */
static const struct outcome *next_outcome(struct exposition *e, size_t *i)
{
    for (; *i < e->table->count; (*i)++) {
        if (labels_repeated(e->table, *i))
            continue;
        labels_of(e->labels, e->table->target, &e->table->outcomes[*i]->config);
        return e->table->outcomes[(*i)++];
    }
    return NULL;
}

static void put_head(FILE *out, const char *family, const char *type, const char *help)
{
    fprintf(out, "# HELP fsyncscope_%s %s.\n# TYPE fsyncscope_%s %s\n", family, help, family, type);
}

/* In seconds, bytes or a plain number, with all digits that the figure has. */
static void put_value(FILE *out, const struct metric *metric, double value)
{
    char text[FORMAT_MAX];
    bool whole =
        metric->unit == METRIC_COUNT || (metric->unit == METRIC_BYTES && metric->counts_up);

    if (metric->unit == METRIC_TIME)
        format_fixed(text, value / 1e9, 9);
    else
        format_fixed(text, value, whole ? 0 : 6);
    fprintf(out, " %s\n", text);
}

/* Whether SAMPLE was measured for OUTCOME, with its VALUE. */
static bool measured(const struct sample *sample, const struct outcome *outcome, double *value)
{
    *value = metric_value(metric_find(sample->path), outcome);
    return !isnan(*value);
}

static bool put_family(struct exposition *e, const struct sample *first, size_t count)
{
    const struct metric *metric = metric_find(first->path);
    const struct outcome *outcome;
    bool any = false;
    double value;

    for (size_t i = 0; (outcome = next_outcome(e, &i));) {
        for (size_t k = 0; k < count; k++) {
            if (!measured(&first[k], outcome, &value))
                continue;
            if (!any)
                put_head(e->out, first->family, metric->counts_up ? "counter" : "gauge",
                         first->help ? first->help : metric->help);
            any = true;
            fprintf(e->out, "fsyncscope_%s{%s%s%s}", first->family, e->labels,
                    *first[k].label ? "," : "", first[k].label);
            put_value(e->out, metric, value);
        }
    }
    return any;
}

static void put_families(struct exposition *e)
{
    size_t count;

    for (size_t i = 0; i < SAMPLES; i += count) {
        for (count = 1;
             i + count < SAMPLES && strcmp(samples[i + count].family, samples[i].family) == 0;
             count++)
            ;
        if (!put_family(e, &samples[i], count))
            fprintf(e->out, "# fsyncscope_%s: n/a\n", samples[i].family);
    }
}

static void put_buckets(struct exposition *e, const struct distribution *d,
                        const struct histogram *h)
{
    char border[FORMAT_MAX], sum[FORMAT_MAX];

    for (unsigned i = 0; i < BORDERS; i++) {
        uint64_t border_ns = UINT64_C(1000) << i;
        fprintf(e->out, "fsyncscope_%s_bucket{%s,le=\"%s\"} %" PRIu64 "\n", d->family, e->labels,
                format_fixed(border, (double)border_ns / 1e9, 6),
                h->count ? histogram_between(h, 0, border_ns) : 0);
    }
    fprintf(e->out, "fsyncscope_%s_bucket{%s,le=\"+Inf\"} %" PRIu64 "\n", d->family, e->labels,
            h->count);
    fprintf(e->out, "fsyncscope_%s_sum{%s} %s\n", d->family, e->labels,
            format_fixed(sum, (double)h->sum_ns / 1e9, 9));
    fprintf(e->out, "fsyncscope_%s_count{%s} %" PRIu64 "\n", d->family, e->labels, h->count);
}

static void put_distribution(struct exposition *e, const struct distribution *d)
{
    const struct outcome *outcome;
    bool any = false;

    for (size_t i = 0; (outcome = next_outcome(e, &i));) {
        const struct histogram *h =
            (const struct histogram *)(const void *)((const char *)&outcome->figures + d->offset);
        if (!h->count || (d->planned && !(outcome->config.rate_per_s > 0)))
            continue;
        if (!any)
            put_head(e->out, d->family, "histogram", d->help);
        any = true;
        put_buckets(e, d, h);
    }
    if (!any)
        fprintf(e->out, "# fsyncscope_%s: n/a\n", d->family);
}

/* 1 for each outcome of which it is true; the others have a 0. */
static void put_state(struct exposition *e, const char *family, const char *help,
                      bool (*is)(const struct report_table *, const struct outcome *))
{
    const struct outcome *outcome;

    put_head(e->out, family, "gauge", help);
    for (size_t i = 0; (outcome = next_outcome(e, &i));)
        fprintf(e->out, "fsyncscope_%s{%s} %d\n", family, e->labels, is(e->table, outcome));
}

static bool is_interrupted(const struct report_table *table, const struct outcome *outcome)
{
    return table->interrupted || outcome->interrupted;
}

static bool is_failed(const struct report_table *table, const struct outcome *outcome)
{
    (void)table;
    return outcome->error[0] != '\0';
}

static bool is_durable(const struct report_table *table, const struct outcome *outcome)
{
    (void)table;
    return outcome->config.durable;
}

/* The head stands before the first alone. */
static bool put_warning(struct exposition *e, const struct outcome *outcome, const char *id,
                        bool any)
{
    if (!table_warns(e->table, outcome, id))
        return any;
    if (!any)
        put_head(e->out, "warning", "gauge",
                 "What speaks against the figures, by the warning's id");
    fprintf(e->out, "fsyncscope_warning{%s,id=\"%s\"} 1\n", e->labels, id);
    return true;
}

static void put_warnings(struct exposition *e)
{
    const struct outcome *outcome;
    bool any = false;

    for (size_t i = 0; (outcome = next_outcome(e, &i));) {
        for (unsigned k = 0; k < e->table->warning_count; k++) {
            if (strcmp(e->table->warnings[k].id, "not-durable") != 0)
                any = put_warning(e, outcome, e->table->warnings[k].id, any);
        }
        any = put_warning(e, outcome, "not-durable", any);
    }
}

/* Slow rounds by cause, those that have none as "watching rested", or as "not looked into" when too
 * many were slow at once; all causes have a sample as soon as
 * one round was looked into, so that series go on. */
static void put_causes(struct exposition *e)
{
    const struct outcome *outcome;

    put_head(e->out, "slow_rounds_total", "counter",
             "Rounds over 3 times the rolling median, by cause");
    for (size_t i = 0; (outcome = next_outcome(e, &i));) {
        bool looked = causes_total(outcome->causes) >
                      outcome->causes[CAUSE_NONE] + outcome->causes[CAUSE_RESTED];
        for (int k = CAUSE_NONE; k < CAUSES; k++) {
            if (!looked && causes_tell((enum cause)k))
                continue;
            fprintf(e->out, "fsyncscope_slow_rounds_total{%s,cause=\"%s\"} %" PRIu64 "\n",
                    e->labels, causes_words((enum cause)k), outcome->causes[k]);
        }
    }
}

/* Why flushes and bytes of an outcome are missing or left out. */
static void put_reasons(struct exposition *e)
{
    const struct outcome *outcome;
    char reason[4 * REASON_MAX];

    for (size_t i = 0; (outcome = next_outcome(e, &i));) {
        if (outcome->figures.disk.reason[0])
            fprintf(e->out, "# fsyncscope_disk of %s, %s: %s\n", outcome->config.mode,
                    outcome->config.strategy,
                    text_escape(reason, sizeof(reason), outcome->figures.disk.reason));
    }
}

void report_openmetrics(FILE *out, const struct report_table *table)
{
    struct exposition e = {.out = out, .table = table};

    if (table->count) {
        put_families(&e);
        put_reasons(&e);
        put_causes(&e);
        for (size_t i = 0; i < sizeof(distributions) / sizeof(distributions[0]); i++)
            put_distribution(&e, &distributions[i]);
        put_state(&e, "interrupted", "Whether the run was ended before its time", is_interrupted);
        put_state(&e, "failed", "Whether a write or a sync failed, or the mode cannot run here",
                  is_failed);
        put_state(&e, "durable", "Whether records are acknowledged only when durable", is_durable);
        put_warnings(&e);
    } else {
        fputs("# nothing was measured\n", out);
    }
    fputs("# EOF\n", out);
}
