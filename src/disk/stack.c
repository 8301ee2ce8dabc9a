/* stack.c: from a block device down to the whole disks that it is made of.
 *
 *   partition         its disk, which alone counts flushes
 *   dm, md, bcache    the devices in slaves/, each again like this (LVM, LUKS, RAID, multipath)
 *   NVMe, many ways   its hidden paths (nvme.c)
 *   loop              itself, and the file behind it (loop.c)
 *   anything else     itself
 *
 * Counted are the last ones, each once, however many ways lead to it: adding up storeys would count
 * a write once for each. A loop device is such a last one. It executes flushes and counts them, and
 * whether a flush reached *it* is what its file system's figures ask; each becomes an fsync of the
 * image, which costs the disk below any number of flushes of its own, among everybody else's. So
 * the storeys under it are walked for the tree, and to know whether they end in memory, but not
 * counted.
 *
 * Left out: more devices of one f2fs, and a log of jfs on its own device: nothing that can be read
 * tells of them, and their flushes are in nobody's figure.
 */
#include "disk/walk.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "disk/device.h"
#include "disk/sysfs.h"

/* Drivers that are told by their devices' names: nothing in sysfs says it otherwise. */
struct driver {
    const char *prefix; /* a digit follows */
    const char *kind;
    const char *memory; /* what it is, when it keeps its data in memory */
    const char *note;
};

static const struct driver drivers[] = {
    {.prefix = "loop", .kind = "loop"},
    {.prefix = "zram", .kind = "zram", .memory = "zram", .note = "memory"},
    {.prefix = "ram", .kind = "ram disk", .memory = "a RAM disk", .note = "memory"},
    {.prefix = "nullb", .kind = "null_blk", .memory = "null_blk", .note = "keeps nothing"},
    {.prefix = "bcache", .kind = "bcache"},
    {.prefix = "pmem", .kind = "pmem"},
    {.prefix = "nbd", .kind = "nbd", .note = "on another machine"},
    {.prefix = "rbd", .kind = "rbd", .note = "on other machines"},
    {.prefix = "drbd", .kind = "drbd", .note = "on two machines"},
};

static const struct driver plain_disk = {.kind = "disk"};

static const struct driver *driver_of(const struct node *disk)
{
    for (size_t i = 0; i < sizeof drivers / sizeof drivers[0]; i++) {
        const size_t length = strlen(drivers[i].prefix);
        if (strncmp(disk->name, drivers[i].prefix, length) == 0 &&
            isdigit((unsigned char)disk->name[length]))
            return &drivers[i];
    }
    return &plain_disk;
}

/* What device mapper made, by how its makers begin their uuids. */
static const char *mapped_kind(const struct node *disk)
{
    static const struct {
        const char *prefix, *kind;
    } makers[] = {
        {"LVM-", "lvm"},       {"CRYPT-", "crypt"}, {"mpath-", "multipath"},
        {"part", "partition"}, {"DMRAID-", "raid"}, {"STRATIS-", "stratis"},
    };
    char uuid[256];
    sysfs_read(uuid, sizeof uuid, "%s/dm/uuid", disk->path);
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++) {
        if (strncmp(uuid, makers[i].prefix, strlen(makers[i].prefix)) == 0)
            return makers[i].kind;
    }
    return "dm";
}

static const char *cache_words(const struct node *disk)
{
    static const char *const words[] = {
        [UNKNOWN] = "", [NO] = "no volatile cache", [YES] = "write-back cache"};
    return words[device_cache(disk)];
}

/* Shows the whole disk DISK in the tree. */
static void show_disk(struct walk *walk, const struct node *disk, const struct driver *driver)
{
    char kind[sizeof walk->target->layer[0].kind], name[TARGET_NAME_MAX];
    char shown[2 * TARGET_NAME_MAX + 4];

    text_copy(kind, sizeof kind, driver->kind);
    node_shown_name(disk, shown);
    if (sysfs_exists("%s/dm", disk->path))
        text_copy(kind, sizeof kind, mapped_kind(disk));
    else if (sysfs_exists("%s/md", disk->path) &&
             sysfs_read(kind, sizeof kind, "%s/md/level", disk->path))
        text_copy(kind, sizeof kind, "md");
    if (sysfs_read(name, sizeof name, "%s/dm/name", disk->path) == 0 && name[0])
        snprintf(shown + strlen(shown), sizeof name + 4, " (%s)", name);
    const bool last = strcmp(kind, "disk") == 0;
    walk_layer(walk, kind, shown, driver->note ? driver->note : last ? cache_words(disk) : "");
}

static bool is_listed(const struct target *target, const char *name)
{
    for (unsigned i = 0; i < target->device_count; i++) {
        if (strcmp(target->device[i].name, name) == 0)
            return true;
    }
    return false;
}

void stack_add(struct walk *walk, const struct node *disk)
{
    char name[TARGET_NAME_MAX], reason[REASON_MAX];
    struct target *target = walk->target;

    node_shown_name(disk, name);
    if (!walk->counting || is_listed(target, name))
        return;
    if (target->device_count == TARGET_DEVICES_MAX) {
        walk_blind_ever(walk, "it is spread over more than %d disks", TARGET_DEVICES_MAX);
        return;
    }
    struct device *device = &target->device[target->device_count++];
    const enum blindness blindness = device_read(disk, device, reason);
    if (walk->path_to)
        text_copy(device->path_to, sizeof device->path_to, walk->path_to);
    walk_reason(walk, blindness, reason);
}

/* Walks what slaves/ lists. */
static bool slaves_walk(struct walk *walk, const struct node *disk, char names[][TARGET_NAME_MAX],
                        unsigned count)
{
    bool memory = true;
    for (unsigned i = 0; i < count; i++) {
        struct node slave;
        if (node_by_link(walk->root, disk, "slaves", names[i], &slave) == 0) {
            memory = stack_walk(walk, &slave) && memory;
            continue;
        }
        memory = false;
        walk_layer(walk, "unknown", names[i], "not in /sys");
        walk_blind(walk, "%s is made of %s, which /sys does not show", disk->name, names[i]);
    }
    return memory;
}

/* The same, of a device whose slaves are ways to one disk when dm-multipath made it. */
static bool stacked_walk(struct walk *walk, const struct node *disk, char names[][TARGET_NAME_MAX],
                         unsigned count)
{
    const char *outer = walk->path_to;
    char name[TARGET_NAME_MAX];
    if (sysfs_exists("%s/dm", disk->path) && strcmp(mapped_kind(disk), "multipath") == 0) {
        if (sysfs_read(name, sizeof name, "%s/dm/name", disk->path) || !name[0])
            node_shown_name(disk, name);
        walk->path_to = name;
    }
    const bool memory = slaves_walk(walk, disk, names, count);
    walk->path_to = outer;
    return memory;
}

/* The disk itself holds the data. */
static bool leaf_walk(struct walk *walk, const struct node *disk, const struct driver *driver)
{
    char model[TARGET_NAME_MAX];
    const char *memory = driver->memory;
    stack_add(walk, disk);
    if (sysfs_read(model, sizeof model, "%s/device/model", disk->path) == 0 &&
        strcmp(model, "scsi_debug") == 0)
        memory = "scsi_debug";
    if (memory)
        text_copy(walk->target->memory_why, sizeof walk->target->memory_why, memory);
    if (strcmp(driver->kind, "loop") == 0)
        return loop_walk(walk, disk);
    return memory != NULL;
}

static bool disk_walk(struct walk *walk, const struct node *disk)
{
    char slaves[TARGET_DEVICES_MAX][TARGET_NAME_MAX];
    const struct driver *driver = driver_of(disk);
    bool memory = false;

    show_disk(walk, disk, driver);
    if (!walk_down(walk))
        return false;
    const unsigned count = sysfs_list(slaves, TARGET_DEVICES_MAX, "%s/slaves", disk->path);
    if (count > TARGET_DEVICES_MAX)
        walk_blind_ever(walk, "%s is made of more than %d devices", disk->name, TARGET_DEVICES_MAX);
    if (count > 0)
        memory = stacked_walk(walk, disk, slaves,
                              count < TARGET_DEVICES_MAX ? count : TARGET_DEVICES_MAX);
    else if (!nvme_walk(walk, disk))
        memory = leaf_walk(walk, disk, driver);
    walk_up(walk);
    return memory;
}

bool stack_walk(struct walk *walk, const struct node *node)
{
    char name[TARGET_NAME_MAX];
    struct node disk;
    if (!node_disk(node, &disk))
        return disk_walk(walk, node);
    node_shown_name(node, name);
    walk_layer(walk, "partition", name, "");
    if (!walk_down(walk))
        return false;
    const bool memory = disk_walk(walk, &disk);
    walk_up(walk);
    return memory;
}
