/* sharing.c: see sharing.h. Parts are means over the rounds, so that they add up to the mean
 * latency.
 */
#include "report/sharing.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/format.h"
#include "report/lines.h"
#include "source/naming.h"

enum { LINE_MAX_BYTES = 400, PARTS = 5 };

struct part {
    const char *name; /* in the text */
    const char *key;  /* in JSON */
    size_t offset;    /* in struct split */
};

static const struct part parts[PARTS] = {
    {"lock or queue", "queue", offsetof(struct split, queue_ns)},
    {"leader", "leader", offsetof(struct split, leader_ns)},
    {"delay", "delay", offsetof(struct split, delay_ns)},
    {"write", "write", offsetof(struct split, write_ns)},
    {"sync", "sync", offsetof(struct split, sync_ns)},
};

/* A round's mean share. */
static uint64_t part_ns(const struct part *part, const struct figures *f)
{
    uint64_t sum_ns;

    memcpy(&sum_ns, (const char *)&f->sharing.split + part->offset, sizeof(sum_ns));
    return f->rounds ? sum_ns / f->rounds : 0;
}

/* Appends to LINE, which has room for LINE_MAX_BYTES. */
#define APPEND(line, ...)                                                                          \
    snprintf((line) + strlen(line), LINE_MAX_BYTES - strlen(line), __VA_ARGS__)

static void put_split(FILE *out, const struct config *config, const struct figures *f)
{
    char line[LINE_MAX_BYTES] = "", text[FORMAT_MAX], percent[FORMAT_MAX];
    uint64_t sum_ns = split_sum(&f->sharing.split);

    if (!sum_ns || !f->rounds)
        return;
    for (int i = 0; i < PARTS; i++) {
        uint64_t ns = part_ns(&parts[i], f);
        if (!ns)
            continue;
        format_fixed(percent, (double)ns * (double)f->rounds * 100 / (double)sum_ns, 1);
        APPEND(line, "%s%s %s (%s %%)", line[0] ? ", " : "",
               strcmp(parts[i].name, "sync") == 0 ? naming_sync(config->syncs_each) : parts[i].name,
               format_duration(text, ns), percent);
    }
    lines_labelled(out, "a round", line);
}

static void put_sizes(FILE *out, const struct sharing *s)
{
    char line[LINE_MAX_BYTES] = "", count[FORMAT_MAX];
    unsigned first, last;

    if (!sharing_range(s, &first, &last) || (first == 0 && last == 0))
        return;
    for (unsigned i = first; i <= last; i++) {
        uint64_t from = sharing_from(i), to = sharing_from(i + 1) - 1;
        APPEND(line, "%s%llu", line[0] ? ", " : "", (unsigned long long)from);
        if (to > from)
            APPEND(line, "-%llu", (unsigned long long)to);
        APPEND(line, ": %s", format_count(count, s->size[i]));
    }
    lines_labelled(out, "batch sizes", line);
}

static void put_delay(FILE *out, const struct snapshot *now, const struct figures *f)
{
    const struct sharing *s = &f->sharing;
    char line[LINE_MAX_BYTES] = "", asked[FORMAT_MAX], reached[FORMAT_MAX], count[FORMAT_MAX];

    if (s->delays)
        APPEND(line, "asked %s, reached %s (mean of %s)",
               format_duration(asked, s->delay_asked_ns / s->delays),
               format_duration(reached, s->delay_reached_ns / s->delays),
               format_count(count, s->delays));
    if (now->config.uses_siblings && f->sync.count)
        APPEND(line, "%shalf of the median sync would be %s", line[0] ? "; " : "",
               format_duration(asked, histogram_percentile(&f->sync, 50) / 2));
    if (line[0])
        lines_labelled(out, "delay", line);
}

static void put_risk(FILE *out, const struct snapshot *now)
{
    char line[LINE_MAX_BYTES], records[FORMAT_MAX], bytes[FORMAT_MAX], age[FORMAT_MAX];

    if (!now->has_risk)
        return;
    snprintf(line, sizeof(line), "at most %s records, %s, %s old: acknowledged and not yet durable",
             format_count(records, now->risk_most.records),
             format_bytes(bytes, now->risk_most.bytes), format_duration(age, now->risk_most.ns));
    lines_labelled(out, "at risk", line);
}

static void put_response(FILE *out, const struct snapshot *now, const struct figures *f)
{
    const struct histogram *h = &f->response;
    char line[LINE_MAX_BYTES], p50[FORMAT_MAX], p99[FORMAT_MAX], max[FORMAT_MAX],
        backlog[FORMAT_MAX];

    if (!(now->config.rate_per_s > 0) || !h->count)
        return;
    snprintf(line, sizeof(line), "p50 %s, p99 %s, max %s from the planned start; backlog %s",
             format_duration(p50, histogram_percentile(h, 50)),
             format_duration(p99, histogram_percentile(h, 99)), format_duration(max, h->max_ns),
             format_count(backlog, now->backlog));
    lines_labelled(out, "response", line);
}

void sharing_text(FILE *out, const struct snapshot *now, const struct figures *f)
{
    put_response(out, now, f);
    put_split(out, &now->config, f);
    put_sizes(out, &f->sharing);
    put_delay(out, now, f);
    put_risk(out, now);
}

static void json_split(struct json *j, const struct figures *f)
{
    if (!f->rounds || !split_sum(&f->sharing.split)) {
        json_null(j, "split_us");
        return;
    }
    json_object(j, "split_us", JSON_LINES);
    for (int i = 0; i < PARTS; i++)
        json_us(j, parts[i].key, part_ns(&parts[i], f));
    json_end(j);
}

static void json_sizes(struct json *j, const struct sharing *s)
{
    unsigned first = 1, last = 0;

    sharing_range(s, &first, &last);
    json_array(j, "batch_sizes", JSON_LINES);
    for (unsigned i = first; i <= last; i++) {
        json_object(j, NULL, JSON_INLINE);
        json_count(j, "from", sharing_from(i));
        json_count(j, "to", sharing_from(i + 1) - 1);
        json_count(j, "count", s->size[i]);
        json_end(j);
    }
    json_end(j);
}

static void json_delay(struct json *j, const struct snapshot *now, const struct figures *f)
{
    const struct sharing *s = &f->sharing;

    if (!s->delays && !now->config.uses_delay) {
        json_null(j, "delay");
        return;
    }
    json_object(j, "delay", JSON_LINES);
    json_count(j, "count", s->delays);
    if (s->delays) {
        json_us(j, "asked_us", s->delay_asked_ns / s->delays);
        json_us(j, "reached_us", s->delay_reached_ns / s->delays);
    } else {
        json_null(j, "asked_us");
        json_null(j, "reached_us");
    }
    json_known_us(j, "suggested_us", now->config.uses_siblings && f->sync.count,
                  histogram_percentile(&f->sync, 50) / 2);
    json_end(j);
}

static void json_risk(struct json *j, const struct snapshot *now)
{
    if (!now->has_risk) {
        json_null(j, "at_risk");
        return;
    }
    json_object(j, "at_risk", JSON_LINES);
    json_count(j, "records", now->risk.records);
    json_count(j, "bytes", now->risk.bytes);
    json_number(j, "ms", (double)now->risk.ns / 1e6, 3);
    json_count(j, "most_records", now->risk_most.records);
    json_count(j, "most_bytes", now->risk_most.bytes);
    json_number(j, "most_ms", (double)now->risk_most.ns / 1e6, 3);
    json_end(j);
}

void sharing_json(struct json *j, const struct snapshot *now, const struct figures *f)
{
    json_split(j, f);
    json_sizes(j, &f->sharing);
    json_delay(j, now, f);
    json_risk(j, now);
    json_known_count(j, "backlog_records", now->config.rate_per_s > 0, now->backlog);
}
