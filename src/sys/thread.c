/* thread.c: see thread.h. */
#include "sys/thread.h"

#include <time.h>

int thread_start(pthread_t *thread, size_t stack_bytes, void *(*main)(void *), void *arg)
{
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, stack_bytes);
    int code = pthread_create(thread, &attr, main, arg);
    pthread_attr_destroy(&attr);
    return -code;
}

void thread_condition_init(pthread_cond_t *condition)
{
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attr);
    pthread_condattr_destroy(&attr);
}
