/* source.h: where snapshots come from: a live engine, later a recording or another machine.
 *
 * Views and reports see a source and never an engine. All calls from one thread (the main thread);
 * none of them blocks or waits for the disk, but source_close. */
#ifndef FSYNCSCOPE_SOURCE_SOURCE_H
#define FSYNCSCOPE_SOURCE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/choice.h"
#include "base/config.h"
#include "base/err.h"
#include "base/snapshot.h"

struct source;

struct source_ops {
    int (*fd)(const struct source *source);
    bool (*next)(struct source *source, struct snapshot *out);
    void (*apply)(struct source *source, const struct config *config);
    void (*pause)(struct source *source, bool paused);
    void (*stop)(struct source *source);
    void (*close)(struct source *source);
    const struct choice *(*mode)(size_t i);
    const struct choice *(*strategy)(size_t i);
    const char *(*mode_trouble)(const struct source *source, size_t i); /* NULL: never known */
    const char *(*clash)(const char *mode, const char *strategy);       /* NULL: all go together */
};

/* An implementation has this as its first member. */
struct source {
    const struct source_ops *ops;
};

/* A descriptor for poll(2), readable while a snapshot waits. */
static inline int source_fd(const struct source *source)
{
    return source->ops->fd(source);
}

/* Takes the oldest waiting snapshot; false when there is none now. */
static inline bool source_next(struct source *source, struct snapshot *out)
{
    return source->ops->next(source, out);
}

/* Asks for another configuration; the newest wish wins. It shows in a later snapshot, with another
 * generation. CONFIG's names are of source_mode and source_strategy, its numbers within bounds;
 * what follows from the names is filled in by the source. After a failure this also starts the load
 * again. */
static inline void source_apply(struct source *source, const struct config *config)
{
    source->ops->apply(source, config);
}

/* Holds the load at the next round's border, or lets it go on. */
static inline void source_pause(struct source *source, bool paused)
{
    source->ops->pause(source, paused);
}

/* Asks for the end; the snapshot with `last` set comes once the load has ended. */
static inline void source_stop(struct source *source)
{
    source->ops->stop(source);
}

/* Ends and frees. Waits for calls that are stuck in the kernel. NULL is allowed. */
static inline void source_close(struct source *source)
{
    if (source)
        source->ops->close(source);
}

/* The I-th mode or strategy in menu order, NULL past the end. */
static inline const struct choice *source_mode(const struct source *source, size_t i)
{
    return source->ops->mode(i);
}

static inline const struct choice *source_strategy(const struct source *source, size_t i)
{
    return source->ops->strategy(i);
}

/* Why the I-th mode cannot run here, one sentence, as far as that is known: from the build, a
 * probe, or a try. NULL when it may. Stays valid until source_close; a later try may change its
 * text. */
static inline const char *source_mode_trouble(const struct source *source, size_t i)
{
    return source->ops->mode_trouble ? source->ops->mode_trouble(source, i) : NULL;
}

/* Why STRATEGY cannot carry MODE, a clause; NULL when it can. */
static inline const char *source_clash(const struct source *source, const char *mode,
                                       const char *strategy)
{
    return source->ops->clash ? source->ops->clash(mode, strategy) : NULL;
}

struct keeper;

/* The operations of every live source: its lists are known before one is open. */
const struct source_ops *source_live_ops(void);

/* Whether the kernel is looked into while rounds run. */
enum trace_wish {
    TRACE_AUTO, /* where it can be */
    TRACE_ON,   /* else the source does not open */
    TRACE_OFF,
};

struct live_setup {
    int dirfd;             /* of the directory; kept open by the caller */
    const char *dir;       /* as typed */
    struct keeper *keeper; /* outlives the source; may be NULL */
    enum trace_wish trace;
    bool probes; /* finds out beside the load which modes cannot run, for source_mode_trouble */
};

/* A live engine. Resolves the target and starts the load of CONFIG, whose names are looked up here:
 * an unknown one is -EINVAL with a sentence. */
int source_open_live(const struct live_setup *setup, const struct config *config,
                     struct source **out, struct err *err);

#endif
