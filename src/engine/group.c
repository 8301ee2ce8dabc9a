/* group.c: group commit: a leader takes the whole queue, one write, one sync.
 *
 * A writer queues its record, and then, until that is durable, either leads (when nobody does) or
 * sleeps. Sleeping writers of one batch share a futex, so that all of them are woken with one call.
 * A leader that is done first wakes one of the next batch, which finds nobody leading: the disk is
 * busy again while this batch's writers wake. Since it does not matter which of them that is, and
 * since slots are used again, a wake-up says nothing: each writer looks at `durable` itself.
 *
 * When a write or sync fails, every record of that batch fails and the group is broken for good:
 * what is queued is called off unwritten, since nothing can be said about the file any more. At the
 * end of the load it is, too: a batch that is with the disk is waited for, and no other. */
#include "engine/group.h"

#include <errno.h>
#include <stdlib.h>

#include "engine/strategies.h"
#include "sys/clock.h"
#include "sys/futex.h"

static const uint64_t NO_BATCH = UINT64_MAX;

int group_create(const struct strategy_setup *setup, const struct group_policy *policy,
                 void **state, struct err *err)
{
    const struct config *config = setup->config;
    size_t bytes = sizeof(struct group) + config->writers * sizeof(struct member);
    struct group *g = aligned_alloc(64, (bytes + 63) / 64 * 64);
    struct payload *batch = calloc(config->writers, sizeof *batch);
    if (!g || !batch) {
        free(g);
        free(batch);
        return err_set(err, ENOMEM, "no memory for %u writers", config->writers);
    }
    *g = (struct group){.policy = policy,
                        .sink = setup->sink,
                        .delay_ns = config->delay_ns,
                        .siblings = config->siblings,
                        .expected = 1,
                        .batch = batch};
    g->tail = &g->first;
    pthread_mutex_init(&g->lock, NULL);
    for (uint32_t i = 0; i < config->writers; i++)
        g->member[i] = (struct member){0};
    *state = g;
    return 0;
}

void group_destroy(void *state)
{
    struct group *g = state;
    pthread_mutex_destroy(&g->lock);
    free(g->batch);
    free(g);
}

unsigned group_queued(void *state)
{
    struct group *g = state;
    pthread_mutex_lock(&g->lock);
    unsigned queued = g->queued;
    pthread_mutex_unlock(&g->lock);
    return queued;
}

unsigned group_expected(void *state)
{
    struct group *g = state;
    pthread_mutex_lock(&g->lock);
    unsigned expected = g->expected;
    pthread_mutex_unlock(&g->lock);
    return expected;
}

static struct slot *slot_of(struct group *g, uint64_t batch)
{
    return &g->slot[batch % GROUP_SLOTS];
}

atomic_uint *group_turns(struct group *g, const struct member *me)
{
    return &slot_of(g, me->batch)->turns;
}

/* After what the woken are to see has been stored. */
static void wake(struct group *g, uint64_t batch, int count)
{
    atomic_uint *turns = &slot_of(g, batch)->turns;
    atomic_fetch_add_explicit(turns, 1, memory_order_release);
    futex_wake(turns, count);
}

/* Locked. */
static void append(struct group *g, struct member *me)
{
    me->next = NULL;
    me->batch = g->collecting;
    *g->tail = me;
    g->tail = &me->next;
    g->queued++;
}

/* Queues ME and tells whether it leads. STRATEGY_CALLED_OFF when the group is broken. */
static int enqueue(struct group *g, struct member *me, bool *leads, bool *took_over)
{
    pthread_mutex_lock(&g->lock);
    bool broken = atomic_load_explicit(&g->broken, memory_order_relaxed);
    if (!broken) {
        append(g, me);
        *took_over = g->led && g->policy->takes_over && g->policy->takes_over(g);
        *leads = !g->led || *took_over;
        g->led = true;
    }
    pthread_mutex_unlock(&g->lock);
    return broken ? STRATEGY_CALLED_OFF : 0;
}

/* The rule. */
static bool is_durable(struct group *g, const struct member *me)
{
    return atomic_load_explicit(&g->durable, memory_order_acquire) > me->batch;
}

/* Who is not durable is queued, if nobody leads. Asked again under the lock: a leader that was done
 * since then has left a queue that ME is not in, and ME would lead it under its old batch's number.
 */
static bool claim_lead(struct group *g, const struct member *me)
{
    pthread_mutex_lock(&g->lock);
    bool leads = !g->led && g->first && !is_durable(g, me);
    if (leads)
        g->led = true;
    pthread_mutex_unlock(&g->lock);
    return leads;
}

static struct member *take_queue(struct group *g, struct batch_times *times)
{
    pthread_mutex_lock(&g->lock);
    struct member *taken = g->first;
    g->first = NULL;
    g->tail = &g->first;
    g->queued = 0;
    g->collecting++;
    times->free_ns = g->free_ns;
    times->company_ns = g->company_ns;
    times->asked_ns = g->asked_ns;
    g->company_ns = g->asked_ns = 0;
    pthread_mutex_unlock(&g->lock);
    return taken;
}

/* All that are queued learn of it, too: they will not be written. */
static void break_off(struct group *g, uint64_t batch, int rc)
{
    pthread_mutex_lock(&g->lock);
    g->broken_batch = batch;
    g->error = rc;
    atomic_store_explicit(&g->broken, true, memory_order_release);
    pthread_mutex_unlock(&g->lock);
    for (uint64_t i = 0; i < GROUP_SLOTS; i++)
        wake(g, i, FUTEX_ALL);
}

/* The load is being ended: who is queued will not be written, and that is no failure. */
static void call_off(struct group *g)
{
    break_off(g, NO_BATCH, 0);
}

/* The batch is durable: from here on its members belong to their writers again. */
static void settle(struct group *g, uint64_t batch, uint32_t count, const struct sink_times *times)
{
    pthread_mutex_lock(&g->lock);
    if (g->policy->learn)
        g->policy->learn(g, count, times->end_ns - times->begin_ns);
    g->free_ns = times->end_ns;
    g->led = false;
    bool heirs = g->first != NULL;
    uint64_t next = g->collecting;
    atomic_store_explicit(&g->durable, batch + 1, memory_order_release);
    pthread_mutex_unlock(&g->lock);
    if (heirs)
        wake(g, next, 1); /* the disk first */
    if (count > 1)
        wake(g, batch, FUTEX_ALL);
}

/* Leads the batch that ME is in. Returns the number of records in it; 0 when another writer has
 * taken the lead over. */
static uint32_t lead(struct group *g, struct member *me, bool wait)
{
    if (wait && g->policy->company && !g->policy->company(g, me))
        return 0;
    if (atomic_load_explicit(&g->sink->ending, memory_order_relaxed)) {
        call_off(g);
        return 0;
    }
    struct batch_times times;
    struct member *taken = take_queue(g, &times);
    uint64_t batch = me->batch;
    uint32_t count = 0, records = 0;
    for (struct member *m = taken; m; m = m->next) {
        records += m->payload.records;
        g->batch[count++] = m->payload;
    }
    int rc = sink_commit(g->sink, (uint32_t)(me - g->member), g->batch, count, 0, &times.sink);
    if (rc) {
        break_off(g, batch, rc);
        return records;
    }
    for (struct member *m = taken; m; m = m->next)
        m->times = times;
    settle(g, batch, count, &times.sink);
    return records;
}

static bool is_broken(struct group *g)
{
    return atomic_load_explicit(&g->broken, memory_order_acquire);
}

/* Leads or sleeps until ME's record is durable, or will not be. Returns the records that it led. */
static uint32_t see_through(struct group *g, struct member *me, bool leads, bool took_over)
{
    atomic_uint *turns = group_turns(g, me);
    uint32_t led = leads ? lead(g, me, !took_over) : 0;
    for (;;) {
        unsigned seen = atomic_load_explicit(turns, memory_order_acquire);
        if (is_durable(g, me) || is_broken(g))
            return led;
        if (claim_lead(g, me))
            led = lead(g, me, true);
        else
            futex_wait(turns, seen);
    }
}

bool group_is_ending(const struct group *g)
{
    return atomic_load_explicit(&g->ended, memory_order_acquire);
}

/* A leader sleeps on `ended` for the delay, or on its batch's word until others come. */
void group_end(void *state)
{
    struct group *g = state;
    atomic_store_explicit(&g->ended, 1, memory_order_release);
    futex_wake(&g->ended, FUTEX_ALL);
    for (uint64_t i = 0; i < GROUP_SLOTS; i++)
        wake(g, i, FUTEX_ALL);
}

static int outcome(struct group *g, const struct member *me)
{
    if (is_durable(g, me))
        return 0;
    return me->batch == g->broken_batch ? g->error : STRATEGY_CALLED_OFF;
}

static uint64_t since(uint64_t later_ns, uint64_t earlier_ns)
{
    return later_ns > earlier_ns ? later_ns - earlier_ns : 0;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* What is neither queue nor delay nor the calls is the hand-over: from a disk that was free until a
 * leader wrote, and from its sync until this writer ran again. */
static void split(struct round *round, const struct batch_times *t)
{
    uint64_t start_ns = round->start_ns, wait_ns = since(t->sink.begin_ns, start_ns);
    struct split *s = &round->split;
    s->write_ns = round_timed(t->sink.write_ns);
    s->sync_ns = round_timed(t->sink.sync_ns);
    s->queue_ns = since(t->free_ns, start_ns);
    if (s->queue_ns > wait_ns)
        s->queue_ns = wait_ns;
    if (t->company_ns)
        s->delay_ns = since(t->sink.begin_ns, later(t->company_ns, start_ns + s->queue_ns));
    s->leader_ns = since(round->latency_ns, s->queue_ns + s->delay_ns + s->write_ns + s->sync_ns);
}

static void fill(struct round *round, const struct batch_times *t)
{
    /* Read at the return: a leader's wait includes waking the others. */
    round->latency_ns = clock_now_ns() - round->start_ns;
    round->write_ns = t->sink.write_ns;
    round->sync_ns = t->sink.sync_ns;
    round->synced_ns = t->sink.end_ns;
    round->disk = t->sink.disk;
    split(round, t);
    if (!round->led || !t->company_ns)
        return;
    round->delay_asked_ns = t->asked_ns;
    round->delay_reached_ns = since(t->sink.begin_ns, t->company_ns);
}

int group_commit(void *state, uint32_t writer, const struct payload *payload, struct round *round)
{
    struct group *g = state;
    struct member *me = &g->member[writer];
    bool leads = false, took_over = false;
    me->payload = *payload;
    atomic_fetch_add_explicit(&g->under_way, 1, memory_order_relaxed);
    int rc = enqueue(g, me, &leads, &took_over);
    if (!rc) {
        round->led = see_through(g, me, leads, took_over);
        rc = outcome(g, me);
        if (!rc)
            fill(round, &me->times);
    }
    atomic_fetch_sub_explicit(&g->under_way, 1, memory_order_relaxed);
    return rc;
}
