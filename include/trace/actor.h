/* actor.h: for whom a thread acts that hands something to a disk. For timeline.c and requests.c. */
#ifndef FSYNCSCOPE_TRACE_ACTOR_H
#define FSYNCSCOPE_TRACE_ACTOR_H

#include "trace/timeline.h"

/* Names for workers of the kernel's of which nobody knows for whom they act. */
#define ACTOR_WORKER    "kernel worker"
#define ACTOR_WRITEBACK "writeback"

struct actor {
    enum owner owner;
    int32_t pid;
    const char *who; /* its name, or that of the disk it works for; as long-lived as the event */
    bool kernel;     /* one of the kernel's threads: no program is known by its number */
    bool again;      /* what it does was seen on a disk above, by name of who asked for it */
};

/* Who EVENT, of the disk number DISK, is done for. Where that was concluded from circumstances
 * alone, the timeline remembers that it is not sure. */
struct actor actor_of(struct timeline *timeline, const struct trace_event *event, unsigned disk);

/* Whether EVENT's thread is a journal's, of a disk of the stack. */
bool actor_is_journal(const struct timeline *timeline, const struct trace_event *event);

#endif
