/* timeline.c: threads and commits, and what an event says of the time before it; requests are in
 * requests.c. */
#include "trace/timeline.h"

#include <string.h>

#include "base/text.h"
#include "trace/requests.h"

void timeline_init(struct timeline *t, const struct trace_stack *stack, int32_t leader)
{
    *t = (struct timeline){.stack = stack, .leader.pid = leader};
}

static void tell(const struct timeline *t, enum span_kind kind, bool open, uint64_t from_ns,
                 uint64_t to_ns, int32_t pid, const char *who)
{
    struct span span = {.kind = kind,
                        .open = open,
                        .from_ns = from_ns,
                        .begun_ns = from_ns,
                        .to_ns = to_ns,
                        .pid = pid};
    text_escape(span.who, sizeof span.who, who);
    if (t->sink.span && to_ns > from_ns)
        t->sink.span(t->sink.ctx, &span, OWNER_ROUND);
}

void timeline_waited(const struct timeline *t, int32_t pid, const char *who, uint64_t from_ns,
                     uint64_t to_ns)
{
    tell(t, SPAN_READY, false, from_ns, to_ns, pid, who);
}

/* "jbd2/sda1-8", cut at 15 letters: the journal of a file system on one of the disks. */
static bool is_journal(const struct timeline *t, const char *who)
{
    if (strncmp(who, "jbd2/", 5) != 0)
        return false;
    for (unsigned i = 0; i < t->stack->disks; i++) {
        const char *name = t->stack->disk[i].name;
        if (strncmp(who + 5, name, strnlen(name, 8)) == 0)
            return true;
    }
    return false;
}

static bool is_worker(const char *who)
{
    return strncmp(who, "kworker/", 8) == 0;
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

/* A kernel worker acts for the round where the file system, or a disk that stands on another, hands
 * requests to workers; where the block layer's own worker goes on with what the round began; or
 * where a limit lets its request go. Pages that nobody waits for are written without an S. */
static enum owner worker_owner(const struct timeline *t, const struct trace_event *e)
{
    if (!strchr(e->rwbs, 'S') && e->rwbs[0] != 'F')
        return OWNER_OTHER;
    if (t->stack->workers || t->stack->any_upper)
        return OWNER_ROUND;
    if (is_block_worker(e->who))
        return strchr(e->rwbs, 'M') ? OWNER_ROUND : OWNER_OTHER;
    return t->throttled && e->who[8] != 'u' ? OWNER_ROUND : OWNER_OTHER;
}

enum owner timeline_owner(const struct timeline *t, const struct trace_event *e)
{
    if (e->pid == t->leader.pid && e->pid)
        return OWNER_ROUND;
    if (timeline_is_kin(t->kin, t->kin_count, e->pid))
        return OWNER_KIN;
    if (is_worker(e->who))
        return worker_owner(t, e);
    return is_journal(t, e->who) ? OWNER_ROUND : OWNER_OTHER;
}

static void set_state(struct timeline *t, struct thread *thread, enum thread_state state,
                      uint64_t now_ns)
{
    if (thread->state == THREAD_READY)
        timeline_waited(t, thread->pid, thread->who, thread->since_ns, now_ns);
    thread->state = state;
    thread->since_ns = now_ns;
}

/* Each switch of the writer is seen. */
static enum hint take_exact_switch(struct timeline *t, const struct trace_event *e)
{
    struct thread *leader = &t->leader;
    if (e->next_pid == leader->pid) {
        text_copy(leader->who, sizeof leader->who, e->who);
        set_state(t, leader, THREAD_RUNNING, e->at_ns);
        return HINT_NONE;
    }
    if (e->pid != leader->pid)
        return is_journal(t, e->who) ? HINT_JOURNAL : HINT_NONE;
    const bool ran = leader->state == THREAD_FREE;
    set_state(t, leader,
              e->stopped    ? THREAD_STOPPED
              : e->runnable ? THREAD_READY
                            : THREAD_BLOCKED,
              e->at_ns);
    return ran ? HINT_RAN : HINT_NONE;
}

static enum hint take_waking(struct timeline *t, const struct trace_event *e)
{
    if (e->next_pid != t->leader.pid || !t->leader.pid ||
        (t->leader.state != THREAD_BLOCKED && t->leader.state != THREAD_FREE))
        return HINT_NONE;
    if (t->leader.state == THREAD_BLOCKED)
        set_state(t, &t->leader, THREAD_READY, e->at_ns);
    t->worker_asked = false;
    return HINT_WOKEN;
}

/* A switch is seen only where it tells of a wait: see filter.c. */
static enum hint take_switch(struct timeline *t, const struct trace_event *e)
{
    struct thread *leader = &t->leader;
    if (t->exact && leader->pid)
        return take_exact_switch(t, e);
    if (leader->pid && e->next_pid == leader->pid) {
        const bool had_waited = leader->state != THREAD_FREE;
        text_copy(leader->who, sizeof leader->who, e->who);
        set_state(t, leader, THREAD_FREE, e->at_ns);
        return had_waited ? HINT_NONE : HINT_READY;
    }
    if (leader->pid && e->pid == leader->pid) {
        set_state(t, leader, e->stopped ? THREAD_STOPPED : THREAD_READY, e->at_ns);
        return e->stopped || e->runnable ? HINT_RAN : HINT_NONE;
    }
    return is_journal(t, e->who) ? HINT_JOURNAL : HINT_NONE;
}

static enum hint take_commit(struct timeline *t, const struct trace_event *e)
{
    if (trace_stack_disk(t->stack, e->dev) != 0) /* another file system's */
        return HINT_NONE;
    if (e->kind == TRACE_COMMIT_END && t->commit_since_ns)
        tell(t, SPAN_JOURNAL, false, t->commit_since_ns, e->at_ns, e->pid, "jbd2");
    t->commit_since_ns = e->kind == TRACE_COMMIT_BEGIN ? e->at_ns : 0;
    return e->kind == TRACE_COMMIT_BEGIN ? HINT_JOURNAL : HINT_NONE;
}

/* A request of the round: who hands it over was what the round waited for. */
static enum hint take_request(struct timeline *t, const struct trace_event *e)
{
    if (!requests_take(t, e))
        return HINT_NONE;
    const bool was_throttled = t->throttled;
    t->throttled = t->worker_asked = false;
    if (was_throttled)
        return HINT_THROTTLE;
    if (e->pid == t->leader.pid) {
        set_state(t, &t->leader, t->exact ? THREAD_RUNNING : THREAD_FREE, e->at_ns);
        return HINT_OWN;
    }
    return is_journal(t, e->who) ? HINT_JOURNAL : HINT_WORKER;
}

enum hint timeline_take(struct timeline *t, const struct trace_event *e)
{
    switch (e->kind) {
    case TRACE_SWITCH:
        return take_switch(t, e);
    case TRACE_COMMIT_BEGIN:
    case TRACE_COMMIT_END:
        return take_commit(t, e);
    case TRACE_WAKING:
        return take_waking(t, e);
    case TRACE_WORK:
        if (strcmp(e->who, "kthrotld") == 0)
            t->throttled = true;
        else
            t->worker_asked = true;
        return HINT_NONE;
    default:
        return take_request(t, e);
    }
}

void timeline_close(struct timeline *t, uint64_t now_ns)
{
    set_state(t, &t->leader, THREAD_FREE, now_ns);
    if (t->commit_since_ns)
        tell(t, SPAN_JOURNAL, true, t->commit_since_ns, now_ns, 0, "jbd2");
    requests_close(t, now_ns);
}
