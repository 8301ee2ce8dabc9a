/* trial.h: writers that commit stamped records through a strategy onto a simulated disk, and look,
 * at the very moment of each acknowledgement, whether the record is durable. */
#ifndef FSYNCSCOPE_TESTS_TRIAL_H
#define FSYNCSCOPE_TESTS_TRIAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "engine/strategy.h"
#include "support/simdisk.h"

enum { TRIAL_WRITERS = 16, TRIAL_ROUNDS = 4, TRIAL_RECORD = 32, TRIAL_BATCH = 3 };
enum { TRIAL_MODE_ROUNDS = 10 };

struct trial;

struct trial_writer {
    struct trial *trial;
    pthread_t thread;
    uint32_t number;
    unsigned acknowledged; /* rounds */
    unsigned early;        /* of them, acknowledged before all records were durable */
    int error;             /* that ended it; 0: did all its rounds */
    struct round last;
};

struct trial {
    struct simdisk disk;
    struct scratch scratch;
    struct sink sink;
    struct config config;
    const struct strategy *strategy;
    void *shared;
    unsigned rounds;
    atomic_uint returned; /* writers that are through */
    struct trial_writer writer[TRIAL_WRITERS];
};

/* Sets the disk up for WRITERS writers of MODE; set rounds, batch or the disk's faults afterwards.
 */
void trial_init(struct trial *t, const struct strategy *strategy, const char *mode,
                uint32_t writers, uint64_t seed);
/* One writer of MODE by itself, for TRIAL_MODE_ROUNDS rounds. */
void trial_init_mode(struct trial *t, const struct syncmode *mode);
void trial_start(struct trial *t, uint32_t writer);
void trial_join(struct trial *t, uint32_t writer);
/* Starts and joins all writers. */
void trial_run(struct trial *t);
/* Also sees to it that no file is left. */
void trial_destroy(struct trial *t);

/* What the I-th record of that round consists of. */
void trial_stamp(char record[TRIAL_RECORD], uint32_t writer, unsigned round, unsigned i);

/* Acknowledged rounds with a record that is not durable now. */
unsigned trial_missing(struct trial *t);
unsigned trial_early(const struct trial *t);
unsigned trial_acknowledged(const struct trial *t);
/* Writers that ended with ERROR (-errno). */
unsigned trial_errors(const struct trial *t, int error);

#endif
