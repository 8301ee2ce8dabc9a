/* trial.c: see trial.h. */
#include "support/trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "engine/strategies.h"

void trial_stamp(char record[TRIAL_RECORD], uint32_t writer, unsigned round, unsigned i)
{
    memset(record, (int)('a' + (writer * 7 + round * 3 + i) % 26), TRIAL_RECORD);
    uint32_t words[4] = {0xf5f5f5f5, writer, round, i};
    memcpy(record, words, sizeof words);
}

/* Whether all records of one round are durable. */
static bool is_durable(struct trial *t, uint32_t writer, unsigned round)
{
    for (unsigned i = 0; i < t->config.batch; i++) {
        char record[TRIAL_RECORD];
        trial_stamp(record, writer, round, i);
        if (!simdisk_has(&t->disk, record, sizeof record))
            return false;
    }
    return true;
}

static void *write_records(void *arg)
{
    struct trial_writer *w = arg;
    struct trial *t = w->trial;
    char bytes[TRIAL_BATCH * TRIAL_RECORD];
    for (unsigned n = 0; n < t->rounds && !w->error; n++) {
        for (unsigned i = 0; i < t->config.batch; i++)
            trial_stamp(bytes + i * TRIAL_RECORD, w->number, n, i);
        struct payload payload = {.bytes = bytes,
                                  .record_bytes = TRIAL_RECORD,
                                  .records = t->config.batch,
                                  .step = TRIAL_RECORD,
                                  .span = sizeof bytes};
        struct round round = {.writer = w->number, .start_ns = 1};
        w->error = t->strategy->commit(t->shared, w->number, &payload, &round);
        if (w->error)
            break;
        w->early += !is_durable(t, w->number, n);
        w->acknowledged++;
        w->last = round;
    }
    atomic_fetch_add(&t->returned, 1);
    return NULL;
}

void trial_init(struct trial *t, const struct strategy *strategy, const char *mode,
                uint32_t writers, uint64_t seed)
{
    struct err err = {0};
    const struct syncmode *row = syncmode_find(mode);
    memset(t, 0, sizeof *t);
    simdisk_init(&t->disk, seed);
    t->disk.split = strategy == &strategy_private; /* the others have one file */
    t->strategy = strategy;
    t->rounds = TRIAL_ROUNDS;
    t->config = config_default();
    t->config.writers = writers;
    t->config.record_bytes = TRIAL_RECORD;
    t->config.delay_ns = 1000;
    const struct syncmode_place place = {.io = &t->disk.io, .dirfd = -1};
    assert_int_equal(syncmode_open(row, &place, SIM_BYTES / (t->disk.split ? SIM_FILES : 1),
                                   TRIAL_WRITERS * TRIAL_BATCH * TRIAL_RECORD, &t->scratch, &err),
                     0);
    t->sink.mode = row;
    t->sink.scratch = &t->scratch;
    for (uint32_t i = 0; i < writers; i++)
        t->writer[i] = (struct trial_writer){.trial = t, .number = i};
    const struct strategy_setup setup = {.config = &t->config, .sink = &t->sink};
    t->config.batch = TRIAL_BATCH; /* the most that a test sets: files are made for it */
    assert_int_equal(strategy->create(&setup, &t->shared, &err), 0);
    t->config.batch = 1;
    t->disk.steps = 0;
    t->disk.syncs = 0;
    t->disk.writes = 0;
}

void trial_init_mode(struct trial *t, const struct syncmode *mode)
{
    trial_init(t, &strategy_alone, mode->about.name, 1, 1);
    t->rounds = TRIAL_MODE_ROUNDS;
}

void trial_start(struct trial *t, uint32_t writer)
{
    struct trial_writer *w = &t->writer[writer];
    assert_int_equal(pthread_create(&w->thread, NULL, write_records, w), 0);
}

void trial_join(struct trial *t, uint32_t writer)
{
    pthread_join(t->writer[writer].thread, NULL);
}

void trial_run(struct trial *t)
{
    for (uint32_t i = 0; i < t->config.writers; i++)
        trial_start(t, i);
    for (uint32_t i = 0; i < t->config.writers; i++)
        trial_join(t, i);
}

void trial_destroy(struct trial *t)
{
    t->strategy->destroy(t->shared);
    syncmode_close(t->sink.mode, &t->scratch);
    assert_int_equal(simdisk_files(&t->disk), 0);
    simdisk_destroy(&t->disk);
}

unsigned trial_missing(struct trial *t)
{
    unsigned missing = 0;
    for (uint32_t i = 0; i < t->config.writers; i++)
        for (unsigned n = 0; n < t->writer[i].acknowledged; n++)
            missing += !is_durable(t, i, n);
    return missing;
}

unsigned trial_early(const struct trial *t)
{
    unsigned early = 0;
    for (uint32_t i = 0; i < t->config.writers; i++)
        early += t->writer[i].early;
    return early;
}

unsigned trial_acknowledged(const struct trial *t)
{
    unsigned acknowledged = 0;
    for (uint32_t i = 0; i < t->config.writers; i++)
        acknowledged += t->writer[i].acknowledged;
    return acknowledged;
}

unsigned trial_errors(const struct trial *t, int error)
{
    unsigned errors = 0;
    for (uint32_t i = 0; i < t->config.writers; i++)
        errors += t->writer[i].error == error;
    return errors;
}
