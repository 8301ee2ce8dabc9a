/* worker.h: a writer's thread: round after round until the gate ends it. */
#ifndef FSYNCSCOPE_ENGINE_WORKER_H
#define FSYNCSCOPE_ENGINE_WORKER_H

#include <pthread.h>
#include <stdint.h>

#include "engine/generation.h"

enum {
    /* Records are taken from so many bytes of noise, one after the other and round again: more than
     * btrfs or zfs compress at a time (128 KiB), so they find nothing twice, and little enough to
     * stay in a processor's second cache. */
    NOISE_SPAN = 256 << 10,
    NOISE_STEP = 4 << 10, /* between writers, and between records larger than the span */
};

struct writer {
    struct generation *generation;
    pthread_t thread;
    uint32_t number;
    struct plan plan; /* of the next round */
    uint32_t place;   /* in the noise, at which the next round's records begin */
};

/* Starts the thread of WRITER, whose other fields are set. 0 or -errno. */
int worker_start(struct writer *writer);

#endif
