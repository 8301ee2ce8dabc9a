/* rig.h: an engine on a simulated disk, and what its snapshots add up to. Nothing sleeps: tests
 * wait for snapshots and hold syncs at the disk's gate. */
#ifndef FSYNCSCOPE_TESTS_RIG_H
#define FSYNCSCOPE_TESTS_RIG_H

#include <stdint.h>

#include "engine/engine.h"
#include "support/simdisk.h"

enum { RIG_GENERATIONS = 64 };

/* What all snapshots of one generation add up to. */
struct totals {
    uint64_t rounds, records, syncs, failed_rounds;
    uint64_t histogram_count;
};

struct rig {
    struct simdisk disk;
    struct target target;
    struct engine *engine;
    struct snapshot snapshot; /* the last one */
    struct totals totals[RIG_GENERATIONS];
};

/* Set-up and tear-down of cmocka's for *STATE, a struct rig: a new disk; the engine is started and
 * stopped by the test. */
int rig_set_up(void **state);
int rig_tear_down(void **state);

/* 200 KiB, which threads may still use when a test has failed: neither on the stack nor freed. */
#define RIG_TEST(name, rig)                                                                        \
    cmocka_unit_test_prestate_setup_teardown(name, rig_set_up, rig_tear_down, rig)

/* Appends small records to a file of half the disk. */
struct config rig_config(uint32_t writers, const char *strategy);

/* For tests that hold a sync: the one that is held must be a round's. An append file's restart
 * syncs as well, with every writer parked at the gate. */
struct config rig_overwriting(uint32_t writers, const char *strategy);

/* Starts an engine; all totals are 0 again. */
void rig_start(struct rig *rig, const struct config *config);

/* Takes the next snapshot; all up to the first in STATE, or with a round in it. Fails the test when
 * none comes for a minute. */
void rig_next(struct rig *rig);
void rig_wait_state(struct rig *rig, enum run_state state);
void rig_wait_rounds(struct rig *rig);

/* Stops the engine, takes all that is left of it, and sees to it that no file is. */
void rig_stop(struct rig *rig);

#endif
