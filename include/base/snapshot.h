/* snapshot.h: what the engine saw in one interval. The one value that goes up.
 *
 * Pointer-free and self-contained: interval, counts, histograms, disk counters, notable rounds, and
 * the configuration and target that they belong to. An interval never spans two configurations.
 * Views, reports and recordings see this and nothing below it. */
#ifndef FSYNCSCOPE_BASE_SNAPSHOT_H
#define FSYNCSCOPE_BASE_SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/config.h"
#include "base/histogram.h"
#include "base/inside.h"
#include "base/round.h"
#include "base/sharing.h"
#include "base/target.h"

enum {
    SNAPSHOT_SLOWEST = 8,
    SNAPSHOT_INSIDE = SNAPSHOT_SLOWEST, /* fewer would leave some for ever behind */
    SNAPSHOT_SLOW_FACTOR = 3,           /* a round over so many times the rolling median is slow */
    SNAPSHOTS_A_SECOND = 10,
    SNAPSHOT_LARGE_BYTES = 1 << 30, /* more is announced before the first of them is written */
};

enum run_state {
    RUN_PREPARING, /* the scratch file is being made; prepare_* tell how far */
    RUN_LIVE,
    RUN_PAUSED,
    RUN_STOPPING, /* waits for rounds under way to return: to change configuration, or to end */
    RUN_DONE,     /* a limit was reached, or the engine was told to stop */
    RUN_FAILED,   /* a write or sync failed: see error; nothing is tried again */
};

/* The whole disk's work in the interval. Flushes and sectors can each be had without the other. An
 * interval in which a counter was reset is left out: it has no figures, and its records are no part
 * of what the others are divided by. */
struct disk_counts {
    bool available;            /* flushes are known */
    bool has_sectors;          /* sectors are known */
    uint32_t left_out;         /* intervals left out */
    uint64_t left_out_records; /* made durable in them */
    uint64_t left_out_syncs;   /* done in them */
    uint64_t flushes;
    uint64_t sectors;        /* of 512 bytes, written */
    char reason[REASON_MAX]; /* why something is missing or was left out, else "" */
};

/* Adds NEXT to INTO; a figure of the sum is not available as soon as one of the two's is not, but
 * for an interval that is left out. */
void disk_counts_add(struct disk_counts *into, const struct disk_counts *next);

struct snapshot {
    uint64_t sequence;
    uint64_t generation; /* changes with each configuration that is put to work */
    enum run_state state;
    bool last; /* the engine has ended: no snapshot follows */
    struct config config;
    struct target target;

    uint64_t at_ns;       /* CLOCK_MONOTONIC at the end of the interval */
    uint64_t wall_ns;     /* CLOCK_REALTIME at the same moment, to show a time of day */
    uint64_t interval_ns; /* time since the snapshot before it */
    uint64_t active_ns;   /* of that, time in which the load ran: what rates are divided by */

    uint64_t rounds;  /* finished and durable (as far as the mode is) */
    uint64_t records; /* rounds x batch */
    uint64_t syncs;
    uint64_t padded_bytes;     /* written for nothing but to fill blocks, of O_DIRECT modes */
    struct histogram latency;  /* a value a round */
    struct histogram write;    /* a value a sync; empty for modes whose write is the sync */
    struct histogram sync;     /* a value a sync */
    struct histogram response; /* a value a round, from its planned start; empty in closed loop */
    struct sharing sharing;    /* how the rounds shared their syncs */
    struct disk_counts disk;

    uint64_t slow_limit_ns; /* 3x the rolling p50; 0 while too few rounds are known */
    uint64_t slow_rounds;   /* how many were over the limit */
    unsigned slowest_count;
    struct round slowest[SNAPSHOT_SLOWEST]; /* the longest of the interval, longest first */
    bool has_typical;
    struct round typical; /* a round near the median with its own disk_delta (syncs is 1) */

    struct tracing tracing;
    /* Slow rounds that were looked into since the last snapshot, oldest first: rounds of an earlier
     * interval, as a rule. And an ordinary one to compare with, when it was looked into anew. */
    unsigned inside_count;
    struct inside_round inside[SNAPSHOT_INSIDE];
    bool has_ordinary;
    struct inside_round ordinary;
    /* The oldest round in flight, when it is beyond the limit: what is open now. */
    bool has_hanging;
    struct inside_round hanging;

    unsigned in_flight; /* rounds that have begun and not returned */
    uint64_t oldest_ns; /* age of the oldest of them */
    uint32_t oldest_writer;
    /* Of them, in the kernel: the others wait in the program, for a lock, a leader or its delay. */
    unsigned calls;       /* writes and syncs that have not returned */
    uint64_t call_ns;     /* age of the oldest of them */
    uint32_t call_writer; /* whose thread is in it, or WRITER_NONE */

    uint64_t backlog; /* records that were to begin by now and have not: open loop */
    bool has_risk;    /* the strategy acknowledges before it syncs, and keeps the account */
    struct risk risk, risk_most; /* now, and at most since this configuration was put to work */

    uint64_t prepare_done; /* bytes of the scratch file that are filled, of prepare_total */
    uint64_t prepare_total;
    uint64_t prepare_still_ns; /* for how long none was added to them, while preparing */
    uint64_t planned_bytes;    /* that the load's files will take at most; 0: not known yet */

    int directory_code; /* why the file's directory cannot be synced, an errno value; 0: it was */
    bool through_cache; /* the mode writes with O_DIRECT, and was seen not to get past the cache */

    uint64_t failed_rounds; /* rounds of the batch whose write or sync failed */
    bool mode_refused;      /* the failure: this mode cannot run here; others may */
    int error_code;         /* errno value, 0 while all is well */
    char error[400];        /* one sentence: call, file, meaning */
    double load_average[3]; /* 1, 5, 15 minutes; negative when not known */
};

/* Adds the interval NEXT, of the same generation, to INTO: counts and histograms add up, states
 * and ages are NEXT's. Lets a full queue lose nothing. */
void snapshot_merge(struct snapshot *into, const struct snapshot *next);

/* Of a load that failed, whose newest snapshot is FAILED: whether it was the disk. BEGAN: a round
 * was tried. Before that it is the set-up that was not usable, unless the error is one of the
 * disk's own, or the disk ran full while the file was filled. */
bool snapshot_disk_failed(const struct snapshot *failed, bool began);

/* Whether an errno value is one of the disk's own, whatever call it came from: EIO and its like. */
bool snapshot_is_disks_own(int code);

/* Keeps ROUND in LIST (room for SNAPSHOT_SLOWEST, longest first) when it is long enough. Of rounds
 * that shared a sync the longest stands for all: one slow sync of 64 writers is one event. */
void slowest_keep(struct round list[SNAPSHOT_SLOWEST], unsigned *count, const struct round *round);

#endif
