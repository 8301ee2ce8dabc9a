/* tracer.c: questions go to the thread, answers come back, both in small arrays under one lock.
 *
 * Lock order: a leaf; the thread holds it only to copy. */
#include "trace/tracer.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sys/clock.h"
#include "sys/thread.h"
#include "trace/asks.h"
#include "trace/look.h"
#include "trace/waiting.h"

enum { STACK_BYTES = 512 << 10 };

static const uint64_t budget_most_ns = UINT64_C(30000000);

struct tracer {
    struct look *look; /* the thread's alone, once it runs */
    pthread_t thread;

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    bool ending, ticked, working, settling;
    struct tracing status;
    uint64_t generation;
    struct asks asks;
    struct inside_round answer[ASKS_MAX];
    unsigned answers;
    bool has_ordinary, has_hanging;
    struct inside_round ordinary, hanging;
    struct pace_interval interval; /* since the last turn, for the pace */
    uint64_t flight_ns;            /* from when on rounds of it had not returned */
    int64_t budget_ns;
};

/* The thread's own processor time. */
static uint64_t spent_ns(void)
{
    return clock_read_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* Lock held. */
static void begin_generation(struct tracer *t, const struct snapshot *s)
{
    t->generation = s->generation;
    t->ticked = false;
    t->status.price = 0;
    asks_begin(&t->asks);
    t->answers = 0;
    t->has_ordinary = t->has_hanging = false;
}

/* Lock held. */
static void hand_over(struct tracer *t, struct snapshot *s)
{
    s->tracing = t->status;
    if (s->generation != t->generation)
        return;
    const unsigned count = t->answers < SNAPSHOT_INSIDE ? t->answers : SNAPSHOT_INSIDE;
    memcpy(s->inside, t->answer, count * sizeof s->inside[0]);
    t->answers -= count;
    memmove(t->answer, t->answer + count, t->answers * sizeof t->answer[0]);
    s->inside_count = count;
    s->has_ordinary = t->has_ordinary;
    if (t->has_ordinary)
        s->ordinary = t->ordinary;
    t->has_ordinary = false;
    const uint64_t start_ns = t->hanging.round.start_ns;
    s->has_hanging = t->has_hanging && s->in_flight &&
                     start_ns == s->at_ns - s->oldest_ns; /* still the same one */
    if (s->has_hanging)
        s->hanging = t->hanging;
}

/* Lock held. The thread may not have had time for the one before. */
static void note_interval(struct tracer *t, const struct snapshot *s)
{
    const struct pace_interval interval = {.length_ns = s->interval_ns,
                                           .syncs = s->sync.count,
                                           .sync_ns = histogram_percentile(&s->sync, 50),
                                           .excess_ns = asks_excess_ns(s),
                                           .hanging =
                                               s->slow_limit_ns && s->oldest_ns > s->slow_limit_ns};
    if (t->ticked)
        pace_join(&t->interval, &interval);
    else
        t->interval = interval;
    t->ticked = true;
    t->budget_ns += (int64_t)pace_budget_ns(&interval);
    if (t->budget_ns > (int64_t)budget_most_ns)
        t->budget_ns = (int64_t)budget_most_ns;
}

void tracer_interval(struct tracer *t, const _Atomic int32_t *pid, struct snapshot *s)
{
    const uint64_t ready_ns = waiting_ready_ns(gettid());
    pthread_mutex_lock(&t->lock);
    if (s->generation != t->generation)
        begin_generation(t, s);
    hand_over(t, s);
    asks_take(&t->asks, pid, ready_ns, s);
    note_interval(t, s);
    t->flight_ns = s->in_flight ? s->at_ns - s->oldest_ns : s->at_ns;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

bool tracer_add(struct tracer *t, struct snapshot *s)
{
    pthread_mutex_lock(&t->lock);
    hand_over(t, s);
    const bool more = t->answers > 0;
    pthread_mutex_unlock(&t->lock);
    return more;
}

void tracer_settle(struct tracer *t)
{
    pthread_mutex_lock(&t->lock);
    t->settling = true;
    pthread_cond_broadcast(&t->changed);
    while (t->asks.count || t->working)
        pthread_cond_wait(&t->changed, &t->lock);
    t->settling = false;
    pthread_mutex_unlock(&t->lock);
}

/* What one turn of the thread works on: copies. */
struct turn {
    struct ask ask[ASKS_MAX];
    unsigned asks;
    int32_t pid[WRITERS_MAX];
    unsigned pids;
    uint64_t generation;
    struct pace_interval interval;
    bool ticked; /* an interval has ended since the last turn */
    uint64_t flight_ns;
};

static int by_start(const void *a, const void *b)
{
    const struct ask *x = a, *y = b;
    if ((x->kind == ASK_ORDINARY) != (y->kind == ASK_ORDINARY))
        return x->kind == ASK_ORDINARY ? -1 : 1; /* what is usual, before what is not */
    return x->round.start_ns < y->round.start_ns ? -1 : x->round.start_ns > y->round.start_ns;
}

/* Lock held, released while waiting. False at the end. */
static bool next_turn(struct tracer *t, struct turn *turn)
{
    t->working = false;
    pthread_cond_broadcast(&t->changed);
    while (!t->ending && !t->ticked && !(t->settling && t->asks.count))
        pthread_cond_wait(&t->changed, &t->lock);
    if (t->ending)
        return false;
    turn->ticked = t->ticked;
    t->ticked = false;
    t->working = true;
    turn->generation = t->generation;
    turn->interval = t->interval;
    turn->flight_ns = t->flight_ns;
    turn->pids = t->asks.pids;
    memcpy(turn->pid, t->asks.pid, turn->pids * sizeof turn->pid[0]);
    turn->asks = 0;
    if (t->budget_ns > 0 || t->settling) {
        memcpy(turn->ask, t->asks.ask, t->asks.count * sizeof turn->ask[0]);
        turn->asks = t->asks.count;
        t->asks.count = 0;
    }
    return true;
}

/* Lock held. More was slow than snapshots can carry: what matters least goes. */
static void drop_shortest(struct tracer *t)
{
    unsigned at = 0;
    for (unsigned i = 1; i < t->answers; i++) {
        if (t->answer[i].round.latency_ns < t->answer[at].round.latency_ns)
            at = i;
    }
    t->answers--;
    memmove(t->answer + at, t->answer + at + 1, (t->answers - at) * sizeof t->answer[0]);
}

/* Lock held. */
static void put_answer(struct tracer *t, const struct ask *ask, const struct inside_round *answer)
{
    if (ask->generation != t->generation)
        return;
    if (ask->kind == ASK_HANGING) {
        t->has_hanging = true;
        t->hanging = *answer;
    } else if (ask->kind == ASK_ORDINARY) {
        t->asks.ordinaries++;
        t->has_ordinary = true;
        t->ordinary = *answer;
    } else {
        if (t->answers == ASKS_MAX)
            drop_shortest(t);
        t->answer[t->answers++] = *answer;
    }
}

static void work(struct tracer *t, const struct turn *turn)
{
    struct inside_round answer;
    look_fetch(t->look, turn->ask, turn->asks, turn->flight_ns);
    for (unsigned i = 0; i < turn->asks; i++) {
        if (!look_at(t->look, &turn->ask[i], turn->pid, turn->pids, &answer))
            continue;
        pthread_mutex_lock(&t->lock);
        t->status.lost_events = look_lost(t->look);
        put_answer(t, &turn->ask[i], &answer);
        pthread_mutex_unlock(&t->lock);
    }
}

static void *tracer_main(void *arg)
{
    struct tracer *t = arg;
    struct turn turn = {.generation = 0};
    uint64_t generation = 0;
    pthread_mutex_lock(&t->lock);
    while (next_turn(t, &turn)) {
        pthread_mutex_unlock(&t->lock);
        const uint64_t before_ns = spent_ns();
        if (turn.generation != generation)
            look_begin(t->look);
        generation = turn.generation;
        if (turn.ticked)
            look_tick(t->look, turn.pid, turn.pids, &turn.interval);
        if (turn.asks) {
            qsort(turn.ask, turn.asks, sizeof turn.ask[0], by_start);
            work(t, &turn);
        }
        pthread_mutex_lock(&t->lock);
        if (generation == t->generation) /* of another configuration it is no price */
            t->status.price = look_price(t->look);
        t->budget_ns -= (int64_t)(spent_ns() - before_ns);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static int start_thread(struct tracer *t, struct err *err)
{
    const int rc = thread_start(&t->thread, STACK_BYTES, tracer_main, t);
    return rc ? err_set(err, rc, "cannot start a thread") : 0;
}

int tracer_create(const struct target *target, struct keeper *keeper, bool wanted, bool needed,
                  struct tracer **out, struct err *err)
{
    struct tracer *t = calloc(1, sizeof *t);
    if (!t)
        return err_set(err, ENOMEM, "no memory to look inside rounds");
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->changed, NULL);
    t->budget_ns = (int64_t)budget_most_ns;
    t->look = look_create(target, keeper, wanted, &t->status);
    int rc = 0;
    if (!t->look)
        rc = err_set(err, ENOMEM, "no memory to look inside rounds");
    else if (needed && !t->status.on)
        rc = err_set(err, 0, "--trace on: %s", t->status.reason);
    if (!rc)
        rc = start_thread(t, err);
    if (!rc) {
        *out = t;
        return 0;
    }
    look_free(t->look);
    free(t);
    return rc;
}

void tracer_destroy(struct tracer *t)
{
    if (!t)
        return;
    pthread_mutex_lock(&t->lock);
    t->ending = true;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
    pthread_join(t->thread, NULL);
    look_free(t->look);
    pthread_cond_destroy(&t->changed);
    pthread_mutex_destroy(&t->lock);
    free(t);
}
