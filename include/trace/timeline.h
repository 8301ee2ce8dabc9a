/* timeline.h: what is under way at one moment: requests on the disks, the journal's commit, what is
 * known of the threads. Fed with events in the order of time, asked between two of them.
 *
 * A value of bounded size; pure. What does not fit is forgotten, oldest first, and counted. */
#ifndef FSYNCSCOPE_TRACE_TIMELINE_H
#define FSYNCSCOPE_TRACE_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/inside.h"
#include "trace/carriers.h"
#include "trace/event.h"
#include "trace/stack.h"

enum { TIMELINE_REQUESTS = 128, TIMELINE_CLIENTS = 32 };

enum owner {
    OWNER_ROUND, /* the writer whose sync it is, or who works for it */
    OWNER_KIN,   /* another thread of this program */
    OWNER_OTHER,
};

/* What a request does, apart from whether that is data or metadata. */
enum work { WORK_NONE, WORK_WRITE, WORK_READ, WORK_DISCARD };

/* From the moment it entered the disk's queue, if that was seen, until it is done. */
struct request {
    bool used;
    enum span_kind kind; /* SPAN_DATA, SPAN_META or SPAN_FLUSH */
    enum work work;
    enum owner owner;
    unsigned disk;
    uint64_t sector;
    uint32_t sectors, left; /* in all; not yet done */
    bool kernel;            /* as of a bar */
    bool again;             /* carries on what somebody else has open on a disk above */
    uint64_t queued_ns;
    uint64_t issued_ns; /* 0: not on the disk yet */
    int32_t pid;
    char who[TRACE_WHO_MAX];
};

/* Who waits for a flush, from asking for it until it is done. */
struct client {
    bool used;
    bool served;        /* by the flush that is on the disk */
    bool told;          /* the flush that serves it is told as its own */
    bool more;          /* asks for another after its write */
    bool kernel, again; /* as of a request */
    enum owner owner;
    unsigned disk;
    uint64_t asked_ns;
    int32_t pid;
    char who[TRACE_WHO_MAX];
};

/* What is known of a thread without each of its steps being noted. */
enum thread_state {
    THREAD_FREE,    /* runs, or waits for something that has not come: which, is not known */
    THREAD_RUNNING, /* known in exact timelines alone, as the next one */
    THREAD_BLOCKED,
    THREAD_READY,   /* could run */
    THREAD_STOPPED, /* by a signal */
};

struct thread {
    int32_t pid;
    enum thread_state state;
    uint64_t since_ns;
    char who[TRACE_WHO_MAX];
};

struct bar {
    struct span span;
    enum owner owner;
    enum work work;
    bool kernel; /* one of the kernel's threads, or a disk that works for somebody */
    bool again;  /* on a disk above, the same was told of already */
};

/* Told of each bar that ended, or that is open at the end. */
struct timeline_sink {
    void *ctx;
    void (*bar)(void *ctx, const struct bar *bar);
};

/* What an event says about the time before it, in which nothing of the round was on a disk. */
enum hint {
    HINT_NONE,
    HINT_OWN,     /* the writer goes on */
    HINT_RAN,     /* it ran until now */
    HINT_WOKEN,   /* it may go on, as soon as it has a processor */
    HINT_READY,   /* it waited for a processor that another thread had */
    HINT_WORKER,  /* a kernel worker takes the round's next step */
    HINT_JOURNAL, /* the journal's thread does */
    HINT_THROTTLE /* a limit had held the round's next step back */
};

struct timeline {
    const struct trace_stack *stack;
    const int32_t *kin; /* threads of this program */
    unsigned kin_count;
    struct timeline_sink sink;
    struct thread leader;     /* whose sync it is */
    bool exact;               /* each switch, waking and handing over of a request was seen */
    bool frozen;              /* no worker acts for the round */
    bool queue_only;          /* what enters a disk's queue counts as handed to the disk */
    uint64_t commit_since_ns; /* the journal commits; 0: it does not */
    bool throttled;           /* a limit has let something go that is not on the disk yet */
    bool unsure;              /* whose some requests were was concluded, and not seen */
    uint64_t handed_bytes;    /* to disks that stand on another, by the round or its kin */
    uint64_t carried_bytes;   /* and brought below them, as far as that is known */
    struct carriers carriers;
    bool worker_asked; /* by the file system, since a request of the round ended */
    struct request request[TIMELINE_REQUESTS];
    unsigned top; /* requests from here on are not used */
    struct client client[TIMELINE_CLIENTS];
    uint64_t forgotten;
};

/* Whether PID is one of COUNT threads of this program. */
bool timeline_is_kin(const int32_t *kin, unsigned count, int32_t pid);

void timeline_init(struct timeline *t, const struct trace_stack *stack, int32_t leader);

/* Takes the next event; its time is not before that of the one before it. */
enum hint timeline_take(struct timeline *t, const struct trace_event *event);

/* A bar for a thread that could run and did not, from FROM_NS to TO_NS. */
void timeline_waited(const struct timeline *t, int32_t pid, const char *who, uint64_t from_ns,
                     uint64_t to_ns);

/* What is still open at NOW_NS is told to the sink as such. */
void timeline_close(struct timeline *t, uint64_t now_ns);

#endif
