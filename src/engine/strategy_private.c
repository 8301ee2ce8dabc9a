/* strategy_private.c: a file for each writer, and no lock: whatever syncs meet below is the file
 * system's and the disk's to sort out (a journal commits for several at once; the kernel merges
 * flushes).
 *
 * The run's own file is writer 0's; the others' are made here. Each writer has a sink of its own,
 * too, in which the disk's counters are not read around single syncs, since others run beside them;
 * only a writer that is alone uses the run's. */
#include <errno.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "engine/strategies.h"

enum {
    BLOCK_BYTES = 4096,
    FILLED_RECORDS_LEAST = 16,    /* so that not the same block is written again and again */
    APPEND_BYTES_LEAST = 1 << 20, /* so that the files are not started anew all the time */
};

struct own {
    alignas(64) struct sink sink;
    struct scratch scratch; /* but writer 0's */
};

struct private
{
    struct sink *base;    /* the run's: it looks at `full` and `failed_call` */
    bool single;          /* one writer, which uses the base */
    uint32_t made;        /* of own[] */
    pthread_mutex_t lock; /* guards base->failed_call; a leaf */
    struct own own[];
};

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Of the file of one writer. */
static uint64_t least_bytes(const struct config *config, const struct syncmode *mode, int dirfd)
{
    struct config single = *config;
    single.writers = 1;
    uint64_t least = larger(syncmode_reserve(&single),
                            mode->least_bytes ? mode->least_bytes(&single, dirfd) : 0);
    if (scratch_is_written_once(mode->layout))
        return larger(least, APPEND_BYTES_LEAST);
    if (mode->layout == LAYOUT_FILLED || mode->layout == LAYOUT_MAPPED)
        return larger(least, FILLED_RECORDS_LEAST * config->record_bytes);
    if (mode->layout == LAYOUT_FRESH)
        return 2 * least; /* the new file and the one that it replaces */
    return least;
}

/* All files together take what one would, as long as that leaves each enough; of grown ones each is
 * as large as it was asked for. */
static int file_bytes(const struct strategy_setup *setup, uint64_t *bytes, struct err *err)
{
    const struct config *config = setup->config;
    const struct scratch *first = setup->sink->scratch;
    uint64_t room, least = least_bytes(config, setup->sink->mode, first->dirfd);
    int rc = scratch_room(first->dirfd, &room);
    if (rc)
        return err_set(err, rc, "ask for the free space");
    uint64_t share = first->begin ? first->bytes : larger(first->bytes / config->writers, least);
    *bytes = (share + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
    if (*bytes > room / config->writers)
        return err_set(err, ENOSPC, "there is no room for a file for each of %u writers",
                       config->writers);
    return 0;
}

/* The limit is told with the need, for "too many open files" alone puzzles. */
static int explain(int rc, uint32_t writers, struct err *err)
{
    struct rlimit limit;
    if (rc != -EMFILE || getrlimit(RLIMIT_NOFILE, &limit))
        return rc;
    return err_set(err, EMFILE, "private opens a file for each of %u writers, and %llu may be open",
                   writers, (unsigned long long)limit.rlim_cur);
}

static int make_file(struct private *p, const struct strategy_setup *setup, uint64_t bytes,
                     struct err *err)
{
    struct sink *base = setup->sink;
    const struct scratch *first = base->scratch;
    struct own *own = &p->own[p->made];
    own->sink = (struct sink){
        .mode = base->mode,
        .scratch = p->made ? &own->scratch : base->scratch,
        .reserve = setup->config->record_bytes * setup->config->batch,
    };
    if (!p->made && scratch_is_written_once(first->layout))
        base->scratch->bytes = bytes; /* it is as large as the others, which are full with it */
    if (!p->made)
        return 0;
    const struct syncmode_place place = {.io = first->io,
                                         .keeper = first->keeper,
                                         .dirfd = first->dirfd,
                                         .progress = setup->progress};
    int rc = syncmode_open(base->mode, &place, bytes, own->sink.reserve, &own->scratch, err);
    if (!rc && first->begin &&
        (rc = scratch_grow(&own->scratch, first->begin, setup->progress, err)))
        syncmode_close(base->mode, &own->scratch);
    return explain(rc, setup->config->writers, err);
}

static void private_destroy(void *state)
{
    struct private *p = state;
    for (uint32_t i = 1; i < p->made; i++)
        syncmode_close(p->base->mode, &p->own[i].scratch);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

static int private_create(const struct strategy_setup *setup, void **state, struct err *err)
{
    uint32_t writers = setup->config->writers;
    size_t bytes = sizeof(struct private) + writers * sizeof(struct own);
    struct private *p = aligned_alloc(64, (bytes + 63) / 64 * 64);
    uint64_t each = 0;
    if (!p)
        return err_set(err, ENOMEM, "no memory for %u writers", writers);
    *p = (struct private){.base = setup->sink, .single = writers == 1};
    pthread_mutex_init(&p->lock, NULL);
    int rc = p->single ? 0 : file_bytes(setup, &each, err);
    while (!rc && !p->single && p->made < writers) {
        rc = make_file(p, setup, each, err);
        p->made += rc == 0;
    }
    if (rc) {
        private_destroy(p);
        return rc;
    }
    *state = p;
    return 0;
}

static struct sink *sink_of(struct private *p, uint32_t writer)
{
    return p->single ? p->base : &p->own[writer].sink;
}

static void note_failure(struct private *p, const struct sink *sink)
{
    pthread_mutex_lock(&p->lock);
    p->base->failed_call = sink->failed_call;
    pthread_mutex_unlock(&p->lock);
}

static int private_commit(void *state, uint32_t writer, const struct payload *payload,
                          struct round *round)
{
    struct private *p = state;
    struct sink *sink = sink_of(p, writer);
    struct sink_times times;
    int rc = sink_commit(sink, writer, payload, 1, round->start_ns, &times);
    if (rc && sink != p->base)
        note_failure(p, sink);
    if (rc)
        return rc;
    sink_fill(round, payload, &times);
    if (sink != p->base && atomic_load_explicit(&sink->full, memory_order_relaxed))
        atomic_store_explicit(&p->base->full, true, memory_order_relaxed);
    return 0;
}

/* All at once: they fill at about the same pace, and a restart holds everybody up. */
static int private_restart(void *state)
{
    struct private *p = state;
    int rc = 0;
    if (p->single)
        return scratch_restart(p->base->scratch);
    for (uint32_t i = 0; i < p->made && !rc; i++) {
        if (atomic_load_explicit(&p->base->ending, memory_order_relaxed))
            break; /* nothing will be written to the others */
        struct sink *sink = &p->own[i].sink;
        rc = scratch_restart(sink->scratch);
        if (rc) /* it is asked of the first one which call it was */
            p->base->scratch->failed_call = sink->scratch->failed_call;
        atomic_store_explicit(&sink->full, false, memory_order_relaxed);
    }
    return rc;
}

static void private_watch(void *state, struct strategy_watch *out)
{
    struct private *p = state;
    for (uint32_t i = 0; i < p->made; i++) {
        struct sink *sink = &p->own[i].sink;
        out->padded_bytes += atomic_load_explicit(&sink->padded, memory_order_relaxed);
        out->syncs += atomic_load_explicit(&sink->syncs, memory_order_relaxed);
        strategy_watch_sink(out, sink);
    }
}

const struct strategy strategy_private = {
    .about =
        {
            .name = "private",
            .group = "one sync a record",
            .line = "a file for each writer, no lock: syncs meet in the file system and the disk",
            .used_by = "a log for each partition or core: Kafka, Redpanda, Seastar programs",
            .durable = true,
        },
    .create = private_create,
    .destroy = private_destroy,
    .commit = private_commit,
    .restart = private_restart,
    .watch = private_watch,
};
