/* recorder.h: one writer's notes of its rounds.
 *
 * One owner, the writer, adds; the aggregator swaps the interval that is being written for an empty
 * one, ten times a second. The lock is held for some tens of nanoseconds by either side, so a
 * writer practically never waits for it. Nothing here allocates, prints or reads a clock. */
#ifndef FSYNCSCOPE_ENGINE_RECORDER_H
#define FSYNCSCOPE_ENGINE_RECORDER_H

#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/histogram.h"
#include "base/round.h"
#include "base/snapshot.h"

enum { RECORDER_SAMPLES = 4 };

/* What a writer noted between two swaps. */
struct interval {
    uint64_t rounds;
    uint64_t failed_rounds;
    uint64_t slow_rounds;
    uint64_t end_ns; /* return of the last round */
    struct histogram latency, write, sync, response;
    struct sharing sharing;
    unsigned slowest_count;
    struct round slowest[SNAPSHOT_SLOWEST];
    /* Rounds whose sync alone lies between two readings of the counters: those nearest to the
     * median as it was known when they ended. */
    unsigned sample_count;
    struct round sample[RECORDER_SAMPLES];
};

/* Cache-line aligned: two writers never share a line. */
struct recorder {
    alignas(64) _Atomic uint64_t begun_ns; /* start of the round in flight, 0: none */
    pthread_mutex_t lock;
    struct interval *active;
    struct interval *spare; /* empty; touched by the aggregator alone */
    struct interval store[2];
};

/* RECORDER lies in zeroed memory. */
void recorder_init(struct recorder *recorder);
void recorder_destroy(struct recorder *recorder);

/* The writer: a round begins; it ended well (over SLOW_NS it counts as slow, 0: no limit yet); it
 * failed; it was called off before anything was written. */
void recorder_begin(struct recorder *recorder, uint64_t start_ns);
void recorder_end(struct recorder *recorder, const struct round *round, uint64_t slow_ns);
void recorder_fail(struct recorder *recorder);
void recorder_cancel(struct recorder *recorder);

/* The aggregator: takes what was noted since the last swap. Valid until the next swap; the caller
 * hands it back empty with interval_clear. */
struct interval *recorder_swap(struct recorder *recorder);
void interval_clear(struct interval *interval);

#endif
