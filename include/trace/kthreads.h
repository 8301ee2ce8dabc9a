/* kthreads.h: whether a thread that has the name of one of the kernel's is one, and
 * which of those that have this program's name are its own. Any program may call itself jbd2/sda-8.
 * One thread; a few microseconds for each name that is new. */
#ifndef FSYNCSCOPE_TRACE_KTHREADS_H
#define FSYNCSCOPE_TRACE_KTHREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/event.h"

enum { KTHREADS_KNOWN = 128 };

struct kthread {
    int32_t pid;
    char who[TRACE_WHO_MAX];
    bool honest; /* it is what its name says */
};

struct kthreads {
    const char *root; /* "" in the program: where proc/ is */
    char own[TRACE_WHO_MAX];
    bool blind; /* no thread of the kernel's is seen there, as in a container: names count */
    struct kthread known[KTHREADS_KNOWN];
    unsigned next;
};

/* OWN is what this program's threads are called. ROOT must outlive it. */
void kthreads_begin(struct kthreads *kthreads, const char *root, const char *own);

/* "kworker/0:1", "jbd2/sda-8", "loop0". */
bool kthreads_sounds_like_one(const char *who);

/* Marks those of COUNT events whose thread pretends, and those whose thread is of this program. One
 * that is gone by now was a program's: the kernel's stay. */
void kthreads_mark(struct kthreads *kthreads, struct trace_event *event, size_t count);

#endif
