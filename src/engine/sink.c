/* sink.c: place, write, sync, with a stamp between each; then, outside the timed stretch, the
 * counters and the look ahead whether the file still has room. */
#include "engine/sink.h"

#include "sys/clock.h"

/* A mode of several calls says which one failed; else it is the one that its row names. */
static int failed(struct sink *sink, const char *call, int rc)
{
    sink->failed_call = sink->scratch->failed_call ? sink->scratch->failed_call : call;
    return rc;
}

/* Write and sync, each only where the mode has one. A durable mode without a sync call was durable
 * when its write returned: that time is the sync's. */
static int timed_calls(struct sink *sink, const struct payload *payload, size_t count,
                       uint64_t offset, struct sink_times *times)
{
    const struct syncmode *mode = sink->mode;
    int rc = mode->write ? mode->write(sink->scratch, payload, count, offset) : 0;
    if (rc)
        return failed(sink, mode->write_call, rc);
    uint64_t written_ns = times->begin_ns;
    if (mode->write && mode->sync) {
        written_ns = clock_now_ns();
        times->write_ns = written_ns - times->begin_ns;
    }
    rc = mode->sync ? mode->sync(sink->scratch) : 0;
    times->end_ns = clock_now_ns();
    if (mode->syncs || mode->sync)
        times->sync_ns = times->end_ns - written_ns;
    else
        times->write_ns = times->end_ns - written_ns; /* nothing was synced */
    return rc ? failed(sink, mode->sync_call, rc) : 0;
}

static void add(_Atomic uint64_t *sum, uint64_t value)
{
    atomic_store_explicit(sum, atomic_load_explicit(sum, memory_order_relaxed) + value,
                          memory_order_relaxed);
}

/* How many syncs the commit made, and what it wrote only to fill blocks. Callers are exclusive: no
 * locked addition is needed, only a reader that sees whole values. */
static void count_calls(struct sink *sink, uint64_t writes_before, uint64_t padded_before)
{
    const struct scratch *s = sink->scratch;
    const int syncs = sink->mode->syncs;
    add(&sink->syncs, syncs == SYNC_EACH_WRITE ? s->writes - writes_before : (uint64_t)syncs);
    if (s->padded != padded_before)
        add(&sink->padded, s->padded - padded_before);
}

int sink_commit(struct sink *sink, uint32_t writer, const struct payload *payload, size_t count,
                uint64_t begin_ns, struct sink_times *times)
{
    uint64_t bytes = sink->mode->write ? payload_bytes(payload, count) : 0;
    uint64_t offset = bytes ? scratch_place(sink->scratch, bytes) : 0;
    uint64_t writes_before = sink->scratch->writes, padded_before = sink->scratch->padded;
    *times = (struct sink_times){
        .begin_ns = begin_ns ? begin_ns : clock_now_ns(),
        .write_ns = NOT_TIMED,
        .sync_ns = NOT_TIMED,
    };
    atomic_store_explicit(&sink->caller, writer, memory_order_relaxed);
    atomic_store_explicit(&sink->calling_ns, times->begin_ns, memory_order_release);
    int rc = timed_calls(sink, payload, count, offset, times);
    atomic_store_explicit(&sink->calling_ns, 0, memory_order_relaxed);
    if (rc)
        return rc;
    count_calls(sink, writes_before, padded_before);
    if (sink->mode->between)
        sink->mode->between(sink->scratch);
    spotcheck_after(&sink->spotcheck, times->end_ns - times->begin_ns, &times->disk);
    if (scratch_is_full(sink->scratch, sink->reserve))
        atomic_store_explicit(&sink->full, true, memory_order_relaxed);
    return 0;
}
