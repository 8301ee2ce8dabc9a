/* group.h: what all group commits have in common. For group.c and the strategy_group*.c alone.
 *
 * Records that queue while a batch is with the disk belong to the next batch. Batches are numbered;
 * `durable` is how many have been made durable. The rule that makes it right: a writer goes on only
 * once `durable` > the number of its batch. That "a sync has just finished" is not enough: it may
 * have begun before the record was written; and a wake-up tells nothing at all. */
#ifndef FSYNCSCOPE_ENGINE_GROUP_H
#define FSYNCSCOPE_ENGINE_GROUP_H

#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/strategy.h"

/* Writers sleep on the slot of their batch. A few, so that the writers of neighbouring batches have
 * different ones, and only those whose records became durable are woken. */
enum { GROUP_SLOTS = 4 };

struct slot {
    alignas(64) atomic_uint turns; /* a futex: moves with each wake-up */
};

/* When things happened to one batch; the same for all its records. */
struct batch_times {
    struct sink_times sink;
    uint64_t free_ns;    /* end of the batch before it: up to then the disk was not to be had */
    uint64_t company_ns; /* since when a leader waited for company; 0: none did */
    uint64_t asked_ns;   /* how long it was to wait */
};

/* One writer's place. From its queueing until its batch is settled it belongs to the leader. */
struct member {
    alignas(64) struct member *next;
    struct payload payload;
    struct batch_times times;
    uint64_t batch; /* the writer's own */
};

struct group;

/* What sets one group commit apart from another. Each function may be NULL. */
struct group_policy {
    /* The leader ME waits for more records, if it wants to. False: another writer leads now. */
    bool (*company)(struct group *g, struct member *me);
    /* Locked. One more is queued while somebody leads: does its writer take the lead over? */
    bool (*takes_over)(struct group *g);
    /* Locked. A batch of COUNT writers is durable after SYNC_NS, others are queued. */
    void (*learn)(struct group *g, uint32_t count, uint64_t sync_ns);
};

struct group {
    const struct group_policy *policy;
    struct sink *sink;
    uint64_t delay_ns; /* of group+delay */
    uint32_t siblings;
    atomic_uint under_way; /* writers in a round */
    atomic_uint ended;     /* a futex: 1 once the load is being ended */
    struct slot slot[GROUP_SLOTS];
    _Atomic uint64_t durable; /* batches below this number are durable */
    atomic_bool broken;       /* a call failed: nothing is written any more */
    uint64_t broken_batch;    /* written before `broken` is set */
    int error;
    alignas(64) pthread_mutex_t lock; /* guards what follows; a leaf */
    struct member *first;             /* queue, oldest first */
    struct member **tail;
    uint32_t queued;
    uint64_t collecting;           /* number of the batch that the queue will be */
    bool led;                      /* a writer leads */
    uint64_t free_ns;              /* when the last batch ended */
    uint64_t company_ns, asked_ns; /* of the wait for company, for this batch */
    struct member *gatherer;       /* group+gather: the leader that waits; NULL: none does */
    uint32_t expected;             /* writers that are at work, as far as is known */
    uint64_t recent_ns;            /* what a sync takes of late */
    struct payload *batch;         /* room for all writers; the leader's alone */
    struct member member[];
};

int group_create(const struct strategy_setup *setup, const struct group_policy *policy,
                 void **state, struct err *err);
void group_destroy(void *state);
void group_end(void *state);
int group_commit(void *state, uint32_t writer, const struct payload *payload, struct round *round);

/* Whether the load is being ended: who waits for company does so no longer. */
bool group_is_ending(const struct group *g);

/* The word on which ME sleeps. */
atomic_uint *group_turns(struct group *g, const struct member *me);

#endif
