/* engine.h: drives the load and makes ten snapshots of it a second.
 *
 * Threads: one per writer, an aggregator that makes the snapshots, and a control thread that does
 * all that may wait for the disk (preparing files, changing configurations, stopping writers). The
 * caller's thread never waits for the disk, but in engine_destroy.
 *
 * A configuration is put to work as a generation: its own scratch file, strategy, writers and
 * recorders. The old one's writers have returned and its last interval is published before the
 * next begins, so no round is ever counted in another configuration. */
#ifndef FSYNCSCOPE_ENGINE_ENGINE_H
#define FSYNCSCOPE_ENGINE_ENGINE_H

#include <stdbool.h>

#include "base/config.h"
#include "base/err.h"
#include "base/snapshot.h"
#include "engine/observer.h"
#include "sys/keeper.h"
#include "sys/sysio.h"

struct engine;

struct engine_setup {
    const struct sysio *io;
    struct keeper *keeper;
    int dirfd;                       /* stays the caller's */
    const struct target *target;     /* copied */
    const struct observer *observer; /* outlives the engine; NULL: nobody looks */
};

/* Starts the threads and CONFIG, whose names must be known. 0 or -errno with a sentence. */
int engine_create(const struct engine_setup *setup, const struct config *config,
                  struct engine **out, struct err *err);

/* Asks for another configuration; the newest wish wins, a preparation under way is broken off. Also
 * starts again after a failure. Any thread; never blocks. */
void engine_apply(struct engine *engine, const struct config *config);

/* Holds the load at the next round's border, or lets it go on. Any thread; never blocks. */
void engine_pause(struct engine *engine, bool paused);

/* Asks for the end. The snapshot with `last` set follows once all rounds have returned. */
void engine_stop(struct engine *engine);

/* For poll(2): readable while a snapshot waits. */
int engine_fd(const struct engine *engine);

/* Takes the oldest waiting snapshot; false when there is none. One consumer thread. */
bool engine_next(struct engine *engine, struct snapshot *out);

/* Ends, waits for calls that are stuck in the kernel, removes the scratch file, frees. */
void engine_destroy(struct engine *engine);

#endif
