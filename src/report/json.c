/* json.c: the contract's document of one run. Names are fixed; adding is allowed. */
#include "report/report.h"

#include <math.h>
#include <stdio.h>

#include "report/causes.h"
#include "report/json_parts.h"
#include "report/json_target.h"
#include "report/json_writer.h"
#include "report/octaves.h"
#include "report/sharing.h"
#include "report/threshold.h"
#include "report/visited.h"
#include "source/verdict.h"

static void put_histogram(struct json *j, const struct histogram *h)
{
    struct octave octave[OCTAVES_MAX];
    unsigned count = octaves_of(h, octave);

    json_array(j, "histogram_us", JSON_LINES);
    for (unsigned i = 0; i < count; i++) {
        json_object(j, NULL, JSON_INLINE);
        json_us(j, "from", octave[i].from_ns);
        json_known_us(j, "to", octave[i].to_ns != UINT64_MAX, octave[i].to_ns);
        json_count(j, "count", octave[i].count);
        json_end(j);
    }
    json_end(j);
}

static void put_time(struct json *j, const char *name, uint64_t ns)
{
    json_known_us(j, name, ns != NOT_TIMED, ns);
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
        causes_json_round(j, result->history, &round[i], p50_ns);
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

static void put_measured(struct json *j, const struct run_result *result)
{
    const struct figures *f = history_figures(result->history, WINDOW_ALL);
    const struct snapshot *now = history_latest(result->history);
    uint64_t p50_ns = histogram_percentile(&f->latency, 50);

    json_work(j, f, &now->config, history_failed(result->history));
    sharing_json(j, now, f);
    json_disk(j, f, &now->target);
    const struct verdict verdict = verdict_of(result->history, WINDOW_ALL);
    json_verdict(j, "verdict", &verdict);
    json_string(j, "verdict_reason", verdict.reason);
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
    checks_json(j, result);
}

void report_json(FILE *out, const struct run_result *result)
{
    report_json_watched(out, result, NULL);
}

void report_json_watched(FILE *out, const struct run_result *result, const struct json_watch *watch)
{
    struct json j = {.out = out, .watch = watch};
    const struct snapshot *s = history_latest(result->history);

    json_object(&j, NULL, JSON_LINES);
    json_string(&j, "fsyncscope", FSYNCSCOPE_VERSION);
    json_bool(&j, "interrupted", result->interrupted);
    if (s) {
        json_error(&j, "error", s->error_code, s->error);
        json_count(&j, "stuck_calls", result->stuck_calls);
        json_number(&j, "stuck_s", (double)result->stuck_ns / 1e9, 3);
        json_count(&j, "unfinished_rounds", result->unfinished.rounds);
        put_target(&j, result->history);
        json_config(&j, &s->config);
        put_judgement(&j, result);
        put_measured(&j, result);
        visited_json(&j, result);
    } else {
        json_null(&j, "error");
        put_judgement(&j, result);
    }
    json_end(&j);
}
