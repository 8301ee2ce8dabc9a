/* generation.h: one configuration at work: its file, strategy, recorders and writers.
 *
 * Made, ended and freed by the control thread; writers run in between; the aggregator looks at its
 * recorders while it is the engine's current one. */
#ifndef FSYNCSCOPE_ENGINE_GENERATION_H
#define FSYNCSCOPE_ENGINE_GENERATION_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/config.h"
#include "base/err.h"
#include "disk/blockstat.h"
#include "disk/scratch.h"
#include "engine/gate.h"
#include "engine/pacer.h"
#include "engine/recorder.h"
#include "engine/sink.h"
#include "engine/strategy.h"

struct writer;

struct generation_events {
    void *ctx;
    /* By a writer's thread: the last writer has gone, or a call has failed. */
    void (*changed)(void *ctx);
    /* By whoever creates the generation: how much its files will take, before there are any. */
    void (*planned)(void *ctx, uint64_t bytes);
};

struct generation {
    uint64_t number;
    struct config config;
    const struct strategy *strategy;
    void *shared; /* the strategy's state */
    struct scratch scratch;
    struct blockstat stat;
    struct sink sink;
    struct gate gate;
    struct pacer pacer;
    struct recorder *recorder; /* one a writer, in recorder_memory */
    void *recorder_memory;
    struct writer *writer;
    _Atomic int32_t *pid;     /* the thread of each writer, for observers; 0: not yet */
    unsigned started;         /* threads */
    atomic_uint present;      /* writers that have not left */
    _Atomic int64_t tickets;  /* rounds that may still begin, when the number is limited */
    _Atomic uint64_t slow_ns; /* from which a round counts as slow; 0: not known yet */
    atomic_int failure;       /* -errno of the first call that failed */
    char *noise;              /* what records are made of */
    struct generation_events events;
    /* The disk's work while a file was started anew, which belongs to no record. */
    _Atomic uint64_t excluded_flushes, excluded_sectors;
    _Atomic uint64_t restart_since_ns; /* since when a file is being started anew; 0: it is not */
};

struct generation_setup {
    const struct sysio *io;
    struct keeper *keeper;
    int dirfd;
    const struct target *target;
    struct scratch_progress *progress;
    struct generation_events events;
};

/* Prepares file and threads of CONFIG; the writers stand at the closed gate. May take long and
 * be broken off through progress->cancel (-ECANCELED). 0, or -errno with a sentence and nothing
 * left behind. */
int generation_create(const struct generation_setup *setup, const struct config *config,
                      uint64_t number, struct generation **out, struct err *err);

/* Lets no round begin any more, and calls off those that wait for a lock: with 1,024 writers their
 * rounds would take longer than the whole run. Never waits. */
void generation_end(struct generation *g);

/* Whether every writer has left; whether the strategy's own thread has, too, so that nothing is
 * counted any more and no call can fail. */
bool generation_over(const struct generation *g);
bool generation_settled(const struct generation *g);

/* By a writer's thread: it is gone. The last one ends what the strategy still does. */
void generation_leave(struct generation *g);

/* By any thread of the load: a call of its has failed with RC (-errno). The first one ends it. */
void generation_fail(struct generation *g, int rc);

/* Records that were acknowledged and are not known to be durable. */
uint64_t generation_at_risk(struct generation *g);

/* -errno of the call that failed the run, 0 while all is well, and its name. */
int generation_failure(const struct generation *g);

/* Joins the writers (end them by the gate first: waits for stuck calls), removes the file, frees.
 */
void generation_free(struct generation *g);

/* Joins the writers alone, so that everything they noted is there to be read. */
void generation_join(struct generation *g);

#endif
