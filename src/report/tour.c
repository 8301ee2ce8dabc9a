/* tour.c: a tour as tables of text, one for each section.
 *
 * There are two kinds: what a round costs (modes, sizes, growth), and how records share syncs. The
 * rate and the median are the middle pass's, with their spread; all other figures are of all passes
 * together, since a tail needs every round that there is. */
#include "report/tour.h"

#include <math.h>
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

static void put_cost_row(FILE *out, const struct tour_line *line, bool meets)
{
    const struct figures *f = &line->outcome->figures;
    struct tour_spread p50 = tour_p50_ns(line);
    char rate[FORMAT_MAX], min[FORMAT_MAX], mid[FORMAT_MAX], spread[FORMAT_MAX],
        p90[FORMAT_MAX + 1], p99[FORMAT_MAX + 1], max[FORMAT_MAX], flushes[FORMAT_MAX],
        kib[FORMAT_MAX];

    put_label(out, line, COST_LABEL);
    fprintf(out, "%8s%7s%7s%6s%7s%8s%7s",
            tour_cell_rate(rate, tour_records_per_s(line).median / line->config.batch),
            tour_cell_time(min, f->latency.min_ns), tour_cell_time(mid, (uint64_t)p50.median),
            tour_cell_spread(spread, p50, meets), tour_cell_percentile(p90, &f->latency, 90),
            tour_cell_percentile(p99, &f->latency, 99), tour_cell_time(max, f->latency.max_ns));
    fprintf(out, "%6s%5s\n", tour_cell_ratio(flushes, figures_flushes_per_record(f)),
            tour_cell_ratio(kib, figures_kib_per_record(f)));
}

static void put_share_row(FILE *out, const struct tour_line *line, bool meets)
{
    const struct figures *f = &line->outcome->figures;
    struct tour_spread rate = tour_records_per_s(line), p50 = tour_p50_ns(line);
    char per_s[FORMAT_MAX], spread[FORMAT_MAX], mid[FORMAT_MAX], p99[FORMAT_MAX + 1],
        per_sync[FORMAT_MAX], flushes[FORMAT_MAX], kib[FORMAT_MAX];

    put_label(out, line, SHARE_LABEL);
    fprintf(out, "%10s%6s%8s%9s", tour_cell_rate(per_s, rate.median),
            tour_cell_spread(spread, rate, meets), tour_cell_time(mid, (uint64_t)p50.median),
            tour_cell_percentile(p99, &f->latency, 99));
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
        fprintf(out, "%8s%7s%7s%6s%7s%8s%7s%6s%5s\n", "round/s", "min", "p50", "+- ", "p90", "p99",
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
    return line->outcome && tour_p50_ns(line).passes > 0;
}

/* Rows of another name are another curve, but for modes, of which each is one. */
static bool is_comparable(const struct tour_line *line, const struct tour_line *above)
{
    return above && has_figures(above) && has_figures(line) &&
           (line->section == TOUR_MODES || strcmp(name_of(line), name_of(above)) == 0);
}

bool report_tour_judges(const struct tour_line *line, const struct tour_line *above)
{
    return is_comparable(line, above) && tour_p50_ns(line).passes > 1 &&
           tour_p50_ns(above).passes > 1;
}

bool report_tour_meets(const struct tour_line *line, const struct tour_line *above)
{
    if (!is_comparable(line, above))
        return false;
    if (headings[line->section].shares)
        return tour_spreads_meet(tour_records_per_s(line), tour_records_per_s(above));
    return tour_spreads_meet(tour_p50_ns(line), tour_p50_ns(above));
}

static void put_row(FILE *out, const struct tour_line *line, const struct tour_line *above)
{
    bool shares = headings[line->section].shares;

    if (has_figures(line) && shares) {
        put_share_row(out, line, report_tour_meets(line, above));
    } else if (has_figures(line)) {
        put_cost_row(out, line, report_tour_meets(line, above));
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
    char record[FORMAT_MAX], line_text[256];
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
    line_text[n - 1] = '\0';
    lines_wrapped(out, 0, 4, line_text);
}

/* How far a file grew in the time of a pass, where that was less than it was to. */
static void put_growth(FILE *out, const struct tour *tour)
{
    const struct tour_line *line;
    char reached[FORMAT_MAX], text[160];
    double most = 0, wanted = 0;

    for (unsigned i = 0; (line = tour_line_at(tour, i)); i++) {
        for (unsigned p = 0; line->section == TOUR_GROWTH && p < line->passes; p++) {
            most = fmax(most, line->pass[p].written_bytes);
            wanted = fmax(wanted, (double)line->config.file_bytes);
        }
    }
    if (most >= wanted)
        return;
    snprintf(text, sizeof(text),
             "In a pass %s at most went into a file; with a longer --time it grows further.",
             format_kib(reached, most / 1024));
    lines_wrapped(out, 0, 0, text);
}

static bool is_reached(const struct tour_line *line)
{
    return line->passes || line->trouble[0];
}

void report_tour_section(FILE *out, const struct tour *tour, enum tour_section section)
{
    const struct tour_line *line, *above = NULL;
    bool begun = false;

    for (unsigned i = 0; (line = tour_line_at(tour, i)); i++) {
        if (line->section != section || !is_reached(line))
            continue;
        if (!begun) {
            putc('\n', out);
            put_title(out, line);
            put_heading(out, section);
        }
        begun = true;
        put_row(out, line, above);
        above = line;
    }
    if (begun && section == TOUR_GROWTH)
        put_growth(out, tour);
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
             "%u of each line, taken in turns. The rate and p50 are the middle pass's; +- is half "
             "of the way from its least pass to its greatest, and = after it says that they meet "
             "those of the row above: no difference was found. The rest is of all passes together. "
             "fl/r: the whole disk's flushes a record; KiB: what it wrote for one.",
             tour_passes(result->tour));
    lines_labelled(out, tour_passes(result->tour) > 1 ? "passes" : "pass", text);
}
