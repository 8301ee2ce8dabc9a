/* observer.h: who is shown each interval before it is published, and may add to it what was seen
 * inside rounds. The engine does not know who that is, and writers do not know that anybody is. */
#ifndef FSYNCSCOPE_ENGINE_OBSERVER_H
#define FSYNCSCOPE_ENGINE_OBSERVER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/snapshot.h"

struct observer {
    void *ctx;
    /* An interval of a generation has ended, SNAPSHOT's measured part is filled. PID has the thread
     * of each of its config.writers writers, 0: not started yet; valid for the call. Called with
     * the engine's lock held: returns at once. */
    void (*interval)(void *ctx, const _Atomic int32_t *pid, struct snapshot *snapshot);
    /* The generation has ended, and its last interval was shown: returns when what can still be
     * said of it is there to be added. May take some milliseconds. */
    void (*settle)(void *ctx);
    /* Adds what came of it, as much as SNAPSHOT has room for; true: there is more. */
    bool (*add)(void *ctx, struct snapshot *snapshot);
};

#endif
