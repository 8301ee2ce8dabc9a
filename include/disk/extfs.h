/* extfs.h: what ext2, ext3 and ext4 tell of themselves beside the mount table. */
#ifndef FSYNCSCOPE_DISK_EXTFS_H
#define FSYNCSCOPE_DISK_EXTFS_H

#include "base/target.h"

struct extfs {
    enum known journal;
    enum known barrier; /* NO: it sends no flushes */
    enum known fast_commits;
    enum known data_journal;
    uint64_t fast_commit_count;           /* since it was mounted */
    enum known journal_apart;             /* the journal has a device or partition of its own */
    char journal_device[TARGET_NAME_MAX]; /* that one's, as the kernel names it; "": not seen */
};

/* Fills OUT for the file system on the block device of the kernel's name PART ("sda1"; "" when that
 * is not known). What nothing under ROOT/proc/fs can tell is UNKNOWN. */
void extfs_read(const char *root, const char *part, struct extfs *out);

#endif
