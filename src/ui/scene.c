/* scene.c: the history's answers for one frame. */
#include "ui/scene.h"

#include <math.h>
#include <string.h>

#include "ui/hang.h"
#include "ui/panels.h"
#include "ui/scale.h"
#include "ui/view.h"

#define HANG_LEAST_NS   UINT64_C(250000000)
#define YOUNG_NS        UINT64_C(1000000000)
#define HANG_UNKNOWN_NS UINT64_C(1000000000)
#define LATE_NS         UINT64_C(1000000000) /* by then a round was looked into, or will never be */

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
    scene->figures = f;
    scene->records_per_s = figures_records_per_s(f);
    scene->records_per_sync = figures_records_per_sync(f);
    scene->flushes_per_record = figures_flushes_per_record(f);
    scene->kib_per_record = figures_kib_per_record(f);
    scene->padding = padding_share(f, scene->now);
    scene->disk_reason = f->disk.available || f->disk.has_sectors ? NULL : f->disk.reason;
    scene->rounds_total = history_figures(history, WINDOW_ALL)->rounds;
    scene->failed_total = history_failed(history);
}

static void take_chart(struct scene *scene, const struct history *history)
{
    int columns = scene->layout.chart_columns;
    for (int i = 0; i < columns; i++)
        scene->chart[i] = columns == CHART_SLOTS ? history_chart_half(history, (unsigned)i)
                                                 : history_chart_pair(history, (unsigned)i);
}

bool scene_is_settled(const struct scene *scene, const struct slow_round *slow)
{
    const struct round *round = &slow->round;
    return scene->now->at_ns > round->start_ns + round->latency_ns + LATE_NS;
}

bool scene_same_round(const struct round *a, const struct round *b)
{
    return a->start_ns == b->start_ns && a->writer == b->writer;
}

/* ROUND as the list of slow ones has it, or, should it have left that by now, measured by what is
 * slow today. */
static struct slow_round look_up(const struct scene *scene, const struct round *round)
{
    const struct snapshot *now = scene->now;
    for (unsigned i = 0; i < scene->slow_count; i++)
        if (scene_same_round(&scene->slow[i]->round, round))
            return *scene->slow[i];
    return (struct slow_round){
        .round = *round,
        .syncs_each = scene->now->config.syncs_each,
        .wall_ns = now->wall_ns - (now->at_ns - round->start_ns),
        .p50_ns = now->slow_limit_ns / SNAPSHOT_SLOW_FACTOR,
        .generation = now->generation,
    };
}

/* The state keeps it, so that what it is compared to does not change once others have pushed it out
 * of the list. */
static void take_worst(struct scene *scene, struct state *state, const struct history *history)
{
    struct round longest[SNAPSHOT_SLOWEST];
    if (!scene->now || history_slow_count(history) == 0 || history_slowest(history, longest) == 0)
        return;
    if (!scene_same_round(&state->worst.round, &longest[0]))
        state->worst = look_up(scene, &longest[0]);
    const struct inside *inside = history_inside(history, &longest[0]);
    if (inside)
        state->worst.inside = *inside;
    scene->worst = &state->worst;
}

/* The clocks' difference is not the same to the nanosecond from one snapshot to the next. */
static uint64_t hang_began_ns(struct state *state, const struct snapshot *now, uint64_t age_ns)
{
    if (!state->hang_wall_ns || !scene_same_round(&state->hang, &now->hanging.round)) {
        state->hang = now->hanging.round;
        state->hang_wall_ns = now->wall_ns - age_ns;
    }
    return state->hang_wall_ns;
}

/* As it is by now. It goes before those that are over, but for one that a key holds. */
static void take_hanging(struct scene *scene, struct state *state)
{
    const struct snapshot *now = scene->now;
    if (!now || !now->has_hanging || !now->in_flight || !inside_known(&now->hanging.inside))
        return;
    struct inside_round seen = now->hanging;
    scene->hanging_since_ns = hang_count_up(&seen, now->oldest_ns);
    scene->hanging = (struct slow_round){
        .round = seen.round,
        .wall_ns = hang_began_ns(state, now, seen.round.latency_ns),
        .p50_ns = now->slow_limit_ns / SNAPSHOT_SLOW_FACTOR,
        .generation = now->generation,
        .batch = now->config.batch,
        .syncs_each = now->config.syncs_each,
        .load_average = now->load_average[0],
        .inside = seen.inside,
    };
    if (!scene->state->pick.held)
        scene->detail = &scene->hanging;
}

static void take_slow(struct scene *scene, struct state *state, const struct history *history)
{
    const struct slow_round *slow;
    scene->slow_count = 0;
    while (scene->slow_count < HISTORY_SLOW_MAX &&
           (slow = history_slow(history, scene->slow_count)))
        scene->slow[scene->slow_count++] = slow;
    scene->slow_total = history_slow_count(history);
    take_worst(scene, state, history);
    history_causes_listed(history, scene->causes);
    pick_follow(&state->pick, history, state->now_ns);
    if (state->pick.known) {
        scene->detail = scene->picked = &state->pick.round;
        scene->picked_place = pick_place(&state->pick, history);
    }
    take_hanging(scene, state);
    if (scene->detail)
        scene->ordinary = history_ordinary(history, scene->detail->generation);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Keys scroll without knowing how long the text is. */
static void hold_scroll(const struct scene *scene, struct state *state)
{
    const struct view *view = view_shown(state);
    if (scene->layout.too_small)
        return;
    if (state->help_top > 0 && state->overlay == OVERLAY_HELP)
        state->help_top = least(state->help_top, help_top_most(&scene->layout));
    if (state->view_top > 0 && view && view->top_most)
        state->view_top = least(state->view_top, view->top_most(scene));
}

void scene_take(struct scene *scene, struct state *state, struct history *history, int cols,
                int rows)
{
    const struct snapshot *now = history_latest(history);
    *scene = (struct scene){.state = state, .now = now};
    scene->verdict = verdict_of(history, state->window);
    scene->warning_count = warnings_now(history, state->window, scene->warnings);
    struct banner banner = scene_banner(scene);
    scene->baseline = comparison_baseline(state->comparison);
    const struct row_need need = {.strategy =
                                      strategy_tells(now, history_figures(history, state->window)),
                                  .baseline = scene->baseline != NULL};
    scene->layout = layout_make(cols, rows, banner_need(&banner, cols), need);
    take_figures(scene, history);
    take_chart(scene, history);
    take_slow(scene, state, history);
    scale_chart(&state->scales, scene->chart, scene->layout.chart_columns,
                layout_inner(scene->layout.chart) - 1);
    scale_bars(&state->scales, scene->bars, scene_ghost(scene),
               layout_inner(scene->layout.histogram));
    hold_scroll(scene, state);
    compare_refresh(&state->comparing, state->comparison, state->now_ns);
    compare_hold(&state->comparing, state->comparison, view_comparison_rows(scene));
}

struct banner scene_banner(const struct scene *scene)
{
    const struct view *view = view_shown(scene->state);
    return (struct banner){.list = scene->warnings,
                           .count = scene->warning_count,
                           .listed = view && view->lists_warnings};
}

const struct histogram *scene_ghost(const struct scene *scene)
{
    return scene->baseline ? &scene->baseline->outcome.figures.latency : NULL;
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

const char *scene_hint(const struct scene *scene)
{
    bool rests = scene->now && scene->now->state == RUN_PAUSED;
    bool ended = scene->now && scene->now->state == RUN_DONE;
    if (!scene_silence(scene) || scene->rounds_total == 0)
        return NULL;
    return rests   ? "paused: w shows all rounds since the last change"
           : ended ? "done: w shows all rounds since the last change"
                   : NULL;
}

/* What a call may take. Rounds of many writers take far longer than the calls in them, so their
 * limit is only the second choice. */
static uint64_t call_limit_ns(const struct scene *scene)
{
    if (scene->sync.count > 0)
        return SNAPSHOT_SLOW_FACTOR * (scene->write.p50_ns + scene->sync.p50_ns);
    return scene->now->slow_limit_ns ? scene->now->slow_limit_ns : HANG_UNKNOWN_NS;
}

bool scene_call_is_late(const struct scene *scene, uint64_t least_ns)
{
    const struct snapshot *now = scene->now;
    return now && now->calls > 0 && now->call_ns > least_ns && now->call_ns > call_limit_ns(scene);
}

bool scene_hangs(const struct scene *scene)
{
    return scene_call_is_late(scene, HANG_LEAST_NS);
}
