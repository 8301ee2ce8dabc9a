/* gate.c: one mutex and one condition; the open gate is read without either.
 *
 * `moving` reaches 0 when every writer is parked or gone. That is the moment at which a pause has
 * taken effect, and at which one of the parked writers may take the job. */
#include "engine/gate.h"

#include <errno.h>

#include "sys/clock.h"
#include "sys/thread.h"

void gate_init(struct gate *gate, unsigned writers)
{
    atomic_init(&gate->closed, GATE_NOT_STARTED);
    pthread_mutex_init(&gate->lock, NULL);
    thread_condition_init(&gate->changed);
    gate->moving = writers;
    gate->job_taken = false;
    gate->idle_ns = 0;
    gate->idle_since_ns = 0;
}

void gate_destroy(struct gate *gate)
{
    pthread_cond_destroy(&gate->changed);
    pthread_mutex_destroy(&gate->lock);
}

static unsigned reasons(const struct gate *gate)
{
    return atomic_load_explicit(&gate->closed, memory_order_relaxed);
}

/* Keeps the account of idle time right after `moving` or the reasons changed. Locked. */
static void account_idle(struct gate *gate)
{
    bool idle = gate->moving == 0 && (reasons(gate) & GATE_PAUSE);
    if (idle && !gate->idle_since_ns) {
        gate->idle_since_ns = clock_now_ns();
    } else if (!idle && gate->idle_since_ns) {
        gate->idle_ns += clock_now_ns() - gate->idle_since_ns;
        gate->idle_since_ns = 0;
    }
}

static void stop_moving(struct gate *gate)
{
    gate->moving--;
    account_idle(gate);
    if (gate->moving == 0)
        pthread_cond_broadcast(&gate->changed);
}

static void move_again(struct gate *gate)
{
    gate->moving++;
    account_idle(gate);
}

static bool may_take_job(const struct gate *gate)
{
    return (reasons(gate) & GATE_JOB) && gate->moving == 0 && !gate->job_taken;
}

static enum gate_answer park(struct gate *gate)
{
    enum gate_answer answer = GATE_GO;
    pthread_mutex_lock(&gate->lock);
    stop_moving(gate);
    while (reasons(gate) && !(reasons(gate) & GATE_END) && !may_take_job(gate))
        pthread_cond_wait(&gate->changed, &gate->lock);
    if (reasons(gate) & GATE_END) {
        answer = GATE_LEAVE;
    } else if (may_take_job(gate)) {
        gate->job_taken = true;
        answer = GATE_WORK;
    }
    move_again(gate);
    pthread_mutex_unlock(&gate->lock);
    return answer;
}

enum gate_answer gate_enter(struct gate *gate)
{
    /* Relaxed: what the gate protects is handed over by its lock, in park. */
    return reasons(gate) ? park(gate) : GATE_GO;
}

bool gate_sleep(struct gate *gate, uint64_t when_ns)
{
    const struct timespec when = clock_timespec(when_ns);
    int rc = 0;
    pthread_mutex_lock(&gate->lock);
    while (!reasons(gate) && rc != ETIMEDOUT)
        rc = pthread_cond_timedwait(&gate->changed, &gate->lock, &when);
    bool open = !reasons(gate);
    pthread_mutex_unlock(&gate->lock);
    return open;
}

void gate_job_done(struct gate *gate)
{
    pthread_mutex_lock(&gate->lock);
    gate->job_taken = false;
    atomic_fetch_and_explicit(&gate->closed, ~(unsigned)GATE_JOB, memory_order_relaxed);
    pthread_cond_broadcast(&gate->changed);
    pthread_mutex_unlock(&gate->lock);
}

void gate_leave(struct gate *gate)
{
    pthread_mutex_lock(&gate->lock);
    stop_moving(gate);
    pthread_mutex_unlock(&gate->lock);
}

void gate_close(struct gate *gate, enum gate_reason reason)
{
    pthread_mutex_lock(&gate->lock);
    atomic_fetch_or_explicit(&gate->closed, (unsigned)reason, memory_order_relaxed);
    account_idle(gate);
    pthread_cond_broadcast(&gate->changed);
    pthread_mutex_unlock(&gate->lock);
}

void gate_open(struct gate *gate, enum gate_reason reason)
{
    pthread_mutex_lock(&gate->lock);
    atomic_fetch_and_explicit(&gate->closed, ~(unsigned)reason, memory_order_relaxed);
    account_idle(gate);
    pthread_cond_broadcast(&gate->changed);
    pthread_mutex_unlock(&gate->lock);
}

bool gate_idle(struct gate *gate, uint64_t now_ns, uint64_t *idle_ns)
{
    pthread_mutex_lock(&gate->lock);
    bool idle = gate->idle_since_ns != 0;
    *idle_ns = gate->idle_ns;
    if (idle && now_ns > gate->idle_since_ns)
        *idle_ns += now_ns - gate->idle_since_ns;
    pthread_mutex_unlock(&gate->lock);
    return idle;
}
