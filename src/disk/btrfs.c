/* btrfs.c: the devices of a btrfs, which goes by a number of its own. /sys/fs/btrfs/UUID/devices
 * lists them all; the mount table names one. The file system tells its UUID to anyone who asks an
 * open file of it. Where it does not (an old kernel), the UUID is the one that lists the mount's
 * source. */
#include "disk/walk.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/btrfs.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/text.h"
#include "disk/sysfs.h"

enum { UUIDS_MAX = 64 };

/* The UUID as its folder is named: 8-4-4-4-12 hexadecimal digits. */
static void uuid_print(char out[TARGET_NAME_MAX], const uint8_t id[16])
{
    size_t used = 0;
    for (unsigned i = 0; i < 16; i++) {
        const char *dash = i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "";
        used += (size_t)snprintf(out + used, TARGET_NAME_MAX - used, "%s%02x", dash, id[i]);
    }
}

/* From the file system itself. FD may have been opened with O_PATH, which allows no question. */
static bool uuid_ask(int fd, char uuid[TARGET_NAME_MAX])
{
    struct btrfs_ioctl_fs_info_args info = {.num_devices = 0};
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const bool told = ioctl(file < 0 ? fd : file, BTRFS_IOC_FS_INFO, &info) == 0;
    if (file >= 0)
        close(file);
    if (told)
        uuid_print(uuid, info.fsid);
    return told;
}

/* The kernel's name of the block device whose node is SOURCE; without the node, of the same name.
 */
static bool source_name(const struct walk *walk, const char *source, char name[TARGET_NAME_MAX])
{
    char path[PATH_MAX];
    struct stat st;
    struct node node;
    const char *slash = strrchr(source, '/');
    if (snprintf(path, sizeof path, "%s%s", walk->root, source) < (int)sizeof path &&
        stat(path, &st) == 0 && S_ISBLK(st.st_mode) &&
        node_by_number(walk->root, major(st.st_rdev), minor(st.st_rdev), &node) == 0)
        return text_copy(name, TARGET_NAME_MAX, node.name);
    return slash && slash[1] && text_copy(name, TARGET_NAME_MAX, slash + 1);
}

/* From the lists of members. */
static bool uuid_find(const struct walk *walk, const char *source, char uuid[TARGET_NAME_MAX])
{
    char uuids[UUIDS_MAX][TARGET_NAME_MAX], name[TARGET_NAME_MAX];
    if (!source_name(walk, source, name))
        return false;
    const unsigned count = sysfs_list(uuids, UUIDS_MAX, "%s/sys/fs/btrfs", walk->root);
    for (unsigned i = 0; i < count && i < UUIDS_MAX; i++) {
        if (sysfs_exists("%s/sys/fs/btrfs/%s/devices/%s", walk->root, uuids[i], name))
            return text_copy(uuid, TARGET_NAME_MAX, uuids[i]);
    }
    return false;
}

static bool member_walk(struct walk *walk, const char *uuid, const char *name)
{
    struct node pool, member;
    snprintf(pool.path, sizeof pool.path, "%s/sys/fs/btrfs/%.*s", walk->root, TARGET_NAME_MAX - 1,
             uuid);
    if (node_by_link(walk->root, &pool, "devices", name, &member) == 0)
        return stack_walk(walk, &member);
    walk_layer(walk, "unknown", name, "not in /sys");
    walk_blind(walk, "btrfs: its device %s is not in /sys", name);
    return false;
}

bool btrfs_walk(struct walk *walk, const struct ground *ground, int fd)
{
    char uuid[TARGET_NAME_MAX], members[TARGET_DEVICES_MAX][TARGET_NAME_MAX];
    bool memory = true;
    unsigned count = 0;
    if (uuid_ask(fd, uuid) || uuid_find(walk, ground->mount.source, uuid))
        count =
            sysfs_list(members, TARGET_DEVICES_MAX, "%s/sys/fs/btrfs/%s/devices", walk->root, uuid);
    if (count == 0)
        walk_blind(walk,
                   "btrfs, pool disks not resolved: %u:%u is its own number, and /sys/fs/btrfs "
                   "does not show its devices",
                   ground->major, ground->minor);
    if (count > TARGET_DEVICES_MAX)
        walk_blind_ever(walk, "btrfs is spread over more than %d devices", TARGET_DEVICES_MAX);
    for (unsigned i = 0; i < count && i < TARGET_DEVICES_MAX; i++)
        memory = member_walk(walk, uuid, members[i]) && memory;
    return count > 0 && memory;
}
