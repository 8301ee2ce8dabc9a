/* json.c: the contract's document of one run. Names are fixed; adding is allowed. */
#include "report/report.h"

#include <math.h>
#include <stdio.h>

#include "base/err.h"
#include "report/causes.h"
#include "report/json_target.h"
#include "report/json_writer.h"
#include "report/octaves.h"
#include "report/sharing.h"
#include "report/threshold.h"
#include "source/verdict.h"

static void put_config(struct json *j, const struct config *c)
{
    json_object(j, "config", JSON_LINES);
    json_string(j, "mode", c->mode);
    json_string(j, "strategy", c->strategy);
    json_count(j, "writers", c->writers);
    json_us(j, "delay_us", c->delay_ns);
    json_count(j, "siblings", c->siblings);
    json_count(j, "record_bytes", c->record_bytes);
    json_count(j, "batch", c->batch);
    json_number(j, "rate_per_s", c->rate_per_s > 0 ? c->rate_per_s : (double)NAN, 3);
    json_bool(j, "durable", c->durable);
    json_end(j);
}

/* Figures of a histogram; all but the count are null when it is empty. */
static void put_latency(struct json *j, const char *name, const struct histogram *h)
{
    static const struct {
        const char *name;
        double percent;
    } ranks[] = {{"p50", 50}, {"p90", 90}, {"p99", 99}, {"p999", 99.9}};
    static const char *const all[] = {"min", "mean", "p50", "p90", "p99", "p999", "max"};

    json_object(j, name, JSON_LINES);
    json_count(j, "count", h->count);
    if (!h->count) {
        for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
            json_null(j, all[i]);
    } else {
        json_us(j, "min", h->min_ns);
        json_us(j, "mean", histogram_mean(h));
        for (size_t i = 0; i < sizeof(ranks) / sizeof(ranks[0]); i++)
            json_us(j, ranks[i].name, histogram_percentile(h, ranks[i].percent));
        json_us(j, "max", h->max_ns);
    }
    json_bool(j, "p99_thin", h->count < THIN_P99_ROUNDS);
    json_bool(j, "p999_thin", h->count < THIN_P999_ROUNDS);
    json_end(j);
}

/* Several disks are summed up, and that is said. */
static void put_scope(struct json *j, unsigned disks)
{
    char scope[40];

    snprintf(scope, sizeof(scope), "sum of %u disks", disks);
    json_string(j, "scope", disks > 1 ? scope : "whole disk");
}

static void put_disk(struct json *j, const struct figures *f, unsigned disks)
{
    const struct disk_counts *d = &f->disk;

    json_object(j, "disk", JSON_LINES);
    put_scope(j, disks);
    json_number(j, "flushes", d->available ? (double)d->flushes : (double)NAN, 0);
    json_number(j, "kib_written", d->has_sectors ? (double)d->sectors / 2 : (double)NAN, 1);
    json_number(j, "flushes_per_record", figures_flushes_per_record(f), 4);
    json_number(j, "kib_per_record", figures_kib_per_record(f), 4);
    json_text(j, "reason", d->reason);
    json_count(j, "intervals_left_out", d->left_out);
    json_end(j);
}

static void put_histogram(struct json *j, const struct histogram *h)
{
    struct octave octave[OCTAVES_MAX];
    unsigned count = octaves_of(h, octave);

    json_array(j, "histogram_us", JSON_LINES);
    for (unsigned i = 0; i < count; i++) {
        json_object(j, NULL, JSON_INLINE);
        json_us(j, "from", octave[i].from_ns);
        if (octave[i].to_ns == UINT64_MAX)
            json_null(j, "to");
        else
            json_us(j, "to", octave[i].to_ns);
        json_count(j, "count", octave[i].count);
        json_end(j);
    }
    json_end(j);
}

static void put_time(struct json *j, const char *name, uint64_t ns)
{
    if (ns == NOT_TIMED)
        json_null(j, name);
    else
        json_us(j, name, ns);
}

/* What the disk did "during" a round is known only where the two readings hold this one sync. */
static void put_round_disk(struct json *j, const struct disk_delta *disk)
{
    bool own = disk->syncs == 1;

    json_number(j, "kib_written", own ? (double)disk->sectors / 2 : (double)NAN, 1);
    json_number(j, "flushes", own ? (double)disk->flushes : (double)NAN, 0);
}

static void put_slow_rounds(struct json *j, const struct run_result *result, uint64_t p50_ns)
{
    struct round round[SNAPSHOT_SLOWEST];
    unsigned count = history_slowest(result->history, round);
    uint64_t began_ns = history_began_ns(result->history);

    json_array(j, "slow_rounds", JSON_LINES);
    for (unsigned i = 0; i < count && i < REPORT_SLOWEST; i++) {
        json_object(j, NULL, JSON_LINES);
        json_number(j, "at_s", ((double)round[i].start_ns - (double)began_ns) / 1e9, 9);
        json_count(j, "writer", round[i].writer);
        json_us(j, "latency_us", round[i].latency_ns);
        put_time(j, "write_us", round[i].write_ns);
        put_time(j, "sync_us", round[i].sync_ns);
        json_us(j, "wait_us", round_wait_ns(&round[i]));
        put_round_disk(j, &round[i].disk);
        json_count(j, "covers_syncs", round[i].disk.syncs);
        json_number(j, "times_p50",
                    p50_ns ? (double)round[i].latency_ns / (double)p50_ns : (double)NAN, 2);
        causes_json_round(j, result->history, &round[i]);
        json_end(j);
    }
    json_end(j);
}

/* Where no round near the median was read on its own, its latency is known all the same. */
static void put_median_round(struct json *j, const struct run_result *result, uint64_t p50_ns)
{
    struct round round = {.latency_ns = p50_ns};

    if (!history_typical(result->history, &round) && !p50_ns) {
        json_null(j, "median_round");
        return;
    }
    json_object(j, "median_round", JSON_LINES);
    json_us(j, "latency_us", round.latency_ns);
    put_round_disk(j, &round.disk);
    json_end(j);
}

static void put_error(struct json *j, const struct snapshot *s)
{
    char number[24];

    if (!s->error_code && !s->error[0]) {
        json_null(j, "error");
        return;
    }
    json_object(j, "error", JSON_LINES);
    json_string(j, "code", s->error_code ? err_name(s->error_code, number) : NULL);
    json_string(j, "text", s->error);
    json_end(j);
}

static void put_verdict(struct json *j, struct history *history)
{
    struct verdict verdict = verdict_of(history, WINDOW_ALL);

    if (!verdict.known) {
        json_null(j, "verdict");
        return;
    }
    json_object(j, "verdict", JSON_LINES);
    json_us(j, "sync_p50_us", verdict.sync_p50_ns);
    json_string(j, "text", verdict.words);
    json_string(j, "doubt", verdict.doubt);
    json_end(j);
}

static void put_measured(struct json *j, const struct run_result *result)
{
    const struct figures *f = history_figures(result->history, WINDOW_ALL);
    uint64_t p50_ns = histogram_percentile(&f->latency, 50);

    json_count(j, "records", f->records);
    json_number(j, "elapsed_s", (double)f->active_ns / 1e9, 9);
    json_number(j, "records_per_s", figures_records_per_s(f), 3);
    json_count(j, "rounds", f->rounds);
    json_number(j, "rounds_per_s",
                f->active_ns ? (double)f->rounds * 1e9 / (double)f->active_ns : (double)NAN, 3);
    json_count(j, "failed_rounds", history_failed(result->history));
    put_latency(j, "latency_us", &f->latency);
    put_latency(j, "write_us", &f->write);
    put_latency(j, "sync_us", &f->sync);
    if (history_latest(result->history)->config.rate_per_s > 0)
        put_latency(j, "response_us", &f->response);
    else
        json_null(j, "response_us");
    json_count(j, "syncs", f->syncs);
    json_number(j, "records_per_sync", figures_records_per_sync(f), 12);
    json_count(j, "padding_bytes", f->padded_bytes);
    sharing_json(j, history_latest(result->history), f);
    put_disk(j, f, history_latest(result->history)->target.device_count);
    put_verdict(j, result->history);
    put_histogram(j, &f->latency);
    put_slow_rounds(j, result, p50_ns);
    put_median_round(j, result, p50_ns);
    causes_json(j, result->history);
}

static void put_target(struct json *j, struct history *history)
{
    const struct snapshot *s = history_latest(history);
    struct warning warnings[TARGET_WARNINGS_MAX];
    unsigned count = warnings_now(history, WINDOW_ALL, warnings);

    json_target(j, &s->target, s->load_average, warnings, count);
}

static void put_judgement(struct json *j, const struct run_result *result)
{
    const struct snapshot *s = history_latest(result->history);

    threshold_json(j, result->preset, result->outcome, s && s->target.memory);
    checks_json(j, result->checks, result->check_count, result->outcome);
}

void report_json(FILE *out, const struct run_result *result)
{
    struct json j = {.out = out};
    const struct snapshot *s = history_latest(result->history);

    json_object(&j, NULL, JSON_LINES);
    json_string(&j, "fsyncscope", FSYNCSCOPE_VERSION);
    json_bool(&j, "interrupted", result->interrupted);
    if (s) {
        put_error(&j, s);
        json_count(&j, "stuck_calls", result->stuck_calls);
        json_number(&j, "stuck_s", (double)result->stuck_ns / 1e9, 3);
        put_target(&j, result->history);
        put_config(&j, &s->config);
        put_judgement(&j, result);
        put_measured(&j, result);
    } else {
        json_null(&j, "error");
        put_judgement(&j, result);
    }
    json_end(&j);
}
