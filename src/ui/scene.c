/* scene.c: the history's answers for one frame. */
#include "ui/scene.h"

#include <math.h>
#include <string.h>

#include "ui/scale.h"
#include "ui/view.h"

#define HANG_LEAST_NS   UINT64_C(250000000)
#define YOUNG_NS        UINT64_C(1000000000)
#define HANG_UNKNOWN_NS UINT64_C(1000000000)

static struct summary summarise(const struct histogram *h)
{
    if (h->count == 0)
        return (struct summary){0};
    return (struct summary){
        .count = h->count,
        .min_ns = h->min_ns,
        .mean_ns = histogram_mean(h),
        .p50_ns = histogram_percentile(h, 50),
        .p90_ns = histogram_percentile(h, 90),
        .p99_ns = histogram_percentile(h, 99),
        .p999_ns = histogram_percentile(h, 99.9),
        .max_ns = h->max_ns,
    };
}

static double padding_share(const struct figures *f, const struct snapshot *now)
{
    if (!now || !f->padded_bytes)
        return 0;
    const double padded = (double)f->padded_bytes;
    return padded / (padded + (double)f->records * (double)now->config.record_bytes);
}

static void take_figures(struct scene *scene, struct history *history)
{
    const struct figures *f = history_figures(history, scene->state->window);
    scene->latency = summarise(&f->latency);
    scene->write = summarise(&f->write);
    scene->sync = summarise(&f->sync);
    scene->bars = &f->latency;
    scene->records_per_s = figures_records_per_s(f);
    scene->records_per_sync = figures_records_per_sync(f);
    scene->flushes_per_record = figures_flushes_per_record(f);
    scene->kib_per_record = figures_kib_per_record(f);
    scene->padding = padding_share(f, scene->now);
    scene->disk_reason = f->disk.available || f->disk.has_sectors ? NULL : f->disk.reason;
}

static void take_chart(struct scene *scene, const struct history *history)
{
    int columns = scene->layout.chart_columns;
    for (int i = 0; i < columns; i++)
        scene->chart[i] = columns == CHART_SLOTS ? history_chart_half(history, (unsigned)i)
                                                 : history_chart_pair(history, (unsigned)i);
}

static void take_slow(struct scene *scene, const struct history *history)
{
    const struct slow_round *slow;
    scene->slow_count = 0;
    while (scene->slow_count < HISTORY_SLOW_MAX &&
           (slow = history_slow(history, scene->slow_count)))
        scene->slow[scene->slow_count++] = slow;
}

/* Keys scroll without knowing how long the text is. */
static void hold_scroll(const struct scene *scene, struct state *state)
{
    const struct view *view = view_shown(state);
    if (state->view_top == 0 || scene->layout.too_small || !view || !view->top_most)
        return;
    int most = view->top_most(scene);
    state->view_top = state->view_top < most ? state->view_top : most;
}

void scene_take(struct scene *scene, struct state *state, struct history *history, int cols,
                int rows)
{
    const struct snapshot *now = history_latest(history);
    *scene = (struct scene){.state = state, .now = now};
    scene->verdict = verdict_of(history, state->window);
    scene->warning_count = warnings_now(history, state->window, scene->warnings);
    struct banner banner = scene_banner(scene);
    scene->layout = layout_make(cols, rows, banner_need(&banner, cols));
    take_figures(scene, history);
    take_chart(scene, history);
    take_slow(scene, history);
    scale_chart(&state->scales, scene->chart, scene->layout.chart_columns,
                layout_inner(scene->layout.chart) - 1);
    scale_bars(&state->scales, scene->bars, layout_inner(scene->layout.histogram));
    hold_scroll(scene, state);
}

struct banner scene_banner(const struct scene *scene)
{
    const struct view *view = view_shown(scene->state);
    return (struct banner){.list = scene->warnings,
                           .count = scene->warning_count,
                           .listed = view && view->lists_warnings};
}

const char *scene_silence(const struct scene *scene)
{
    if (!scene->now)
        return "measuring...";
    if (scene->latency.count > 0)
        return NULL;
    bool young = scene->state->run_ns < YOUNG_NS && scene->now->state == RUN_LIVE;
    return young ? "measuring..." : "no samples";
}

bool scene_hangs(const struct scene *scene)
{
    const struct snapshot *now = scene->now;
    if (!now || now->in_flight == 0)
        return false;
    uint64_t limit = now->slow_limit_ns ? now->slow_limit_ns : HANG_UNKNOWN_NS;
    return now->oldest_ns > limit && now->oldest_ns > HANG_LEAST_NS;
}
