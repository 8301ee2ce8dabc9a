/* mode_append.c: modes whose file grows with each round.
 *
 * The size changes each time, so each sync has metadata to make durable besides the data: on a file
 * system with a journal that is a commit, and several times the record's bytes. fdatasync may leave
 * out the time stamps, but never the size (fdatasync(2)), so it saves little here. */
#include <fcntl.h>

#include "disk/modes.h"

const struct syncmode mode_append_fsync = {
    .about =
        {
            .name = "append-fsync",
            .alias = NULL,
            .group = "append",
            .line = "write at the end of a growing file, then fsync: data, size and time stamps",
            .used_by = "simple append-only logs, SQLite's rollback journal",
            .durable = true,
        },
    .layout = LAYOUT_APPEND,
    .syncs = 1,
    .write = write_plain,
    .sync = sync_file,
    .write_call = "write",
    .sync_call = "fsync",
};

const struct syncmode mode_append_fdatasync = {
    .about =
        {
            .name = "append-fdatasync",
            .alias = NULL,
            .group = "append",
            .line = "write at the end of a growing file, then fdatasync: data and size",
            .used_by =
                "Redis AOF (appendfsync always), RocksDB and LevelDB logs without preallocation",
            .durable = true,
        },
    .layout = LAYOUT_APPEND,
    .syncs = 1,
    .write = write_plain,
    .sync = sync_data,
    .write_call = "write",
    .sync_call = "fdatasync",
};

/* Every write is a sync, so a batch must be one write: records between two syncs is what it means.
 */
const struct syncmode mode_dsync = {
    .about =
        {
            .name = "dsync",
            .alias = NULL,
            .group = "append",
            .line = "append to a file opened with O_DSYNC: each write returns when data and size "
                    "are durable",
            .used_by = "PostgreSQL wal_sync_method=open_datasync on a segment that still grows",
            .durable = true,
        },
    .layout = LAYOUT_APPEND,
    .open_flags = O_DSYNC,
    .syncs = SYNC_EACH_WRITE,
    .write = write_gathered,
    .sync = NULL,
    .write_call = "write (O_DSYNC)",
    .sync_call = "write (O_DSYNC)",
};

const struct syncmode mode_sync = {
    .about =
        {
            .name = "sync",
            .alias = NULL,
            .group = "append",
            .line = "append to a file opened with O_SYNC: as dsync, and the time stamps too",
            .used_by = "programs that ask for O_SYNC out of caution",
            .durable = true,
        },
    .layout = LAYOUT_APPEND,
    .open_flags = O_SYNC,
    .syncs = SYNC_EACH_WRITE,
    .write = write_gathered,
    .sync = NULL,
    .write_call = "write (O_SYNC)",
    .sync_call = "write (O_SYNC)",
};
