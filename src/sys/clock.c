/* clock.c: the one clock call that is no plain reading: a sleep to a planned moment. */
#include "sys/clock.h"

#include <errno.h>

void clock_sleep_until(uint64_t when_ns)
{
    const struct timespec when = clock_timespec(when_ns);
    /* Absolute, so that a signal neither lengthens the sleep nor has it computed anew. */
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, NULL) == EINTR)
        ;
}
