/* sink_apart.h: a sink's write and its sync as two calls, for a strategy that acknowledges between
 * them. */
#ifndef FSYNCSCOPE_ENGINE_SINK_APART_H
#define FSYNCSCOPE_ENGINE_SINK_APART_H

#include "engine/sink.h"

/* Writes one payload; *END_NS is the clock after it. Exclusive callers only. 0 or -errno. */
int sink_write(struct sink *sink, const struct payload *payload, uint64_t *end_ns);

/* Syncs once, beside writes. One caller at a time; the disk's counters are not read. 0 or -errno.
 */
int sink_sync(struct sink *sink, struct sink_times *times);

#endif
