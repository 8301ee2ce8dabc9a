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
    return true;
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
}
