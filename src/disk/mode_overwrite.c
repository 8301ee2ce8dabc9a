/* mode_overwrite.c: modes whose blocks exist before the first round.
 *
 * The file is filled with real data and synced first, so a round changes no metadata that fdatasync
 * must write: it pays for the data and one flush alone. */
#include <fcntl.h>

#include "disk/modes.h"

const struct syncmode mode_overwrite_fsync = {
    .about =
        {
            .name = "overwrite-fsync",
            .alias = "fsync",
            .group = "overwrite",
            .line = "overwrite blocks that were filled and synced before, then fsync: the time "
                    "stamps too",
            .used_by = "PostgreSQL wal_sync_method=fsync, InnoDB innodb_flush_method=fsync",
            .durable = true,
        },
    .layout = LAYOUT_FILLED,
    .syncs = 1,
    .write = write_plain,
    .sync = sync_file,
    .write_call = "write",
    .sync_call = "fsync",
};

const struct syncmode mode_overwrite_fdatasync = {
    .about =
        {
            .name = "overwrite-fdatasync",
            .alias = "fdatasync",
            .group = "overwrite",
            .line = "overwrite blocks that were filled and synced before, then fdatasync: the data",
            .used_by =
                "PostgreSQL wal_sync_method=fdatasync (recycled WAL segments), InnoDB's redo log",
            .durable = true,
        },
    .layout = LAYOUT_FILLED,
    .syncs = 1,
    .write = write_plain,
    .sync = sync_data,
    .write_call = "write",
    .sync_call = "fdatasync",
};

const struct syncmode mode_overwrite_dsync = {
    .about =
        {
            .name = "overwrite-dsync",
            .alias = "open_datasync",
            .group = "overwrite",
            .line =
                "overwrite filled blocks of a file opened with O_DSYNC: each write is its own sync",
            .used_by = "PostgreSQL wal_sync_method=open_datasync",
            .durable = true,
        },
    .layout = LAYOUT_FILLED,
    .open_flags = O_DSYNC,
    .syncs = SYNC_EACH_WRITE,
    .write = write_gathered,
    .sync = NULL,
    .write_call = "write (O_DSYNC)",
    .sync_call = "write (O_DSYNC)",
};

const struct syncmode mode_overwrite_sync = {
    .about =
        {
            .name = "overwrite-sync",
            .alias = "open_sync",
            .group = "overwrite",
            .line = "overwrite filled blocks of a file opened with O_SYNC: as overwrite-dsync, and "
                    "time stamps",
            .used_by = "PostgreSQL wal_sync_method=open_sync",
            .durable = true,
        },
    .layout = LAYOUT_FILLED,
    .open_flags = O_SYNC,
    .syncs = SYNC_EACH_WRITE,
    .write = write_gathered,
    .sync = NULL,
    .write_call = "write (O_SYNC)",
    .sync_call = "write (O_SYNC)",
};

const struct syncmode mode_flush_only = {
    .about =
        {
            .name = "flush-only",
            .alias = NULL,
            .group = "no data",
            .line = "fdatasync with nothing to write: the bare price of a cache flush",
            .used_by = "nobody: it is the floor under every other mode",
            .durable = true,
        },
    .layout = LAYOUT_FIXED,
    .syncs = 1,
    .write = NULL,
    .sync = sync_data,
    .write_call = "",
    .sync_call = "fdatasync",
};
