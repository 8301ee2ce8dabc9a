/* thread.h: threads, and conditions to wait on, of the one kind that this program has. */
#ifndef FSYNCSCOPE_SYS_THREAD_H
#define FSYNCSCOPE_SYS_THREAD_H

#include <pthread.h>
#include <stddef.h>

/* Starts MAIN(ARG) on a stack of STACK_BYTES, whatever `ulimit -s` says: a thousand writers must
 * not reserve 8 MiB each. The caller joins or detaches it. 0 or -errno. */
int thread_start(pthread_t *thread, size_t stack_bytes, void *(*main)(void *), void *arg);

/* A condition whose timed waits go by CLOCK_MONOTONIC, as clock_now_ns reads it. */
void thread_condition_init(pthread_cond_t *condition);

#endif
