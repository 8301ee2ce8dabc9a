/* mounts.h: real file systems for tests, in a mount namespace of the test program's own, so that
 * nothing of them is seen outside and nothing stays behind. Needs root; what a machine does not
 * have is a skip with its reason. */
#ifndef FSYNCSCOPE_TESTS_MOUNTS_H
#define FSYNCSCOPE_TESTS_MOUNTS_H

#include <stdbool.h>

#include "support/tree.h"

struct mounts {
    struct tree tree;
    const char *undo; /* a script that mounts_remove begins with; NULL: none */
    bool standing;
};

/* Makes MOUNTS->tree and runs SCRIPT (sh -eu) in it. The script mounts what it wants to inside and
 * may use
 *
 *   need COMMAND...          skips when one of them is not installed
 *   loop IMAGE [OPTION]...   makes a sparse image and a loop device of it, whose node is $DEV then
 *   part                     makes a partition of $DEV, which is $DEV then
 *   zram                     makes a disk of compressed memory, $DEV
 *   $PROGRAM_PID             this process
 *
 * Ends the test as skipped or failed when the script says so. */
void mounts_make(struct mounts *mounts, const char *script);

/* The kernel name of the I-th device, from 1, that the script made. */
void mounts_device(const struct mounts *mounts, unsigned i, char name[64]);

/* Opens the directory DIR of the tree. */
int mounts_open(const struct mounts *mounts, const char *dir);

/* Takes all down that is standing, even with files open on it, and removes the tree. */
void mounts_remove(struct mounts *mounts);

#endif
