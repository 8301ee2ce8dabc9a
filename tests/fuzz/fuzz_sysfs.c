/* fuzz_sysfs.c: the files of /sys and /proc/fs that describe a disk, with any bytes in them.
 *
 * The first byte of an input chooses the folder that the files are put into, for some drivers are
 * told by their names; the rest is the files' texts, one after the other, parted by zero bytes.
 * What is not reached is not there. The last text is the name of a device that the disk is made of.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "disk/extfs.h"
#include "disk/resolve.h"
#include "disk/walk.h"
#include "disk/warnings.h"
#include "fuzz/scratch_root.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define VIRTUAL "sys/devices/virtual/"

static const char *const disks[] = {
    VIRTUAL "block/sda",   VIRTUAL "block/loop0",      VIRTUAL "block/dm-0",
    VIRTUAL "block/pmem0", VIRTUAL "block/cciss!c0d0", VIRTUAL "nvme-subsystem/s/nvme0n1",
};

static const char *const folders[] = {"dm", "md", "loop", "queue", "device", "slaves", "multipath"};

static const char *const files[] = {
    "stat",
    "dev",
    "size",
    "queue/write_cache",
    "queue/fua",
    "queue/rotational",
    "queue/scheduler",
    "queue/logical_block_size",
    "queue/iostats",
    "device/model",
    "device/name",
    "dm/uuid",
    "dm/name",
    "md/level",
    "loop/backing_file",
    "loop/offset",
    "partition",
};

static const char *const others[] = {
    "proc/fs/ext4/part/options",
    "proc/fs/ext4/part/fc_info",
    "proc/loadavg",
};

enum {
    DISKS = sizeof disks / sizeof disks[0],
    FOLDERS = sizeof folders / sizeof folders[0],
    FILES = sizeof files / sizeof files[0],
    OTHERS = sizeof others / sizeof others[0],
};

static void must(bool ok)
{
    if (!ok)
        abort();
}

/* "A/B/C" in OUT. */
static const char *join(char out[512], const char *a, const char *b)
{
    must(snprintf(out, 512, "%s/%s", a, b) < 512);
    return out;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    char path[512];
    (void)argc;
    (void)argv;
    scratch_root_folder("sys/block");
    scratch_root_folder("proc/fs/ext4/part");
    for (unsigned i = 0; i < DISKS; i++) {
        for (unsigned k = 0; k < FOLDERS; k++)
            scratch_root_folder(join(path, disks[i], folders[k]));
    }
    scratch_root_folder(VIRTUAL "block/sdz/queue");
    scratch_root_link("sys/block/sdz", "../devices/virtual/block/sdz");
    return 0;
}

/* Takes the next text off what is left; NULL when nothing is. */
static const char *text_take(const char **rest, size_t *left, size_t *length)
{
    const char *text = *rest;
    if (*left == 0)
        return NULL;
    *length = strnlen(text, *left);
    const size_t taken = *length < *left ? *length + 1 : *length;
    *rest += taken;
    *left -= taken;
    return text;
}

static void files_write(const char *disk, const char **rest, size_t *left)
{
    char path[512];
    size_t length = 0;
    for (unsigned i = 0; i < FILES; i++) {
        const char *text = text_take(rest, left, &length);
        scratch_root_write(join(path, disk, files[i]), text, length);
    }
    for (unsigned i = 0; i < OTHERS; i++) {
        const char *text = text_take(rest, left, &length);
        scratch_root_write(others[i], text, length);
    }
}

static void check_target(const struct target *target)
{
    must(target->layer_count <= TARGET_LAYERS_MAX && target->device_count <= TARGET_DEVICES_MAX);
    for (unsigned i = 0; i < target->layer_count; i++) {
        char escaped[5 * TARGET_NAME_MAX];
        must(strcmp(text_escape(escaped, sizeof escaped, target->layer[i].name),
                    target->layer[i].name) == 0);
    }
    for (unsigned i = 0; i < target->device_count; i++)
        must(target->device[i].name[0] != '\0');
    for (unsigned i = 0; i < target->warning_count; i++)
        must(target->warning[i].text[0] != '\0' && target->warning[i].advice[0] != '\0');
    must(!target->memory || target->memory_why[0] != '\0');
}

static void walk_down_from(const char *disk)
{
    static struct target target;
    struct node node;
    struct extfs ext;
    double load[3];
    target = (struct target){.device_count = 0};
    struct walk walk = {.root = scratch_root(), .target = &target, .counting = true, .own = true};
    snprintf(node.path, sizeof node.path, "%s/%s", scratch_root(), disk);
    text_copy(node.name, sizeof node.name, strrchr(disk, '/') + 1);
    target.memory = stack_walk(&walk, &node);
    warnings_from_facts(&target);
    check_target(&target);
    extfs_read(scratch_root(), "part", &ext);
    must(ext.fast_commit_count == 0 || ext.fast_commits == YES);
    target_load_average(scratch_root(), load);
    must(load[0] >= -1 && load[1] >= -1 && load[2] >= -1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char folder[512], link[512], name[200];
    size_t length = 0;
    if (size == 0)
        return 0;
    const char *disk = disks[data[0] % DISKS];
    const char *rest = (const char *)data + 1;
    size_t left = size - 1;
    files_write(disk, &rest, &left);

    const char *slave = text_take(&rest, &left, &length);
    const bool has_slave = slave && length > 0 && length < sizeof name &&
                           !memchr(slave, '/', length) && slave[0] != '.';
    if (has_slave) {
        memcpy(name, slave, length);
        name[length] = '\0';
        join(link, join(folder, disk, "slaves"), name);
        scratch_root_link(link, "../../sdz");
    }
    walk_down_from(disk);
    if (has_slave)
        scratch_root_write(link, NULL, 0);
    return 0;
}
