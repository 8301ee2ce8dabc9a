/* progress.c: see progress.h. */
#include "app/progress.h"

#include <stdio.h>

#include "base/format.h"
#include "report/tour.h"

enum { BAR = 10 };

/* What runs now, and how far it is where its file is filled before it can. */
static void tell_work(char *text, size_t size, const struct tour_line *line,
                      const struct snapshot *now)
{
    char label[64];

    report_tour_label(label, sizeof(label), line);
    if (now->state == RUN_PREPARING && now->prepare_total)
        snprintf(text, size, "%s: filling %u %%", label,
                 (unsigned)(100 * now->prepare_done / now->prepare_total));
    else
        snprintf(text, size, "%s, %s", tour_section_name(line->section), label);
}

void progress_bar(struct notices *notices, const struct tour *tour, const struct snapshot *now)
{
    static const char full[] = "##########", empty[] = "..........";
    const struct tour_progress p = tour_progress(tour);
    char work[96], left[FORMAT_MAX], text[192];

    if (!notices->on_terminal || !p.line)
        return;
    int done = (int)(BAR * p.done / p.total);
    tell_work(work, sizeof(work), p.line, now);
    snprintf(text, sizeof(text), "[%.*s%.*s] %u/%u, %s left, pass %u/%u: %s", done, full,
             BAR - done, empty, p.done, p.total, format_duration(left, p.left_ns), p.pass,
             tour_passes(tour), work);
    notices_bar(notices, text);
}

void progress_line(struct notices *notices, const struct tour_progress *before)
{
    const struct tour_line *line = before->line;
    char label[64], rate[FORMAT_MAX], p50[FORMAT_MAX], text[sizeof(line->trouble) + 80];

    if (!notices || !line || before->pass > 1)
        return;
    report_tour_label(label, sizeof(label), line);
    if (line->trouble[0])
        snprintf(text, sizeof(text), "  %s: %s", label, line->trouble);
    else if (!line->passes || !line->pass[0].rounds)
        snprintf(text, sizeof(text), "  %s: no round was finished in its time", label);
    else
        snprintf(text, sizeof(text), "  %-28s %9s records/s   p50 %s%s", label,
                 format_number(rate, line->pass[0].records_per_s),
                 format_duration(p50, line->pass[0].p50_ns),
                 line->config.durable ? "" : "   NOT DURABLE");
    notices_say(notices, text);
}
