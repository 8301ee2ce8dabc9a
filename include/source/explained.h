/* explained.h: what a load may rightly have its disk write: its records, their copies, and what the
 * file system writes so that they can be found again. For evidence.c.
 *
 * Bounds from above, and no measurement: a file system is free to write less. Pure functions. */
#ifndef FSYNCSCOPE_SOURCE_EXPLAINED_H
#define FSYNCSCOPE_SOURCE_EXPLAINED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/snapshot.h"

struct explained {
    double least; /* bytes that nobody can do without */
    double most;  /* bytes that the file system and the volume may make of them */
};

/* Of so many RECORDS and SYNCS of the load that NOW is a snapshot of, and what was written only to
 * fill blocks. */
struct explained explained_bytes(const struct snapshot *now, uint64_t records, uint64_t syncs,
                                 uint64_t padded_bytes);

/* Whether each sync of a load writes about as much as the one before: with a journal or a log it
 * does, the trees of btrfs and its like grow while a log is written. */
bool explained_is_steady(const struct target *target);

/* Whether MODE has a row of its own here; one without is allowed what the costliest is. */
bool explained_knows(const char *mode);

#endif
