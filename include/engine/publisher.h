/* publisher.h: from what the engine is at, and what its recorders noted, to snapshots in the
 * outbox.
 *
 * Belongs to the engine and has no lock of its own: whoever calls holds the engine's, unless it is
 * said otherwise. Nothing here waits for the disk or for a writer. */
#ifndef FSYNCSCOPE_ENGINE_PUBLISHER_H
#define FSYNCSCOPE_ENGINE_PUBLISHER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/config.h"
#include "base/err.h"
#include "base/snapshot.h"
#include "disk/scratch.h"
#include "engine/aggregate.h"
#include "engine/generation.h"
#include "engine/observer.h"
#include "engine/outbox.h"

/* What the engine is at, as every snapshot tells it. */
struct standing {
    struct target target;
    struct config config; /* being prepared or run */
    enum run_state state;
    uint64_t generation; /* number of the newest */
    struct scratch_progress progress;
    uint64_t planned_bytes; /* of the files of this generation */
    bool through_cache;     /* as its file was found to be */
    struct err failure;
    bool refused; /* the failure is that the mode cannot run here */
};

struct publisher {
    struct outbox *outbox;
    const struct observer *observer; /* NULL: nobody looks */
    struct aggregate aggregate;
    struct snapshot snapshot;      /* filled anew for each interval */
    uint64_t moved_ns, moved_done; /* when the preparation was last seen to move, and where */
};

/* P is zeroed; OBSERVER outlives it. Before there are threads. 0, or -errno and nothing to free. */
int publisher_init(struct publisher *p, const struct observer *observer);
void publisher_free(struct publisher *p); /* also where publisher_init failed */

/* A preparation begins now. */
void publisher_prepare(struct publisher *p);

/* The first round of G starts at NOW_NS or later. */
void publisher_begin(struct publisher *p, struct generation *g, uint64_t now_ns);

/* Ends the interval now and shows it to the observer; with LAST, after the writers of G were
 * joined, it ends with the last round. G NULL: no generation ran, there is nothing to show. */
void publisher_collect(struct publisher *p, const struct standing *standing, struct generation *g,
                       bool last);

/* Sends the collected interval off with STANDING. LAST: it is the engine's last word. */
void publisher_send(struct publisher *p, const struct standing *standing, bool last);

/* After the observer has settled: sends what it adds, in empty intervals, but for the last, which
 * is collected and waits to be sent. */
void publisher_send_added(struct publisher *p, const struct standing *standing);

#endif
