/* sink_apart.c: what sink_commit does in one go, in two. */
#include "engine/sink_apart.h"

#include "sys/clock.h"

int sink_write(struct sink *sink, const struct payload *payload, uint64_t *end_ns)
{
    uint64_t bytes = payload->record_bytes * payload->records;
    uint64_t offset = scratch_place(sink->scratch, bytes), padded_before = sink->scratch->padded;
    atomic_store_explicit(&sink->writing_ns, clock_now_ns(), memory_order_relaxed);
    int rc = sink->mode->write(sink->scratch, payload, 1, offset);
    *end_ns = clock_now_ns();
    atomic_store_explicit(&sink->writing_ns, 0, memory_order_relaxed);
    if (!rc && sink->scratch->padded != padded_before)
        atomic_fetch_add_explicit(&sink->padded, sink->scratch->padded - padded_before,
                                  memory_order_relaxed);
    if (!rc && scratch_is_full(sink->scratch, sink->reserve))
        atomic_store_explicit(&sink->full, true, memory_order_relaxed);
    return rc;
}

int sink_sync(struct sink *sink, struct sink_times *times)
{
    *times = (struct sink_times){.begin_ns = clock_now_ns(), .write_ns = NOT_TIMED};
    atomic_store_explicit(&sink->caller, WRITER_NONE, memory_order_relaxed);
    atomic_store_explicit(&sink->calling_ns, times->begin_ns, memory_order_release);
    int rc = sink->mode->sync(sink->scratch);
    times->end_ns = clock_now_ns();
    times->sync_ns = times->end_ns - times->begin_ns;
    atomic_store_explicit(&sink->calling_ns, 0, memory_order_relaxed);
    if (!rc)
        atomic_fetch_add_explicit(&sink->syncs, 1, memory_order_relaxed);
    return rc;
}

void sink_fill(struct round *round, const struct payload *payload, const struct sink_times *times)
{
    round->latency_ns = times->end_ns - round->start_ns;
    round->write_ns = times->write_ns;
    round->sync_ns = times->sync_ns;
    round->synced_ns = times->end_ns;
    round->disk = times->disk;
    round->led = payload->records;
    round->split.queue_ns = times->begin_ns - round->start_ns;
    round->split.write_ns = round_timed(times->write_ns);
    round->split.sync_ns = round_timed(times->sync_ns);
}
