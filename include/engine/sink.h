/* sink.h: one file and one mode: where a strategy puts bytes and has them made durable.
 *
 * Calls are exclusive: a strategy's lock or its leader sees to that. */
#ifndef FSYNCSCOPE_ENGINE_SINK_H
#define FSYNCSCOPE_ENGINE_SINK_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/round.h"
#include "disk/scratch.h"
#include "disk/syncmode.h"
#include "engine/spotcheck.h"

struct sink {
    const struct syncmode *mode;
    struct scratch *scratch;
    struct spotcheck spotcheck;
    _Atomic uint64_t syncs;      /* that succeeded */
    _Atomic uint64_t padded;     /* bytes written for nothing but to fill a disk's blocks */
    _Atomic uint64_t calling_ns; /* since when a write or sync is in the kernel; 0: none is */
    _Atomic uint32_t caller;     /* the writer whose thread is in it, or was last */
    _Atomic uint64_t writing_ns; /* of a write beside a sync (sink_apart.h): since when; 0: none */
    const char *failed_call;     /* of the first failure: the mode's write_call or sync_call */
    uint64_t reserve;            /* bytes that all writers together can hand over at once */
    atomic_bool ending;          /* the load is being ended: who waits for the file is called off */
    atomic_bool full; /* the file has no room for RESERVE bytes: restart it between rounds */
};

/* One write and one sync with their stamps; the same for all records that they carry. */
struct sink_times {
    uint64_t begin_ns; /* before the write */
    uint64_t end_ns;   /* after the sync */
    uint64_t write_ns; /* or NOT_TIMED */
    uint64_t sync_ns;  /* or NOT_TIMED, of a mode that syncs nothing */
    struct disk_delta disk;
};

/* Writes COUNT payloads and syncs once, on the thread of WRITER. BEGIN_NS is the caller's latest
 * clock reading, or 0 to have one taken. 0 or -errno; times are meaningful only after success. The
 * reading of the counters that may follow is paid by whoever waits behind this sync: see
 * spotcheck.h. After a failure nothing may be committed any more. */
int sink_commit(struct sink *sink, uint32_t writer, const struct payload *payload, size_t count,
                uint64_t begin_ns, struct sink_times *times);

/* Fills ROUND's times when the commit was for PAYLOAD alone: it waited for its turn and no longer.
 */
void sink_fill(struct round *round, const struct payload *payload, const struct sink_times *times);

#endif
