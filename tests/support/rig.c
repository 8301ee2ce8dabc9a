/* rig.c: see rig.h. */
#include "support/rig.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"

int rig_set_up(void **state)
{
    struct rig *rig = *state;
    simdisk_init(&rig->disk, 7);
    return 0;
}

int rig_tear_down(void **state)
{
    struct rig *rig = *state;
    simdisk_destroy(&rig->disk);
    return 0;
}

struct config rig_config(uint32_t writers, const char *strategy)
{
    struct config config = config_default();
    text_copy(config.strategy, sizeof config.strategy, strategy);
    config.writers = writers;
    config.record_bytes = 32;
    config.file_bytes = SIM_BYTES / 2;
    config.delay_ns = 1000;
    return config;
}

struct config rig_overwriting(uint32_t writers, const char *strategy)
{
    struct config config = rig_config(writers, strategy);
    text_copy(config.mode, sizeof config.mode, "overwrite-fdatasync");
    return config;
}

void rig_start(struct rig *rig, const struct config *config)
{
    struct err err = {0};
    text_copy(rig->target.dir, sizeof rig->target.dir, "simulated");
    const struct engine_setup setup = {.io = &rig->disk.io, .dirfd = -1, .target = &rig->target};
    memset(rig->totals, 0, sizeof rig->totals);
    assert_int_equal(engine_create(&setup, config, &rig->engine, &err), 0);
}

void rig_next(struct rig *rig)
{
    const struct snapshot *s = &rig->snapshot;
    struct pollfd poll_fd = {.fd = engine_fd(rig->engine), .events = POLLIN};
    while (!engine_next(rig->engine, &rig->snapshot))
        assert_true(poll(&poll_fd, 1, 60000) > 0);
    assert_true(s->generation < RIG_GENERATIONS);
    struct totals *t = &rig->totals[s->generation];
    t->rounds += s->rounds;
    t->records += s->records;
    t->syncs += s->syncs;
    t->failed_rounds += s->failed_rounds;
    t->histogram_count += s->latency.count;
}

void rig_wait_state(struct rig *rig, enum run_state state)
{
    do
        rig_next(rig);
    while (rig->snapshot.state != state);
}

void rig_wait_rounds(struct rig *rig)
{
    do
        rig_next(rig);
    while (!rig->snapshot.rounds);
}

void rig_stop(struct rig *rig)
{
    engine_stop(rig->engine);
    do
        rig_next(rig);
    while (!rig->snapshot.last);
    engine_destroy(rig->engine);
    assert_int_equal(rig->disk.opened, rig->disk.removed);
}
