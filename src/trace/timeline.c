/* timeline.c: threads and commits, and what an event says of the time before it; requests are in
 * requests.c. */
#include "trace/timeline.h"

#include <string.h>

#include "base/text.h"
#include "trace/actor.h"
#include "trace/requests.h"

void timeline_init(struct timeline *t, const struct trace_stack *stack, int32_t leader)
{
    *t = (struct timeline){.stack = stack, .leader.pid = leader};
}

static void tell(const struct timeline *t, enum span_kind kind, bool open, uint64_t from_ns,
                 uint64_t to_ns, int32_t pid, const char *who)
{
    struct bar bar = {.owner = OWNER_ROUND,
                      .span = {.kind = kind,
                               .open = open,
                               .from_ns = from_ns,
                               .begun_ns = from_ns,
                               .to_ns = to_ns,
                               .pid = pid}};
    text_escape(bar.span.who, sizeof bar.span.who, who);
    if (t->sink.bar && to_ns > from_ns)
        t->sink.bar(t->sink.ctx, &bar);
}

void timeline_waited(const struct timeline *t, int32_t pid, const char *who, uint64_t from_ns,
                     uint64_t to_ns)
{
    tell(t, SPAN_READY, false, from_ns, to_ns, pid, who);
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
        return actor_is_journal(t, e) ? HINT_JOURNAL : HINT_NONE;
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
        set_state(t, leader,
                  e->stopped    ? THREAD_STOPPED
                  : e->runnable ? THREAD_READY
                                : THREAD_FREE,
                  e->at_ns);
        return e->stopped || e->runnable ? HINT_RAN : HINT_OWN;
    }
    return actor_is_journal(t, e) ? HINT_JOURNAL : HINT_NONE;
}

static enum hint take_commit(struct timeline *t, const struct trace_event *e)
{
    if (e->dev != t->stack->own.dev) /* another file system's */
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
        if (t->exact)
            set_state(t, &t->leader, THREAD_RUNNING, e->at_ns);
        else
            t->leader.state = THREAD_FREE; /* since when it runs was not seen */
        return HINT_OWN;
    }
    return actor_is_journal(t, e) ? HINT_JOURNAL : HINT_WORKER;
}

/* A limit lets something go; a disk on a file has it carried on; a file system ends a write. */
static void take_work(struct timeline *t, const struct trace_event *e)
{
    if (strcmp(e->who, "kthrotld") == 0)
        t->throttled = true;
    else if (strncmp(e->who, "loop", 4) == 0)
        carriers_asked(&t->carriers, e->work, e->who);
    else
        t->worker_asked = true;
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
        take_work(t, e);
        return HINT_NONE;
    case TRACE_RUN:
        carriers_began(&t->carriers, e->pid, e->work);
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
