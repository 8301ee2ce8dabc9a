/* ui_stage.c: see ui_stage.h. All figures come from integers, so that they are the same on every
 * machine. */
#include "support/ui_stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "ui/view.h"

#define INTERVAL_NS UINT64_C(100000000)
/* 2026-03-14 12:03:00 UTC */
#define WALL_NS UINT64_C(1773489780000000000)

static const struct choice modes[] = {
    {.name = "append-fsync",
     .group = "append",
     .line = "write at the end of a growing file, then fsync: data, size and time stamps",
     .used_by = "simple append-only logs",
     .durable = true},
    {.name = "append-fdatasync",
     .group = "append",
     .line = "write at the end of a growing file, then fdatasync: data and size",
     .used_by = "logs that never look at time stamps, and a line that is long enough to be broken "
                "in two on any screen",
     .durable = true},
    {.name = "overwrite-fdatasync",
     .group = "overwrite",
     .line = "write over blocks that are allocated and synced, then fdatasync: data alone",
     .used_by = "databases that recycle their logs",
     .durable = true},
    {.name = "flush-only",
     .group = "no data",
     .line = "fdatasync with nothing to write",
     .used_by = "nobody; it shows the price of a flush",
     .durable = true},
    {.name = "no-sync",
     .group = "not durable",
     .line = "write and return; not durable",
     .used_by = "programs that forget",
     .durable = false},
};

static const struct choice strategies[] = {
    {.name = "alone",
     .group = "one at a time",
     .line = "a plain lock: write, sync, unlock",
     .used_by = "simple programs",
     .durable = true},
    {.name = "group",
     .group = "one sync for many",
     .line = "a leader takes the whole queue",
     .used_by = "most databases",
     .durable = true},
    {.name = "group+delay",
     .group = "one sync for many",
     .line = "as group, but the leader waits a little",
     .used_by = "commit_delay",
     .durable = true,
     .uses_delay = true,
     .uses_siblings = true},
};

static const struct choice *mode_at(size_t i)
{
    return i < sizeof modes / sizeof *modes ? &modes[i] : NULL;
}

static const struct choice *strategy_at(size_t i)
{
    return i < sizeof strategies / sizeof *strategies ? &strategies[i] : NULL;
}

static void on_apply(struct source *source, const struct config *config)
{
    struct stage *stage = (struct stage *)source;
    stage->applied = *config;
    stage->applies++;
}

static void on_pause(struct source *source, bool paused)
{
    (void)paused;
    ((struct stage *)source)->pauses++;
}

static const char *trouble_of(const struct source *source, size_t i)
{
    return ((const struct stage *)source)->trouble[i];
}

static const struct source_ops ops = {.apply = on_apply,
                                      .pause = on_pause,
                                      .mode = mode_at,
                                      .strategy = strategy_at,
                                      .mode_trouble = trouble_of};

static void set_target(struct target *target)
{
    struct device *device = &target->device[0];
    text_copy(target->dir, sizeof target->dir, "/var/lib/data");
    text_copy(target->file_system, sizeof target->file_system, "ext4");
    target->journal = YES;
    target->device_count = 1;
    text_copy(device->name, sizeof device->name, "nvme0n1");
    text_copy(device->model, sizeof device->model, "Example 990 PRO 2TB");
    device->volatile_cache = YES;
    device->fua = NO;
    device->rotational = NO;
}

struct stage *stage_open(bool ascii)
{
    struct stage *stage = calloc(1, sizeof *stage);
    assert_non_null(stage);
    stage->source.ops = &ops;
    stage->history = history_create();
    assert_non_null(stage->history);
    stage->canvas.ascii = ascii;
    stage->base_ns = 830000;
    stage->random = 12345;
    stage->rounds = 160;
    struct snapshot *s = &stage->snapshot;
    set_target(&s->target);
    s->state = RUN_LIVE;
    s->generation = 1;
    s->config = config_default();
    text_copy(s->config.strategy, sizeof s->config.strategy, "group+delay");
    s->config.writers = 16;
    s->config.record_bytes = 100;
    s->config.siblings = 5;
    s->disk.available = s->disk.has_sectors = true;
    s->load_average[0] = 2.27;
    s->at_ns = UINT64_C(1000000000000);
    s->wall_ns = WALL_NS;
    ui_init(&stage->ui, &stage->source, stage->history);
    stage->ui.state.now_ns = s->at_ns;
    stage->ui.state.comparison = comparison_create();
    assert_non_null(stage->ui.state.comparison);
    return stage;
}

void stage_close(struct stage *stage)
{
    canvas_free(&stage->canvas);
    comparison_free(stage->ui.state.comparison);
    history_free(stage->history);
    free(stage);
}

static uint64_t next_random(struct stage *stage)
{
    stage->random = stage->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return stage->random >> 33;
}

static uint64_t next_latency(struct stage *stage)
{
    uint64_t base = stage->base_ns, spread = 0;
    for (int i = 0; i < 4; i++) /* towards the middle */
        spread += next_random(stage) % (base / 8);
    uint64_t ns = base - base / 4 + spread;
    return next_random(stage) % 90 == 0 ? ns * (2 + next_random(stage) % 5) : ns;
}

static void clear_interval(struct snapshot *s)
{
    histogram_clear(&s->latency);
    histogram_clear(&s->write);
    histogram_clear(&s->sync);
    histogram_clear(&s->response);
    s->sharing = (struct sharing){0};
    s->rounds = s->records = s->syncs = s->slow_rounds = 0;
    s->disk.flushes = s->disk.sectors = 0;
    s->slowest_count = 0;
    s->active_ns = 0;
    s->in_flight = s->calls = 0;
}

static void add_round(struct stage *stage, unsigned number)
{
    struct snapshot *s = &stage->snapshot;
    uint64_t ns = next_latency(stage), write = ns / 80;
    histogram_add(&s->latency, ns);
    if (number % 16 == 0) { /* of its batch, the leader's */
        histogram_add(&s->write, write);
        histogram_add(&s->sync, ns - write);
        s->syncs++;
        s->disk.flushes++;
        s->disk.sectors += 56;
    }
    const struct round shared = {
        .led = number % 16 == 0 ? 16 >> number / 16 % 5 : 0,
        .split = {.queue_ns = write,
                  .leader_ns = write,
                  .write_ns = write,
                  .sync_ns = ns - 3 * write},
    };
    sharing_note(&s->sharing, &shared);
    s->rounds++;
    s->records += s->config.batch;
    if (ns <= s->slow_limit_ns)
        return;
    s->slow_rounds++;
    const struct round round = {
        .start_ns = s->at_ns - INTERVAL_NS + number * (INTERVAL_NS / 200),
        .latency_ns = ns,
        .write_ns = write,
        .sync_ns = ns - write,
        .writer = number % 16,
        .disk = {.flushes = 1, .sectors = 56, .syncs = number % 3},
    };
    slowest_keep(s->slowest, &s->slowest_count, &round);
}

static void run_interval(struct stage *stage)
{
    struct snapshot *s = &stage->snapshot;
    s->slow_limit_ns = 3 * stage->base_ns;
    s->active_ns = INTERVAL_NS;
    s->in_flight = s->config.writers;
    s->oldest_ns = stage->base_ns / 2;
    s->oldest_writer = 3;
    s->calls = 1;
    s->call_ns = stage->base_ns / 3;
    for (unsigned i = 0; i < stage->rounds; i++)
        add_round(stage, i);
}

void stage_feed(struct stage *stage, int count)
{
    struct snapshot *s = &stage->snapshot;
    for (int i = 0; i < count; i++) {
        s->sequence++;
        s->interval_ns = INTERVAL_NS;
        s->at_ns += INTERVAL_NS;
        s->wall_ns += INTERVAL_NS;
        stage->ui.state.now_ns = s->at_ns;
        uint64_t oldest = s->oldest_ns;
        unsigned in_flight = s->in_flight, calls = s->calls;
        clear_interval(s);
        if (s->state == RUN_LIVE && stage->rounds > 0) {
            run_interval(stage);
        } else if (s->state == RUN_LIVE) { /* a call is stuck, if there is one */
            s->active_ns = INTERVAL_NS;
            s->in_flight = in_flight;
            s->oldest_ns = oldest + INTERVAL_NS;
            s->calls = calls;
            s->call_ns = calls ? s->call_ns + INTERVAL_NS : 0;
        }
        history_add(stage->history, s);
        comparison_take(stage->ui.state.comparison, stage->history);
        state_note(&stage->ui.state, s);
    }
}

void stage_change(struct stage *stage, const char *mode, const char *strategy)
{
    struct config *config = &stage->snapshot.config;
    text_copy(config->mode, sizeof config->mode, mode);
    text_copy(config->strategy, sizeof config->strategy, strategy);
    config->durable = strcmp(mode, "no-sync") != 0;
    stage->snapshot.generation++;
}

void stage_warn(struct stage *stage, const char *id, enum severity severity, const char *text)
{
    struct target *target = &stage->snapshot.target;
    struct warning *warning = &target->warning[target->warning_count++];
    text_copy(warning->id, sizeof warning->id, id);
    warning->severity = severity;
    text_copy(warning->text, sizeof warning->text, text);
}

char *stage_draw(struct stage *stage, int cols, int rows)
{
    static char *text;
    free(text);
    assert_true(canvas_resize(&stage->canvas, cols, rows));
    scene_take(&stage->scene, &stage->ui.state, stage->history, cols, rows);
    view_draw(&stage->canvas, &stage->scene);
    text = canvas_to_text(&stage->canvas);
    assert_non_null(text);
    return text;
}
