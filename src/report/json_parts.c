/* json_parts.c: see json_parts.h. */
#include "report/json_parts.h"

#include <math.h>
#include <stdio.h>

#include "base/disks.h"
#include "base/err.h"
#include "source/naming.h"

void json_config(struct json *j, const struct config *c)
{
    json_object(j, "config", JSON_LINES);
    json_string(j, "mode", c->mode);
    json_string(j, "strategy", c->strategy);
    json_count(j, "writers", c->writers);
    json_us(j, "delay_us", c->delay_ns);
    json_count(j, "siblings", c->siblings);
    if (naming_is_floor(c))
        json_null(j, "record_bytes");
    else
        json_count(j, "record_bytes", c->record_bytes);
    json_count(j, "batch", c->batch);
    json_known_count(j, "file_bytes", c->file_bytes, c->file_bytes);
    json_number(j, "rate_per_s", c->rate_per_s > 0 ? c->rate_per_s : (double)NAN, 3);
    json_bool(j, "durable", c->durable);
    json_end(j);
}

void json_totals(struct json *j, const struct figures *f)
{
    json_count(j, "records", f->records);
    json_number(j, "elapsed_s", (double)f->active_ns / 1e9, 9);
    json_number(j, "records_per_s", figures_records_per_s(f), 3);
    json_count(j, "rounds", f->rounds);
    json_number(j, "rounds_per_s",
                f->active_ns ? (double)f->rounds * 1e9 / (double)f->active_ns : (double)NAN, 3);
}

void json_latency(struct json *j, const char *name, const struct histogram *h)
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

void json_work(struct json *j, const struct figures *f, const struct config *config,
               uint64_t failed)
{
    json_totals(j, f);
    json_count(j, "failed_rounds", failed);
    json_latency(j, "latency_us", &f->latency);
    json_latency(j, "write_us", &f->write);
    json_latency(j, "sync_us", &f->sync);
    json_count(j, "syncs_each", config->syncs_each);
    if (config->rate_per_s > 0)
        json_latency(j, "response_us", &f->response);
    else
        json_null(j, "response_us");
    json_count(j, "syncs", f->syncs);
    json_number(j, "records_per_sync", figures_records_per_sync(f), 12);
    json_count(j, "padding_bytes", f->padded_bytes);
}

void json_disk(struct json *j, const struct figures *f, const struct target *target)
{
    const struct disk_counts *d = &f->disk;
    char sum[REASON_MAX]; /* several devices are summed up, and that is said */

    json_object(j, "disk", JSON_LINES);
    json_string(j, "scope", disks_sum(sum, sizeof(sum), target)[0] ? sum : "whole disk");
    json_number(j, "flushes", d->available ? (double)d->flushes : (double)NAN, 0);
    json_number(j, "kib_written", d->has_sectors ? (double)d->sectors / 2 : (double)NAN, 1);
    json_number(j, "flushes_per_record", figures_flushes_per_record(f), 4);
    json_number(j, "kib_per_record", figures_kib_per_record(f), 4);
    json_text(j, "reason", d->reason);
    json_count(j, "intervals_left_out", d->left_out);
    json_end(j);
}

void json_error(struct json *j, const char *name, int code, const char *text)
{
    char number[24];

    if (!code && !text[0]) {
        json_null(j, name);
        return;
    }
    json_object(j, name, JSON_LINES);
    json_string(j, "code", code ? err_name(code, number) : NULL);
    json_string(j, "text", text);
    json_end(j);
}

void json_verdict(struct json *j, const char *name, const struct verdict *verdict)
{
    if (!verdict->known) {
        json_null(j, name);
        return;
    }
    json_object(j, name, JSON_LINES);
    json_us(j, "sync_p50_us", verdict->sync_p50_ns);
    json_string(j, "text", verdict->words);
    json_string(j, "doubt", verdict->doubt);
    json_end(j);
}
