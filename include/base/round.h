/* round.h: one round as its writer felt it, and what the whole disk did meanwhile. */
#ifndef FSYNCSCOPE_BASE_ROUND_H
#define FSYNCSCOPE_BASE_ROUND_H

#include <stdint.h>

/* A time that does not exist for this round: a mode whose write is its sync has no write time,
 * one that never syncs no sync time. */
#define NOT_TIMED UINT64_MAX

/* What the whole disk did, from its counters. SYNCS tells how many syncs lie between the two
 * readings, the one in question last; 0 means that the counters were not read. */
struct disk_delta {
    uint64_t flushes;
    uint64_t sectors; /* of 512 bytes, written */
    uint32_t syncs;
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
};

/* The rest of the latency: waiting for a lock, a leader or its delay, and being woken. */
static inline uint64_t round_wait_ns(const struct round *round)
{
    uint64_t write_ns = round->write_ns == NOT_TIMED ? 0 : round->write_ns;
    uint64_t sync_ns = round->sync_ns == NOT_TIMED ? 0 : round->sync_ns;
    uint64_t calls_ns = write_ns + sync_ns;
    return round->latency_ns > calls_ns ? round->latency_ns - calls_ns : 0;
}

#endif
