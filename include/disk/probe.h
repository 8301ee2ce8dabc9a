/* probe.h: whether a mode can run in a directory, before it is asked to.
 *
 * Asks a file without a name (O_TMPFILE), which is empty or one block long and gone when it is
 * closed. Nothing is synced. Blocks as long as the file system does: no thread that draws. */
#ifndef FSYNCSCOPE_DISK_PROBE_H
#define FSYNCSCOPE_DISK_PROBE_H

#include "disk/syncmode.h"

/* 0: as far as can be told without a sync MODE may run in DIRFD; -EOPNOTSUPP with the sentence that
 * syncmode_open would say: it cannot. IO is one of the kernel's files.
 * ERR may be NULL. */
int mode_probe(const struct syncmode *mode, const struct sysio *io, int dirfd, struct err *err);

#endif
