/* engine.c: the control thread and the aggregator, and the state that they share.
 *
 * The control thread takes the newest wish (a configuration, or the end), prepares a generation,
 * lets it run, ends it, joins its writers, publishes its last interval, frees it: in that order, so
 * an interval never spans two configurations. It alone waits for the disk. The aggregator only
 * looks at what is current, ten times a second, and never waits for a writer.
 * What a snapshot holds is publisher.c's. */
#include "engine/engine.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/text.h"
#include "disk/warnings.h"
#include "engine/generation.h"
#include "engine/publisher.h"
#include "sys/clock.h"
#include "sys/thread.h"

enum { STACK_BYTES = 512 << 10 };

static const uint64_t interval_ns = UINT64_C(1000000000) / SNAPSHOTS_A_SECOND;

struct engine {
    struct engine_setup setup;
    pthread_t control, aggregator;

    /* Guards what follows. Taken before a gate's, a recorder's or the outbox's lock, and by
     * writers (on_generation_event) only while they hold none of those. */
    pthread_mutex_t lock;
    pthread_cond_t changed; /* on CLOCK_MONOTONIC */
    struct config wish;
    bool has_wish, paused, ending, aggregator_ends;
    struct generation *current; /* running, else NULL */
    struct standing standing;
    struct publisher publisher; /* but for its outbox, which has a lock of its own */
};

/* Lock held. A pause has come once no writer is in a round. */
static void note_pause(struct engine *e)
{
    struct standing *standing = &e->standing;
    uint64_t ignored;
    if (!e->current || (standing->state != RUN_LIVE && standing->state != RUN_PAUSED))
        return;
    bool idle = gate_idle(&e->current->gate, e->publisher.snapshot.at_ns, &ignored);
    standing->state = e->paused && idle ? RUN_PAUSED : RUN_LIVE;
}

/* Lock held. Ends the interval now and publishes it. */
static void publish_interval(struct engine *e)
{
    publisher_collect(&e->publisher, &e->standing, e->current, false);
    note_pause(e);
    publisher_send(&e->publisher, &e->standing, false);
}

static void wait_until(struct engine *e, uint64_t when_ns)
{
    const struct timespec when = clock_timespec(when_ns);
    if (when_ns == UINT64_MAX)
        pthread_cond_wait(&e->changed, &e->lock);
    else
        pthread_cond_timedwait(&e->changed, &e->lock, &when);
}

static void *aggregator_main(void *arg)
{
    struct engine *e = arg;
    pthread_mutex_lock(&e->lock);
    uint64_t due_ns = clock_now_ns() + interval_ns;
    while (!e->aggregator_ends) {
        uint64_t now_ns = clock_now_ns();
        if (now_ns < due_ns) {
            wait_until(e, due_ns);
            continue;
        }
        publish_interval(e);
        /* Kept to a schedule; what was missed (a suspended machine) is not made up for. */
        due_ns = due_ns + interval_ns > now_ns ? due_ns + interval_ns : now_ns + interval_ns;
    }
    pthread_mutex_unlock(&e->lock);
    return NULL;
}

/* From writers' threads: the control thread should look. */
static void on_generation_event(void *ctx)
{
    struct engine *e = ctx;
    pthread_mutex_lock(&e->lock);
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
}

/* From the control thread, before it makes a file. A large one is announced first. */
static void on_planned(void *ctx, uint64_t bytes)
{
    struct engine *e = ctx;
    pthread_mutex_lock(&e->lock);
    e->standing.planned_bytes = bytes;
    if (bytes > SNAPSHOT_LARGE_BYTES)
        publish_interval(e);
    pthread_mutex_unlock(&e->lock);
}

/* Lock held. */
static void fail(struct engine *e, const struct err *err)
{
    e->standing.state = RUN_FAILED;
    e->standing.failure = *err;
}

/* Lock held, released meanwhile. For a generation that never ran. */
static void discard(struct engine *e, struct generation *g)
{
    pthread_mutex_unlock(&e->lock);
    generation_end(g);
    generation_free(g);
    pthread_mutex_lock(&e->lock);
}

/* Lock held, released while the file is made. NULL: failed, broken off, or wanted no more. */
static struct generation *prepare(struct engine *e)
{
    struct generation_setup setup = {
        .io = e->setup.io,
        .keeper = e->setup.keeper,
        .dirfd = e->setup.dirfd,
        .target = &e->standing.target,
        .progress = &e->standing.progress,
        .events = {.ctx = e, .changed = on_generation_event, .planned = on_planned},
    };
    struct config config = e->wish;
    struct generation *g = NULL;
    struct err err = {0};
    e->standing.config = config;
    e->has_wish = false;
    e->standing.generation++;
    e->standing.failure = (struct err){0};
    e->standing.refused = false;
    e->standing.state = RUN_PREPARING;
    e->standing.planned_bytes = 0;
    e->standing.through_cache = false;
    publisher_prepare(&e->publisher);
    atomic_store(&e->standing.progress.done, 0);
    atomic_store(&e->standing.progress.total, 0);
    atomic_store(&e->standing.progress.cancel, false);
    uint64_t number = e->standing.generation;
    pthread_mutex_unlock(&e->lock);
    int rc = generation_create(&setup, &config, number, &g, &err);
    pthread_mutex_lock(&e->lock);
    bool obsolete = e->ending || e->has_wish;
    if (rc && !obsolete) {
        fail(e, &err);
        e->standing.refused = rc == -EOPNOTSUPP; /* as syncmode_open says it */
        if (snapshot_is_disks_own(err.code))
            warnings_add_io_error(&e->standing.target, err.text);
        publish_interval(e);
    }
    if (!g || !obsolete)
        return g;
    discard(e, g);
    return NULL;
}

/* Lock held. Returns when the first round could begin. */
static uint64_t start(struct engine *e, struct generation *g)
{
    publish_interval(e); /* what was before the first round belongs to no rate */
    uint64_t begun_ns = clock_now_ns();
    publisher_begin(&e->publisher, g, begun_ns);
    e->current = g;
    e->standing.through_cache = g->scratch.through_cache;
    e->standing.state = e->paused ? RUN_PAUSED : RUN_LIVE;
    if (e->paused)
        gate_close(&g->gate, GATE_PAUSE);
    gate_open(&g->gate, GATE_NOT_STARTED);
    return begun_ns;
}

/* When the time of G is over, as it looks at NOW_NS: a pause puts it off. */
static uint64_t deadline(struct generation *g, uint64_t begun_ns, uint64_t now_ns)
{
    uint64_t idle_ns;
    if (!g->config.stop_ns)
        return UINT64_MAX;
    gate_idle(&g->gate, now_ns, &idle_ns);
    return begun_ns + g->config.stop_ns + idle_ns;
}

/* Lock held, released while waiting. Until the limit, a failure, or another wish. */
static void wait_for_end(struct engine *e, struct generation *g, uint64_t begun_ns)
{
    while (!e->has_wish && !e->ending && !generation_over(g) && !generation_failure(g)) {
        uint64_t now_ns = clock_now_ns(), deadline_ns = deadline(g, begun_ns, now_ns);
        if (now_ns >= deadline_ns)
            return;
        wait_until(e, deadline_ns);
    }
}

/* Lock held. The sentence for a call that failed, and the warning that stays. */
static void note_failure(struct engine *e, struct generation *g)
{
    char dir[TARGET_PATH_MAX], lost[64] = "", count[FORMAT_MAX];
    int rc = generation_failure(g);
    if (!rc)
        return;
    struct err err = {0};
    uint64_t records = generation_at_risk(g);
    if (records)
        snprintf(lost, sizeof lost, ", %s acknowledged record%s not durable",
                 format_count(count, records), records == 1 ? " is" : "s are");
    err_set(&err, rc, "%s failed in %s%s", g->sink.failed_call,
            text_escape(dir, sizeof dir, e->standing.target.dir), lost);
    fail(e, &err);
    warnings_add_io_error(&e->standing.target, err.text);
}

/* Lock held, released while what an observer was shown last is looked into. The interval is
 * published before, and what comes of it in empty ones. */
static void settle_observer(struct engine *e)
{
    const struct observer *observer = e->setup.observer;
    if (!observer)
        return;
    publisher_send(&e->publisher, &e->standing, false);
    pthread_mutex_unlock(&e->lock);
    observer->settle(observer->ctx);
    pthread_mutex_lock(&e->lock);
    publisher_send_added(&e->publisher, &e->standing);
}

/* Lock held, released while rounds return. Ends the writers, publishes their last interval, frees.
 */
static void finish(struct engine *e, struct generation *g)
{
    if (!generation_settled(g))
        e->standing.state = RUN_STOPPING;
    generation_end(g);
    while (!generation_settled(g))
        wait_until(e, UINT64_MAX);
    pthread_mutex_unlock(&e->lock);
    generation_join(g);
    pthread_mutex_lock(&e->lock);
    publisher_collect(&e->publisher, &e->standing, g, true);
    e->current = NULL;
    settle_observer(e);
    e->standing.state = e->has_wish ? RUN_STOPPING : RUN_DONE;
    note_failure(e, g);
    publisher_send(&e->publisher, &e->standing, false);
    pthread_mutex_unlock(&e->lock);
    generation_free(g);
    pthread_mutex_lock(&e->lock);
}

static void *control_main(void *arg)
{
    struct engine *e = arg;
    pthread_mutex_lock(&e->lock);
    while (!e->ending) {
        if (!e->has_wish) {
            wait_until(e, UINT64_MAX);
            continue;
        }
        struct generation *g = prepare(e);
        if (!g)
            continue;
        uint64_t begun_ns = start(e, g);
        wait_for_end(e, g, begun_ns);
        finish(e, g);
    }
    if (e->standing.state != RUN_FAILED)
        e->standing.state = RUN_DONE;
    publisher_collect(&e->publisher, &e->standing, NULL, false);
    e->aggregator_ends = true;
    publisher_send(&e->publisher, &e->standing, true);
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
    return NULL;
}

static void init_locks(struct engine *e)
{
    thread_condition_init(&e->changed);
    pthread_mutex_init(&e->lock, NULL);
}

static int start_threads(struct engine *e, struct err *err)
{
    int rc = thread_start(&e->aggregator, STACK_BYTES, aggregator_main, e);
    if (rc)
        return err_set(err, rc, "cannot start a thread");
    rc = thread_start(&e->control, STACK_BYTES, control_main, e);
    if (!rc)
        return 0;
    pthread_mutex_lock(&e->lock);
    e->aggregator_ends = true;
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
    pthread_join(e->aggregator, NULL);
    return err_set(err, rc, "cannot start a thread");
}

static void free_engine(struct engine *e)
{
    publisher_free(&e->publisher);
    pthread_cond_destroy(&e->changed);
    pthread_mutex_destroy(&e->lock);
    free(e);
}

int engine_create(const struct engine_setup *setup, const struct config *config,
                  struct engine **out, struct err *err)
{
    struct engine *e = calloc(1, sizeof *e);
    if (!e)
        return err_set(err, ENOMEM, "no memory for the engine");
    init_locks(e);
    e->setup = *setup;
    e->standing.target = *setup->target;
    e->setup.target = &e->standing.target;
    e->standing.config = *config;
    e->wish = *config;
    e->has_wish = true;
    int rc = publisher_init(&e->publisher, setup->observer);
    rc = rc ? err_set(err, -rc, "cannot start the engine") : start_threads(e, err);
    if (rc) {
        free_engine(e);
        return rc;
    }
    *out = e;
    return 0;
}

void engine_apply(struct engine *e, const struct config *config)
{
    pthread_mutex_lock(&e->lock);
    e->wish = *config;
    e->has_wish = true;
    atomic_store(&e->standing.progress.cancel, true);
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
}

void engine_pause(struct engine *e, bool paused)
{
    pthread_mutex_lock(&e->lock);
    e->paused = paused;
    if (e->current && paused)
        gate_close(&e->current->gate, GATE_PAUSE);
    else if (e->current)
        gate_open(&e->current->gate, GATE_PAUSE);
    pthread_mutex_unlock(&e->lock);
}

void engine_stop(struct engine *e)
{
    pthread_mutex_lock(&e->lock);
    e->ending = true;
    atomic_store(&e->standing.progress.cancel, true);
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
}

int engine_fd(const struct engine *e)
{
    return outbox_fd(e->publisher.outbox);
}

bool engine_next(struct engine *e, struct snapshot *out)
{
    return outbox_take(e->publisher.outbox, out);
}

void engine_destroy(struct engine *e)
{
    if (!e)
        return;
    engine_stop(e);
    pthread_join(e->control, NULL);
    pthread_join(e->aggregator, NULL);
    free_engine(e);
}
