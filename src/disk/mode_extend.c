/* mode_extend.c: files that have their size before the first round, but not their data.
 *
 * Both look like an overwrite and cost like an append. A fallocated file has its blocks, marked as
 * unwritten: the sync must also make durable that they no longer are. A file that was grown by
 * ftruncate has no blocks at all: they are allocated as the data comes. When each block has been
 * written once, the file is laid out anew between two rounds. */
#include "disk/modes.h"

const struct syncmode mode_falloc_fdatasync = {
    .about =
        {
            .name = "falloc-fdatasync",
            .group = "append",
            .line = "write into fallocated, never written blocks, then fdatasync: each round "
                    "converts an extent",
            .used_by = "etcd's WAL, whose segments are allocated ahead and never recycled; "
                       "journald's new files",
            .durable = true,
        },
    .layout = LAYOUT_ALLOCATED,
    .syncs = 1,
    .write = write_plain,
    .sync = sync_data,
    .write_call = "write",
    .sync_call = "fdatasync",
};

const struct syncmode mode_extend_fsync = {
    .about =
        {
            .name = "extend-fsync",
            .group = "append",
            .line = "ftruncate to the final size first, then write from its start, then fsync: "
                    "size known, blocks not",
            .used_by = "bbolt, etcd's store, which grows its file by truncate before it writes",
            .durable = true,
        },
    .layout = LAYOUT_EXTENDED,
    .syncs = 1,
    .write = write_plain,
    .sync = sync_file,
    .write_call = "write",
    .sync_call = "fsync",
};
