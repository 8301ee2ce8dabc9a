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
