/* requests.c: from what enters a disk's queue to what the disk is done with.
 *
 * A request is known by its place on the disk. Flushes have none: a disk does one at a time, FF,
 * for all who wait for one. A write that asks for flushes (F in its letters) is taken apart by the
 * block layer into flush, write, flush; it completes once more at the end of them, with no sectors
 * left, which tells nothing new. */
#include "trace/requests.h"

#include <string.h>

#include "base/text.h"
#include "trace/actor.h"

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

static void tell(const struct timeline *t, const struct request *r, uint64_t now_ns, bool open)
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

static struct client *new_client(struct timeline *t)
{
    struct client *oldest = &t->client[0];
    for (unsigned i = 0; i < TIMELINE_CLIENTS; i++) {
        if (!t->client[i].used)
            return &t->client[i];
        if (t->client[i].asked_ns < oldest->asked_ns)
            oldest = &t->client[i];
    }
    t->forgotten++;
    return oldest;
}

/* "FWFSM": the second F is for a flush after the write. */
static bool asks_again(const struct trace_event *e)
{
    const char *write = strchr(e->rwbs, 'W');
    return e->sectors && write && write[1] == 'F';
}

static bool ask_flush(struct timeline *t, const struct trace_event *e, unsigned disk)
{
    const struct actor actor = actor_of(t, e, disk);
    struct client *c = new_client(t);
    *c = (struct client){.used = true,
                         .more = asks_again(e),
                         .owner = actor.owner,
                         .disk = disk,
                         .kernel = actor.kernel,
                         .again = actor.again,
                         .asked_ns = e->at_ns,
                         .pid = actor.pid};
    text_copy(c->who, sizeof c->who, actor.who);
    return c->owner == OWNER_ROUND;
}

/* A flush is for all who wait; the round's own wish decides whose it is, if there is one. */
static const struct client *serve_clients(struct timeline *t, unsigned disk)
{
    struct client *first = NULL;
    for (unsigned i = 0; i < TIMELINE_CLIENTS; i++) {
        struct client *c = &t->client[i];
        if (!c->used || c->disk != disk)
            continue;
        c->served = true;
        if (!first || c->owner < first->owner)
            first = c;
    }
    if (first)
        first->told = true;
    return first;
}

/* Whoever shares a flush has used the disk as well. */
static void tell_client(const struct timeline *t, const struct client *c, uint64_t now_ns,
                        bool open)
{
    struct request r = {.kind = SPAN_FLUSH,
                        .owner = c->owner,
                        .disk = c->disk,
                        .kernel = c->kernel,
                        .again = c->again,
                        .queued_ns = c->asked_ns,
                        .issued_ns = c->asked_ns,
                        .pid = c->pid};
    text_copy(r.who, sizeof r.who, c->who);
    if (!c->told && c->owner == OWNER_OTHER)
        tell(t, &r, now_ns, open);
}

static void end_clients(struct timeline *t, unsigned disk, uint64_t now_ns)
{
    for (unsigned i = 0; i < TIMELINE_CLIENTS; i++) {
        struct client *c = &t->client[i];
        if (!c->used || c->disk != disk || !c->served)
            continue;
        tell_client(t, c, now_ns, false);
        c->used = c->more;
        c->more = c->served = c->told = false;
    }
}

/* A disk that writes past its cache needs no second flush. */
static void forget_second_flush(struct timeline *t, const struct trace_event *e, unsigned disk)
{
    for (unsigned i = 0; asks_again(e) && i < TIMELINE_CLIENTS; i++) {
        struct client *c = &t->client[i];
        if (c->used && c->disk == disk && c->owner == OWNER_ROUND)
            c->used = c->more = false;
    }
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

static struct actor actor_of_client(const struct client *c)
{
    return (struct actor){
        .owner = c->owner, .pid = c->pid, .who = c->who, .kernel = c->kernel, .again = c->again};
}

static struct request *add(struct timeline *t, const struct trace_event *e, unsigned disk)
{
    const struct client *client = is_flush(e) ? serve_clients(t, disk) : NULL;
    const struct actor actor = client ? actor_of_client(client) : actor_of(t, e, disk);
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
    end_clients(t, disk, now_ns);
}

static bool issue(struct timeline *t, const struct trace_event *e, unsigned disk)
{
    struct request *r = NULL;
    if (is_flush(e))
        end_flush(t, disk, e->at_ns);
    else
        r = gather(t, e, disk);
    forget_second_flush(t, e, disk);
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
        return ask_flush(t, e, disk);
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
    for (unsigned i = 0; i < TIMELINE_CLIENTS; i++) {
        if (t->client[i].used)
            tell_client(t, &t->client[i], now_ns, true);
    }
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
