/* strategy_group.c: plain group commit: the leader never waits.
 *
 * What queues while a batch is with the disk is the next batch: about half of the writers, since
 * the other half is in the first. */
#include "engine/group.h"
#include "engine/strategies.h"

static const struct group_policy plain = {.company = NULL};

static int create(const struct strategy_setup *setup, void **state, struct err *err)
{
    return group_create(setup, &plain, state, err);
}

const struct strategy strategy_group = {
    .about =
        {
            .name = "group",
            .group = "one sync for many",
            .line = "whoever finds the disk idle leads: one write and one sync for all that queued",
            .used_by = "InnoDB, PostgreSQL (commit_delay = 0), RocksDB, etcd",
            .durable = true,
        },
    .create = create,
    .destroy = group_destroy,
    .commit = group_commit,
    .end = group_end,
};
