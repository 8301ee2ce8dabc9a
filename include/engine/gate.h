/* gate.h: where writers stand between two rounds: to start together, to pause, to end, or to let
 * one of them do a job for which no round may be under way.
 *
 * A writer passes with gate_enter before each round; open, that costs one relaxed load. Closing the
 * gate never interrupts a round. Lock order: a leaf, nothing is locked while it is held. */
#ifndef FSYNCSCOPE_ENGINE_GATE_H
#define FSYNCSCOPE_ENGINE_GATE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum gate_reason {
    GATE_NOT_STARTED = 1 << 0,
    GATE_PAUSE = 1 << 1,
    GATE_JOB = 1 << 2, /* all must stand still, then one does the job */
    GATE_END = 1 << 3, /* for good */
};

enum gate_answer {
    GATE_GO,    /* begin a round */
    GATE_WORK,  /* do the job, call gate_job_done, enter again */
    GATE_LEAVE, /* call gate_leave and return */
};

struct gate {
    atomic_uint closed; /* set of gate_reason; changed under the lock */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned moving; /* writers that are neither parked nor gone */
    bool job_taken;
    _Atomic uint64_t idle_ns; /* in which a pause held every writer */
    uint64_t idle_since_ns;   /* 0: not now */
};

/* For WRITERS writers that are all still to arrive; closed by GATE_NOT_STARTED. */
void gate_init(struct gate *gate, unsigned writers);
void gate_destroy(struct gate *gate);

/* A writer asks to begin its next round; may wait. */
enum gate_answer gate_enter(struct gate *gate);

/* A writer waits between two rounds until the monotonic time WHEN_NS: true then, false at once when
 * the gate closes. */
bool gate_sleep(struct gate *gate, uint64_t when_ns);

/* The job is done: the gate opens again. */
void gate_job_done(struct gate *gate);

/* A writer is gone and will not enter again. */
void gate_leave(struct gate *gate);

/* Closes for REASON, or takes REASON back. Any thread; never waits for a writer. */
void gate_close(struct gate *gate, enum gate_reason reason);
void gate_open(struct gate *gate, enum gate_reason reason);

/* Whether a pause holds every writer at NOW_NS, and for how long in all that was so. */
bool gate_idle(struct gate *gate, uint64_t now_ns, uint64_t *idle_ns);

#endif
