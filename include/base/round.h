/* round.h: one round as its writer felt it, and what the whole disk did meanwhile. */
#ifndef FSYNCSCOPE_BASE_ROUND_H
#define FSYNCSCOPE_BASE_ROUND_H

#include <stdint.h>

/* A time that does not exist for this round: a mode whose write is its sync has no write time,
 * one that never syncs no sync time. */
#define NOT_TIMED UINT64_MAX

/* In place of a writer: it is none, or which is not known. */
#define WRITER_NONE UINT32_MAX

/* What the whole disk did, from its counters. SYNCS tells how many syncs lie between the two
 * readings, the one in question last; 0 means that the counters were not read. */
struct disk_delta {
    uint64_t flushes;
    uint64_t sectors; /* of 512 bytes, written */
    uint32_t syncs;
};

/* Where a round's latency went: the parts add up to it. */
struct split {
    uint64_t queue_ns;  /* in the lock or the queue, while others' records were on their way */
    uint64_t leader_ns; /* until a leader took the record, and until it had told that it is done */
    uint64_t delay_ns;  /* while the leader waited on purpose for more records */
    uint64_t write_ns;
    uint64_t sync_ns;
};

struct round {
    uint64_t start_ns;   /* CLOCK_MONOTONIC, at the hand-over of the record */
    uint64_t latency_ns; /* from the hand-over to the return */
    uint64_t write_ns;   /* the write call(s) of the sync that carried it, or NOT_TIMED */
    uint64_t sync_ns;    /* that sync, or NOT_TIMED: the mode makes none */
    uint64_t synced_ns;  /* CLOCK_MONOTONIC, at its end: the same for all rounds that shared it; 0
                            unknown */
    uint32_t writer;     /* from 0 */
    uint32_t led;        /* records in the batch that this writer led; 0: it followed a leader */
    struct disk_delta disk;
    struct split split;
    uint64_t delay_asked_ns;   /* how long its writer, leading, was to wait; 0: it did not wait */
    uint64_t delay_reached_ns; /* and how long it did */
    uint64_t planned_ns;       /* when it was to begin (open loop), 0: on no schedule */
};

/* A time for sums, to which one that does not exist adds nothing. */
static inline uint64_t round_timed(uint64_t ns)
{
    return ns == NOT_TIMED ? 0 : ns;
}

/* The rest of the latency: waiting for a lock, a leader or its delay, and being woken. */
static inline uint64_t round_wait_ns(const struct round *round)
{
    uint64_t calls_ns = round_timed(round->write_ns) + round_timed(round->sync_ns);
    return round->latency_ns > calls_ns ? round->latency_ns - calls_ns : 0;
}

/* How far the round's latency is from NS, either way: which of two is nearer to a median. */
static inline uint64_t round_distance_ns(const struct round *round, uint64_t ns)
{
    return round->latency_ns > ns ? round->latency_ns - ns : ns - round->latency_ns;
}

#endif
