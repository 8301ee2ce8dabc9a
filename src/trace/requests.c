/* requests.c: from what enters a disk's queue to what the disk is done with.
 *
 * A request is known by its place on the disk. Flushes have none: a disk does one at a time, FF,
 * for all who wait for one; those are in clients.c. */
#include "trace/requests.h"

#include <string.h>

#include "base/text.h"
#include "trace/actor.h"
#include "trace/clients.h"

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

/* F before the letter is for a flush before the write; N moves nothing. */
static enum work work_of(const struct trace_event *e)
{
    switch (e->rwbs[e->rwbs[0] == 'F']) {
    case 'W':
        return WORK_WRITE;
    case 'R':
        return WORK_READ;
    case 'D':
        return WORK_DISCARD;
    default:
        return WORK_NONE;
    }
}

void requests_tell(const struct timeline *t, const struct request *r, uint64_t now_ns, bool open)
{
    struct bar bar = {.owner = r->owner,
                      .work = r->work,
                      .kernel = r->kernel,
                      .again = r->again,
                      .span = {.kind = r->owner == OWNER_OTHER ? SPAN_OTHER : r->kind,
                               .open = open,
                               .from_ns = r->queued_ns,
                               .begun_ns = r->issued_ns ? r->issued_ns : now_ns,
                               .to_ns = now_ns,
                               .bytes = (uint64_t)r->sectors * 512,
                               .pid = r->pid}};
    text_escape(bar.span.who, sizeof bar.span.who, r->who);
    text_copy(bar.span.disk, sizeof bar.span.disk, t->stack->disk[r->disk].name);
    if (t->sink.bar)
        t->sink.bar(t->sink.ctx, &bar);
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

/* What was given to a disk that stands on another, in pages, and what was brought below it. */
static void count_bytes(struct timeline *t, const struct trace_event *e, unsigned disk,
                        enum owner owner)
{
    const uint64_t page = 4096, bytes = (uint64_t)e->sectors * 512;
    if (owner == OWNER_OTHER)
        return;
    if (t->stack->disk[disk].upper)
        t->handed_bytes += (bytes + page - 1) / page * page;
    else if (t->stack->disk[disk].lower)
        t->carried_bytes += bytes;
}

static struct request *add(struct timeline *t, const struct trace_event *e, unsigned disk)
{
    const struct client *client = is_flush(e) ? clients_serve(t, disk) : NULL;
    const struct actor actor = client ? clients_actor(client) : actor_of(t, e, disk);
    struct request *r = new_request(t);
    *r = (struct request){.used = true,
                          .kind = kind_of(e),
                          .work = work_of(e),
                          .owner = actor.owner,
                          .disk = disk,
                          .kernel = actor.kernel,
                          .again = actor.again,
                          .queued_ns = client ? client->asked_ns : e->at_ns,
                          .pid = actor.pid};
    text_copy(r->who, sizeof r->who, actor.who);
    count_bytes(t, e, disk, r->owner);
    return r;
}

/* What entered the queue in pieces goes to the disk as one; what a full disk sent back goes again.
 */
static struct request *gather(struct timeline *t, const struct trace_event *e, unsigned disk)
{
    struct request *first = NULL;
    for (unsigned i = 0; i < t->top; i++) {
        struct request *r = &t->request[i];
        if (!r->used || r->disk != disk || r->kind == SPAN_FLUSH || r->sector < e->sector ||
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
    requests_tell(t, r, now_ns, false);
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
    clients_end(t, disk, now_ns);
}

static bool issue(struct timeline *t, const struct trace_event *e, unsigned disk)
{
    struct request *r = NULL;
    if (is_flush(e))
        end_flush(t, disk, e->at_ns);
    else
        r = gather(t, e, disk);
    clients_forget_second(t, e, disk);
    if (!r)
        r = add(t, e, disk);
    r->sector = e->sector;
    r->sectors = r->left = e->sectors;
    if (!r->issued_ns)
        r->issued_ns = e->at_ns;
    return r->owner == OWNER_ROUND;
}

static bool enqueue(struct timeline *t, const struct trace_event *e, unsigned disk)
{
    struct request *r = add(t, e, disk);
    r->sector = e->sector;
    r->sectors = r->left = e->sectors;
    r->issued_ns = t->queue_only ? e->at_ns : 0;
    return r->owner == OWNER_ROUND;
}

/* Where handing over is not seen, what was put together in the queue ends as one. */
static void complete_range(struct timeline *t, const struct trace_event *e, unsigned disk)
{
    for (unsigned i = 0; i < t->top; i++) {
        struct request *r = &t->request[i];
        if (r->used && r->disk == disk && r->kind != SPAN_FLUSH && r->sector >= e->sector &&
            r->sector + r->sectors <= e->sector + e->sectors)
            end(t, r, e->at_ns);
    }
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
        break;
    }
    if (t->queue_only)
        complete_range(t, e, disk);
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
    else if (e->kind == TRACE_ASK_FLUSH)
        return clients_ask(t, e, disk);
    else if (e->kind == TRACE_QUEUE && e->sectors)
        return enqueue(t, e, disk);
    return false;
}

void requests_close(struct timeline *t, uint64_t now_ns)
{
    for (unsigned i = 0; i < t->top; i++) {
        if (t->request[i].used)
            requests_tell(t, &t->request[i], now_ns, true);
    }
    clients_close(t, now_ns);
}

enum owner requests_above(const struct timeline *t)
{
    enum owner nearest = OWNER_OTHER;
    for (unsigned i = 0; i < t->top; i++) {
        const struct request *r = &t->request[i];
        if (r->used && t->stack->disk[r->disk].upper && r->owner < nearest)
            nearest = r->owner;
    }
    return nearest;
}

struct requests_now requests_now(const struct timeline *t, bool kin)
{
    const enum owner farthest = kin ? OWNER_KIN : OWNER_ROUND;
    struct requests_now now = {0};
    for (unsigned i = 0; i < TIMELINE_CLIENTS; i++) {
        const struct client *c = &t->client[i];
        const bool waits = c->used && (c->served || !c->more);
        now.flushes_asked += waits && !c->served && c->owner <= farthest;
        now.others_flushes += waits && c->owner == OWNER_OTHER && !t->stack->disk[c->disk].upper;
    }
    for (unsigned i = 0; i < t->top; i++) {
        const struct request *r = &t->request[i];
        if (!r->used)
            continue;
        const bool upper = t->stack->disk[r->disk].upper;
        if (r->owner > farthest)
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
