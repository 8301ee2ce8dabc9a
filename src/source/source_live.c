/* source_live.c: a source that is a live engine on this machine. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "disk/probe.h"
#include "disk/resolve.h"
#include "disk/syncmode.h"
#include "engine/engine.h"
#include "engine/strategy.h"
#include "source/refresh.h"
#include "source/source.h"
#include "trace/tracer.h"

enum { TROUBLES_MAX = 32, TROUBLE_MAX = 256 };

#define REFRESH_NS UINT64_C(3000000000) /* a look takes some 5 ms of a processor */

struct live {
    struct source source;
    struct engine *engine;
    struct tracer *tracer;
    struct observer observer; /* the engine shows its intervals to the tracer */
    struct refresh *refresh;
    bool has_facts;
    struct target facts;                     /* as they were found last */
    char trouble[TROUBLES_MAX][TROUBLE_MAX]; /* why that mode cannot run here; "": it may */
    bool ran[TROUBLES_MAX];                  /* it did: whatever the probe says */
    int dirfd;
    pthread_t prober;
    bool has_prober;
    /* The prober's until `probed` is set, of the source's owner then. */
    char foreseen[TROUBLES_MAX][TROUBLE_MAX];
    atomic_bool probed;
};

static struct engine *engine_of(const struct source *source)
{
    return ((const struct live *)source)->engine;
}

static int live_fd(const struct source *source)
{
    return engine_fd(engine_of(source));
}

/* What was refused stays so until that mode runs after all. */
static void note_trouble(struct live *live, const struct snapshot *s)
{
    for (size_t i = 0; i < TROUBLES_MAX && syncmode_at(i); i++) {
        if (strcmp(syncmode_at(i)->about.name, s->config.mode) != 0)
            continue;
        if (s->mode_refused)
            text_copy(live->trouble[i], TROUBLE_MAX, s->error);
        else if (s->state == RUN_LIVE)
            live->trouble[i][0] = '\0';
        live->ran[i] = live->ran[i] || s->state == RUN_LIVE;
    }
}

static bool live_next(struct source *source, struct snapshot *out)
{
    struct live *live = (struct live *)source;
    if (!engine_next(live->engine, out))
        return false;
    note_trouble(live, out);
    if (refresh_take(live->refresh, &live->facts))
        live->has_facts = true;
    if (live->has_facts)
        refresh_merge(&out->target, &live->facts);
    return true;
}

/* Puts the tables' own names in place of aliases, and says what they promise and make use of. */
static int settle_names(const struct config *wish, struct config *out, struct err *err)
{
    const struct syncmode *mode = syncmode_find(wish->mode);
    const struct strategy *strategy = strategy_find(wish->strategy);
    if (!mode)
        return err_set(err, 0, "there is no mode %s; `fsyncscope modes` lists them", wish->mode);
    if (!strategy)
        return err_set(err, 0, "there is no strategy %s; `fsyncscope modes` lists them",
                       wish->strategy);
    *out = *wish;
    text_copy(out->mode, sizeof out->mode, mode->about.name);
    text_copy(out->strategy, sizeof out->strategy, strategy->about.name);
    out->durable = mode->about.durable && strategy->about.durable;
    out->writes_nothing = !mode->write;
    if (out->writes_nothing) /* a record is the wait for one sync */
        out->batch = 1;
    out->syncs_each = mode->syncs == SYNC_EACH_WRITE ? 1 : (uint32_t)mode->syncs;
    out->uses_delay = strategy->about.uses_delay;
    out->uses_siblings = strategy->about.uses_siblings;
    return 0;
}

static void live_apply(struct source *source, const struct config *config)
{
    struct live *live = (struct live *)source;
    struct config settled;
    if (settle_names(config, &settled, NULL))
        return;
    engine_apply(live->engine, &settled);
    refresh_ask(live->refresh);
}

static void live_pause(struct source *source, bool paused)
{
    engine_pause(engine_of(source), paused);
}

static void live_stop(struct source *source)
{
    engine_stop(engine_of(source));
}

static void live_close(struct source *source)
{
    struct live *live = (struct live *)source;
    refresh_end(live->refresh);
    engine_destroy(live->engine);
    tracer_destroy(live->tracer);
    if (live->has_prober)
        pthread_join(live->prober, NULL);
    free(live);
}

static const struct choice *live_mode(size_t i)
{
    const struct syncmode *mode = syncmode_at(i);
    return mode ? &mode->about : NULL;
}

static const struct choice *live_strategy(size_t i)
{
    const struct strategy *strategy = strategy_at(i);
    return strategy ? &strategy->about : NULL;
}

static const char *live_mode_trouble(const struct source *source, size_t i)
{
    const struct syncmode *mode = syncmode_at(i);
    if (!mode || i >= TROUBLES_MAX)
        return NULL;
    const char *missing = syncmode_missing(mode);
    const struct live *live = (const struct live *)source;
    if (missing || *live->trouble[i])
        return missing ? missing : live->trouble[i];
    const bool is_foreseen = atomic_load(&live->probed) && *live->foreseen[i] && !live->ran[i];
    return is_foreseen ? live->foreseen[i] : NULL;
}

static const char *live_clash(const char *mode, const char *strategy)
{
    const struct syncmode *m = syncmode_find(mode);
    const struct strategy *s = strategy_find(strategy);
    return m && s ? strategy_refuses(s, m) : NULL;
}

/* What would be refused is found out beside the load: a file system can keep a call for ever. */
static void *probe_modes(void *arg)
{
    struct live *live = arg;
    struct err err;
    for (size_t i = 0; i < TROUBLES_MAX && syncmode_at(i); i++) {
        if (mode_probe(syncmode_at(i), &sysio_kernel, live->dirfd, &err))
            text_copy(live->foreseen[i], TROUBLE_MAX, err.text);
    }
    atomic_store(&live->probed, true);
    return NULL;
}

static const struct source_ops live_ops = {
    .fd = live_fd,
    .next = live_next,
    .apply = live_apply,
    .pause = live_pause,
    .stop = live_stop,
    .close = live_close,
    .mode = live_mode,
    .strategy = live_strategy,
    .mode_trouble = live_mode_trouble,
    .clash = live_clash,
};

const struct source_ops *source_live_ops(void)
{
    return &live_ops;
}

static void show_tracer(void *ctx, const _Atomic int32_t *pid, struct snapshot *snapshot)
{
    tracer_interval(ctx, pid, snapshot);
}

static void settle_tracer(void *ctx)
{
    tracer_settle(ctx);
}

static bool add_tracer(void *ctx, struct snapshot *snapshot)
{
    return tracer_add(ctx, snapshot);
}

/* The tracer first: it is there before the first round, and outlives the last. */
static int start_engine(struct live *live, const struct live_setup *setup,
                        const struct target *target, const struct config *config, struct err *err)
{
    int rc = tracer_create(target, setup->keeper, setup->trace != TRACE_OFF,
                           setup->trace == TRACE_ON, &live->tracer, err);
    if (rc)
        return rc;
    live->observer = (struct observer){
        .ctx = live->tracer, .interval = show_tracer, .settle = settle_tracer, .add = add_tracer};
    const struct engine_setup engine = {.io = &sysio_kernel,
                                        .keeper = setup->keeper,
                                        .dirfd = setup->dirfd,
                                        .target = target,
                                        .observer = &live->observer};
    rc = engine_create(&engine, config, &live->engine, err);
    if (rc)
        tracer_destroy(live->tracer);
    return rc;
}

static int look_here(int dirfd, const char *dir, struct target *out)
{
    return target_resolve(dirfd, dir, "", out, NULL);
}

static int start(struct live *live, const struct live_setup *setup, const struct target *target,
                 const struct config *config, struct err *err)
{
    const struct refresh_setup refresh = {
        .look = look_here, .dirfd = setup->dirfd, .dir = setup->dir, .period_ns = REFRESH_NS};
    int rc = refresh_start(&refresh, &live->refresh, err);
    if (rc)
        return rc;
    rc = start_engine(live, setup, target, config, err);
    if (rc)
        refresh_end(live->refresh);
    return rc;
}

int source_open_live(const struct live_setup *setup, const struct config *config,
                     struct source **out, struct err *err)
{
    struct target target;
    struct config settled;
    int rc = settle_names(config, &settled, err);
    if (!rc)
        rc = target_resolve(setup->dirfd, setup->dir, "", &target, err);
    if (rc)
        return rc;
    struct live *live = calloc(1, sizeof *live);
    if (!live)
        return err_set(err, ENOMEM, "no memory for the engine");
    rc = start(live, setup, &target, &settled, err);
    if (rc) {
        free(live);
        return rc;
    }
    live->source.ops = &live_ops;
    live->dirfd = setup->dirfd;
    live->has_prober = setup->probes && pthread_create(&live->prober, NULL, probe_modes, live) == 0;
    *out = &live->source;
    return 0;
}
