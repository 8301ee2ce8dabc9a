/* clients.c: who waits for a flush. A write that asks for flushes (F in its letters) is taken apart
 * by the block layer into flush, write, flush; it completes once more at the end of them, with no
 * sectors left, which tells nothing new. */
#include "trace/clients.h"

#include <string.h>

#include "base/text.h"
#include "trace/requests.h"

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

bool clients_ask(struct timeline *t, const struct trace_event *e, unsigned disk)
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
const struct client *clients_serve(struct timeline *t, unsigned disk)
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
        requests_tell(t, &r, now_ns, open);
}

void clients_end(struct timeline *t, unsigned disk, uint64_t now_ns)
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
void clients_forget_second(struct timeline *t, const struct trace_event *e, unsigned disk)
{
    for (unsigned i = 0; asks_again(e) && i < TIMELINE_CLIENTS; i++) {
        struct client *c = &t->client[i];
        if (c->used && c->disk == disk && c->owner == OWNER_ROUND)
            c->used = c->more = false;
    }
}

struct actor clients_actor(const struct client *c)
{
    return (struct actor){
        .owner = c->owner, .pid = c->pid, .who = c->who, .kernel = c->kernel, .again = c->again};
}

void clients_close(const struct timeline *t, uint64_t now_ns)
{
    for (unsigned i = 0; i < TIMELINE_CLIENTS; i++) {
        if (t->client[i].used)
            tell_client(t, &t->client[i], now_ns, true);
    }
}
