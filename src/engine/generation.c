/* generation.c: puts a configuration together in the order in which it is taken apart again.
 *
 * A generation is made whole before the first round and never changed after: another configuration
 * is another generation. Threads are made anew each time, too: 1,024 of them cost some 30 ms, and
 * nothing of the old configuration can live on in them. */
#include "engine/generation.h"

#include <errno.h>
#include <stdlib.h>

#include "base/noise.h"
#include "base/touch.h"
#include "engine/worker.h"

/* So many writers' notes, 10 MiB, are there from the start, so that memory does not grow with each
 * writer's first outlier. */
enum { TOUCHED_WRITERS = 64 };

static char *make_noise(uint64_t record_bytes)
{
    /* Room for a record from any place, whose batch goes on from any place after that. */
    size_t words = (2 * NOISE_SPAN + record_bytes + 7) / 8;
    uint64_t *noise = aligned_alloc(4096, (words * 8 + 4095) / 4096 * 4096);
    uint64_t state = 1; /* not the state that scratch files are filled from */
    if (noise)
        noise_fill(noise, words, &state);
    return (char *)noise;
}

static int allocate(struct generation *g)
{
    unsigned writers = g->config.writers;
    g->noise = make_noise(g->config.record_bytes);
    g->writer = calloc(writers, sizeof *g->writer);
    g->pid = calloc(writers, sizeof *g->pid);
    /* calloc, aligned by hand: of very many writers, pages of buckets that are never used stay
     * untouched. */
    g->recorder_memory = calloc(writers + 1, sizeof *g->recorder);
    if (!g->noise || !g->writer || !g->pid || !g->recorder_memory)
        return -ENOMEM;
    g->recorder = (struct recorder *)(((uintptr_t)g->recorder_memory + 63) / 64 * 64);
    if (writers <= TOUCHED_WRITERS)
        touch_pages(g->recorder, writers * sizeof *g->recorder);
    for (unsigned i = 0; i < writers; i++)
        recorder_init(&g->recorder[i]);
    return 0;
}

static int start_writers(struct generation *g, struct err *err)
{
    unsigned writers = g->config.writers;
    atomic_init(&g->present, writers);
    for (unsigned i = 0; i < writers; i++) {
        g->writer[i] =
            (struct writer){.generation = g, .number = i, .place = i * NOISE_STEP % NOISE_SPAN};
        int rc = worker_start(&g->writer[i]);
        if (rc) {
            err_set(err, rc, "cannot start the thread of writer %u of %u%s", i + 1, writers,
                    rc == -EAGAIN
                        ? ": there is no memory for it (ulimit -v), or ulimit -u or the cgroup's "
                          "pids.max allows no more"
                        : "");
            atomic_fetch_sub(&g->present, writers - i);
            return rc;
        }
        g->started++;
    }
    return 0;
}

void generation_fail(struct generation *g, int rc)
{
    int none = 0;
    if (!atomic_compare_exchange_strong(&g->failure, &none, rc))
        return;
    generation_end(g);
    g->events.changed(g->events.ctx);
}

static void on_strategy_event(void *ctx, int rc)
{
    struct generation *g = ctx;
    if (rc)
        generation_fail(g, rc);
    else
        g->events.changed(g->events.ctx);
}

static int prepare(struct generation *g, const struct generation_setup *setup, struct err *err)
{
    const struct syncmode *mode = syncmode_find(g->config.mode);
    uint64_t bytes;
    g->strategy = strategy_find(g->config.strategy);
    if (!mode || !g->strategy)
        return err_set(err, 0, "unknown mode %s or strategy %s", g->config.mode,
                       g->config.strategy);
    const char *refusal = strategy_refuses(g->strategy, mode);
    if (refusal)
        return err_set(err, 0, "%s cannot carry %s: %s", g->config.strategy, g->config.mode,
                       refusal);
    int rc = allocate(g);
    if (rc)
        return err_set(err, rc, "no memory for %u writers", g->config.writers);
    rc = syncmode_file_bytes(mode, &g->config, setup->dirfd, &bytes, err);
    if (rc)
        return rc;
    const struct syncmode_place place = {.io = setup->io,
                                         .keeper = setup->keeper,
                                         .dirfd = setup->dirfd,
                                         .progress = setup->progress};
    g->events.planned(g->events.ctx, bytes);
    g->sink.reserve = syncmode_reserve(&g->config);
    rc = syncmode_open(mode, &place, bytes, g->sink.reserve, &g->scratch, err);
    if (rc)
        return rc;
    if (g->config.grown && scratch_is_written_once(mode->layout))
        rc = scratch_grow(&g->scratch, g->config.file_bytes, setup->progress, err);
    if (rc)
        return rc;
    g->sink.mode = mode;
    g->sink.scratch = &g->scratch;
    const struct strategy_setup shared = {.config = &g->config,
                                          .sink = &g->sink,
                                          .progress = setup->progress,
                                          .events = {.ctx = g, .changed = on_strategy_event}};
    rc = g->strategy->create(&shared, &g->shared, err);
    if (rc)
        return rc;
    blockstat_open(setup->target, "", &g->stat);
    spotcheck_start(&g->sink.spotcheck, &g->stat);
    return start_writers(g, err);
}

int generation_create(const struct generation_setup *setup, const struct config *config,
                      uint64_t number, struct generation **out, struct err *err)
{
    struct generation *g = calloc(1, sizeof *g);
    if (!g)
        return err_set(err, ENOMEM, "no memory for another configuration");
    g->number = number;
    g->config = *config;
    g->scratch.fd = -1;
    g->events = setup->events;
    atomic_init(&g->tickets, (int64_t)config->stop_rounds);
    gate_init(&g->gate, config->writers);
    pacer_init(&g->pacer, config);
    int rc = prepare(g, setup, err);
    if (rc) {
        generation_end(g);
        generation_free(g);
        return rc;
    }
    *out = g;
    return 0;
}

void generation_end(struct generation *g)
{
    atomic_store_explicit(&g->sink.ending, true, memory_order_relaxed);
    gate_close(&g->gate, GATE_END);
    if (g->shared && g->strategy->end)
        g->strategy->end(g->shared);
}

bool generation_over(const struct generation *g)
{
    return atomic_load(&g->present) == 0;
}

void generation_leave(struct generation *g)
{
    if (atomic_fetch_sub(&g->present, 1) != 1)
        return;
    if (g->strategy->end)
        g->strategy->end(g->shared);
    g->events.changed(g->events.ctx);
}

bool generation_settled(const struct generation *g)
{
    return generation_over(g) && (!g->strategy->is_settled || g->strategy->is_settled(g->shared));
}

uint64_t generation_at_risk(struct generation *g)
{
    struct strategy_watch watch = {0};
    strategy_watch(g->strategy, g->shared, &g->sink, &watch);
    return watch.risk.records;
}

int generation_failure(const struct generation *g)
{
    return atomic_load(&g->failure);
}

void generation_join(struct generation *g)
{
    for (unsigned i = 0; i < g->started; i++)
        pthread_join(g->writer[i].thread, NULL);
    g->started = 0;
}

void generation_free(struct generation *g)
{
    generation_join(g);
    if (g->shared)
        g->strategy->destroy(g->shared);
    syncmode_close(g->sink.mode, &g->scratch);
    blockstat_close(&g->stat);
    if (g->recorder)
        for (unsigned i = 0; i < g->config.writers; i++)
            recorder_destroy(&g->recorder[i]);
    gate_destroy(&g->gate);
    free(g->recorder_memory);
    free(g->pid);
    free(g->writer);
    free(g->noise);
    free(g);
}
