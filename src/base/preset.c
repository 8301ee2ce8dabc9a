/* preset.c: see preset.h. Where these come from is told in the man page under PRESETS. */
#include "base/preset.h"

#include <string.h>

#include "base/text.h"

static const struct preset presets[] = {
    {
        .name = "etcd",
        .what = "the WAL: entries into segments that are allocated ahead, fdatasync",
        .mode = "falloc-fdatasync",
        .strategy = "group",
        .record_bytes = 2300,
        .file_bytes = 64000000,
        .threshold = "sync_p99<10ms",
        .source = "etcd.io, FAQ: the p99 of wal_fsync_duration_seconds under 10 ms",
    },
    {
        .name = "postgresql",
        .what = "the WAL: 8 KiB pages into recycled segments of 16 MiB, fdatasync",
        .mode = "overwrite-fdatasync",
        .strategy = "group",
        .record_bytes = 8192,
        .file_bytes = 16 << 20,
        .source = "postgresql.org, wal_sync_method, wal_recycle, WAL Internals",
    },
    {
        .name = "innodb",
        .what = "the redo log: 512-byte blocks into recycled files, fdatasync",
        .mode = "overwrite-fdatasync",
        .strategy = "group",
        .record_bytes = 512,
        .file_bytes = (100 << 20) / 32,
        .source = "dev.mysql.com, 8.4: innodb_use_fdatasync, innodb_redo_log_capacity",
    },
    {
        .name = "redis",
        .what = "the AOF with appendfsync always: a short command, fdatasync",
        .mode = "append-fdatasync",
        .strategy = "group",
        .record_bytes = 100,
        .source = "redis.io, Redis persistence: appendfsync always",
    },
    {
        .name = "sqlite",
        .what = "the WAL with synchronous=FULL: a frame of one page, fdatasync",
        .mode = "overwrite-fdatasync",
        .strategy = "alone",
        .record_bytes = 24 + 4096,
        .file_bytes = 1000 * (24 + 4096),
        .source = "sqlite.org, Write-Ahead Logging, PRAGMA synchronous",
    },
};

const struct preset *preset_at(size_t i)
{
    return i < sizeof(presets) / sizeof(presets[0]) ? &presets[i] : NULL;
}

const struct preset *preset_find(const char *name)
{
    const struct preset *preset;

    for (size_t i = 0; (preset = preset_at(i)); i++) {
        if (strcmp(preset->name, name) == 0)
            return preset;
    }
    return NULL;
}

void preset_apply(const struct preset *preset, struct config *config)
{
    text_copy(config->mode, sizeof(config->mode), preset->mode);
    text_copy(config->strategy, sizeof(config->strategy), preset->strategy);
    config->record_bytes = preset->record_bytes;
    config->file_bytes = preset->file_bytes;
    config->batch = 1;
    config->rate_per_s = 0;
}

bool preset_is(const struct preset *preset, const struct config *config)
{
    struct config own = *config;

    preset_apply(preset, &own);
    return config_equal(&own, config);
}
