/* actor.c: a program acts for itself, its journal's thread for whoever waits; a kernel worker for
 * somebody else.
 *
 * On a disk below another, requests come from workers of that one and of others like it. Whose a
 * worker is, its work tells. Where that was not seen, a request may be the round's when the round
 * has one open above, and wrote enough there to fill it. */
#include "trace/actor.h"

#include <string.h>

#include "trace/kthreads.h"
#include "trace/requests.h"

/* Metadata of the file that a disk is. */
static const uint64_t slack_bytes = 64 << 10;

/* Ours, or that of a file system which has a file that is one of our disks. */
bool actor_is_journal(const struct timeline *t, const struct trace_event *e)
{
    const struct trace_stack *stack = t->stack;
    if (e->pretender)
        return false;
    if (stack->journal && trace_journal_is(&stack->own, e->who))
        return true;
    for (unsigned i = 0; i < stack->lower_journals; i++) {
        if (trace_journal_is(&stack->lower_journal[i], e->who))
            return true;
    }
    return false;
}

static bool is_worker(const struct trace_event *e)
{
    return !e->pretender && strncmp(e->who, "kworker/", 8) == 0;
}

bool timeline_is_kin(const int32_t *kin, unsigned count, int32_t pid)
{
    for (unsigned i = 0; i < count; i++) {
        if (kin[i] == pid)
            return true;
    }
    return false;
}

/* "kworker/0:1H": the block layer's own. "kworker/u8:2": on any processor. */
static bool is_block_worker(const char *who)
{
    const size_t length = strlen(who);
    return length && who[length - 1] == 'H';
}

/* Pages that nobody waits for are written without an S. */
static bool is_awaited(const struct trace_event *e)
{
    return strchr(e->rwbs, 'S') || e->rwbs[0] == 'F';
}

/* A kernel worker acts for the round where the file system hands requests to workers; where the
 * block layer's own worker goes on with what the round began; or where a limit lets its request go.
 */
static enum owner worker_owner(const struct timeline *t, const struct trace_event *e)
{
    if (!is_awaited(e) || t->frozen)
        return OWNER_OTHER;
    if (t->stack->workers)
        return OWNER_ROUND;
    if (is_block_worker(e->who))
        return strchr(e->rwbs, 'M') ? OWNER_ROUND : OWNER_OTHER;
    return t->throttled && e->who[8] != 'u' ? OWNER_ROUND : OWNER_OTHER;
}

static bool is_own_disk(const struct timeline *t, const char *name)
{
    for (unsigned i = 0; i < t->stack->disks; i++) {
        if (t->stack->disk[i].upper && strcmp(t->stack->disk[i].name, name) == 0)
            return true;
    }
    return false;
}

/* A worker of nobody who is known: pages that are written back later, or whatever it is. */
static struct actor nobodys(const struct trace_event *e)
{
    return (struct actor){.owner = OWNER_OTHER,
                          .pid = e->pid,
                          .who = is_awaited(e) ? ACTOR_WORKER : ACTOR_WRITEBACK,
                          .kernel = true};
}

static struct actor for_owner(const struct trace_event *e, enum owner owner)
{
    return (struct actor){.owner = owner, .pid = e->pid, .who = e->who, .kernel = true};
}

/* Not more than the round and its kin have handed to the disks above, and metadata of their files.
 */
static bool fits(const struct timeline *t, const struct trace_event *e)
{
    const uint64_t bytes = (uint64_t)e->sectors * 512;
    return strchr(e->rwbs, 'M') || t->carried_bytes + bytes <= t->handed_bytes + slack_bytes;
}

/* Where whose work it is was not seen. */
static struct actor guess(struct timeline *t, const struct trace_event *e, enum owner above)
{
    if (above == OWNER_OTHER || !fits(t, e))
        return nobodys(e);
    t->unsure = true;
    return for_owner(e, above);
}

/* The worker of a disk that stands on this one, or of the file system that its file is in. A flush
 * of the round's brings down what anybody has written above, as far as that is still in memory. */
static struct actor carry(struct timeline *t, const struct trace_event *e, const char *disk)
{
    const enum owner above = requests_above(t);
    if (!*disk)
        return guess(t, e, above);
    const bool own = is_own_disk(t, disk), fitting = fits(t, e);
    struct actor actor = for_owner(e, own && fitting ? above : OWNER_OTHER);
    t->unsure |= own && !fitting;
    actor.again = own && actor.owner == OWNER_OTHER;
    actor.who = actor.owner == OWNER_OTHER ? disk : e->who;
    return actor;
}

/* Before Linux 5.14, each disk on a file had a thread of its own. */
static bool is_disks_thread(const struct trace_event *e)
{
    return strncmp(e->who, "loop", 4) == 0 && kthreads_sounds_like_one(e->who);
}

/* On a disk below another: a thread of the kernel's. */
static struct actor act_below(struct timeline *t, const struct trace_event *e)
{
    if (actor_is_journal(t, e))
        return for_owner(e, requests_above(t));
    if (is_disks_thread(e))
        return carry(t, e, e->who);
    if (!is_worker(e))
        return for_owner(e, OWNER_OTHER);
    return is_awaited(e) ? carry(t, e, carriers_disk(&t->carriers, e->pid)) : nobodys(e);
}

/* On the file system's own. */
static struct actor act_above(const struct timeline *t, const struct trace_event *e)
{
    if (!is_worker(e))
        return for_owner(e, actor_is_journal(t, e) ? OWNER_ROUND : OWNER_OTHER);
    const enum owner owner = worker_owner(t, e);
    return owner == OWNER_OTHER ? nobodys(e) : for_owner(e, owner);
}

struct actor actor_of(struct timeline *t, const struct trace_event *e, unsigned disk)
{
    struct actor actor = {.owner = OWNER_OTHER, .pid = e->pid, .who = e->who};
    if (e->pid == t->leader.pid && e->pid)
        actor.owner = OWNER_ROUND;
    else if (e->ours || timeline_is_kin(t->kin, t->kin_count, e->pid))
        actor.owner = OWNER_KIN;
    else if (!e->pretender && kthreads_sounds_like_one(e->who))
        return t->stack->disk[disk].lower ? act_below(t, e) : act_above(t, e);
    return actor;
}
