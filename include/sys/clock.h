/* clock.h: the clock that all latencies are read from.
 *
 * CLOCK_MONOTONIC, which no jump of the wall clock moves (clock_gettime(2)); about 25 ns a reading
 * through the vDSO. Any thread. */
#ifndef FSYNCSCOPE_SYS_CLOCK_H
#define FSYNCSCOPE_SYS_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t clock_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* CLOCK_REALTIME, only ever shown as a time of day. */
static inline uint64_t clock_wall_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

#endif
