/* strategy.h: how several writers share syncs. A new strategy is a row and one file.
 *
 * The rule that all durable strategies obey: commit returns success only when a sync that began
 * after this record's write returned has finished. */
#ifndef FSYNCSCOPE_ENGINE_STRATEGY_H
#define FSYNCSCOPE_ENGINE_STRATEGY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/choice.h"
#include "base/config.h"
#include "base/histogram.h"
#include "base/round.h"
#include "base/sharing.h"
#include "engine/sink.h"

/* Of commit: no error of a call (those are negative), but not done either. */
enum { STRATEGY_CALLED_OFF = 1 };

/* Whom a strategy with a thread of its own tells. */
struct strategy_events {
    void *ctx;
    /* By that thread, without a lock, as the last thing that it does: a call of its has failed (RC
     * is -errno), or it was told to end (0). May be NULL. */
    void (*changed)(void *ctx, int rc);
};

/* What a strategy is made from. */
struct strategy_setup {
    const struct config *config;
    struct sink *sink;                 /* outlives the state */
    struct scratch_progress *progress; /* for a strategy that makes files of its own; may be NULL */
    struct strategy_events events;
};

/* Where syncs that belong to no round are counted, each once: added to what is there. */
struct strategy_told {
    struct histogram *sync;
    struct sharing *sharing;
    uint64_t *failed_rounds; /* that were acknowledged before */
};

/* What can be seen of it at any moment. */
struct strategy_watch {
    uint64_t syncs;         /* that succeeded so far */
    uint64_t padded_bytes;  /* written so far for nothing but to fill a disk's blocks */
    unsigned calls;         /* writes and syncs that are in the kernel now */
    uint64_t call_since_ns; /* since when the oldest of them is */
    uint32_t call_writer;   /* whose thread is in that one, or WRITER_NONE */
    bool has_risk;
    struct risk risk, risk_most;
    struct strategy_told *told; /* the caller's; NULL: it only looks */
};

struct strategy {
    struct choice about;
    /* Why it cannot carry MODE, a clause without a subject; NULL when it can. NULL: it carries all.
     */
    const char *(*refuses)(const struct syncmode *mode);
    /* Makes the shared state for config->writers writers. 0, or -errno with a sentence and nothing
     * left behind. */
    int (*create)(const struct strategy_setup *setup, void **state, struct err *err);
    void (*destroy)(void *state);
    /* One round of writer WRITER (0 to writers - 1, each by one thread at a time): hands PAYLOAD
     * over, waits until it is durable, fills ROUND's times. 0; -errno of the write or sync that
     * failed; STRATEGY_CALLED_OFF when a failure elsewhere ended the run before this record was
     * written. */
    int (*commit)(void *state, uint32_t writer, const struct payload *payload, struct round *round);
    /* Starts the append files anew; no round is under way. 0 or -errno. NULL: there is the sink's
     * alone. */
    int (*restart)(void *state);
    /* Adds what the sink does not know of. Any thread, beside the writers. NULL: nothing. */
    void (*watch)(void *state, struct strategy_watch *out);
    /* The load is being ended, sink->ending is set: wakes who waits on purpose. Any thread, as
     * often as they like; never waits for the disk. NULL: nobody waits. */
    void (*end)(void *state);
    /* Whether the strategy's own thread is through, which is after `end`. NULL: there is none. */
    bool (*is_settled)(void *state);
};

/* Why STRATEGY cannot carry MODE; NULL when it can. */
const char *strategy_refuses(const struct strategy *strategy, const struct syncmode *mode);

/* Fills OUT (zeroed but for `told`) from SINK and from the strategy itself. */
void strategy_watch(const struct strategy *strategy, void *state, struct sink *sink,
                    struct strategy_watch *out);

/* Counts one call that is in the kernel since SINCE_NS (0: none is), on the thread of WRITER. */
void strategy_watch_call(struct strategy_watch *watch, uint64_t since_ns, uint32_t writer);

/* Counts the call that SINK is in, if it is in one. */
void strategy_watch_sink(struct strategy_watch *watch, struct sink *sink);

const struct strategy *strategy_at(size_t i);
const struct strategy *strategy_find(const char *name);

#endif
