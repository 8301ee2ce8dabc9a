/* status.h: how the program ends, the contract's numbers. */
#ifndef FSYNCSCOPE_APP_STATUS_H
#define FSYNCSCOPE_APP_STATUS_H

#include <stdbool.h>

#include "base/snapshot.h"

enum status {
    STATUS_DONE = 0,
    STATUS_DISK = 1,     /* the disk failed the run */
    STATUS_SETUP = 2,    /* bad option; directory, terminal or output not usable */
    STATUS_CHECK = 3,    /* a --fail-if held, or could not be judged */
    STATUS_SIGNAL = 128, /* + its number */
};

/* The exit status of a load whose newest snapshot FAILED tells of its failure. BEGAN: a round was
 * tried, so the disk failed the run. Before that it is the set-up that was not usable, unless the
 * error is one of the disk's own, or the disk ran full while the file was filled. */
enum status status_of_failure(const struct snapshot *failed, bool began);

#endif
