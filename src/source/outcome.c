/* outcome.c: see outcome.h. */
#include "source/outcome.h"

#include "base/text.h"

bool outcome_take(struct outcome *out, struct history *history)
{
    const struct snapshot *now = history_latest(history);

    if (!now)
        return false;
    out->config = now->config;
    out->generation = now->generation;
    out->interrupted = false;
    out->refused = now->mode_refused;
    out->error_code = now->error_code;
    text_copy(out->error, sizeof(out->error), now->error);
    out->failed_rounds = history_failed(history);
    out->figures = *history_figures(history, WINDOW_ALL);
    out->has_typical = history_typical(history, &out->typical);
    out->stuck_calls = 0;
    out->stuck_ns = 0;
    out->unfinished = (struct unfinished){0};
    out->backlog = now->backlog;
    out->has_risk = now->has_risk;
    out->risk = now->risk;
    out->risk_most = now->risk_most;
    history_causes(history, out->causes);
    return true;
}

static void keep_larger(uint64_t *into, uint64_t value)
{
    if (*into < value)
        *into = value;
}

/* The one nearer to the median of both, as long as it is near to that. */
static void typical_add(struct outcome *into, const struct outcome *next)
{
    const uint64_t p50_ns = histogram_percentile(&into->figures.latency, 50);

    if (next->has_typical && (!into->has_typical || round_distance_ns(&next->typical, p50_ns) <
                                                        round_distance_ns(&into->typical, p50_ns)))
        into->typical = next->typical;
    into->has_typical =
        (into->has_typical || next->has_typical) && round_is_near(&into->typical, p50_ns);
}

void outcome_add(struct outcome *into, const struct outcome *next)
{
    if (!into->error[0]) {
        into->refused = next->refused;
        into->error_code = next->error_code;
        text_copy(into->error, sizeof(into->error), next->error);
    }
    into->interrupted = into->interrupted || next->interrupted;
    into->failed_rounds += next->failed_rounds;
    figures_add(&into->figures, &next->figures);
    typical_add(into, next);
    into->stuck_calls = next->stuck_calls;
    into->stuck_ns = next->stuck_ns;
    into->unfinished = next->unfinished;
    into->backlog = next->backlog;
    into->has_risk = next->has_risk;
    into->risk = next->risk;
    keep_larger(&into->risk_most.records, next->risk_most.records);
    keep_larger(&into->risk_most.bytes, next->risk_most.bytes);
    keep_larger(&into->risk_most.ns, next->risk_most.ns);
    for (int i = 0; i < CAUSES; i++)
        into->causes[i] += next->causes[i];
}
