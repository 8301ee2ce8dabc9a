/* requests.c: from what enters a disk's queue to what the disk is done with.
 *
 * A request is known by its place on the disk. Flushes have none: a disk does one at a time, FF,
 * for all who wait for one. A write that asks for flushes (F in its letters) is taken apart by the
 * block layer into flush, write, flush; it completes once more at the end of them, with no sectors
 * left, which tells nothing new. */
#include "trace/requests.h"

#include <string.h>

#include "base/text.h"

static bool is_flush(const struct trace_event *e)
{
    return strncmp(e->rwbs, "FF", 2) == 0;
}

static enum span_kind kind_of(const struct trace_event *e)
{
    if (is_flush(e))
        return SPAN_FLUSH;
    return strchr(e->rwbs, 'M') ? SPAN_META : SPAN_DATA;
}

static void tell(const struct timeline *t, const struct request *r, uint64_t now_ns, bool open)
{
    struct span span = {.kind = r->owner == OWNER_ROUND ? r->kind : SPAN_OTHER,
                        .open = open,
                        .from_ns = r->queued_ns,
                        .begun_ns = r->issued_ns ? r->issued_ns : now_ns,
                        .to_ns = now_ns,
                        .bytes = (uint64_t)r->sectors * 512,
                        .pid = r->pid};
    text_escape(span.who, sizeof span.who, r->who);
    text_copy(span.disk, sizeof span.disk, t->stack->disk[r->disk].name);
    if (t->sink.span)
        t->sink.span(t->sink.ctx, &span, r->owner);
}

/* A place for another: a free one, else that of the oldest. */
static struct request *new_request(struct timeline *t)
{
    struct request *oldest = &t->request[0];
    for (unsigned i = 0; i < TIMELINE_REQUESTS; i++) {
        struct request *r = &t->request[i];
        if (!r->used) {
            t->top = i >= t->top ? i + 1 : t->top;
            return r;
        }
        if (r->queued_ns < oldest->queued_ns)
            oldest = r;
    }
    t->forgotten++;
    return oldest;
}

static bool busy_with_round(const struct timeline *t, unsigned disk)
{
    for (unsigned i = 0; i < t->top; i++) {
        const struct request *r = &t->request[i];
        if (r->used && r->disk == disk && r->owner == OWNER_ROUND && r->issued_ns)
            return true;
    }
    return false;
}

/* A flush comes from a kernel worker, whoever asked for it. It is the round's, or the round's too,
 * when that could have asked: its sync is under way and has nothing else on that disk. */
static enum owner flush_owner(const struct timeline *t, const struct trace_event *e, unsigned disk)
{
    const enum owner owner = timeline_owner(t, e);
    if (owner != OWNER_ROUND || e->pid == t->leader.pid)
        return owner;
    return t->syncing && !busy_with_round(t, disk) ? OWNER_ROUND : OWNER_OTHER;
}

static struct request *add(struct timeline *t, const struct trace_event *e, unsigned disk)
{
    const enum owner owner = is_flush(e) ? flush_owner(t, e, disk) : timeline_owner(t, e);
    struct request *r = new_request(t);
    *r = (struct request){.used = true,
                          .kind = kind_of(e),
                          .owner = owner,
                          .disk = disk,
                          .queued_ns = e->at_ns,
                          .pid = e->pid};
    text_copy(r->who, sizeof r->who, e->who);
    return r;
}

/* What entered the queue in pieces goes to the disk as one. */
static struct request *gather(struct timeline *t, const struct trace_event *e, unsigned disk)
{
    struct request *first = NULL;
    for (unsigned i = 0; i < t->top; i++) {
        struct request *r = &t->request[i];
        if (!r->used || r->disk != disk || r->issued_ns || r->sector < e->sector ||
            r->sector + r->sectors > e->sector + e->sectors)
            continue;
        if (!first) {
            first = r;
            continue;
        }
        if (r->queued_ns < first->queued_ns)
            first->queued_ns = r->queued_ns;
        r->used = false;
    }
    return first;
}

static void end(struct timeline *t, struct request *r, uint64_t now_ns)
{
    tell(t, r, now_ns, false);
    r->used = false;
}

/* A second flush on a disk: the end of the first was not seen. */
static void end_flush(struct timeline *t, unsigned disk, uint64_t now_ns)
{
    for (unsigned i = 0; i < t->top; i++) {
        struct request *r = &t->request[i];
        if (r->used && r->disk == disk && r->kind == SPAN_FLUSH)
            end(t, r, now_ns);
    }
}

static bool issue(struct timeline *t, const struct trace_event *e, unsigned disk)
{
    struct request *r = NULL;
    if (is_flush(e))
        end_flush(t, disk, e->at_ns);
    else
        r = gather(t, e, disk);
    if (!r)
        r = add(t, e, disk);
    r->sector = e->sector;
    r->sectors = r->left = e->sectors;
    r->issued_ns = e->at_ns;
    return r->owner == OWNER_ROUND;
}

static bool enqueue(struct timeline *t, const struct trace_event *e, unsigned disk)
{
    struct request *r = add(t, e, disk);
    r->sector = e->sector;
    r->sectors = r->left = e->sectors;
    return r->owner == OWNER_ROUND;
}

static void complete(struct timeline *t, const struct trace_event *e, unsigned disk)
{
    for (unsigned i = 0; i < t->top; i++) {
        struct request *r = &t->request[i];
        if (!r->used || r->disk != disk || !r->issued_ns || r->kind == SPAN_FLUSH ||
            r->sector + (r->sectors - r->left) != e->sector)
            continue;
        r->left -= e->sectors < r->left ? e->sectors : r->left;
        if (!r->left)
            end(t, r, e->at_ns);
        return;
    }
}

bool requests_take(struct timeline *t, const struct trace_event *e)
{
    const int found = trace_stack_disk(t->stack, e->dev);
    const unsigned disk = (unsigned)found;
    if (found < 0)
        return false;
    if (e->kind == TRACE_COMPLETE && is_flush(e))
        end_flush(t, disk, e->at_ns);
    else if (e->kind == TRACE_COMPLETE && e->sectors)
        complete(t, e, disk);
    else if (e->kind == TRACE_ISSUE && (e->sectors || is_flush(e)))
        return issue(t, e, disk);
    else if (e->kind == TRACE_QUEUE && e->sectors)
        return enqueue(t, e, disk);
    return false;
}

void requests_close(struct timeline *t, uint64_t now_ns)
{
    for (unsigned i = 0; i < t->top; i++) {
        if (t->request[i].used)
            tell(t, &t->request[i], now_ns, true);
    }
}

struct requests_now requests_now(const struct timeline *t)
{
    struct requests_now now = {0};
    for (unsigned i = 0; i < t->top; i++) {
        const struct request *r = &t->request[i];
        if (!r->used)
            continue;
        const bool upper = t->stack->disk[r->disk].upper;
        if (r->owner != OWNER_ROUND)
            now.others += r->issued_ns && !upper && r->owner == OWNER_OTHER;
        else if (!r->issued_ns)
            now.queued++;
        else if (upper)
            now.on_upper[r->kind]++;
        else
            now.on_disk[r->kind]++;
    }
    return now;
}
