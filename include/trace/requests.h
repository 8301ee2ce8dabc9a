/* requests.h: the requests of a timeline. For timeline.c and attribution.c. */
#ifndef FSYNCSCOPE_TRACE_REQUESTS_H
#define FSYNCSCOPE_TRACE_REQUESTS_H

#include "trace/timeline.h"

/* Takes an event of the block layer. True: a request of the round goes to a disk, or its queue. */
bool requests_take(struct timeline *t, const struct trace_event *event);

/* Tells the sink what is still open. */
void requests_close(struct timeline *t, uint64_t now_ns);

/* Tells the sink of R, which ends at NOW_NS or is OPEN then. */
void requests_tell(const struct timeline *t, const struct request *r, uint64_t now_ns, bool open);

/* What the disks do and what waits for them. */
struct requests_now {
    unsigned on_disk[SPAN_KINDS];  /* the round's, on disks with none below */
    unsigned on_upper[SPAN_KINDS]; /* and on those that stand on another */
    unsigned queued;               /* the round's, not on a disk yet */
    unsigned flushes_asked;        /* by the round, and not on a disk yet */
    unsigned others;               /* other programs', on a disk with none below */
    unsigned others_flushes;       /* flushes that they wait for, on a disk or not yet */
};

/* With KIN, the requests of all threads of this program are taken for the round's. */
struct requests_now requests_now(const struct timeline *t, bool kin);

/* The nearest of those who have something open on a disk that stands on another; OWNER_OTHER when
 * nobody has. */
enum owner requests_above(const struct timeline *t);

#endif
