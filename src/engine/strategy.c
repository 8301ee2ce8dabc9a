/* strategy.c: the table of strategies. */
#include "engine/strategy.h"

#include <string.h>

#include "engine/strategies.h"

static const struct strategy *const strategies[] = {
    &strategy_alone,       &strategy_fair,         &strategy_private, &strategy_group,
    &strategy_group_delay, &strategy_group_gather, &strategy_async,
};

const struct strategy *strategy_at(size_t i)
{
    return i < sizeof strategies / sizeof strategies[0] ? strategies[i] : NULL;
}

const struct strategy *strategy_find(const char *name)
{
    for (size_t i = 0; strategy_at(i); i++)
        if (strcmp(name, strategy_at(i)->about.name) == 0)
            return strategy_at(i);
    return NULL;
}

const char *strategy_refuses(const struct strategy *strategy, const struct syncmode *mode)
{
    return strategy->refuses ? strategy->refuses(mode) : NULL;
}

void strategy_watch_call(struct strategy_watch *watch, uint64_t since_ns, uint32_t writer)
{
    if (!since_ns || (watch->calls++ && since_ns >= watch->call_since_ns))
        return;
    watch->call_since_ns = since_ns;
    watch->call_writer = writer;
}

void strategy_watch_sink(struct strategy_watch *watch, struct sink *sink)
{
    const uint64_t since_ns = atomic_load_explicit(&sink->calling_ns, memory_order_acquire);
    strategy_watch_call(watch, since_ns, atomic_load_explicit(&sink->caller, memory_order_relaxed));
}

void strategy_watch(const struct strategy *strategy, void *state, struct sink *sink,
                    struct strategy_watch *out)
{
    out->syncs = atomic_load_explicit(&sink->syncs, memory_order_relaxed);
    out->padded_bytes = atomic_load_explicit(&sink->padded, memory_order_relaxed);
    strategy_watch_sink(out, sink);
    strategy_watch_call(out, atomic_load_explicit(&sink->writing_ns, memory_order_relaxed),
                        WRITER_NONE);
    if (strategy->watch)
        strategy->watch(state, out);
}
