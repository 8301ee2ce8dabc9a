/* tour.c: a tour as tables of text, one for each section.
 *
 * There are two kinds: what a round costs (modes, sizes, growth), and how records share syncs. A
 * row is its line's middle pass; what the others came to is the spread. */
#include "report/tour.h"

#include <string.h>

#include "base/format.h"
#include "base/text.h"
#include "report/lines.h"
#include "report/place.h"
#include "report/tour_cells.h"

enum { COST_LABEL = 19, SHARE_LABEL = 21, CELL_MAX = 64 };

/* --- what a row is called --- */

/* The number that the section varies beside a name; "" where it varies none. */
static char *axis_of(char text[FORMAT_MAX], const struct tour_line *line)
{
    const struct config *c = &line->config;

    text[0] = '\0';
    switch (line->section) {
    case TOUR_WRITERS:
        return format_count(text, c->writers);
    case TOUR_BATCH:
        return format_count(text, c->batch);
    case TOUR_SIZE:
        return format_bytes(text, c->record_bytes);
    case TOUR_DELAY:
        return format_duration(text, c->delay_ns);
    case TOUR_GROWTH:
        return format_bytes(text, c->file_bytes);
    default:
        return text;
    }
}

/* The name that it varies; "" where all rows have the same. */
static const char *name_of(const struct tour_line *line)
{
    switch (line->section) {
    case TOUR_MODES:
    case TOUR_GROWTH:
        return line->config.mode;
    case TOUR_WRITERS:
    case TOUR_DELAY:
        return line->config.strategy;
    default:
        return "";
    }
}

static const struct heading {
    const char *name, *axis;
    bool shares; /* of the kind that tells how records share syncs */
} headings[TOUR_SECTIONS] = {
    [TOUR_MODES] = {.name = "mode"},
    [TOUR_WRITERS] = {.name = "strategy", .axis = "writers", .shares = true},
    [TOUR_BATCH] = {.axis = "batch", .shares = true},
    [TOUR_SIZE] = {.axis = "record"},
    [TOUR_DELAY] = {.name = "strategy", .axis = "delay", .shares = true},
    [TOUR_GROWTH] = {.name = "mode", .axis = "file"},
};

char *report_tour_label(char *buf, size_t size, const struct tour_line *line)
{
    char axis[FORMAT_MAX];
    const char *name = name_of(line), *word = headings[line->section].axis;

    axis_of(axis, line);
    if (line->section == TOUR_WRITERS)
        snprintf(buf, size, "%s, %s writer%s", name, axis, line->config.writers == 1 ? "" : "s");
    else if (word)
        snprintf(buf, size, "%s%s%s %s", name, *name ? ", " : "", word, axis);
    else
        text_copy(buf, size, name);
    return buf;
}

/* The label of WIDTH columns: the name on the left, the number on the right. A row that is not
 * durable is called so. The name stands above the row where there is no room for all. */
static void put_label(FILE *out, const struct tour_line *line, int width)
{
    const char *name = name_of(line), *mark = line->config.durable ? "" : "NOT DURABLE";
    const char *gap = *name && *mark ? " " : "";
    char axis[FORMAT_MAX], label[CELL_MAX];

    axis_of(axis, line);
    snprintf(label, sizeof(label), "%s%s%s", name, gap, mark);
    if ((int)(strlen(label) + strlen(axis)) + (*axis != '\0') > width) {
        fprintf(out, "%s\n", name);
        snprintf(label, sizeof(label), " %s", mark);
    }
    fprintf(out, "%s%*s", label, width - (int)strlen(label), axis);
}

/* --- rows --- */

static void put_cost_row(FILE *out, const struct tour_line *line, char mark)
{
    const struct figures *f = &tour_outcome(line)->figures;
    const struct histogram *times = tour_times_of(line, f);
    char rate[FORMAT_MAX], spread[FORMAT_MAX], min[FORMAT_MAX], mid[FORMAT_MAX + 1],
        p90[FORMAT_MAX + 1], p99[FORMAT_MAX + 1], max[FORMAT_MAX], flushes[FORMAT_MAX],
        kib[FORMAT_MAX];

    put_label(out, line, COST_LABEL);
    fprintf(out, "%8s%6s%7s%7s%7s%8s%7s",
            tour_cell_rate(rate, figures_records_per_s(f) / line->config.batch),
            tour_cell_spread(spread, tour_judged(line), mark), tour_cell_time(min, times->min_ns),
            tour_cell_percentile(mid, times, 50), tour_cell_percentile(p90, times, 90),
            tour_cell_percentile(p99, times, 99), tour_cell_time(max, times->max_ns));
    fprintf(out, "%6s%5s\n", tour_cell_ratio(flushes, figures_flushes_per_record(f)),
            tour_cell_ratio(kib, figures_kib_per_record(f)));
}

static void put_share_row(FILE *out, const struct tour_line *line, char mark)
{
    const struct figures *f = &tour_outcome(line)->figures;
    const struct histogram *times = tour_times_of(line, f);
    char per_s[FORMAT_MAX], spread[FORMAT_MAX], mid[FORMAT_MAX + 1], p99[FORMAT_MAX + 1],
        per_sync[FORMAT_MAX], flushes[FORMAT_MAX], kib[FORMAT_MAX];

    put_label(out, line, SHARE_LABEL);
    fprintf(out, "%10s%6s%8s%9s", tour_cell_rate(per_s, figures_records_per_s(f)),
            tour_cell_spread(spread, tour_judged(line), mark), tour_cell_percentile(mid, times, 50),
            tour_cell_percentile(p99, times, 99));
    fprintf(out, "%10s%9s%7s\n", format_number(per_sync, figures_records_per_sync(f)),
            tour_cell_ratio(flushes, 100 * figures_flushes_per_record(f)),
            tour_cell_ratio(kib, figures_kib_per_record(f)));
}

static void put_heading(FILE *out, enum tour_section section)
{
    const struct heading *h = &headings[section];
    int width = h->shares ? SHARE_LABEL : COST_LABEL;
    int name = fprintf(out, "%s", h->name ? h->name : "");

    fprintf(out, "%*s", width - name, h->axis ? h->axis : "");
    if (h->shares)
        fprintf(out, "%10s%6s%8s%9s%10s%9s%7s\n", "records/s", "+- ", "p50", "p99", "rec/sync",
                "fl/100r", "KiB/r");
    else
        fprintf(out, "%8s%6s%7s%7s%7s%8s%7s%6s%5s\n", "round/s", "+- ", "min", "p50", "p90", "p99",
                "max", "fl/r", "KiB");
}

/* Why there are no figures, or no more of them. The name need not be told twice. */
static void put_trouble(FILE *out, const struct tour_line *line)
{
    char text[2 * sizeof(line->trouble)], words[sizeof(text) + 16], label[CELL_MAX];
    int width = headings[line->section].shares ? SHARE_LABEL : COST_LABEL;
    size_t mode = strlen(line->config.mode);
    const char *trouble = line->trouble;

    if (line->section == TOUR_MODES && strncmp(trouble, line->config.mode, mode) == 0 &&
        trouble[mode] == ' ')
        trouble += mode + 1;
    snprintf(words, sizeof(words), "%s%s", line->failed ? "FAILED: " : "",
             text_escape(text, sizeof(text), trouble));
    report_tour_label(label, sizeof(label), line);
    fprintf(out, "%-*s  ", width, label);
    size_t column = strlen(label) > (size_t)width ? strlen(label) : (size_t)width;
    lines_wrapped(out, column + 2, (size_t)width + 2, words);
}

static bool has_figures(const struct tour_line *line)
{
    return tour_outcome(line) && tour_judged(line).passes > 0;
}

/* "*" for the best that it is compared with, "=" where it is not told apart from that. */
static char mark_of(const struct tour *tour, const struct tour_line *line)
{
    const struct tour_line *best = tour_best_like(tour, line);

    if (!best)
        return ' ';
    if (best == line)
        return '*';
    return tour_spreads_meet(tour_judged(line), tour_judged(best)) ? '=' : ' ';
}

static void put_row(FILE *out, const struct tour *tour, const struct tour_line *line)
{
    bool shares = headings[line->section].shares;

    if (has_figures(line) && shares) {
        put_share_row(out, line, mark_of(tour, line));
    } else if (has_figures(line)) {
        put_cost_row(out, line, mark_of(tour, line));
    } else if (line->passes) {
        put_label(out, line, shares ? SHARE_LABEL : COST_LABEL);
        fputs("  no round was finished in its time\n", out);
    }
    if (line->trouble[0])
        put_trouble(out, line);
}

/* --- a section --- */

/* "every mode: alone, 1 writer, record 4 KiB, batch 1": what all rows have in common. */
static void put_title(FILE *out, const struct tour_line *line)
{
    const struct config *c = &line->config;
    char record[FORMAT_MAX], rate[FORMAT_MAX], line_text[384];
    int n = snprintf(line_text, sizeof(line_text), "%s:", tour_section_words(line->section));

    if (line->section != TOUR_MODES && line->section != TOUR_GROWTH)
        n += snprintf(line_text + n, sizeof(line_text) - (size_t)n, " %s,", c->mode);
    if (line->section != TOUR_WRITERS && line->section != TOUR_DELAY)
        n += snprintf(line_text + n, sizeof(line_text) - (size_t)n, " %s,", c->strategy);
    if (line->section != TOUR_WRITERS)
        n += snprintf(line_text + n, sizeof(line_text) - (size_t)n, " %u writer%s,", c->writers,
                      c->writers == 1 ? "" : "s");
    if (line->section != TOUR_SIZE)
        n += snprintf(line_text + n, sizeof(line_text) - (size_t)n, " record %s,",
                      format_bytes(record, c->record_bytes));
    if (line->section != TOUR_BATCH)
        n += snprintf(line_text + n, sizeof(line_text) - (size_t)n, " batch %u,", c->batch);
    if (c->rate_per_s > 0)
        snprintf(line_text + n, sizeof(line_text) - (size_t)n,
                 " open loop at %s records/s: times are from the planned start, and +- is of p50",
                 format_number(rate, c->rate_per_s));
    else
        line_text[n - 1] = '\0';
    lines_wrapped(out, 0, 4, line_text);
}

/* What the marks after the spread mean here. */
static void put_marks(FILE *out, enum tour_section section)
{
    static const char *const among[TOUR_SECTIONS] = {
        [TOUR_MODES] = "the best durable one",
        [TOUR_WRITERS] = "the best durable one with as many writers",
        [TOUR_BATCH] = "the best",
        [TOUR_SIZE] = "the best",
        [TOUR_DELAY] = "the best",
        [TOUR_GROWTH] = "the best of its mode",
    };
    char text[160];

    snprintf(text, sizeof(text), "* %s; = not told apart from it: their passes meet.",
             among[section]);
    lines_wrapped(out, 0, 0, text);
}

static bool is_reached(const struct tour_line *line)
{
    return line->passes || line->trouble[0];
}

void report_tour_section(FILE *out, const struct tour *tour, enum tour_section section)
{
    const struct tour_line *line;
    bool begun = false, marked = false;

    for (unsigned i = 0; (line = tour_line_at(tour, i)); i++) {
        if (line->section != section || !is_reached(line))
            continue;
        if (!begun) {
            putc('\n', out);
            put_title(out, line);
            put_heading(out, section);
        }
        begun = true;
        put_row(out, tour, line);
        marked = marked || (has_figures(line) && mark_of(tour, line) != ' ');
    }
    if (marked)
        put_marks(out, section);
}

/* What forbids believing a table stands above it, too: a table is what is copied. */
static void put_bad_news(FILE *out, const struct target *target)
{
    for (unsigned i = 0; i < target->warning_count; i++) {
        if (target->warning[i].severity == SEVERITY_BAD)
            lines_warnings(out, &target->warning[i], 1, false);
    }
}

void report_tour_head(FILE *out, const struct tour_result *result)
{
    const struct snapshot *s = history_latest(result->history);
    char text[512];

    if (!s)
        return;
    place_text(out, s);
    put_bad_news(out, &s->target);
    snprintf(text, sizeof(text),
             "%u of each line, taken in turns. A row is its middle pass by %s; +- is half of "
             "the way from the least pass to the greatest. "
             "fl/r: the whole disk's flushes a record; KiB: what it wrote for one.",
             tour_passes(result->tour), s->config.rate_per_s > 0 ? "p50" : "the rate");
    lines_labelled(out, tour_passes(result->tour) > 1 ? "passes" : "pass", text);
}
