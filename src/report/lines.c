/* lines.c: the lines that the text report and the summary share.
 *
 * The printers here take values and write whole lines; nothing is kept between them. */
#include "report/lines.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/disks.h"
#include "base/format.h"
#include "base/text.h"
#include "source/verdict.h"
#include "source/naming.h"

enum { LABEL_WIDTH = 13 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Whether a line may end before TEXT[AT]: "1,000" and "200 us" stay whole. */
static bool may_break(const char *text, size_t at)
{
    if (text[at] == ' ')
        return !is_digit(text[at - 1]);
    return text[at - 1] == ',' && !is_digit(text[at]);
}

/* The next piece of TEXT that is not broken: up to a space, or through a comma. */
static size_t piece_length(const char *text)
{
    size_t length = 1;

    while (text[length] && !may_break(text, length))
        length++;
    return length;
}

static size_t columns_of(const char *text, size_t bytes)
{
    char piece[TARGET_PATH_MAX];

    if (bytes >= sizeof(piece))
        return bytes;
    text_copy(piece, bytes + 1, text);
    return text_length(piece);
}

void lines_wrapped(FILE *out, size_t column, size_t indent, const char *text)
{
    bool at_start = true;

    while (*(text += strspn(text, " "))) {
        size_t length = piece_length(text), columns = columns_of(text, length);
        size_t spaces = !at_start && text[-1] == ' ';
        if (!at_start && column + spaces + columns > LINES_WIDTH) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
            spaces = 0;
        }
        fprintf(out, "%s%.*s", spaces ? " " : "", (int)length, text);
        column += spaces + columns;
        text += length;
        at_start = false;
    }
    putc('\n', out);
}

void lines_labelled(FILE *out, const char *label, const char *text)
{
    fprintf(out, "%-*s", LABEL_WIDTH, label);
    lines_wrapped(out, LABEL_WIDTH, LABEL_WIDTH, text);
}

char *lines_config(char *buf, size_t size, const struct config *c)
{
    char record[FORMAT_MAX], delay[FORMAT_MAX], rate[FORMAT_MAX];
    int n = snprintf(buf, size, "%s, %s, %u writer%s, ", c->mode, c->strategy, c->writers,
                     c->writers == 1 ? "" : "s");

    if (naming_is_floor(c) && n > 0 && (size_t)n < size)
        n += snprintf(buf + n, size - (size_t)n, "nothing is written");
    else if (n > 0 && (size_t)n < size)
        n += snprintf(buf + n, size - (size_t)n, "record %s, batch %u",
                      format_bytes(record, c->record_bytes), c->batch);

    if (c->uses_delay && n > 0 && (size_t)n < size)
        n += snprintf(buf + n, size - (size_t)n, ", delay %s", format_duration(delay, c->delay_ns));
    if (c->uses_siblings && n > 0 && (size_t)n < size)
        n += snprintf(buf + n, size - (size_t)n, ", siblings %u", c->siblings);
    if (c->rate_per_s > 0 && n > 0 && (size_t)n < size)
        snprintf(buf + n, size - (size_t)n, ", open loop at %s records/s",
                 format_number(rate, c->rate_per_s));
    return buf;
}

char *lines_devices(char *buf, size_t size, const struct target *target)
{
    if (target->device_count)
        return disks_names(buf, size, target, " and ");
    text_copy(buf, size, "no disk");
    return buf;
}

void lines_warnings(FILE *out, const struct warning *list, unsigned count, bool with_advice)
{
    char text[2 * REASON_MAX], line[sizeof(text) + sizeof(list->id) + 2];

    for (unsigned i = 0; i < count; i++) {
        snprintf(line, sizeof(line), "%s: %s", list[i].id,
                 text_escape(text, sizeof(text), list[i].text));
        lines_labelled(out, list[i].severity == SEVERITY_NOTE ? "note" : "WARNING", line);
        if (with_advice && list[i].advice[0])
            lines_labelled(out, "", text_escape(text, sizeof(text), list[i].advice));
    }
}

/* Calls in the kernel, and apart from them the writers that merely wait their turn. */
static void stuck_text(char *line, size_t size, const struct run_result *result)
{
    char age[FORMAT_MAX];
    int n = snprintf(line, size, "%u call%s stuck for %s in the kernel when the run was over",
                     result->stuck_calls, result->stuck_calls == 1 ? "" : "s",
                     format_duration(age, result->stuck_ns));

    if (result->behind_stuck && n > 0 && (size_t)n < size)
        snprintf(line + n, size - (size_t)n, "; %u more writer%s behind", result->behind_stuck,
                 result->behind_stuck == 1 ? " waits" : "s wait");
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
        stuck_text(line, sizeof(line), result);
        lines_labelled(out, "STUCK", line);
    }
    if (result->interrupted)
        lines_labelled(out, "INTERRUPTED", "by a signal: these are the results up to then");
}

void lines_rates(FILE *out, const struct figures *f)
{
    char rounds[FORMAT_MAX], time[FORMAT_MAX], per_s[FORMAT_MAX], records[FORMAT_MAX],
        per_sync[FORMAT_MAX], line[6 * FORMAT_MAX];
    double rounds_per_s =
        f->active_ns ? (double)f->rounds * 1e9 / (double)f->active_ns : (double)NAN;

    snprintf(line, sizeof(line), "%s round%s in %s: %s rounds/s, %s records/s, %s records/sync",
             format_count(rounds, f->rounds), f->rounds == 1 ? "" : "s",
             format_duration(time, f->active_ns), format_number(per_s, rounds_per_s),
             format_number(records, figures_records_per_s(f)),
             format_number(per_sync, figures_records_per_sync(f)));
    lines_wrapped(out, 0, LABEL_WIDTH, line);
}

void lines_padding(FILE *out, const struct figures *f)
{
    char all[FORMAT_MAX], each[FORMAT_MAX], line[REASON_MAX];

    if (!f->padded_bytes)
        return;
    snprintf(line, sizeof(line), "%s bytes, %s a record, written to fill the disk's blocks",
             format_count(all, f->padded_bytes),
             format_number(each, f->records ? (double)f->padded_bytes / (double)f->records
                                            : (double)NAN));
    lines_labelled(out, "padding", line);
}

/* "1,000 flushes, 28,484 KiB written; 1.00 flushes and 28.5 KiB a record". */
static void disk_text(char *out, size_t size, const struct figures *f)
{
    char flushes[FORMAT_MAX] = "n/a", kib[FORMAT_MAX] = "n/a", a[FORMAT_MAX], b[FORMAT_MAX] = "n/a";

    if (f->disk.available)
        format_count(flushes, f->disk.flushes);
    if (f->disk.has_sectors) {
        format_count(kib, f->disk.sectors / 2);
        format_kib(b, figures_kib_per_record(f));
    }
    snprintf(out, size, "%s flush%s, %s KiB written; %s flushes and %s a record", flushes,
             f->disk.available && f->disk.flushes == 1 ? "" : "es", kib,
             format_number(a, figures_flushes_per_record(f)), b);
}

/* Intervals without figures, whose records are no part of what these are divided by. */
static void left_out(FILE *out, const struct disk_counts *disk)
{
    char count[FORMAT_MAX], records[FORMAT_MAX], line[REASON_MAX];

    if (!disk->left_out)
        return;
    snprintf(line, sizeof(line),
             "%s interval%s of a tenth of a second and the %s record%s in %s: a counter of the "
             "disk was reset",
             format_count(count, disk->left_out), disk->left_out == 1 ? "" : "s",
             format_count(records, disk->left_out_records), disk->left_out_records == 1 ? "" : "s",
             disk->left_out == 1 ? "it" : "them");
    lines_labelled(out, "left out", line);
}

void lines_disk(FILE *out, const struct figures *f, const struct target *target)
{
    char line[4 * REASON_MAX] = "", counts[REASON_MAX], sum[REASON_MAX], shown[2 * REASON_MAX];
    const char *label = disks_count(target) > 1 ? "whole disks" : "whole disk";
    int used = 0;

    if (disks_sum(sum, sizeof(sum), target)[0])
        used = snprintf(line, sizeof(line), "%s: ", text_escape(shown, sizeof(shown), sum));

    if (f->disk.available || f->disk.has_sectors)
        disk_text(counts, sizeof(counts), f);
    else
        text_copy(counts, sizeof(counts), "flushes and writes n/a");
    snprintf(line + used, sizeof(line) - (size_t)used, "%s%s%s", counts,
             f->disk.reason[0] ? ": " : "", f->disk.reason);
    lines_labelled(out, label, line);
    left_out(out, &f->disk);
}

void lines_verdict(FILE *out, struct history *history)
{
    struct verdict verdict = verdict_of(history, WINDOW_ALL);
    char text[FORMAT_MAX], line[2 * REASON_MAX];

    if (verdict.reason) {
        snprintf(line, sizeof(line), "%s: %s", format_duration(text, verdict.sync_p50_ns),
                 verdict.reason);
        lines_labelled(out, "two syncs", line);
    }
    if (!verdict.known)
        return;
    snprintf(line, sizeof(line), "%s: %s", format_duration(text, verdict.sync_p50_ns),
             verdict.words);
    lines_labelled(out, "median sync", line);
    if (verdict.doubt)
        lines_labelled(out, "in doubt", verdict.doubt);
}
