/* strategy_async.c: acknowledges as soon as the record is with the kernel; a thread of its own
 * syncs what was written, once every delay. NOT DURABLE: what was acknowledged since the last sync
 * began is lost with the power, and `risk` says how much that is.
 *
 * The syncing thread sleeps while nothing is at risk. A sync that fails is told to the next writer,
 * long after the records that it was for were acknowledged: that is how it is in the field, too. At
 * the end nothing is synced once more, since the file goes away. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/prctl.h>

#include "engine/sink_apart.h"
#include "engine/strategies.h"
#include "sys/clock.h"
#include "sys/thread.h"

enum { STACK_BYTES = 128 << 10 };

struct async {
    struct sink *sink;
    uint64_t delay_ns;
    pthread_t syncer;
    pthread_mutex_t lock; /* guards what follows, and the sink's file; a leaf */
    pthread_cond_t changed;
    bool ending;
    bool broken;               /* a call failed: nothing is written any more */
    int error;                 /* of a sync, not yet told to a writer */
    uint64_t pending, syncing; /* records since the last sync began, and in it */
    uint64_t pending_since_ns, syncing_since_ns;
    struct risk most;
    uint64_t record_bytes;
    bool has_report; /* of the last sync: the next round carries it */
    struct round report;
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

/* Locked. Sleeps until DUE_NS, or the end. */
static void wait_for_due(struct async *a, uint64_t due_ns)
{
    const struct timespec due = clock_timespec(due_ns);
    while (!a->ending && clock_now_ns() < due_ns)
        pthread_cond_timedwait(&a->changed, &a->lock, &due);
}

/* Locked, released while the disk works. The delay was counted from FROM_NS. */
static void sync_once(struct async *a, uint64_t from_ns, struct sink_times *times)
{
    a->syncing = a->pending;
    a->syncing_since_ns = a->pending_since_ns;
    a->pending = 0;
    pthread_mutex_unlock(&a->lock);
    int rc = sink_sync(a->sink, times);
    pthread_mutex_lock(&a->lock);
    const struct risk risk = risk_at(a, times->end_ns);
    note_risk(a, &risk);
    if (rc) {
        a->sink->failed_call = a->sink->mode->sync_call;
        a->error = rc; /* the records stay at risk: what became of them is not known */
        return;
    }
    a->report = (struct round){.sync_ns = times->sync_ns,
                               .synced_ns = times->end_ns,
                               .led = (uint32_t)a->syncing,
                               .delay_asked_ns = a->delay_ns,
                               .delay_reached_ns = times->begin_ns - from_ns};
    a->has_report = true;
    a->syncing = 0;
}

static void *syncer_main(void *arg)
{
    struct async *a = arg;
    struct sink_times times;
    uint64_t begin_ns = 0;
    prctl(PR_SET_TIMERSLACK, 1UL); /* as in worker.c */
    pthread_mutex_lock(&a->lock);
    while (!a->ending && !a->error) {
        bool idle = !a->pending;
        while (!a->ending && !a->pending)
            pthread_cond_wait(&a->changed, &a->lock);
        /* After a rest the delay counts from the first record. */
        uint64_t from_ns = idle || !begin_ns ? a->pending_since_ns : begin_ns;
        wait_for_due(a, from_ns + a->delay_ns);
        if (a->ending)
            break;
        sync_once(a, from_ns, &times);
        begin_ns = times.begin_ns;
    }
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

static void init_locks(struct async *a)
{
    thread_condition_init(&a->changed);
    pthread_mutex_init(&a->lock, NULL);
}

static void free_state(struct async *a)
{
    pthread_cond_destroy(&a->changed);
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
    a->delay_ns = setup->config->delay_ns;
    a->record_bytes = setup->config->record_bytes;
    int rc = thread_start(&a->syncer, STACK_BYTES, syncer_main, a);
    if (rc) {
        free_state(a);
        return err_set(err, rc, "cannot start the syncing thread");
    }
    *state = a;
    return 0;
}

static void async_destroy(void *state)
{
    struct async *a = state;
    pthread_mutex_lock(&a->lock);
    a->ending = true;
    pthread_cond_broadcast(&a->changed);
    pthread_mutex_unlock(&a->lock);
    pthread_join(a->syncer, NULL);
    free_state(a);
}

/* Locked. The bytes are with the kernel: from here on they are at risk. */
static void acknowledge(struct async *a, const struct payload *payload, struct round *round,
                        uint64_t end_ns)
{
    const uint64_t start_ns = round->start_ns, planned_ns = round->planned_ns;
    const uint32_t writer = round->writer;
    if (a->has_report)
        *round = a->report;
    else
        round->sync_ns = NOT_TIMED;
    a->has_report = false;
    round->start_ns = start_ns;
    round->planned_ns = planned_ns;
    round->writer = writer;
    round->write_ns = NOT_TIMED; /* it belongs to no sync; the split has it */
    if (!a->pending)
        a->pending_since_ns = end_ns;
    if (!a->pending && !a->syncing)
        pthread_cond_signal(&a->changed);
    a->pending += payload->records;
}

static int write_locked(struct async *a, const struct payload *payload, struct round *round,
                        uint64_t *end_ns)
{
    int rc = a->broken ? STRATEGY_CALLED_OFF : a->error;
    if (!rc) {
        rc = sink_write(a->sink, payload, end_ns);
        if (rc)
            a->sink->failed_call = a->sink->mode->write_call;
    }
    a->broken = rc != 0;
    if (!rc)
        acknowledge(a, payload, round, *end_ns);
    return rc;
}

static int async_commit(void *state, uint32_t writer, const struct payload *payload,
                        struct round *round)
{
    (void)writer;
    struct async *a = state;
    uint64_t end_ns = 0;
    pthread_mutex_lock(&a->lock);
    uint64_t begin_ns = clock_now_ns();
    int rc = write_locked(a, payload, round, &end_ns);
    pthread_mutex_unlock(&a->lock);
    if (rc)
        return rc;
    round->latency_ns = end_ns - round->start_ns;
    round->split =
        (struct split){.queue_ns = begin_ns - round->start_ns, .write_ns = end_ns - begin_ns};
    return 0;
}

static void async_watch(void *state, struct strategy_watch *out)
{
    struct async *a = state;
    pthread_mutex_lock(&a->lock);
    out->has_risk = true;
    out->risk = risk_at(a, clock_now_ns());
    note_risk(a, &out->risk);
    out->risk_most = a->most;
    pthread_mutex_unlock(&a->lock);
}

static const char *async_refuses(const struct syncmode *mode)
{
    if (!mode->write)
        return "there is nothing to acknowledge";
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
};
