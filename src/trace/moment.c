/* moment.c: one thing counts, the one nearest to the disk: see attribution.h. */
#include "trace/moment.h"

static bool any(const unsigned on[SPAN_KINDS], enum share *share)
{
    if (on[SPAN_FLUSH])
        *share = SHARE_FLUSH;
    else if (on[SPAN_DATA])
        *share = SHARE_DATA;
    else if (on[SPAN_META])
        *share = SHARE_META;
    else
        return false;
    return true;
}

/* Outside the sync: RUNNING, unless the thread was kept from it. */
static enum share share_of_thread(const struct moment *m, enum share running)
{
    if (m->timeline->leader.state == THREAD_STOPPED)
        return SHARE_STOPPED;
    return m->timeline->leader.state == THREAD_READY ? SHARE_READY : running;
}

/* What the disks do for it, or have not yet begun to do. */
static bool share_of_requests(const struct requests_now *now, enum share *share)
{
    if (any(now->on_disk, share))
        return true;
    if (now->flushes_asked && !any(now->on_upper, share))
        *share = now->others ? SHARE_OTHERS : SHARE_WORKER;
    else if (now->queued)
        *share = now->others ? SHARE_OTHERS : SHARE_QUEUE;
    else
        return any(now->on_upper, share);
    return true;
}

static enum share share_of_sync(const struct moment *m, const struct requests_now *now)
{
    const struct timeline *t = m->timeline;
    enum share share;
    if (t->leader.state == THREAD_STOPPED)
        return SHARE_STOPPED;
    if (share_of_requests(now, &share))
        return share;
    if (t->leader.state == THREAD_READY)
        return SHARE_READY;
    if (t->leader.state == THREAD_RUNNING)
        return SHARE_CPU;
    if (m->what->frozen) /* whatever others do */
        return SHARE_UNNAMED;
    if (t->commit_since_ns)
        return SHARE_JOURNAL;
    return now->others ? SHARE_OTHERS : SHARE_UNNAMED;
}

bool moment_in_sync(const struct moment *m)
{
    return m->at_ns >= m->calls->sync_ns && m->at_ns < m->calls->synced_ns;
}

/* Another writer has the lock, or leads: what that one has on the disk is what the round waits
 * for. */
static enum share share_of_wait(const struct moment *m, const struct requests_now *now)
{
    const bool own = m->timeline->leader.pid == m->what->pid;
    const enum share thread = own ? share_of_thread(m, SHARE_WAIT) : SHARE_WAIT;
    const bool certain = m->timeline->exact || thread == SHARE_STOPPED;
    enum share share;
    if (thread != SHARE_WAIT && certain)
        return thread;
    if (share_of_requests(now, &share))
        return share;
    if (thread != SHARE_WAIT)
        return thread;
    return m->timeline->commit_since_ns && !m->what->frozen ? SHARE_JOURNAL : SHARE_WAIT;
}

bool moment_in_calls(const struct moment *m)
{
    return m->at_ns >= m->calls->write_ns && m->at_ns < m->calls->synced_ns;
}

enum share moment_share(const struct moment *m, const struct requests_now *now)
{
    if (moment_in_sync(m))
        return share_of_sync(m, now);
    return moment_in_calls(m) ? share_of_thread(m, SHARE_WRITE) : share_of_wait(m, now);
}
