/* refresh.h: the facts of the target, looked at anew while the load runs: options, barriers,
 * caches, free space and the like change under a session of hours. For source_live.c.
 *
 * A thread of its own looks every few seconds, and when asked to; it may hang for ever in a file
 * system that does not answer. Whoever takes or ends never waits for that: the facts are then those
 * of before. What the disks count is not looked at here. */
#ifndef FSYNCSCOPE_SOURCE_REFRESH_H
#define FSYNCSCOPE_SOURCE_REFRESH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/target.h"

struct refresh;

/* Fills OUT with what stands under the open directory DIRFD, typed as DIR. 0 or -errno. May block.
 */
typedef int refresh_look(int dirfd, const char *dir, struct target *out);

struct refresh_setup {
    refresh_look *look;
    int dirfd; /* stays the caller's */
    const char *dir;
    uint64_t period_ns; /* between two looks, the first comes after one */
};

/* 0 or -errno with a sentence. */
int refresh_start(const struct refresh_setup *setup, struct refresh **out, struct err *err);

/* Has it look soon. Never blocks. */
void refresh_ask(struct refresh *refresh);

/* Takes what was found since the last time; false, with OUT as it was, when nothing was. */
bool refresh_take(struct refresh *refresh, struct target *out);

/* Ends and frees. Waits a moment for a look under way; one that hangs is left to itself, and frees
 * what it has when it returns. NULL is allowed. */
void refresh_end(struct refresh *refresh);

/* Puts the facts FRESH in place of TARGET's. An io-error that TARGET warns of stays. Disks that are
 * others now do not come in: the counters are those of the old ones, and a warning says so. */
void refresh_merge(struct target *target, const struct target *fresh);

#endif
