/* worker.h: a writer's thread: round after round until the gate ends it. */
#ifndef FSYNCSCOPE_ENGINE_WORKER_H
#define FSYNCSCOPE_ENGINE_WORKER_H

#include <pthread.h>
#include <stdint.h>

#include "engine/generation.h"

enum {
    /* A record starts at another cache line of the same page of noise each time: no two in a row
     * are alike, none can be compressed, and the source stays in the processor's first cache. */
    NOISE_SPAN = 4 << 10,
    NOISE_STEP = 64,
};

struct writer {
    struct generation *generation;
    pthread_t thread;
    uint32_t number;
    uint32_t turn; /* which of the noise's places the next round begins at */
};

/* Starts the thread of WRITER, whose other fields are set. 0 or -errno. */
int worker_start(struct writer *writer);

#endif
