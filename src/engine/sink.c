/* sink.c: place, write, sync, with a stamp between each; then, outside the timed stretch, the
 * counters and the look ahead whether the file still has room. */
#include "engine/sink.h"

#include "sys/clock.h"

static uint64_t payload_bytes(const struct payload *payload, size_t count)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += payload[i].record_bytes * payload[i].records;
    return bytes;
}

/* Write and sync, each only where the mode has one. A mode without a sync call was durable when its
 * write returned: that time is the sync's. */
static int timed_calls(struct sink *sink, const struct payload *payload, size_t count,
                       uint64_t offset, struct sink_times *times)
{
    const struct syncmode *mode = sink->mode;
    uint64_t written_ns = times->begin_ns;
    if (mode->write) {
        int rc = mode->write(sink->scratch, payload, count, offset);
        if (rc) {
            sink->failed_call = mode->write_call;
            return rc;
        }
        if (mode->sync) {
            written_ns = clock_now_ns();
            times->write_ns = written_ns - times->begin_ns;
        }
    }
    int rc = mode->sync ? mode->sync(sink->scratch) : 0;
    times->end_ns = clock_now_ns();
    times->sync_ns = times->end_ns - written_ns;
    if (rc)
        sink->failed_call = mode->sync_call;
    return rc;
}

/* How many syncs the call made: where each write is one, as many as there were writes. Callers are
 * exclusive: no locked addition is needed, only a reader that sees whole values. */
static void count_syncs(struct sink *sink, uint64_t writes_before)
{
    uint64_t made = sink->mode->sync ? 1 : sink->scratch->writes - writes_before;
    uint64_t syncs = atomic_load_explicit(&sink->syncs, memory_order_relaxed);
    atomic_store_explicit(&sink->syncs, syncs + made, memory_order_relaxed);
}

int sink_commit(struct sink *sink, const struct payload *payload, size_t count, uint64_t begin_ns,
                struct sink_times *times)
{
    uint64_t bytes = sink->mode->write ? payload_bytes(payload, count) : 0;
    uint64_t offset = bytes ? scratch_place(sink->scratch, bytes) : 0;
    uint64_t writes_before = sink->scratch->writes;
    *times = (struct sink_times){
        .begin_ns = begin_ns ? begin_ns : clock_now_ns(),
        .write_ns = NOT_TIMED,
    };
    atomic_store_explicit(&sink->calling_ns, times->begin_ns, memory_order_relaxed);
    int rc = timed_calls(sink, payload, count, offset, times);
    atomic_store_explicit(&sink->calling_ns, 0, memory_order_relaxed);
    if (rc)
        return rc;
    count_syncs(sink, writes_before);
    spotcheck_after(&sink->spotcheck, times->end_ns - times->begin_ns, &times->disk);
    if (scratch_is_full(sink->scratch, sink->reserve))
        atomic_store_explicit(&sink->full, true, memory_order_relaxed);
    return 0;
}
