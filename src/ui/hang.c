/* hang.c: see hang.h. What a moment's time is given to goes by the same order as when it is looked
 * at: the disk's work before waits, flushes before data before metadata. */
#include "ui/hang.h"

#include <stddef.h>

/* Still in the queue: the time at which the disk took it is that of the look. */
static bool is_queued(const struct span *span)
{
    return span->begun_ns > span->from_ns && span->begun_ns == span->to_ns;
}

static bool is_open(const struct inside *inside, enum span_kind kind, bool queued)
{
    for (unsigned i = 0; i < inside->span_count && i < INSIDE_SPANS; i++) {
        const struct span *span = &inside->span[i];
        if (span->open && span->kind == kind && is_queued(span) == queued)
            return true;
    }
    return false;
}

bool hang_is_frozen(const struct inside *inside)
{
    return inside->cause == CAUSE_FROZEN || inside->ns[SHARE_FROZEN] > 0;
}

/* What the time since the look goes to. */
static enum share share_open(const struct inside *inside)
{
    static const struct {
        enum span_kind kind;
        bool queued;
        enum share share;
    } order[] = {
        {SPAN_FLUSH, false, SHARE_FLUSH},  {SPAN_DATA, false, SHARE_DATA},
        {SPAN_META, false, SHARE_META},    {SPAN_DATA, true, SHARE_QUEUE},
        {SPAN_META, true, SHARE_QUEUE},    {SPAN_FLUSH, true, SHARE_QUEUE},
        {SPAN_READY, false, SHARE_READY},  {SPAN_JOURNAL, false, SHARE_JOURNAL},
        {SPAN_OTHER, false, SHARE_OTHERS},
    };
    if (hang_is_frozen(inside))
        return SHARE_FROZEN;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (is_open(inside, order[i].kind, order[i].queued))
            return order[i].share;
    return SHARE_UNNAMED;
}

static void lengthen(struct span *span, uint64_t by_ns)
{
    if (!span->open)
        return;
    if (is_queued(span))
        span->begun_ns += by_ns;
    span->to_ns += by_ns;
}

uint64_t hang_count_up(struct inside_round *seen, uint64_t age_ns)
{
    const uint64_t looked_ns = seen->round.latency_ns;
    const uint64_t since_ns = age_ns > looked_ns ? age_ns - looked_ns : 0;
    const bool fresh = since_ns <= HANG_FRESH_NS;
    struct inside *inside = &seen->inside;
    seen->round.latency_ns += since_ns;
    inside->ns[fresh ? share_open(inside) : SHARE_UNNAMED] += since_ns;
    for (unsigned i = 0; fresh && i < inside->span_count && i < INSIDE_SPANS; i++)
        lengthen(&inside->span[i], since_ns);
    return since_ns;
}
