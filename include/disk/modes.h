/* modes.h: the rows of the table of modes, one for each mode_*.c's modes. For syncmode.c alone. */
#ifndef FSYNCSCOPE_DISK_MODES_H
#define FSYNCSCOPE_DISK_MODES_H

#include "disk/syncmode.h"

extern const struct syncmode mode_append_fsync;
extern const struct syncmode mode_append_fdatasync;
extern const struct syncmode mode_dsync;
extern const struct syncmode mode_sync;
extern const struct syncmode mode_overwrite_fsync;
extern const struct syncmode mode_overwrite_fdatasync;
extern const struct syncmode mode_overwrite_dsync;
extern const struct syncmode mode_overwrite_sync;
extern const struct syncmode mode_direct_fdatasync;
extern const struct syncmode mode_direct_dsync;
extern const struct syncmode mode_rwf_dsync;
extern const struct syncmode mode_mmap_msync;
extern const struct syncmode mode_uring_fdatasync;
extern const struct syncmode mode_falloc_fdatasync;
extern const struct syncmode mode_extend_fsync;
extern const struct syncmode mode_create_rename;
extern const struct syncmode mode_doublewrite;
extern const struct syncmode mode_flush_only;
extern const struct syncmode mode_no_sync;
extern const struct syncmode mode_sync_file_range;

#endif
