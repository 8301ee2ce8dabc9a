/* resolve.h: from a directory to the facts of its target. Reads /proc and /sys, writes nothing,
 * starts no request on the measured disk. Not for the drawing thread: a hung network mount can
 * block statfs. */
#ifndef FSYNCSCOPE_DISK_RESOLVE_H
#define FSYNCSCOPE_DISK_RESOLVE_H

#include "base/err.h"
#include "base/target.h"

/* Fills OUT for the open directory DIRFD, typed as DIR. ROOT is put before /proc and /sys ("" in
 * the program; tests point it at a tree of their own). Never fails for want of a disk: what cannot
 * be named is "not available" with its reason in OUT. Returns 0, or -errno with a sentence when
 * DIRFD itself cannot be examined. */
int target_resolve(int dirfd, const char *dir, const char *root, struct target *out,
                   struct err *err);

/* The 1, 5 and 15 minute load averages of ROOT/proc/loadavg; all -1 when unreadable. */
void target_load_average(const char *root, double load[3]);

#endif
