/* attribution.c: walks through the events once, and gives each stretch between two of them to what
 * is under way in it. */
#include "trace/attribution.h"

#include <string.h>

#include "trace/moment.h"
#include "trace/requests.h"
#include "trace/spans.h"
#include "trace/timeline.h"

/* A thread's step from one request to the next: its waking from an idle processor and its work in
 * the kernel. What takes longer was something else. */
static const uint64_t step_ns = 100000;

struct walk {
    const struct attribution *what;
    struct round_calls calls;
    struct timeline timeline;
    struct inside *out;
    uint64_t at_ns;     /* up to here all is given away */
    uint64_t forgotten; /* by the timeline, while the round lasted */
    /* Given to nothing or to others, for want of anything of the round's being under way, since
     * FREE_NS: what comes next tells what it was. */
    uint64_t free_ns, unnamed_ns, others_ns;
    /* Taken for readiness since the writer was put aside, by what it is else: until it is seen to
     * take a processor from another thread, it may have taken an idle one, and waited for something
     * since. */
    uint64_t doubt_ns[SHARES];
};

static void begin_free(struct walk *w)
{
    w->free_ns = w->at_ns;
    w->unnamed_ns = w->others_ns = 0;
}

static bool is_blind(const struct walk *w, uint64_t ns)
{
    return ns < w->what->from_ns;
}

/* Others had the disk work as well. */
static void note_beside(struct walk *w, enum share share, const struct requests_now *now,
                        uint64_t ns)
{
    struct beside *beside = &w->out->beside;
    const bool disk =
        share == SHARE_FLUSH || share == SHARE_DATA || share == SHARE_META || share == SHARE_QUEUE;
    if (disk && (now->others || now->others_flushes))
        beside->ns += ns;
    if (disk && now->others_flushes)
        beside->flush_ns += ns;
}

static void give(struct walk *w, uint64_t to_ns)
{
    const uint64_t start_ns = w->at_ns, ns = to_ns - start_ns;
    const struct moment moment = {w->what, &w->calls, &w->timeline, start_ns};
    const bool sync = moment_in_sync(&moment), waits = !moment_in_calls(&moment);
    const struct requests_now now = requests_now(&w->timeline, waits);
    const enum share share =
        sync && is_blind(w, start_ns) ? SHARE_UNNAMED : moment_share(&moment, &now);
    note_beside(w, share, &now, ns);
    w->out->ns[share] += ns;
    w->out->ahead_ns[share] += waits ? ns : 0;
    w->at_ns = to_ns;
    if (share == SHARE_READY && !w->timeline.exact)
        w->doubt_ns[sync ? SHARE_UNNAMED : waits ? SHARE_WAIT : SHARE_WRITE] += ns;
    else if (sync && is_blind(w, start_ns))
        w->out->blind_ns += ns;
    else if (sync && share == SHARE_UNNAMED)
        w->unnamed_ns += ns;
    else if (sync && share == SHARE_OTHERS)
        w->others_ns += ns;
    else
        begin_free(w);
}

/* Takes up to MOST_NS of the time for which nothing was known, and gives it to SHARE. */
static void rename_free(struct walk *w, enum share share, uint64_t most_ns)
{
    const uint64_t unnamed = w->unnamed_ns < most_ns ? w->unnamed_ns : most_ns;
    const uint64_t room = most_ns - unnamed;
    const uint64_t others = w->others_ns < room ? w->others_ns : room;
    w->out->ns[SHARE_UNNAMED] -= unnamed;
    w->out->ns[SHARE_OTHERS] -= others;
    w->out->ns[share] += unnamed + others;
    w->unnamed_ns -= unnamed;
    w->others_ns -= others;
}

/* The writer went on by itself: a step of its own, and before that whatever kept it. When the file
 * system had asked for a worker, the writer waited for that one. */
static void settle_own(struct walk *w, bool worker_asked)
{
    if (worker_asked && !w->what->frozen)
        rename_free(w, SHARE_WORKER, UINT64_MAX);
    if (!w->timeline.exact)
        rename_free(w, SHARE_CPU, step_ns);
    if (w->what->frozen)
        rename_free(w, SHARE_FROZEN, UINT64_MAX);
    begin_free(w);
}

/* What workers and journals do is for others. When the writer takes the processor from another
 * thread, a freeze is what it had waited for. */
static enum hint hint_of_frozen(enum hint hint)
{
    if (hint == HINT_WORKER || hint == HINT_JOURNAL || hint == HINT_THROTTLE)
        return HINT_NONE;
    return hint == HINT_READY ? HINT_OWN : hint;
}

static void settle(struct walk *w, enum hint hint, const struct trace_event *e, bool worker_asked)
{
    static const enum share share[] = {
        [HINT_RAN] = SHARE_CPU,           [HINT_READY] = SHARE_READY,
        [HINT_WORKER] = SHARE_WORKER,     [HINT_JOURNAL] = SHARE_JOURNAL,
        [HINT_THROTTLE] = SHARE_THROTTLE,
    };
    if (w->what->frozen)
        hint = hint_of_frozen(hint);
    const bool free = w->unnamed_ns + w->others_ns > 0;
    if (hint == HINT_NONE)
        return;
    if (free && (hint == HINT_READY || (hint == HINT_JOURNAL && e->kind == TRACE_SWITCH)))
        timeline_waited(&w->timeline, e->next_pid, e->who, w->free_ns, e->at_ns);
    if (hint == HINT_OWN || hint == HINT_WOKEN) {
        settle_own(w, worker_asked);
        return;
    }
    /* With others on the disk, it may have been full: that a thread was late is not known then. */
    if (hint == HINT_WORKER || hint == HINT_JOURNAL)
        w->others_ns = 0;
    rename_free(w, share[hint], UINT64_MAX);
    begin_free(w);
}

/* It went on, and nothing tells that it had waited for a processor all the time. */
static void doubt_readiness(struct walk *w)
{
    struct inside *out = w->out;
    for (int i = 0; i < SHARES; i++) {
        out->ns[SHARE_READY] -= w->doubt_ns[i];
        out->ns[i] += w->doubt_ns[i];
    }
    out->ahead_ns[SHARE_READY] -= w->doubt_ns[SHARE_WAIT];
    out->ahead_ns[SHARE_WAIT] += w->doubt_ns[SHARE_WAIT];
    w->unnamed_ns += w->doubt_ns[SHARE_UNNAMED];
    memset(w->doubt_ns, 0, sizeof w->doubt_ns);
}

/* Before E is taken: whether the writer was seen to have been ready until now, or not. */
static void judge_readiness(struct walk *w, const struct trace_event *e)
{
    const struct thread *leader = &w->timeline.leader;
    if (leader->state != THREAD_READY || !leader->pid)
        return;
    if (e->kind == TRACE_SWITCH && e->next_pid == leader->pid)
        memset(w->doubt_ns, 0, sizeof w->doubt_ns);
    else if (e->pid == leader->pid && (e->kind == TRACE_QUEUE || e->kind == TRACE_ISSUE ||
                                       e->kind == TRACE_ASK_FLUSH || e->kind == TRACE_SWITCH))
        doubt_readiness(w);
}

/* Whose calls they are runs where one begins or ends. */
static void pass_border(struct walk *w)
{
    struct thread *leader = &w->timeline.leader;
    if (w->timeline.exact || leader->state != THREAD_READY || w->what->in_flight)
        return;
    doubt_readiness(w);
    leader->state = THREAD_FREE;
}

/* Gives all up to TO_NS to what is under way, border by border. */
static void give_to_border(struct walk *w, uint64_t to_ns)
{
    const uint64_t border[] = {w->calls.write_ns, w->calls.sync_ns, w->calls.synced_ns,
                               w->calls.end_ns};
    to_ns = to_ns < w->calls.end_ns ? to_ns : w->calls.end_ns;
    for (int i = 0; i < 4; i++) {
        const uint64_t stop_ns = to_ns < border[i] ? to_ns : border[i];
        if (stop_ns > w->at_ns)
            give(w, stop_ns);
        if (w->at_ns == border[i])
            pass_border(w);
        if (w->at_ns == w->calls.synced_ns && border[i] == w->calls.synced_ns &&
            !w->what->in_flight)
            settle_own(w, w->timeline.worker_asked);
    }
}

static void give_until(struct walk *w, uint64_t to_ns)
{
    if (is_blind(w, w->at_ns) && to_ns > w->what->from_ns)
        give_to_border(w, w->what->from_ns);
    give_to_border(w, to_ns);
}

/* Whose calls carried the record: the writer itself, or the thread of this program that handed
 * something to the disk while the sync lasted; then one that was switched. */
static int32_t find_leader(const struct attribution *what, const struct round_calls *calls)
{
    int32_t switched = 0;
    if (what->in_flight && what->caller)
        return what->caller;
    if (what->round->led || what->in_flight)
        return what->pid;
    for (size_t i = 0; i < what->events; i++) {
        const struct trace_event *e = &what->event[i];
        if (e->at_ns < calls->write_ns || e->at_ns >= calls->synced_ns)
            continue;
        if (e->pid == what->pid || !timeline_is_kin(what->kin, what->kin_count, e->pid))
            continue;
        if (e->kind == TRACE_QUEUE || e->kind == TRACE_ISSUE)
            return e->pid;
        if (e->kind == TRACE_SWITCH && !switched)
            switched = e->pid;
    }
    return switched;
}

static void walk_events(struct walk *w)
{
    const struct attribution *what = w->what;
    for (size_t i = 0; i < what->events; i++) {
        const struct trace_event *e = &what->event[i];
        if (e->at_ns < what->since_ns)
            continue;
        if (e->at_ns >= w->calls.end_ns)
            break;
        give_until(w, e->at_ns);
        judge_readiness(w, e);
        const bool worker_asked = w->timeline.worker_asked;
        const uint64_t forgotten = w->timeline.forgotten;
        settle(w, timeline_take(&w->timeline, e), e, worker_asked);
        if (e->at_ns >= what->round->start_ns)
            w->forgotten += w->timeline.forgotten - forgotten;
    }
    give_until(w, w->calls.end_ns);
}

static void leave_a_step(struct inside *out, enum share share)
{
    const uint64_t ns = out->ns[share], left_ns = ns < step_ns ? ns : step_ns;
    out->ns[SHARE_FROZEN] += ns - left_ns;
    out->ns[share] = left_ns;
}

/* Its write, its wait for another writer, and the time for which there is no name or in which
 * nobody watched, tell nothing of a freeze by themselves: what the one took beyond a step, and the
 * others, was that. */
static void thaw(const struct attribution *what, struct inside *out)
{
    if (!what->frozen)
        return;
    out->ns[SHARE_FROZEN] += out->ns[SHARE_UNNAMED];
    out->ns[SHARE_UNNAMED] = out->blind_ns = 0;
    leave_a_step(out, SHARE_WRITE);
    leave_a_step(out, SHARE_WAIT);
    out->ahead_ns[SHARE_WAIT] = out->ns[SHARE_WAIT];
}

static void add_calls(struct spans *spans, const struct walk *w)
{
    const struct round_calls *c = &w->calls;
    if (c->sync_ns > c->write_ns)
        spans_add(spans, &(struct span){.kind = SPAN_WRITE,
                                        .from_ns = c->write_ns,
                                        .begun_ns = c->write_ns,
                                        .to_ns = c->sync_ns,
                                        .pid = w->timeline.leader.pid});
    if (c->synced_ns > c->sync_ns)
        spans_add(spans, &(struct span){.kind = SPAN_SYNC,
                                        .open = w->what->in_flight,
                                        .from_ns = c->sync_ns,
                                        .begun_ns = c->sync_ns,
                                        .to_ns = c->synced_ns,
                                        .pid = w->timeline.leader.pid});
}

void attribute(const struct attribution *what, struct inside *out)
{
    struct walk w = {.what = what, .out = out, .calls = round_calls(what->round)};
    struct spans spans;
    *out = (struct inside){.origin = INSIDE_TRACED,
                           .no_journal = what->stack->no_journal,
                           .wait_for = round_wait_for(what->round)};
    w.at_ns = what->round->start_ns;
    timeline_init(&w.timeline, what->stack, find_leader(what, &w.calls));
    w.timeline.exact = what->exact;
    w.timeline.frozen = what->frozen;
    w.timeline.queue_only = what->stack->scheduler && !what->exact;
    w.timeline.kin = what->kin;
    w.timeline.kin_count = what->kin_count;
    spans_begin(&spans, what->round->start_ns, &w.calls, out);
    w.timeline.sink = (struct timeline_sink){.ctx = &spans, .bar = spans_take};
    add_calls(&spans, &w);
    walk_events(&w);
    thaw(what, out);
    out->lost_events = w.forgotten;
    out->others_unsure = w.timeline.unsure;
    timeline_close(&w.timeline, w.calls.end_ns);
    spans_end(&spans);
}
