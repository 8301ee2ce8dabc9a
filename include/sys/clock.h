/* clock.h: the clock that all latencies are read from.
 *
 * CLOCK_MONOTONIC, which no jump of the wall clock moves (clock_gettime(2)); about 25 ns a reading
 * through the vDSO. Any thread. */
#ifndef FSYNCSCOPE_SYS_CLOCK_H
#define FSYNCSCOPE_SYS_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Any CLOCK of clock_gettime(2) that every system has, in ns. */
static inline uint64_t clock_read_ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static inline uint64_t clock_now_ns(void)
{
    return clock_read_ns(CLOCK_MONOTONIC);
}

/* CLOCK_REALTIME, only ever shown as a time of day. */
static inline uint64_t clock_wall_ns(void)
{
    return clock_read_ns(CLOCK_REALTIME);
}

/* As system calls want to have it. */
static inline struct timespec clock_timespec(uint64_t ns)
{
    return (struct timespec){.tv_sec = (time_t)(ns / 1000000000u),
                             .tv_nsec = (long)(ns % 1000000000u)};
}

#endif
