/* summary.c: what stays on the normal screen after the dashboard was left. */
#include "report/report.h"

#include "base/format.h"
#include "base/text.h"
#include "report/causes.h"
#include "report/lines.h"
#include "report/sharing.h"
#include "report/threshold.h"
#include "report/visited.h"
#include "source/verdict.h"

static void put_place(FILE *out, const struct snapshot *s)
{
    char dir[TARGET_PATH_MAX], devices[TARGET_DEVICES_MAX * TARGET_NAME_MAX];
    char line[sizeof(dir) + sizeof(devices) + TARGET_NAME_MAX + 32];

    snprintf(line, sizeof(line), "%s (%s on %s)", text_escape(dir, sizeof(dir), s->target.dir),
             s->target.file_system, lines_devices(devices, sizeof(devices), &s->target));
    lines_labelled(out, "directory", line);
}

static void put_latency(FILE *out, const struct histogram *h)
{
    char p50[FORMAT_MAX], p99[FORMAT_MAX], max[FORMAT_MAX], line[160];

    snprintf(line, sizeof(line), "p50 %s, p99 %s%s, max %s",
             format_duration(p50, histogram_percentile(h, 50)),
             h->count < THIN_P99_ROUNDS ? "~" : "",
             format_duration(p99, histogram_percentile(h, 99)), format_duration(max, h->max_ns));
    lines_labelled(out, "latency", line);
}

/* The configuration at work, in full. */
static void put_newest(FILE *out, const struct run_result *result, const struct snapshot *s)
{
    const struct figures *f = history_figures(result->history, WINDOW_ALL);
    struct warning warnings[TARGET_WARNINGS_MAX];
    char line[256];

    lines_labelled(out, "measured", lines_config(line, sizeof(line), &s->config));
    lines_warnings(out, warnings, warnings_now(result->history, WINDOW_ALL, warnings), false);
    lines_trouble(out, result);
    if (!f->latency.count) {
        fputs("no round was finished\n", out);
        return;
    }
    lines_rates(out, f);
    put_latency(out, &f->latency);
    causes_summary(out, result->history);
    sharing_text(out, s, f);
    lines_padding(out, f);
    lines_disk(out, f, &s->target);
    threshold_text(out, result->preset, result->outcome, s->target.memory);
}

void report_summary(FILE *out, const struct run_result *result)
{
    const struct snapshot *s = history_latest(result->history);

    if (!s)
        return;
    put_place(out, s);
    put_newest(out, result, s);
    visited_text(out, result);
}
