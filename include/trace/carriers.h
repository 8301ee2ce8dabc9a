/* carriers.h: for which disk a kernel worker carries requests on. A disk that stands on a file
 * queues work of its own, and any worker of the kernel's may take it: who does is told by the
 * work's number in both events.
 *
 * A value of bounded size; pure. What does not fit is forgotten, oldest first. */
#ifndef FSYNCSCOPE_TRACE_CARRIERS_H
#define FSYNCSCOPE_TRACE_CARRIERS_H

#include <stdint.h>

#include "trace/event.h"

enum { CARRIERS_WORKS = 16, CARRIERS_WORKERS = 32 };

struct carrier_work {
    uint64_t work;
    char disk[TRACE_WHO_MAX];
};

struct carrier {
    int32_t pid;
    char disk[TRACE_WHO_MAX]; /* "": the work of none */
};

/* Starts zeroed. */
struct carriers {
    struct carrier_work asked[CARRIERS_WORKS];
    struct carrier worker[CARRIERS_WORKERS];
    unsigned next_work, next_worker;
};

/* DISK has queued WORK. */
void carriers_asked(struct carriers *carriers, uint64_t work, const char *disk);

/* The worker PID begins with WORK. */
void carriers_began(struct carriers *carriers, int32_t pid, uint64_t work);

/* The disk whose work PID is at: "" when it is none that was seen queued. */
const char *carriers_disk(const struct carriers *carriers, int32_t pid);

#endif
