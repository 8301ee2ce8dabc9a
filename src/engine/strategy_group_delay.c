/* strategy_group_delay.c: the leader first sleeps for a while, so that more records join its sync,
 * if enough other writers are under way to make it worth while (PostgreSQL's commit_delay and
 * commit_siblings). It sleeps that long whether they come or not,
 * and only the end of the load wakes it before. */
#include "engine/group.h"
#include "engine/strategies.h"
#include "sys/clock.h"
#include "sys/futex.h"

static bool sleep_for_company(struct group *g, struct member *me)
{
    (void)me;
    unsigned others = atomic_load_explicit(&g->under_way, memory_order_relaxed) - 1;
    if (!g->delay_ns || others < g->siblings)
        return true;
    uint64_t now_ns = clock_now_ns();
    pthread_mutex_lock(&g->lock);
    g->company_ns = now_ns;
    g->asked_ns = g->delay_ns;
    pthread_mutex_unlock(&g->lock);
    while (!group_is_ending(g) && futex_wait_until(&g->ended, 0, now_ns + g->delay_ns))
        continue;
    return true;
}

static const struct group_policy delayed = {.company = sleep_for_company};

static int create(const struct strategy_setup *setup, void **state, struct err *err)
{
    return group_create(setup, &delayed, state, err);
}

const struct strategy strategy_group_delay = {
    .about =
        {
            .name = "group+delay",
            .group = "one sync for many",
            .line = "as group, but the leader waits a little so that more records join its sync",
            .used_by = "PostgreSQL commit_delay with commit_siblings, "
                       "MySQL binlog_group_commit_sync_delay",
            .durable = true,
            .uses_delay = true,
            .uses_siblings = true,
        },
    .create = create,
    .destroy = group_destroy,
    .commit = group_commit,
    .end = group_end,
};
