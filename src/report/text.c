/* text.c: one run as a block of text within 80 columns: what was measured where, its figures, the
 * histogram, and the rounds that stand out with what the disk did during each. */
#include "report/report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"
#include "report/causes.h"
#include "report/lines.h"
#include "report/octaves.h"
#include "report/place.h"
#include "report/sharing.h"
#include "report/threshold.h"
#include "source/naming.h"
#include "source/verdict.h"

enum {
    BAR_MAX = 32,
    CELL_WIDTH = 8,
    GAP_MAX = 3, /* empty lines of the histogram that are printed */
};

static void put_warnings(FILE *out, struct history *history)
{
    struct warning warnings[TARGET_WARNINGS_MAX];
    lines_warnings(out, warnings, warnings_now(history, WINDOW_ALL, warnings), true);
}

static void put_header(FILE *out, const struct snapshot *s)
{
    char line[256];

    place_text(out, s);
    lines_labelled(out, "measured", lines_config(line, sizeof(line), &s->config));
}

static bool is_thin(const struct histogram *h, double percent)
{
    return (percent > 99.5 && h->count < THIN_P999_ROUNDS) ||
           (percent > 98.5 && h->count < THIN_P99_ROUNDS);
}

/* One row of figures; returns whether one of them was marked as thin. */
static bool put_figures(FILE *out, const char *label, const struct histogram *h)
{
    static const double percents[] = {50, 90, 99, 99.9};
    char text[FORMAT_MAX];
    bool thin = false;

    fprintf(out, "%-8s %9s", label, format_duration(text, h->min_ns));
    for (size_t i = 0; i < sizeof(percents) / sizeof(percents[0]); i++) {
        bool mark = is_thin(h, percents[i]);
        char marked[FORMAT_MAX + 1];
        format_duration(text, histogram_percentile(h, percents[i]));
        snprintf(marked, sizeof(marked), "%s%s", mark ? "~" : "", text);
        fprintf(out, " %10s", marked);
        thin = thin || mark;
    }
    fprintf(out, " %10s\n", format_duration(text, h->max_ns));
    return thin;
}

static void put_table(FILE *out, const struct config *config, const struct figures *f)
{

    fprintf(out, "\n%-8s %9s %10s %10s %10s %10s %10s\n", "", "min", "p50", "p90", "p99", "p99.9",
            "max");
    bool thin = put_figures(out, "latency", &f->latency);
    if (f->write.count)
        thin |= put_figures(out, "write", &f->write);
    if (f->sync.count)
        thin |= put_figures(out, naming_sync(config->syncs_each), &f->sync);
    if (thin)
        fprintf(out, "~ thin: a p99 of under %d values, a p99.9 of under %d\n", THIN_P99_ROUNDS,
                THIN_P999_ROUNDS);
}

static void put_octave(FILE *out, const struct octave *o, uint64_t total, uint64_t most)
{
    static const char bar[BAR_MAX + 1] = "################################";
    char from[FORMAT_MAX], to[FORMAT_MAX], percent[FORMAT_MAX], count[FORMAT_MAX];
    int length = (int)((double)o->count / (double)most * BAR_MAX + 0.5);

    if (o->count && !length)
        length = 1; /* what is there is seen */
    if (o->to_ns == UINT64_MAX)
        fprintf(out, "   at least %9s", format_duration(from, o->from_ns));
    else
        fprintf(out, "%9s - %9s", format_duration(from, o->from_ns), format_duration(to, o->to_ns));
    format_fixed(percent, (double)o->count * 100 / (double)total, 1);
    fprintf(out, " %11s %5s %%%s%.*s\n", format_count(count, o->count), percent, length ? "  " : "",
            length, bar);
}

static void put_histogram(FILE *out, const struct histogram *h)
{
    struct octave octave[OCTAVES_MAX];
    unsigned count = octaves_of(h, octave);
    uint64_t most = 1;

    for (unsigned i = 0; i < count; i++) {
        if (octave[i].count > most)
            most = octave[i].count;
    }
    fputs("\nhistogram of the latency, a power of two of microseconds a line\n", out);
    for (unsigned i = 0; i < count; i++) {
        unsigned empty = 0;
        while (!octave[i + empty].count)
            empty++; /* ends: the last octave has a value */
        if (empty > GAP_MAX) {
            fprintf(out, "%12s\n", "...");
            i += empty;
        }
        put_octave(out, &octave[i], h->count, most);
    }
}

/* "KiB flushes syncs", the three columns at the end; without syncs it is rounds that were read. */
static void put_delta(FILE *out, const struct disk_delta *d, uint32_t syncs_each)
{
    char kib[FORMAT_MAX];

    if (d->syncs == 0)
        fprintf(out, " %8s %7s\n", "n/a", "n/a");
    else
        fprintf(out, " %8s %7" PRIu64 " %5" PRIu32 "\n", format_kib(kib, (double)d->sectors / 2),
                d->flushes, syncs_each ? d->syncs * syncs_each : d->syncs);
}

/* A duration for a narrow column: "59m59s" where "59 m 59 s" would not fit. */
static char *format_cell(char buf[FORMAT_MAX], uint64_t ns)
{
    char *end = buf;

    if (strlen(format_duration(buf, ns)) <= CELL_WIDTH)
        return buf;
    for (const char *at = buf; *at; at++) {
        if (*at != ' ')
            *end++ = *at;
    }
    *end = '\0';
    return buf;
}

static char *format_part(char buf[FORMAT_MAX], uint64_t ns)
{
    if (ns == NOT_TIMED) {
        text_copy(buf, FORMAT_MAX, "-");
        return buf;
    }
    return format_cell(buf, ns);
}

/* "11.0", "1204", ">9999": five columns at most. */
static char *format_times(char buf[FORMAT_MAX], uint64_t ns, uint64_t p50_ns)
{
    double times = p50_ns ? (double)ns / (double)p50_ns : (double)NAN;

    if (times > 9999)
        text_copy(buf, FORMAT_MAX, ">9999");
    else
        format_fixed(buf, times, times < 999.95 ? 1 : 0);
    return buf;
}

/* A round with its parts and its latency as a multiple of the median. */
static void put_round(FILE *out, const char *begin, const struct round *round, uint64_t p50_ns,
                      uint32_t syncs_each)
{
    char latency[FORMAT_MAX], write[FORMAT_MAX], sync[FORMAT_MAX], wait[FORMAT_MAX],
        times[FORMAT_MAX];

    fprintf(out, "%9s %5" PRIu32 " %8s %5s %8s %8s %8s", begin, round->writer,
            format_cell(latency, round->latency_ns), format_times(times, round->latency_ns, p50_ns),
            format_part(write, round->write_ns), format_part(sync, round->sync_ns),
            format_cell(wait, round_wait_ns(round)));
    put_delta(out, &round->disk, syncs_each);
}

/* The round nearest to the median of those that were read on their own; else the median alone,
 * which is a latency and no round. */
static void put_median(FILE *out, const struct history *history, uint64_t p50_ns)
{
    static const struct disk_delta unread = {0};
    struct round near;
    char latency[FORMAT_MAX];

    if (history_typical(history, &near)) {
        put_round(out, "near p50", &near, p50_ns, history_latest(history)->config.syncs_each);
        return;
    }
    fprintf(out, "%9s %5s %8s %5s %8s %8s %8s", "p50", "-", format_duration(latency, p50_ns), "1.0",
            "-", "-", "-");
    put_delta(out, &unread, 1);
}

static void put_rounds(FILE *out, struct history *history, uint64_t p50_ns)
{
    struct round typical, slowest[SNAPSHOT_SLOWEST];
    unsigned count = history_slowest(history, slowest);
    uint64_t began_ns = history_began_ns(history);
    const uint32_t syncs_each = history_latest(history)->config.syncs_each;

    fprintf(out, "\n%-58s%22s\n",
            history_typical(history, &typical)
                ? "a round near the median, the slowest by when they began"
                : "the median, and the slowest rounds by when they began",
            "whole disk meanwhile");
    fprintf(out, "%15s %8s %5s %8s %8s %8s %8s %7s %5s\n", "writer", "latency", "x p50", "write",
            "sync", "wait", "wrote", "flushes", syncs_each ? "syncs" : "rounds");
    put_median(out, history, p50_ns);
    for (unsigned i = 0; i < count && i < REPORT_SLOWEST; i++) {
        char begin[FORMAT_MAX];
        uint64_t start_ns = slowest[i].start_ns;
        format_duration(begin, start_ns > began_ns ? start_ns - began_ns : 0);
        put_round(out, begin, &slowest[i], p50_ns, syncs_each);
        causes_text_round(out, history, &slowest[i], p50_ns);
    }
}

static void put_judgement(FILE *out, const struct run_result *result)
{
    const struct snapshot *s = history_latest(result->history);

    threshold_text(out, result->preset, result->outcome, s->target.memory);
    checks_text(out, result);
}

void report_text(FILE *out, const struct run_result *result)
{
    const struct snapshot *s = history_latest(result->history);
    const struct figures *f = history_figures(result->history, WINDOW_ALL);

    if (!s) {
        fputs("nothing was measured\n", out);
        return;
    }
    put_header(out, s);
    put_warnings(out, result->history);
    lines_trouble(out, result);
    if (!f->latency.count) {
        put_judgement(out, result);
        fputs("\nno round was finished: there are no figures\n", out);
        return;
    }
    putc('\n', out);
    lines_rates(out, f);
    lines_padding(out, f);
    lines_disk(out, f, &s->target);
    sharing_text(out, s, f);
    lines_verdict(out, result->history);
    put_judgement(out, result);
    put_table(out, &s->config, f);
    put_histogram(out, &f->latency);
    put_rounds(out, result->history, histogram_percentile(&f->latency, 50));
    causes_text(out, result->history);
}
