/* bypass.h: whether what is written to a file with O_DIRECT really goes past the page cache. Some
 * file systems take such writes and send them through it all the same, unseen: btrfs a file with
 * checksums (since Linux 6.15) or compression, ext4 with data=journal as long as it did not
 * say that it has no such thing (Linux 6.1). */
#ifndef FSYNCSCOPE_DISK_BYPASS_H
#define FSYNCSCOPE_DISK_BYPASS_H

#include "base/target.h"
#include "disk/dio.h"
#include "sys/sysio.h"

/* Tries it on FD, open to read and write with O_DIRECT and filled at least to ALIGN->block, by
 * writing that much of BUFFER, aligned likewise, to the front; synced then. OUT: YES, past the
 * cache; NO, through it; UNKNOWN, it cannot be told (before Linux 5.14, or no mapping of such a
 * file). 0, or -errno of the write or the sync. */
int bypass_try(const struct sysio *io, int fd, const struct dio *align, const void *buffer,
               enum known *out);

#endif
