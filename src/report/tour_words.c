/* tour_words.c: what a tour comes to, in words: warnings, what went wrong, the verdict. */
#include "report/tour.h"

#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"
#include "report/lines.h"
#include "report/threshold.h"

/* A way, as a verdict names it: "group+delay 200 us". */
static char *way_of(char *buf, size_t size, const struct tour_line *line)
{
    char delay[FORMAT_MAX];

    if (line->section == TOUR_MODES)
        text_copy(buf, size, line->config.mode);
    else if (line->config.uses_delay)
        snprintf(buf, size, "%s %s", line->config.strategy,
                 format_duration(delay, line->config.delay_ns));
    else
        text_copy(buf, size, line->config.strategy);
    return buf;
}

static size_t used_of(int printed, size_t size)
{
    return printed < 0 ? 0 : (size_t)printed < size ? (size_t)printed : size - 1;
}

/* What LINE is judged by: a rate, or in open loop a time. */
static char *judged_of(char buf[FORMAT_MAX], const struct tour_line *line)
{
    double value = tour_judged(line).median;

    return line->config.rate_per_s > 0 ? format_duration(buf, (uint64_t)value)
                                       : format_number(buf, value);
}

/* What it saves, ": 2.58 times the 1,651 of append-fsync". */
static void tell_saving(char *buf, size_t size, const struct tour_best *best)
{
    char plain[64], other[FORMAT_MAX], times[FORMAT_MAX];

    buf[0] = '\0';
    if (!best->against)
        return;
    way_of(plain, sizeof(plain), best->against);
    judged_of(other, best->against);
    format_number(times, best->times);
    if (best->spread_known && !best->told_apart)
        snprintf(buf, size, ": its passes meet those of %s, %s, so no difference was found", plain,
                 other);
    else if (best->line->config.rate_per_s > 0)
        snprintf(buf, size, ": the %s of %s is %s times as long", other, plain, times);
    else
        snprintf(buf, size, ": %s times the %s of %s", times, other, plain);
}

char *report_tour_best(char *buf, size_t size, const struct tour_best *best)
{
    bool scheduled = best->line->config.rate_per_s > 0;
    char way[64], figure[FORMAT_MAX], saving[160], missing[64] = "";

    if (best->missing)
        snprintf(missing, sizeof(missing), "; cut off: %u of %u ways did not run", best->missing,
                 best->ways);
    way_of(way, sizeof(way), best->line);
    judged_of(figure, best->line);
    tell_saving(saving, sizeof(saving), best);
    snprintf(buf, size, "%s, %s%s%s%s%s%s", way, scheduled ? "p50 " : "", figure,
             scheduled ? " from the planned start" : " records/s", saving,
             best->spread_known ? "" : "; of one pass, so the spread is not known", missing);
    return buf;
}

/* Whether a section asks what a round costs, and not how many records come of it. */
static bool asks_cost(enum tour_section section)
{
    return section == TOUR_SIZE || section == TOUR_GROWTH;
}

char *report_tour_curve(char *buf, size_t size, const struct tour_curve *curve)
{
    const char *caveat = curve->spread_known ? "" : "; of one pass, so the spread is not known";
    char from[64], to[64], times[FORMAT_MAX];

    report_tour_label(from, sizeof(from), curve->from);
    report_tour_label(to, sizeof(to), curve->to);
    if (curve->from == curve->to)
        snprintf(buf, size, "%s: no other was better%s", to, caveat);
    else if (curve->spread_known && !curve->told_apart)
        snprintf(buf, size, "%s against %s: their passes meet, so no difference was found", to,
                 from);
    else if (curve->from->config.rate_per_s > 0)
        snprintf(buf, size, "%s against %s: %s times the p50 from the planned start%s", to, from,
                 format_number(times, tour_times(curve->from, curve->to)), caveat);
    else if (asks_cost(curve->from->section))
        snprintf(buf, size, "%s against %s: a round takes %s times as long%s", to, from,
                 format_number(times, tour_times(curve->from, curve->to)), caveat);
    else
        snprintf(buf, size, "%s against %s: %s times the records/s%s", to, from,
                 format_number(times, tour_times(curve->to, curve->from)), caveat);
    return buf;
}

static void put_curves(FILE *out, const struct tour *tour)
{
    struct tour_curve curves[TOUR_CURVES_MAX];
    unsigned count = tour_curves(tour, curves);
    char text[320];

    for (unsigned i = 0; i < count; i++)
        lines_labelled(out, tour_section_name(curves[i].from->section),
                       report_tour_curve(text, sizeof(text), &curves[i]));
}

static void put_equals(FILE *out, const struct tour_best *best)
{
    char text[TOUR_EQUALS_MAX * 40] = "not told apart from it: ", way[64];
    size_t used = strlen(text);

    for (unsigned i = 0; i < best->equal_count; i++)
        used += used_of(snprintf(text + used, sizeof(text) - used, "%s%s", i ? ", " : "",
                                 way_of(way, sizeof(way), best->equal[i])),
                        sizeof(text) - used);
    if (best->equal_count)
        lines_labelled(out, "", text);
}

static void put_best(FILE *out, const struct tour_best *best)
{
    char label[32], text[320];

    snprintf(label, sizeof(label), "%u writer%s", best->writers, best->writers == 1 ? "" : "s");
    if (!best->line) {
        if (best->missing)
            lines_labelled(out, label, "not measured: the tour was cut off before");
        return;
    }
    lines_labelled(out, label, report_tour_best(text, sizeof(text), best));
    put_equals(out, best);
}

static void put_disk(FILE *out, const struct verdict *disk)
{
    char time[FORMAT_MAX], text[2 * REASON_MAX];

    if (!disk->known)
        return;
    snprintf(text, sizeof(text), "%s: %s", format_duration(time, disk->sync_p50_ns), disk->words);
    lines_labelled(out, "median sync", text);
    if (disk->doubt)
        lines_labelled(out, "in doubt", disk->doubt);
}

static void put_doubts(FILE *out, const struct tour_verdict *verdict)
{
    char ids[2][TOUR_WARNINGS_MAX * 26] = {"", ""};

    for (unsigned i = 0; i < verdict->doubt_count; i++) {
        char *list = ids[verdict->doubt[i].forbids];
        size_t used = strlen(list);
        snprintf(list + used, sizeof(ids[0]) - used, "%s%s", used ? ", " : "",
                 verdict->doubt[i].warning->id);
    }
    char text[sizeof(ids[0]) + 80];
    if (ids[true][0]) {
        snprintf(text, sizeof(text), "%s: none of this is the price of durability on a disk",
                 ids[true]);
        lines_labelled(out, "DISBELIEVE", text);
    }
    if (ids[false][0]) {
        snprintf(text, sizeof(text), "%s: see the warnings above", ids[false]);
        lines_labelled(out, "with care", text);
    }
}

/* Ways are compared in two sections alone. */
static const char *verdict_title(const struct tour *tour, const struct tour_verdict *verdict)
{
    const struct tour_line *best = verdict->one.line ? verdict->one.line : verdict->many.line;

    if (best && best->config.rate_per_s > 0)
        return "the durable way of the shortest response (a schedule fixes the rate)";
    if (best)
        return "the cheapest durable way";
    if (tour_has(tour, TOUR_MODES) || tour_has(tour, TOUR_WRITERS))
        return "no durable line was measured: nothing can be called the cheapest";
    return "neither modes nor writers were compared: there is no cheapest way to name";
}

static void put_verdict(FILE *out, const struct tour *tour)
{
    const struct tour_verdict verdict = tour_verdict(tour);

    fprintf(out, "\n%s\n", verdict_title(tour, &verdict));
    put_best(out, &verdict.one);
    put_best(out, &verdict.many);
    put_curves(out, tour);
    put_disk(out, &verdict.disk);
    put_doubts(out, &verdict);
}

/* Lines that were measured, and those among them that warning I held on. */
static void count_lines(const struct tour *tour, unsigned i, unsigned *held, unsigned *measured)
{
    const struct tour_line *line;

    *held = *measured = 0;
    for (unsigned at = 0; (line = tour_line_at(tour, at)); at++) {
        *measured += line->passes > 0;
        *held += line->passes > 0 && line->warnings & UINT32_C(1) << i;
    }
}

static void put_warnings(FILE *out, const struct tour *tour)
{
    const struct warning *warning;
    char text[64];
    unsigned held, measured;

    for (unsigned i = 0; (warning = tour_warning(tour, i)); i++) {
        lines_warnings(out, warning, 1, true);
        count_lines(tour, i, &held, &measured);
        snprintf(text, sizeof(text), "It held on %u of %u lines.", held, measured);
        if (held < measured)
            lines_labelled(out, "", text);
    }
}

static void put_end(FILE *out, const struct tour_result *result)
{
    const struct tour_line *failed = tour_failure(result->tour);
    char label[64], text[2 * sizeof(failed->trouble)], words[sizeof(label) + sizeof(text) + 4];

    if (failed) {
        snprintf(words, sizeof(words), "%s: %s", report_tour_label(label, sizeof(label), failed),
                 text_escape(text, sizeof(text), failed->trouble));
        lines_labelled(out, "FAILED", words);
    }
    if (result->interrupted)
        lines_labelled(out, "INTERRUPTED",
                       "by a signal: these are the lines that were finished by then");
}

/* A preset asks one load of a disk: the line that is that load answers. */
static void put_preset(FILE *out, const struct tour_result *result)
{
    char text[160], config[256];

    if (!result->preset)
        return;
    const struct tour_line *line = tour_line_of(result->tour, result->preset);
    if (!line || !tour_outcome(line)) {
        snprintf(text, sizeof(text),
                 "%s: not judged: no line that was measured is the preset's own load",
                 result->preset->name);
        lines_labelled(out, "preset", text);
        return;
    }
    threshold_text(out, result->preset, tour_outcome(line),
                   history_latest(result->history)->target.memory);
    lines_config(config, sizeof(config), &line->config);
    lines_labelled(out, "", config);
}

void report_tour_tail(FILE *out, const struct tour_result *result)
{
    if (!history_latest(result->history)) {
        fputs("nothing was measured\n", out);
        return;
    }
    putc('\n', out);
    put_warnings(out, result->tour);
    put_end(out, result);
    put_verdict(out, result->tour);
    put_preset(out, result);
}
