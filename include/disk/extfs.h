/* extfs.h: what ext3 and ext4 tell of themselves beside the mount table. PART is the kernel name of
 * the block device that holds the file system ("sda1"), "" when it is not known. */
#ifndef FSYNCSCOPE_DISK_EXTFS_H
#define FSYNCSCOPE_DISK_EXTFS_H

#include <stdbool.h>

#include "base/target.h"

/* Whether the file system has a journal; UNKNOWN when nothing under ROOT/proc/fs can tell. */
enum known extfs_journal(const char *root, const char *part);

/* Whether it is known to send no flushes. Barriers switched off by the superblock's own default
 * options (tune2fs -o nobarrier) do not show in the mount table. */
bool extfs_barriers_off(const char *root, const char *part);

#endif
