/* strategy_fair.c: as alone, with a lock that serves in the order in which writers came.
 *
 * Whoever unlocks it hands it to the first that waits, and wakes that one alone. So with N writers
 * each waits for about N syncs, the unlucky one too; what it costs is that the disk idles while the
 * next one wakes. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdlib.h>

#include "engine/strategies.h"

struct waiter {
    alignas(64) sem_t turn;
    struct waiter *next;
};

struct fair {
    struct sink *sink;    /* and `broken`: of whoever holds the lock */
    bool broken;          /* a call failed: nothing is written any more */
    pthread_mutex_t lock; /* guards what follows; a leaf */
    bool held;
    struct waiter *first; /* queue, oldest first */
    struct waiter **tail;
    struct waiter waiter[]; /* one a writer */
};

static int fair_create(const struct strategy_setup *setup, void **state, struct err *err)
{
    uint32_t writers = setup->config->writers;
    size_t bytes = sizeof(struct fair) + writers * sizeof(struct waiter);
    struct fair *f = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!f)
        return err_set(err, ENOMEM, "no memory for %u writers", writers);
    *f = (struct fair){.sink = setup->sink};
    f->tail = &f->first;
    pthread_mutex_init(&f->lock, NULL);
    for (uint32_t i = 0; i < writers; i++)
        sem_init(&f->waiter[i].turn, 0, 0);
    *state = f;
    return 0;
}

static void fair_destroy(void *state)
{
    struct fair *f = state;
    pthread_mutex_destroy(&f->lock);
    free(f); /* an idle semaphore of this kind holds nothing (sem_destroy(3)) */
}

unsigned fair_queued(void *state)
{
    struct fair *f = state;
    unsigned count = 0;
    pthread_mutex_lock(&f->lock);
    for (const struct waiter *w = f->first; w; w = w->next)
        count++;
    pthread_mutex_unlock(&f->lock);
    return count;
}

/* Returns whether ME had to wait for it. */
static bool take_turn(struct fair *f, struct waiter *me)
{
    pthread_mutex_lock(&f->lock);
    bool waits = f->held;
    if (waits) {
        me->next = NULL;
        *f->tail = me;
        f->tail = &me->next;
    }
    f->held = true;
    pthread_mutex_unlock(&f->lock);
    while (waits && sem_wait(&me->turn) != 0)
        continue; /* EINTR */
    return waits;
}

/* The lock stays held when it is handed on: nobody who comes just now can slip in between. */
static void pass_on(struct fair *f)
{
    pthread_mutex_lock(&f->lock);
    struct waiter *next = f->first;
    if (next) {
        f->first = next->next;
        if (!f->first)
            f->tail = &f->first;
    }
    f->held = next != NULL;
    pthread_mutex_unlock(&f->lock);
    if (next)
        sem_post(&next->turn);
}

static int fair_commit(void *state, uint32_t writer, const struct payload *payload,
                       struct round *round)
{
    struct fair *f = state;
    struct sink_times times;
    /* As in alone: a lock that was free needs no stamp of its own. */
    uint64_t begin_ns = take_turn(f, &f->waiter[writer]) ? 0 : round->start_ns;
    bool ending = atomic_load_explicit(&f->sink->ending, memory_order_relaxed);
    int rc = f->broken || ending ? STRATEGY_CALLED_OFF
                                 : sink_commit(f->sink, writer, payload, 1, begin_ns, &times);
    if (rc)
        f->broken = true;
    pass_on(f);
    if (!rc)
        sink_fill(round, payload, &times);
    return rc;
}

const struct strategy strategy_fair = {
    .about =
        {
            .name = "fair",
            .group = "one sync a record",
            .line = "as alone, with a first-come-first-served lock: nobody waits for more than a "
                    "turn of all others",
            .used_by = "programs with a ticket lock or a queue in front of the log",
            .durable = true,
        },
    .create = fair_create,
    .destroy = fair_destroy,
    .commit = fair_commit,
};
