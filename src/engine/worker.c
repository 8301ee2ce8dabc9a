/* worker.c: the loop that is measured.
 *
 * It allocates, prints and formats nothing; its only locks are its recorder's and its strategy's.
 */
#include "engine/worker.h"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sys/clock.h"
#include "sys/thread.h"

/* A thread's own needs are some 20 KiB (a leader's list of parts); a shell's `ulimit -s` or a small
 * default of the C library must not decide whether 1,024 of them fit. */
enum { STACK_BYTES = 256 << 10 };

static struct payload next_payload(struct writer *w)
{
    const struct generation *g = w->generation;
    uint64_t bytes = g->config.record_bytes * g->config.batch;
    uint32_t place = w->place;
    w->place = (uint32_t)((place + (bytes < NOISE_SPAN ? bytes : NOISE_STEP)) % NOISE_SPAN);
    return (struct payload){
        .bytes = g->noise + place,
        .record_bytes = g->config.record_bytes,
        .records = g->config.batch,
        .step = g->config.record_bytes,
        .span = NOISE_SPAN,
    };
}

static void run_round(struct writer *w)
{
    struct generation *g = w->generation;
    struct recorder *recorder = &g->recorder[w->number];
    struct payload payload = next_payload(w);
    struct round round = {
        .writer = w->number, .start_ns = clock_now_ns(), .planned_ns = w->plan.start_ns};
    recorder_begin(recorder, round.start_ns);
    int rc = g->strategy->commit(g->shared, w->number, &payload, &round);
    if (rc == 0) {
        recorder_end(recorder, &round, atomic_load_explicit(&g->slow_ns, memory_order_relaxed));
    } else if (rc == STRATEGY_CALLED_OFF) {
        recorder_cancel(recorder);
    } else {
        recorder_fail(recorder);
        generation_fail(g, rc);
    }
}

static int restart(struct generation *g)
{
    if (atomic_load_explicit(&g->sink.ending, memory_order_relaxed))
        return 0; /* nothing will be written to it, and it may take long behind what is dirty */
    return g->strategy->restart ? g->strategy->restart(g->shared) : scratch_restart(&g->scratch);
}

/* Starts the append file anew while no round is under way. What the disk does for that is kept
 * apart from what it does for records. */
static void restart_file(struct generation *g)
{
    struct block_reading before, after;
    uint64_t flushes, sectors;
    bool known = blockstat_read(&g->stat, &before);
    atomic_store(&g->restart_since_ns, clock_now_ns());
    uint64_t since_ns = clock_now_ns();
    int rc = restart(g);
    atomic_store(&g->restart_since_ns, 0);
    pacer_hold(&g->pacer, clock_now_ns() - since_ns); /* no record can be late for it */
    if (known && blockstat_read(&g->stat, &after) &&
        blockstat_delta(&g->stat, &before, &after, &flushes, &sectors)) {
        atomic_fetch_add(&g->excluded_flushes, flushes);
        atomic_fetch_add(&g->excluded_sectors, sectors);
    }
    if (rc) {
        g->sink.failed_call = g->scratch.failed_call;
        generation_fail(g, rc);
    }
    atomic_store(&g->sink.full, false);
    spotcheck_start(&g->sink.spotcheck, &g->stat);
    gate_job_done(&g->gate);
}

static bool take_ticket(struct generation *g)
{
    return !g->config.stop_rounds ||
           atomic_fetch_sub_explicit(&g->tickets, 1, memory_order_relaxed) > 0;
}

static void run_rounds(struct writer *w)
{
    struct generation *g = w->generation;
    for (;;) {
        enum gate_answer answer = gate_enter(&g->gate);
        if (answer == GATE_LEAVE)
            return;
        if (answer == GATE_WORK) {
            restart_file(g);
            continue;
        }
        if (!w->plan.made && !take_ticket(g))
            return;
        if (!pacer_wait(&g->pacer, &g->gate, &w->plan))
            continue; /* the gate has closed meanwhile; the plan stands */
        run_round(w);
        if (atomic_load_explicit(&g->sink.full, memory_order_relaxed))
            gate_close(&g->gate, GATE_JOB);
    }
}

static void *worker_main(void *arg)
{
    struct writer *w = arg;
    struct generation *g = w->generation;
    atomic_store_explicit(&g->pid[w->number], (int32_t)syscall(SYS_gettid), memory_order_relaxed);
    /* A delayed leader must not oversleep by the default slack of 50 us (prctl(2)). */
    prctl(PR_SET_TIMERSLACK, 1UL);
    /* A descriptor table of its own, as a program with one thread has: otherwise each call takes
     * and drops a reference on the file, 40 ns that are no part of a sync. All files are open by
     * now. */
    unshare(CLONE_FILES);
    run_rounds(w);
    gate_leave(&g->gate);
    generation_leave(g);
    return NULL;
}

int worker_start(struct writer *w)
{
    return thread_start(&w->thread, STACK_BYTES, worker_main, w);
}
