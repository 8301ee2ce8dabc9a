/* stuck.c: see stuck.h. Times are the snapshots' own. */
#include "app/stuck.h"

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

uint64_t stuck_patience_ns(struct history *history)
{
    const struct snapshot *s = history_latest(history);
    const struct histogram *latency = &history_figures(history, WINDOW_ALL)->latency;
    uint64_t longest_ns = latency->count ? latency->max_ns : 0;
    uint64_t delay_ns = s && s->config.uses_delay ? s->config.delay_ns : 0;

    return larger(STUCK_LEAST_NS, SNAPSHOT_SLOW_FACTOR * longest_ns) + delay_ns;
}

bool stuck_now(struct history *history, uint64_t waited_ns)
{
    const struct snapshot *s = history_latest(history);
    uint64_t patience_ns = stuck_patience_ns(history);

    if (!s || waited_ns < STUCK_LEAST_NS)
        return false;
    if (s->calls)
        return s->call_ns >= patience_ns;
    return !s->in_flight && waited_ns >= patience_ns;
}

/* None begins after the load was told to end, so each of them has lasted for as long as that is
 * ago.
 */
static struct unfinished unfinished_of(const struct snapshot *s, uint64_t waited_ns)
{
    return (struct unfinished){
        .rounds = s->in_flight,
        .oldest_ns = larger(s->oldest_ns, waited_ns),
        .least_ns = waited_ns,
    };
}

void stuck_tell(struct run_result *result, uint64_t waited_ns)
{
    const struct snapshot *s = history_latest(result->history);

    if (!s || !s->calls)
        return;
    result->stuck_calls = s->calls;
    result->stuck_ns = s->call_ns;
    if (s->in_flight)
        result->unfinished = unfinished_of(s, waited_ns);
    /* A file that is started anew hangs outside of any round: nobody is counted twice. */
    result->behind_stuck = s->in_flight > s->calls ? s->in_flight - s->calls : 0;
}
