/* strategy_group.c: group commit: the leader takes the whole queue, one write, one sync.
 *
 * A writer that finds nobody leading leads. It takes all that is queued, its own record first,
 * writes and syncs it, tells every writer of that batch, and hands the lead to the first writer
 * that queued meanwhile. The others sleep, each on a semaphore of its own, so that nobody wakes
 * whose record is not durable yet.
 *
 * The rule that makes it right: each record has a ticket, in queue order; `durable` is the first
 * ticket that no finished sync contained; a writer goes on only once `durable` > its ticket. "A
 * sync has just finished" is not enough: it may have begun before the record was written.
 *
 * When a write or sync fails, every record of that batch fails and the group is broken for good:
 * what is queued is called off unwritten, since nothing can be said about the file any more.
 *
 * group+delay is the same with a leader that first sleeps for a while, if enough other writers are
 * under way to make it worth while (PostgreSQL's commit_delay and commit_siblings). */
#include <pthread.h>
#include <semaphore.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "engine/strategies.h"
#include "sys/clock.h"

/* One writer's place in the group. Between queueing and waking it belongs to the leader. */
struct member {
    alignas(64) sem_t turn; /* posted once per round: settled, or chosen to lead */
    struct member *next;
    struct payload payload;
    uint64_t ticket;
    bool chosen; /* leads the next batch, in which its record is the first */
    int error;
    struct sink_times times; /* of the sync that carried the record */
};

struct group {
    struct sink *sink;
    uint64_t delay_ns; /* 0: plain group commit */
    uint32_t siblings;
    _Atomic uint64_t durable; /* tickets below this one are durable */
    atomic_uint under_way;    /* writers in a round */
    pthread_mutex_t lock;     /* guards what follows; a leaf */
    struct member *first;     /* queue, oldest first */
    struct member **tail;
    uint64_t next_ticket;
    bool led; /* somebody leads or is chosen to */
    bool broken;
    struct payload *batch; /* room for all writers; the leader's alone */
    struct member member[];
};

static struct group *group_new(const struct config *config, struct sink *sink, uint64_t delay_ns)
{
    size_t bytes = sizeof(struct group) + config->writers * sizeof(struct member);
    struct group *g = aligned_alloc(64, (bytes + 63) / 64 * 64);
    struct payload *batch = calloc(config->writers, sizeof *batch);
    if (!g || !batch) {
        free(g);
        free(batch);
        return NULL;
    }
    *g = (struct group){
        .sink = sink, .delay_ns = delay_ns, .siblings = config->siblings, .batch = batch};
    g->tail = &g->first;
    pthread_mutex_init(&g->lock, NULL);
    for (uint32_t i = 0; i < config->writers; i++) {
        g->member[i] = (struct member){0};
        sem_init(&g->member[i].turn, 0, 0);
    }
    return g;
}

static void *group_create(const struct config *config, struct sink *sink)
{
    return group_new(config, sink, 0);
}

static void *group_delay_create(const struct config *config, struct sink *sink)
{
    return group_new(config, sink, config->delay_ns);
}

static void group_destroy(void *state)
{
    struct group *g = state;
    pthread_mutex_destroy(&g->lock);
    free(g->batch);
    free(g); /* an idle semaphore of this kind holds nothing (sem_destroy(3)) */
}

/* Queues ME and tells whether it leads. STRATEGY_CALLED_OFF when the group is broken. */
static int enqueue(struct group *g, struct member *me, bool *leads)
{
    pthread_mutex_lock(&g->lock);
    bool broken = g->broken;
    if (!broken) {
        me->ticket = g->next_ticket++;
        *g->tail = me;
        g->tail = &me->next;
        *leads = !g->led;
        g->led = true;
    }
    pthread_mutex_unlock(&g->lock);
    return broken ? STRATEGY_CALLED_OFF : 0;
}

static struct member *take_queue(struct group *g)
{
    pthread_mutex_lock(&g->lock);
    struct member *taken = g->first;
    g->first = NULL;
    g->tail = &g->first;
    pthread_mutex_unlock(&g->lock);
    return taken;
}

unsigned group_queued(void *state)
{
    struct group *g = state;
    unsigned count = 0;
    pthread_mutex_lock(&g->lock);
    for (const struct member *m = g->first; m; m = m->next)
        count++;
    pthread_mutex_unlock(&g->lock);
    return count;
}

static void wait_for_company(struct group *g)
{
    unsigned others = atomic_load_explicit(&g->under_way, memory_order_relaxed) - 1;
    if (g->delay_ns && others >= g->siblings)
        clock_sleep_until(clock_now_ns() + g->delay_ns);
}

/* Gives the lead to the first of the queue, or to nobody. */
static void hand_over(struct group *g)
{
    pthread_mutex_lock(&g->lock);
    struct member *heir = g->first;
    g->led = heir != NULL;
    if (heir)
        heir->chosen = true;
    pthread_mutex_unlock(&g->lock);
    if (heir)
        sem_post(&heir->turn);
}

/* Tells LIST, but for ME, that they are settled. A woken member may queue again at once: its link
 * is read before. */
static void wake(struct member *list, const struct member *me)
{
    while (list) {
        struct member *next = list->next;
        if (list != me)
            sem_post(&list->turn);
        list = next;
    }
}

/* Calls off what is queued and lets nobody in any more. */
static void break_off(struct group *g)
{
    pthread_mutex_lock(&g->lock);
    g->broken = true;
    struct member *queued = g->first;
    g->first = NULL;
    g->tail = &g->first;
    pthread_mutex_unlock(&g->lock);
    for (struct member *m = queued; m; m = m->next)
        m->error = STRATEGY_CALLED_OFF;
    wake(queued, NULL);
}

static void settle(struct group *g, struct member *taken, struct member *me, int rc,
                   const struct sink_times *times)
{
    uint64_t last = 0;
    for (struct member *m = taken; m; m = m->next) {
        m->error = rc;
        m->times = *times;
        last = m->ticket;
    }
    if (rc) {
        break_off(g);
    } else {
        atomic_store_explicit(&g->durable, last + 1, memory_order_release);
        /* The disk first: the next batch is on its way while this one's writers wake. */
        hand_over(g);
    }
    wake(taken, me);
}

/* Leads one batch; returns the number of records in it. */
static uint32_t lead(struct group *g, struct member *me)
{
    wait_for_company(g);
    struct member *taken = take_queue(g);
    struct sink_times times;
    uint32_t count = 0, records = 0;
    for (struct member *m = taken; m; m = m->next) {
        records += m->payload.records;
        g->batch[count++] = m->payload;
    }
    int rc = sink_commit(g->sink, g->batch, count, 0, &times);
    settle(g, taken, me, rc, &times);
    return records;
}

/* Sleeps until settled or chosen; true: chosen. */
static bool await_turn(const struct group *g, struct member *me)
{
    for (;;) {
        while (sem_wait(&me->turn) != 0)
            continue; /* EINTR */
        if (me->chosen)
            return true;
        if (me->error || atomic_load_explicit(&g->durable, memory_order_acquire) > me->ticket)
            return false;
    }
}

static int group_commit(void *state, uint32_t writer, const struct payload *payload,
                        struct round *round)
{
    struct group *g = state;
    struct member *me = &g->member[writer];
    bool leads = false;
    me->next = NULL;
    me->payload = *payload;
    me->chosen = false;
    me->error = 0;
    atomic_fetch_add_explicit(&g->under_way, 1, memory_order_relaxed);
    int rc = enqueue(g, me, &leads);
    if (!rc) {
        leads = leads || await_turn(g, me);
        round->led = leads ? lead(g, me) : 0;
        rc = me->error;
        /* Read at the return: a leader's wait includes waking the others. */
        round->latency_ns = clock_now_ns() - round->start_ns;
        round->write_ns = me->times.write_ns;
        round->sync_ns = me->times.sync_ns;
        round->synced_ns = me->times.end_ns;
        round->disk = me->times.disk;
    }
    atomic_fetch_sub_explicit(&g->under_way, 1, memory_order_relaxed);
    return rc;
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
    .create = group_create,
    .destroy = group_destroy,
    .commit = group_commit,
};

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
    .create = group_delay_create,
    .destroy = group_destroy,
    .commit = group_commit,
};
