/* strategy_alone.c: a plain lock around write and sync: every record pays for a sync of its own.
 *
 * The lock is an ordinary mutex and promises nobody a turn: whoever unlocks it is on a processor
 * and often gets it again, so with many writers the median looks fine and the p99 is the others'
 * hunger. That is how this strategy behaves in the field, so nothing here evens it out. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "engine/strategies.h"

struct alone {
    struct sink *sink;
    pthread_mutex_t lock; /* guards the sink and `broken`; a leaf */
    bool broken;          /* a call failed: nothing is written any more */
};

static int alone_create(const struct strategy_setup *setup, void **state, struct err *err)
{
    struct alone *a = calloc(1, sizeof *a);
    if (!a)
        return err_set(err, ENOMEM, "no memory for a lock");
    a->sink = setup->sink;
    pthread_mutex_init(&a->lock, NULL);
    *state = a;
    return 0;
}

static void alone_destroy(void *state)
{
    struct alone *a = state;
    pthread_mutex_destroy(&a->lock);
    free(a);
}

static int commit_locked(struct alone *a, uint32_t writer, const struct payload *payload,
                         uint64_t begin_ns, struct sink_times *times)
{
    if (a->broken || atomic_load_explicit(&a->sink->ending, memory_order_relaxed))
        return STRATEGY_CALLED_OFF;
    int rc = sink_commit(a->sink, writer, payload, 1, begin_ns, times);
    a->broken = rc != 0;
    return rc;
}

static int alone_commit(void *state, uint32_t writer, const struct payload *payload,
                        struct round *round)
{
    struct alone *a = state;
    struct sink_times times;
    uint64_t begin_ns = round->start_ns;
    /* A lock that was free took some 20 ns: the stamp from before it serves for the write, too. */
    if (pthread_mutex_trylock(&a->lock) != 0) {
        pthread_mutex_lock(&a->lock);
        begin_ns = 0;
    }
    int rc = commit_locked(a, writer, payload, begin_ns, &times);
    pthread_mutex_unlock(&a->lock);
    if (!rc)
        sink_fill(round, payload, &times);
    return rc;
}

const struct strategy strategy_alone = {
    .about =
        {
            .name = "alone",
            .group = "one sync a record",
            .line = "a plain lock around write and sync: every writer pays for a sync of its own",
            .used_by = "programs without group commit; SQLite",
            .durable = true,
        },
    .create = alone_create,
    .destroy = alone_destroy,
    .commit = alone_commit,
};
