/* json_target.c: names that stand in the contract come first; the others were added. */
#include "report/json_target.h"

static void put_known(struct json *j, const char *name, enum known value)
{
    json_known_bool(j, name, value != UNKNOWN, value == YES);
}

/* A size that is 0 where the kernel did not tell it. */
static void put_size(struct json *j, const char *name, uint64_t bytes)
{
    json_known_count(j, name, bytes, bytes);
}

static void put_device(struct json *j, const struct device *device)
{
    static const char *const caches[] = {
        [UNKNOWN] = NULL, [NO] = "write through", [YES] = "write back"};

    json_object(j, NULL, JSON_LINES);
    json_text(j, "name", device->name);
    json_text(j, "path_to", device->path_to);
    json_text(j, "model", device->model);
    json_string(j, "write_cache", caches[device->volatile_cache]);
    put_known(j, "fua", device->fua);
    put_known(j, "rotational", device->rotational);
    json_text(j, "scheduler", device->scheduler);
    put_size(j, "size_bytes", device->bytes);
    put_size(j, "logical_block_bytes", device->logical_block);
    put_size(j, "physical_block_bytes", device->physical_block);
    put_known(j, "flushes_counted", device->counted);
    json_end(j);
}

static void put_layer(struct json *j, const struct layer *layer)
{
    json_object(j, NULL, JSON_INLINE);
    json_count(j, "depth", layer->depth);
    json_string(j, "kind", layer->kind);
    json_text(j, "name", layer->name);
    json_text(j, "note", layer->note);
    json_end(j);
}

static void put_warning(struct json *j, const struct warning *warning)
{
    static const char *const severities[] = {
        [SEVERITY_NOTE] = "note", [SEVERITY_WARN] = "warn", [SEVERITY_BAD] = "bad"};

    json_object(j, NULL, JSON_LINES);
    json_string(j, "id", warning->id);
    json_string(j, "severity", severities[warning->severity]);
    json_string(j, "text", warning->text);
    json_text(j, "advice", warning->advice);
    json_end(j);
}

static void put_load(struct json *j, const double load[3])
{
    if (load[0] < 0) {
        json_null(j, "load_average");
        return;
    }
    json_array(j, "load_average", JSON_INLINE);
    for (int i = 0; i < 3; i++)
        json_number(j, NULL, load[i], 2);
    json_end(j);
}

/* What decides whether a sync reaches the disk, and what it costs. */
static void put_durability(struct json *j, const struct target *t)
{
    put_known(j, "barriers", t->barrier);
    put_known(j, "journal", t->journal);
    json_text(j, "journal_device", t->journal_device);
    put_known(j, "data_journal", t->data_journal);
    put_known(j, "fast_commits", t->fast_commits);
    json_known_count(j, "fast_commit_count", t->fast_commits == YES, t->fast_commit_count);
    put_size(j, "direct_block_bytes", t->direct_block);
    json_bool(j, "memory_backed", t->memory);
    json_text(j, "memory_reason", t->memory_why);
    json_text(j, "memory_guess", t->memory_guess);
    json_bool(j, "remote", t->remote);
    json_text(j, "loop_file", t->loop_file);
    put_size(j, "size_bytes", t->bytes_total);
    json_known_count(j, "free_bytes", t->bytes_total, t->bytes_free);
}

void json_target(struct json *j, const struct target *t, const double load[3],
                 const struct warning *list, unsigned count)
{
    json_object(j, "target", JSON_LINES);
    json_string(j, "dir", t->dir);
    json_text(j, "file_system", t->file_system);
    json_text(j, "mount_point", t->mount_point);
    json_text(j, "mount_options", t->mount_options);
    json_text(j, "mount_source", t->mount_source);
    json_bool(j, "mount_elsewhere", t->mount_elsewhere);
    put_durability(j, t);
    json_array(j, "devices", JSON_LINES);
    for (unsigned i = 0; i < t->device_count && i < TARGET_DEVICES_MAX; i++)
        put_device(j, &t->device[i]);
    json_end(j);
    json_text(j, "no_device_reason", t->no_device_reason);
    json_array(j, "layers", JSON_LINES);
    for (unsigned i = 0; i < t->layer_count && i < TARGET_LAYERS_MAX; i++)
        put_layer(j, &t->layer[i]);
    json_end(j);
    json_text(j, "kernel", t->kernel);
    put_load(j, load);
    json_array(j, "warnings", JSON_LINES);
    for (unsigned i = 0; i < count; i++)
        put_warning(j, &list[i]);
    json_end(j);
    json_end(j);
}
