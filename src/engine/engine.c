/* engine.c: the control thread and the aggregator, and the state that they share.
 *
 * The control thread takes the newest wish (a configuration, or the end), prepares a generation,
 * lets it run, ends it, joins its writers, publishes its last interval, frees it: in that order, so
 * an interval never spans two configurations. It alone waits for the disk. The aggregator only
 * looks at what is current, ten times a second, and never waits for a writer.
 *
 * Lock order: engine.lock, then a gate's, a recorder's or the outbox's; writers call back
 * (on_generation_event) without holding any of theirs. */
#include "engine/engine.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/text.h"
#include "disk/resolve.h"
#include "disk/warnings.h"
#include "engine/aggregate.h"
#include "engine/generation.h"
#include "engine/outbox.h"
#include "sys/clock.h"

enum { STACK_BYTES = 512 << 10 };

static const uint64_t interval_ns = UINT64_C(1000000000) / SNAPSHOTS_A_SECOND;

struct engine {
    struct engine_setup setup;
    struct target target;
    struct outbox *outbox;
    pthread_t control, aggregator;

    pthread_mutex_t lock;   /* guards what follows */
    pthread_cond_t changed; /* on CLOCK_MONOTONIC */
    struct config wish;
    bool has_wish, paused, ending, aggregator_ends;
    enum run_state state;
    struct config config;       /* being prepared or run */
    struct generation *current; /* running, else NULL */
    uint64_t generation;        /* number of the newest */
    struct scratch_progress progress;
    uint64_t planned_bytes;        /* of the files of this generation */
    uint64_t moved_ns, moved_done; /* when the preparation was last seen to move, and where */
    struct aggregate aggregate;
    struct snapshot snapshot; /* filled anew for each interval */
    struct err failure;
    bool refused; /* the failure is that the mode cannot run here */
};

/* Lock held. */
static void note_progress(struct engine *e, struct snapshot *s)
{
    s->prepare_done = atomic_load(&e->progress.done);
    s->prepare_total = atomic_load(&e->progress.total);
    if (e->state != RUN_PREPARING || s->prepare_done != e->moved_done) {
        e->moved_ns = s->at_ns;
        e->moved_done = s->prepare_done;
    }
    s->prepare_still_ns = s->at_ns > e->moved_ns ? s->at_ns - e->moved_ns : 0;
}

/* Lock held. Fills what does not come from recorders, and sends the snapshot off. */
static void publish(struct engine *e, bool last)
{
    struct snapshot *s = &e->snapshot;
    if (s->generation != e->generation) { /* nothing of the one before it */
        s->backlog = 0;
        s->has_risk = false;
    }
    s->sequence++;
    s->generation = e->generation;
    s->state = e->state;
    s->last = last;
    s->config = e->config;
    s->target = e->target;
    s->planned_bytes = e->planned_bytes;
    note_progress(e, s);
    s->error_code = e->failure.code;
    s->mode_refused = e->refused;
    text_copy(s->error, sizeof s->error, e->failure.text);
    if (s->sequence % SNAPSHOTS_A_SECOND == 1)
        target_load_average("", s->load_average);
    outbox_put(e->outbox, s);
}

/* Lock held. The current generation's interval is filled but for what an observer may add. */
static void show_interval(struct engine *e, const struct generation *g)
{
    const struct observer *observer = e->setup.observer;
    if (!observer)
        return;
    e->snapshot.generation = e->generation;
    e->snapshot.config = e->config;
    observer->interval(observer->ctx, g->pid, &e->snapshot);
}

/* Lock held. An interval in which no generation ran. */
static void collect_nothing(struct engine *e)
{
    struct snapshot *s = &e->snapshot;
    aggregate_collect_nothing(&e->aggregate, s);
    text_copy(s->disk.reason, sizeof s->disk.reason, "nothing was measured");
}

/* Lock held. Ends the interval now and publishes it. */
static void publish_interval(struct engine *e)
{
    if (!e->current) {
        collect_nothing(e);
    } else {
        uint64_t ignored;
        aggregate_collect(&e->aggregate, e->current, false, &e->snapshot);
        show_interval(e, e->current);
        bool idle = gate_idle(&e->current->gate, e->snapshot.at_ns, &ignored);
        if (e->state == RUN_LIVE || e->state == RUN_PAUSED)
            e->state = e->paused && idle ? RUN_PAUSED : RUN_LIVE;
    }
    publish(e, false);
}

static void wait_until(struct engine *e, uint64_t when_ns)
{
    struct timespec when = {.tv_sec = (time_t)(when_ns / 1000000000),
                            .tv_nsec = (long)(when_ns % 1000000000)};
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
    e->planned_bytes = bytes;
    if (bytes > SNAPSHOT_LARGE_BYTES)
        publish_interval(e);
    pthread_mutex_unlock(&e->lock);
}

/* Lock held. */
static void fail(struct engine *e, const struct err *err)
{
    e->state = RUN_FAILED;
    e->failure = *err;
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
        .target = &e->target,
        .progress = &e->progress,
        .events = {.ctx = e, .changed = on_generation_event, .planned = on_planned},
    };
    struct config config = e->wish;
    struct generation *g = NULL;
    struct err err = {0};
    e->config = config;
    e->has_wish = false;
    e->generation++;
    e->failure = (struct err){0};
    e->refused = false;
    e->state = RUN_PREPARING;
    e->planned_bytes = 0;
    e->moved_ns = clock_now_ns();
    e->moved_done = 0;
    atomic_store(&e->progress.done, 0);
    atomic_store(&e->progress.total, 0);
    atomic_store(&e->progress.cancel, false);
    uint64_t number = e->generation;
    pthread_mutex_unlock(&e->lock);
    int rc = generation_create(&setup, &config, number, &g, &err);
    pthread_mutex_lock(&e->lock);
    bool obsolete = e->ending || e->has_wish;
    if (rc && !obsolete) {
        fail(e, &err);
        e->refused = rc == -EOPNOTSUPP; /* as syncmode_open says it */
        publish_interval(e);
    }
    if (!g || !obsolete)
        return g;
    discard(e, g);
    return NULL;
}

/* Lock held. */
static void start(struct engine *e, struct generation *g)
{
    publish_interval(e); /* what was before the first round belongs to no rate */
    aggregate_begin(&e->aggregate, g, clock_now_ns());
    e->current = g;
    e->state = e->paused ? RUN_PAUSED : RUN_LIVE;
    if (e->paused)
        gate_close(&g->gate, GATE_PAUSE);
    gate_open(&g->gate, GATE_NOT_STARTED);
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
static void wait_for_end(struct engine *e, struct generation *g)
{
    uint64_t begun_ns = e->aggregate.at_ns;
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
            text_escape(dir, sizeof dir, e->target.dir), lost);
    fail(e, &err);
    warnings_add_io_error(&e->target, err.text);
}

/* Lock held, released while what an observer was shown last is looked into. The interval is
 * published before, and what comes of it in empty ones. */
static void settle_observer(struct engine *e)
{
    const struct observer *observer = e->setup.observer;
    if (!observer)
        return;
    publish(e, false);
    pthread_mutex_unlock(&e->lock);
    observer->settle(observer->ctx);
    pthread_mutex_lock(&e->lock);
    collect_nothing(e);
    while (observer->add(observer->ctx, &e->snapshot)) {
        publish(e, false);
        collect_nothing(e);
    }
}

/* Lock held, released while rounds return. Ends the writers, publishes their last interval, frees.
 */
static void finish(struct engine *e, struct generation *g)
{
    if (!generation_settled(g))
        e->state = RUN_STOPPING;
    generation_end(g);
    while (!generation_settled(g))
        wait_until(e, UINT64_MAX);
    pthread_mutex_unlock(&e->lock);
    generation_join(g);
    pthread_mutex_lock(&e->lock);
    aggregate_collect(&e->aggregate, g, true, &e->snapshot);
    show_interval(e, g);
    e->current = NULL;
    settle_observer(e);
    e->state = e->has_wish ? RUN_STOPPING : RUN_DONE;
    note_failure(e, g);
    publish(e, false);
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
        start(e, g);
        wait_for_end(e, g);
        finish(e, g);
    }
    if (e->state != RUN_FAILED)
        e->state = RUN_DONE;
    collect_nothing(e);
    e->aggregator_ends = true;
    publish(e, true);
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
    return NULL;
}

static void init_locks(struct engine *e)
{
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&e->changed, &attr);
    pthread_condattr_destroy(&attr);
    pthread_mutex_init(&e->lock, NULL);
}

/* With a stack of known size, whatever `ulimit -s` says. */
static int start_thread(pthread_t *thread, void *(*main)(void *), struct engine *e)
{
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, STACK_BYTES);
    int code = pthread_create(thread, &attr, main, e);
    pthread_attr_destroy(&attr);
    return code;
}

static int start_threads(struct engine *e, struct err *err)
{
    int code = start_thread(&e->aggregator, aggregator_main, e);
    if (code)
        return err_set(err, code, "cannot start a thread");
    code = start_thread(&e->control, control_main, e);
    if (!code)
        return 0;
    pthread_mutex_lock(&e->lock);
    e->aggregator_ends = true;
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
    pthread_join(e->aggregator, NULL);
    return err_set(err, code, "cannot start a thread");
}

static void free_engine(struct engine *e)
{
    outbox_free(e->outbox);
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
    e->target = *setup->target;
    e->setup.target = &e->target;
    e->config = *config;
    e->wish = *config;
    e->has_wish = true;
    e->aggregate.at_ns = clock_now_ns();
    for (int i = 0; i < 3; i++)
        e->snapshot.load_average[i] = -1;
    e->outbox = outbox_create();
    int rc = e->outbox ? start_threads(e, err) : err_set(err, errno, "cannot start the engine");
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
    atomic_store(&e->progress.cancel, true);
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
    atomic_store(&e->progress.cancel, true);
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
}

int engine_fd(const struct engine *e)
{
    return outbox_fd(e->outbox);
}

bool engine_next(struct engine *e, struct snapshot *out)
{
    return outbox_take(e->outbox, out);
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
