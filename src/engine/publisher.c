/* publisher.c: one snapshot, filled in three parts: what the recorders noted, what the observer
 * saw, what the engine is at. */
#include "engine/publisher.h"

#include <errno.h>

#include "base/text.h"
#include "disk/resolve.h"
#include "sys/clock.h"

int publisher_init(struct publisher *p, const struct observer *observer)
{
    p->observer = observer;
    p->aggregate.at_ns = clock_now_ns();
    for (int i = 0; i < 3; i++)
        p->snapshot.load_average[i] = -1;
    p->outbox = outbox_create();
    return p->outbox ? 0 : -errno;
}

void publisher_free(struct publisher *p)
{
    outbox_free(p->outbox);
}

void publisher_prepare(struct publisher *p)
{
    p->moved_ns = clock_now_ns();
    p->moved_done = 0;
}

void publisher_begin(struct publisher *p, struct generation *g, uint64_t now_ns)
{
    aggregate_begin(&p->aggregate, g, now_ns);
}

static void collect_nothing(struct publisher *p)
{
    struct snapshot *s = &p->snapshot;
    aggregate_collect_nothing(&p->aggregate, s);
    text_copy(s->disk.reason, sizeof s->disk.reason, "nothing was measured");
}

/* The interval is filled but for what an observer may add. */
static void show(struct publisher *p, const struct standing *standing, const struct generation *g)
{
    if (!p->observer)
        return;
    p->snapshot.generation = standing->generation;
    p->snapshot.config = standing->config;
    p->observer->interval(p->observer->ctx, g->pid, &p->snapshot);
}

void publisher_collect(struct publisher *p, const struct standing *standing, struct generation *g,
                       bool last)
{
    if (!g) {
        collect_nothing(p);
        return;
    }
    aggregate_collect(&p->aggregate, g, last, &p->snapshot);
    show(p, standing, g);
}

static void note_progress(struct publisher *p, const struct standing *standing)
{
    struct snapshot *s = &p->snapshot;
    s->prepare_done = atomic_load(&standing->progress.done);
    s->prepare_total = atomic_load(&standing->progress.total);
    if (standing->state != RUN_PREPARING || s->prepare_done != p->moved_done) {
        p->moved_ns = s->at_ns;
        p->moved_done = s->prepare_done;
    }
    s->prepare_still_ns = s->at_ns > p->moved_ns ? s->at_ns - p->moved_ns : 0;
}

void publisher_send(struct publisher *p, const struct standing *standing, bool last)
{
    struct snapshot *s = &p->snapshot;
    if (s->generation != standing->generation) { /* nothing of the one before it */
        s->backlog = 0;
        s->has_risk = false;
    }
    s->sequence++;
    s->generation = standing->generation;
    s->state = standing->state;
    s->last = last;
    s->config = standing->config;
    s->target = standing->target;
    s->planned_bytes = standing->planned_bytes;
    s->through_cache = standing->through_cache;
    note_progress(p, standing);
    s->error_code = standing->failure.code;
    s->mode_refused = standing->refused;
    text_copy(s->error, sizeof s->error, standing->failure.text);
    if (s->sequence % SNAPSHOTS_A_SECOND == 1)
        target_load_average("", s->load_average);
    outbox_put(p->outbox, s);
}

void publisher_send_added(struct publisher *p, const struct standing *standing)
{
    collect_nothing(p);
    while (p->observer->add(p->observer->ctx, &p->snapshot)) {
        publisher_send(p, standing, false);
        collect_nothing(p);
    }
}
