/* root.h: a tree in place of /proc and /sys, which also is the directory that is asked about. */
#ifndef FSYNCSCOPE_TESTS_ROOT_H
#define FSYNCSCOPE_TESTS_ROOT_H

#include "disk/resolve.h"
#include "support/tree.h"

/* Skips the test, and removes the tree, unless it is on ext2, ext3 or ext4: a mount table of its
 * own counts only for a file system that shares its number with others, or is not known. */
void root_need_ext(struct tree *tree);

/* Makes a tree that needs ext, unfolded from tests/fixtures/sys/FIXTURE. */
void root_unfold(const char *fixture, struct tree *tree);

/* A SATA disk 8:0 with a partition 8:1, as sysfs lays them out. */
void root_add_disk(const struct tree *tree);

/* Resolves the tree's own directory with the tree as its root. */
void root_resolve(const struct tree *tree, struct target *target);

/* Sees to it that TARGET's stack is the EXPECTED one: a storey a line, a blank for each step down.
 */
void root_check_stack(const char *expected, const struct target *target);

#endif
