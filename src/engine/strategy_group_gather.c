/* strategy_group_gather.c: the leader waits until the writers that it expects have queued, and no
 * longer.
 *
 * How many are at work is learned from each batch: those that were in it and those that queued
 * meanwhile, for nobody can be both. So a new writer is expected from its first record on, and one
 * that stops coming costs one wait, which is bounded by what a sync takes of late. A writer that is
 * alone waits for nobody.
 *
 * The last that is expected does not wake the leader: it is running already, so it takes the lead
 * over, and the other sleeps on as one of the batch. */
#include "engine/group.h"
#include "engine/strategies.h"
#include "sys/clock.h"
#include "sys/futex.h"

/* Of a recent sync's time, in percent: the longest wait. A batch that is complete saves the others
 * a sync, so to wait for as long as one takes is the most that can pay. */
enum { BOUND_PERCENT = 75, RECENT_WEIGHT = 8 };

static bool is_complete(const struct group *g)
{
    return g->queued >= g->expected;
}

/* Whether to wait, and until when. */
static bool begin(struct group *g, struct member *me, uint64_t *until_ns)
{
    pthread_mutex_lock(&g->lock);
    bool waits = !is_complete(g) && g->recent_ns;
    if (waits) {
        g->company_ns = clock_now_ns();
        g->asked_ns = g->recent_ns * BOUND_PERCENT / 100;
        *until_ns = g->company_ns + g->asked_ns;
        g->gatherer = me;
    }
    pthread_mutex_unlock(&g->lock);
    return waits;
}

/* Whether ME still leads, now that it wants to wait no longer if END. */
static bool still_leads(struct group *g, const struct member *me, bool end)
{
    pthread_mutex_lock(&g->lock);
    bool leads = g->gatherer == me;
    if (leads && end)
        g->gatherer = NULL;
    pthread_mutex_unlock(&g->lock);
    return leads;
}

static bool gather(struct group *g, struct member *me)
{
    uint64_t until_ns;
    atomic_uint *turns = group_turns(g, me);
    if (!begin(g, me, &until_ns))
        return true;
    for (;;) {
        unsigned seen = atomic_load_explicit(turns, memory_order_acquire);
        if (!still_leads(g, me, false))
            return false;
        if (group_is_ending(g) || !futex_wait_until(turns, seen, until_ns))
            return still_leads(g, me, true);
    }
}

static bool take_over(struct group *g)
{
    if (!g->gatherer || !is_complete(g))
        return false;
    g->gatherer = NULL;
    return true;
}

static void learn(struct group *g, uint32_t count, uint64_t sync_ns)
{
    uint64_t before_ns = g->recent_ns;
    g->expected = count + g->queued;
    /* One freeze must not raise the bound for long. */
    if (before_ns && sync_ns > 4 * before_ns)
        sync_ns = 4 * before_ns;
    g->recent_ns =
        before_ns ? (before_ns * (RECENT_WEIGHT - 1) + sync_ns) / RECENT_WEIGHT : sync_ns;
}

static const struct group_policy gathering = {
    .company = gather, .takes_over = take_over, .learn = learn};

static int create(const struct strategy_setup *setup, void **state, struct err *err)
{
    return group_create(setup, &gathering, state, err);
}

const struct strategy strategy_group_gather = {
    .about =
        {
            .name = "group+gather",
            .group = "one sync for many",
            .line = "as group, but the leader waits, within a bound, until the writers that it "
                    "expects have queued",
            .used_by = "MySQL binlog_group_commit_sync_no_delay_count, in spirit",
            .durable = true,
        },
    .create = create,
    .destroy = group_destroy,
    .commit = group_commit,
    .end = group_end,
};
