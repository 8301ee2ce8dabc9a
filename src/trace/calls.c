/* calls.c: see calls.h. */
#include "trace/calls.h"

#include <stdbool.h>

static uint64_t within(uint64_t ns, uint64_t from_ns, uint64_t to_ns)
{
    return ns < from_ns ? from_ns : ns > to_ns ? to_ns : ns;
}

/* The sync it tells of is an earlier one's, and its write is in its own account alone. */
static bool is_acknowledged_early(const struct round *round)
{
    return round->write_ns == NOT_TIMED && round->split.write_ns;
}

static struct round_calls early_calls(const struct round *round)
{
    const uint64_t end_ns = round->start_ns + round->latency_ns;
    const uint64_t write_ns = round->split.write_ns;
    return (struct round_calls){.write_ns = write_ns < round->latency_ns ? end_ns - write_ns
                                                                         : round->start_ns,
                                .sync_ns = end_ns,
                                .synced_ns = end_ns,
                                .end_ns = end_ns};
}

enum wait_for round_wait_for(const struct round *round)
{
    const struct split *s = &round->split;
    if (s->delay_ns > s->queue_ns && s->delay_ns > s->leader_ns)
        return WAIT_FOR_DELAY;
    if (!is_acknowledged_early(round) && (!round->led || s->leader_ns || s->delay_ns))
        return WAIT_FOR_LEADER;
    return s->queue_ns ? WAIT_FOR_LOCK : WAIT_FOR_EITHER;
}

struct round_calls round_calls(const struct round *round)
{
    const uint64_t start_ns = round->start_ns, end_ns = start_ns + round->latency_ns;
    const uint64_t write_ns = round_timed(round->write_ns), sync_ns = round_timed(round->sync_ns);
    uint64_t synced_ns = round->synced_ns ? round->synced_ns : end_ns;
    synced_ns = within(synced_ns, start_ns, end_ns);
    const uint64_t room_ns = synced_ns - start_ns;
    const uint64_t sync = sync_ns < room_ns ? sync_ns : room_ns;
    const uint64_t write = write_ns < room_ns - sync ? write_ns : room_ns - sync;
    if (is_acknowledged_early(round))
        return early_calls(round);
    return (struct round_calls){.write_ns = synced_ns - sync - write,
                                .sync_ns = synced_ns - sync,
                                .synced_ns = synced_ns,
                                .end_ns = end_ns};
}
