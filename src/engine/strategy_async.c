/* strategy_async.c: acknowledges as soon as the record is with the kernel; a thread of its own
 * syncs what was written, once every delay. NOT DURABLE: what was acknowledged since the last sync
 * began is lost with the power, and `risk` says how much that is.
 *
 * The syncing thread sleeps while nothing is at risk, and syncs early when much is; who would raise
 * the risk beyond its bound waits. A sync that fails comes long after the records that it was for
 * were acknowledged: that is how it is in the field, too. It ends the run. At the end nothing is
 * synced once more, since the file goes away; but a sync that is under way is waited for.
 *
 * Two locks: `file` is held over a write, by writers alone; `lock` guards the account and is never
 * held over a call of the kernel, so whoever watches or ends the load waits for no disk. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/prctl.h>

#include "engine/sink_apart.h"
#include "engine/strategies.h"
#include "sys/clock.h"
#include "sys/thread.h"

enum {
    STACK_BYTES = 128 << 10,
    /* At risk: from the first on a sync begins early, at the second writers wait. So neither a
     * power cut nor the end of the run, which waits for a sync, is about more than this. */
    EARLY_BYTES = 16 << 20,
    MOST_BYTES = 32 << 20,
};

struct async {
    struct sink *sink;
    struct strategy_events events;
    uint64_t delay_ns, record_bytes;
    uint32_t batch;
    pthread_t syncer;
    pthread_mutex_t file; /* guards the sink's file; taken before `lock` */
    pthread_mutex_t lock; /* guards what follows; a leaf */
    pthread_cond_t changed;
    pthread_cond_t room; /* for more at risk */
    bool ending;
    bool gone;                 /* the syncing thread */
    bool broken;               /* a call failed: nothing is written any more */
    uint64_t pending, syncing; /* records since the last sync began, and in it */
    uint64_t pending_since_ns, syncing_since_ns;
    struct risk most;
    uint64_t failed_rounds; /* acknowledged, and then their sync failed; not yet told */
    struct histogram sync;  /* of the syncing thread, not yet told */
    struct sharing sharing;
};

/* Locked. */
static struct risk risk_at(const struct async *a, uint64_t now_ns)
{
    uint64_t records = a->pending + a->syncing;
    uint64_t since_ns = a->syncing ? a->syncing_since_ns : a->pending_since_ns;
    if (!records)
        return (struct risk){0};
    return (struct risk){.records = records,
                         .bytes = records * a->record_bytes,
                         .ns = now_ns > since_ns ? now_ns - since_ns : 0};
}

/* Locked. Each of the three on its own: the most of one need not be the most of another. */
static void note_risk(struct async *a, const struct risk *risk)
{
    struct risk *most = &a->most;
    most->records = risk->records > most->records ? risk->records : most->records;
    most->bytes = risk->bytes > most->bytes ? risk->bytes : most->bytes;
    most->ns = risk->ns > most->ns ? risk->ns : most->ns;
}

/* Locked. */
static bool is_over(const struct async *a)
{
    return a->ending || a->broken;
}

/* Locked. The first call that fails ends it, and is the one that is told. */
static bool break_off(struct async *a, const char *call)
{
    if (a->broken)
        return false;
    a->broken = true;
    a->sink->failed_call = call;
    pthread_cond_broadcast(&a->changed);
    pthread_cond_broadcast(&a->room);
    return true;
}

/* Locked. */
static bool is_much(const struct async *a)
{
    return a->pending * a->record_bytes >= EARLY_BYTES;
}

/* Locked. Sleeps until DUE_NS: true then; false earlier, when much is at risk or at the end. */
static bool wait_for_due(struct async *a, uint64_t due_ns)
{
    const struct timespec due = clock_timespec(due_ns);
    while (!is_over(a) && !is_much(a)) {
        if (clock_now_ns() >= due_ns)
            return true;
        pthread_cond_timedwait(&a->changed, &a->lock, &due);
    }
    return false;
}

/* Locked. */
static void note_sync(struct async *a, const struct sink_times *times, uint64_t asked_ns,
                      uint64_t reached_ns)
{
    const struct round sync = {.sync_ns = times->sync_ns,
                               .led = (uint32_t)a->syncing,
                               .delay_asked_ns = asked_ns,
                               .delay_reached_ns = reached_ns};
    histogram_add(&a->sync, times->sync_ns);
    sharing_note(&a->sharing, &sync);
}

/* Locked, released while the disk works. DELAYED: it waited for the delay, counted from FROM_NS.
 * 0, or -errno when it is this failure that ends the run. */
static int sync_once(struct async *a, uint64_t from_ns, bool delayed, struct sink_times *times)
{
    a->syncing = a->pending;
    a->syncing_since_ns = a->pending_since_ns;
    a->pending = 0;
    pthread_mutex_unlock(&a->lock);
    int rc = sink_sync(a->sink, times);
    pthread_mutex_lock(&a->lock);
    const struct risk risk = risk_at(a, times->end_ns);
    note_risk(a, &risk);
    if (rc) { /* the records stay at risk: what became of them is not known */
        a->failed_rounds += a->syncing / a->batch;
        return break_off(a, a->sink->mode->sync_call) ? rc : 0;
    }
    note_sync(a, times, delayed ? a->delay_ns : 0, delayed ? times->begin_ns - from_ns : 0);
    a->syncing = 0;
    pthread_cond_broadcast(&a->room);
    return 0;
}

/* Locked, but while it sleeps or syncs. Returns as sync_once does. */
static int sync_until_over(struct async *a)
{
    struct sink_times times;
    uint64_t begin_ns = 0;
    int rc = 0;
    while (!is_over(a)) {
        bool idle = !a->pending || !begin_ns;
        while (!is_over(a) && !a->pending)
            pthread_cond_wait(&a->changed, &a->lock);
        /* After a rest the delay counts from the first record. */
        uint64_t from_ns = idle ? a->pending_since_ns : begin_ns;
        /* A sync that took longer than the delay leaves none to wait for. */
        bool waits = idle || clock_now_ns() < from_ns + a->delay_ns;
        bool delayed = wait_for_due(a, from_ns + a->delay_ns) && waits;
        if (is_over(a))
            break;
        rc = sync_once(a, from_ns, delayed, &times);
        begin_ns = times.begin_ns;
    }
    return rc;
}

static void *syncer_main(void *arg)
{
    struct async *a = arg;
    prctl(PR_SET_TIMERSLACK, 1UL); /* as in worker.c */
    pthread_mutex_lock(&a->lock);
    int rc = sync_until_over(a);
    a->gone = true;
    pthread_mutex_unlock(&a->lock);
    if (a->events.changed)
        a->events.changed(a->events.ctx, rc);
    return NULL;
}

static void init_locks(struct async *a)
{
    thread_condition_init(&a->changed);
    pthread_cond_init(&a->room, NULL);
    pthread_mutex_init(&a->file, NULL);
    pthread_mutex_init(&a->lock, NULL);
}

static void free_state(struct async *a)
{
    pthread_cond_destroy(&a->changed);
    pthread_cond_destroy(&a->room);
    pthread_mutex_destroy(&a->file);
    pthread_mutex_destroy(&a->lock);
    free(a);
}

static int async_create(const struct strategy_setup *setup, void **state, struct err *err)
{
    struct async *a = calloc(1, sizeof *a);
    if (!a)
        return err_set(err, ENOMEM, "no memory for a lock");
    init_locks(a);
    a->sink = setup->sink;
    a->events = setup->events;
    a->delay_ns = setup->config->delay_ns;
    a->record_bytes = setup->config->record_bytes;
    a->batch = setup->config->batch;
    histogram_clear(&a->sync);
    int rc = thread_start(&a->syncer, STACK_BYTES, syncer_main, a);
    if (rc) {
        free_state(a);
        return err_set(err, rc, "cannot start the syncing thread");
    }
    *state = a;
    return 0;
}

static void async_end(void *state)
{
    struct async *a = state;
    pthread_mutex_lock(&a->lock);
    a->ending = true;
    pthread_cond_broadcast(&a->changed);
    pthread_cond_broadcast(&a->room);
    pthread_mutex_unlock(&a->lock);
}

static bool async_is_settled(void *state)
{
    struct async *a = state;
    pthread_mutex_lock(&a->lock);
    bool gone = a->gone;
    pthread_mutex_unlock(&a->lock);
    return gone;
}

static void async_destroy(void *state)
{
    struct async *a = state;
    async_end(a);
    pthread_join(a->syncer, NULL);
    free_state(a);
}

/* Waits until RECORDS more may be at risk; a round beyond the bound goes by itself. 0 or
 * STRATEGY_CALLED_OFF. */
static int wait_for_room(struct async *a, uint32_t records)
{
    pthread_mutex_lock(&a->lock);
    while (!is_over(a)) {
        uint64_t at_risk = a->pending + a->syncing;
        if (!at_risk || (at_risk + records) * a->record_bytes <= MOST_BYTES)
            break;
        pthread_cond_wait(&a->room, &a->lock);
    }
    bool over = is_over(a);
    pthread_mutex_unlock(&a->lock);
    return over ? STRATEGY_CALLED_OFF : 0;
}

/* Locked. The bytes are with the kernel: from here on they are at risk. */
static void add_risk(struct async *a, uint64_t records, uint64_t now_ns)
{
    bool first = !a->pending && !a->syncing, was_much = is_much(a);
    if (!a->pending)
        a->pending_since_ns = now_ns;
    a->pending += records;
    if (first || (!was_much && is_much(a)))
        pthread_cond_signal(&a->changed);
}

/* What a write that returned RC means to the account, and so to its writer. */
static int account(struct async *a, const struct payload *payload, int rc, uint64_t end_ns)
{
    pthread_mutex_lock(&a->lock);
    if (!rc)
        add_risk(a, payload->records, end_ns);
    else if (!break_off(a, a->sink->mode->write_call))
        rc = STRATEGY_CALLED_OFF;
    pthread_mutex_unlock(&a->lock);
    return rc;
}

static int async_commit(void *state, uint32_t writer, const struct payload *payload,
                        struct round *round)
{
    (void)writer;
    struct async *a = state;
    uint64_t begin_ns = 0, end_ns = 0;
    pthread_mutex_lock(&a->file);
    int rc = wait_for_room(a, payload->records);
    if (!rc) {
        begin_ns = clock_now_ns();
        rc = sink_write(a->sink, payload, &end_ns);
        rc = account(a, payload, rc, end_ns);
    }
    pthread_mutex_unlock(&a->file);
    if (rc)
        return rc;
    /* A round is its write. The sync comes later, for many, and is the syncing thread's. */
    round->latency_ns = end_ns - round->start_ns;
    round->write_ns = end_ns - begin_ns;
    round->sync_ns = NOT_TIMED;
    round->synced_ns = end_ns;
    round->led = payload->records;
    round->split =
        (struct split){.queue_ns = begin_ns - round->start_ns, .write_ns = round->write_ns};
    return 0;
}

/* Locked. What the syncing thread did since the last look. */
static void tell(struct async *a, struct strategy_told *told)
{
    histogram_merge(told->sync, &a->sync);
    histogram_clear(&a->sync);
    sharing_add(told->sharing, &a->sharing);
    a->sharing = (struct sharing){0};
    *told->failed_rounds += a->failed_rounds;
    a->failed_rounds = 0;
}

static void async_watch(void *state, struct strategy_watch *out)
{
    struct async *a = state;
    pthread_mutex_lock(&a->lock);
    out->has_risk = true;
    out->risk = risk_at(a, clock_now_ns());
    note_risk(a, &out->risk);
    out->risk_most = a->most;
    if (out->told)
        tell(a, out->told);
    pthread_mutex_unlock(&a->lock);
}

static const char *async_refuses(const struct syncmode *mode)
{
    if (!mode->write)
        return "there is nothing to acknowledge";
    if (!mode->sync && !mode->syncs)
        return "there is no sync to come later";
    if (!mode->sync)
        return "it has no sync apart from its write";
    /* Others keep in their state what the last write was, and sync that. */
    return mode->sync == sync_file || mode->sync == sync_data
               ? NULL
               : "its sync is of the last write alone";
}

const struct strategy strategy_async = {
    .about =
        {
            .name = "async",
            .group = "acknowledged before the sync",
            .line = "writes and goes on; a thread syncs every delay, and what came since the last "
                    "sync is lost with the power",
            .used_by = "PostgreSQL synchronous_commit=off, innodb_flush_log_at_trx_commit=2, "
                       "Redis appendfsync everysec",
            .durable = false,
            .uses_delay = true,
        },
    .refuses = async_refuses,
    .create = async_create,
    .destroy = async_destroy,
    .commit = async_commit,
    .watch = async_watch,
    .end = async_end,
    .is_settled = async_is_settled,
};
