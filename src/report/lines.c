/* lines.c: the lines that the text report and the summary share.
 *
 * The printers here take values and write whole lines; nothing is kept between them. */
#include "report/lines.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"

enum { LABEL_WIDTH = 13 };

/* The next piece of TEXT that is not broken: up to a space, or through a comma. */
static size_t piece_length(const char *text)
{
    size_t length = strcspn(text, " ,");
    return text[length] == ',' ? length + 1 : length;
}

static size_t columns_of(const char *text, size_t bytes)
{
    char piece[TARGET_PATH_MAX];

    if (bytes >= sizeof(piece))
        return bytes;
    text_copy(piece, bytes + 1, text);
    return text_length(piece);
}

void lines_labelled(FILE *out, const char *label, const char *text)
{
    size_t column = LABEL_WIDTH;
    bool at_start = true;

    fprintf(out, "%-*s", LABEL_WIDTH, label);
    while (*text) {
        size_t spaces = strspn(text, " "), length = piece_length(text + spaces);
        size_t columns = columns_of(text + spaces, length);
        if (!at_start && column + spaces + columns > LINES_WIDTH) {
            fprintf(out, "\n%*s", LABEL_WIDTH, "");
            column = LABEL_WIDTH;
            spaces = 0;
        }
        fprintf(out, "%*s%.*s", (int)spaces, "", (int)length, text + strspn(text, " "));
        column += spaces + columns;
        text += strspn(text, " ");
        text += length;
        at_start = false;
    }
    putc('\n', out);
}

char *lines_config(char *buf, size_t size, const struct config *c)
{
    char record[FORMAT_MAX], delay[FORMAT_MAX];
    int n = snprintf(buf, size, "%s, %s, %u writer%s, record %s, batch %u", c->mode, c->strategy,
                     c->writers, c->writers == 1 ? "" : "s", format_bytes(record, c->record_bytes),
                     c->batch);

    /* A strategy that waits says so in its name, "group+delay"; the others have no use for it. */
    if (n > 0 && (size_t)n < size && strchr(c->strategy, '+'))
        snprintf(buf + n, size - (size_t)n, ", delay %s, siblings %u",
                 format_duration(delay, c->delay_ns), c->siblings);
    return buf;
}

char *lines_devices(char *buf, size_t size, const struct target *target)
{
    size_t used = 0;

    text_copy(buf, size, target->device_count ? "" : "no disk");
    for (unsigned i = 0; i < target->device_count && used < size; i++) {
        int n = snprintf(buf + used, size - used, "%s%s", i ? " and " : "", target->device[i].name);
        used += n > 0 ? (size_t)n : 0;
    }
    return buf;
}

static void put_warning(FILE *out, enum severity severity, const char *id, const char *text)
{
    char line[TARGET_PATH_MAX];

    snprintf(line, sizeof(line), "%s: %s", id, text);
    lines_labelled(out, severity == SEVERITY_NOTE ? "note" : "WARNING", line);
}

void lines_warnings(FILE *out, const struct snapshot *s)
{
    bool told = false;

    for (unsigned i = 0; i < s->target.warning_count; i++) {
        const struct warning *w = &s->target.warning[i];
        char text[2 * REASON_MAX];
        put_warning(out, w->severity, w->id, text_escape(text, sizeof(text), w->text));
        told = told || strcmp(w->id, "not-durable") == 0;
    }
    if (!s->config.durable && !told)
        put_warning(out, SEVERITY_BAD, "not-durable",
                    "this mode or strategy acknowledges records before they are durable");
}

void lines_trouble(FILE *out, const struct run_result *result)
{
    const struct snapshot *s = history_latest(result->history);
    uint64_t failed = history_failed(result->history);
    char a[FORMAT_MAX], line[sizeof(s->error) + 80];

    if (s && s->error[0]) {
        size_t n = (size_t)snprintf(line, sizeof(line), "%s", s->error);
        if (failed)
            snprintf(line + n, sizeof(line) - n, "; %s round%s failed with it",
                     format_count(a, failed), failed == 1 ? "" : "s");
        lines_labelled(out, "FAILED", line);
    }
    if (result->stuck_calls) {
        snprintf(line, sizeof(line), "%u call%s stuck for %s when the run was over",
                 result->stuck_calls, result->stuck_calls == 1 ? "" : "s",
                 format_duration(a, result->stuck_ns));
        lines_labelled(out, "STUCK", line);
    }
    if (result->interrupted)
        lines_labelled(out, "INTERRUPTED", "by a signal: these are the results up to then");
}

void lines_rates(FILE *out, const struct figures *f)
{
    char rounds[FORMAT_MAX], time[FORMAT_MAX], per_s[FORMAT_MAX], records[FORMAT_MAX],
        per_sync[FORMAT_MAX];
    double rounds_per_s =
        f->active_ns ? (double)f->rounds * 1e9 / (double)f->active_ns : (double)NAN;

    fprintf(out, "%s round%s in %s: %s rounds/s, %s records/s, %s records/sync\n",
            format_count(rounds, f->rounds), f->rounds == 1 ? "" : "s",
            format_duration(time, f->active_ns), format_number(per_s, rounds_per_s),
            format_number(records, figures_records_per_s(f)),
            format_number(per_sync, figures_records_per_sync(f)));
}

void lines_disk(FILE *out, const struct figures *f)
{
    char a[FORMAT_MAX], b[FORMAT_MAX], c[FORMAT_MAX], d[FORMAT_MAX], line[2 * REASON_MAX];

    if (f->disk.available)
        snprintf(line, sizeof(line), "%s flush%s, %s KiB written; %s flushes and %s a record",
                 format_count(a, f->disk.flushes), f->disk.flushes == 1 ? "" : "es",
                 format_count(b, f->disk.sectors / 2),
                 format_number(c, figures_flushes_per_record(f)),
                 format_kib(d, figures_kib_per_record(f)));
    else
        snprintf(line, sizeof(line), "flushes and writes n/a: %s", f->disk.reason);
    lines_labelled(out, "whole disk", line);
}

void lines_verdict(FILE *out, const struct snapshot *s, const struct figures *f)
{
    static const struct {
        uint64_t below_ns;
        const char *words;
    } rows[] = {
        {100000, "a protected cache, or barriers off"},
        {1000000, "plain NVMe"},
        {10000000, "SATA or a virtualisation layer"},
        {UINT64_MAX, "a spinning disk"},
    };
    char text[FORMAT_MAX], line[128];
    size_t row = 0;

    if (!f->sync.count || !s->target.device_count || s->target.memory || !s->config.durable)
        return;
    uint64_t p50_ns = histogram_percentile(&f->sync, 50);
    while (p50_ns >= rows[row].below_ns)
        row++;
    snprintf(line, sizeof(line), "%s: typical of %s", format_duration(text, p50_ns),
             rows[row].words);
    lines_labelled(out, "median sync", line);
}
