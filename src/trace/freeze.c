/* freeze.c: it is seen only while a round hangs, a few times a second: between two such moments it
 * is taken to last. */
#include "trace/freeze.h"

/* How long a freeze that was seen is one still, unseen: three intervals. */
static const uint64_t thaw_ns = 300000000;

void freeze_seen(struct freeze *f, const struct round *round, uint64_t now_ns)
{
    if (now_ns > f->to_ns + thaw_ns)
        f->from_ns = round->start_ns;
    f->to_ns = now_ns;
}

bool freeze_covers(const struct freeze *f, const struct round *round)
{
    return f->to_ns > round->start_ns && f->from_ns < round->start_ns + round->latency_ns;
}
