/* resolve.c: what stands under a directory, put together from its parts: statfs(2) for the file
 * system, mountinfo.c for the mount, device.c for the disk, extfs.c for journal and barriers.
 *
 * The disk is found by number, never by the mount's source, which can be a name that no longer
 * exists (/dev/root). Two numbers are known, the directory's st_dev and the mount table's; the
 * first that is a block device counts. Both are asked, since either can be a number that the file
 * system made up, or missing in a container.
 *
 * Left out so far: what lies under a file system of many disks or of none (btrfs, zfs, overlay),
 * and under stacked devices (dm, md, loop). That belongs between devices_find and device_resolve.
 */
#include "disk/resolve.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>

#include "base/format.h"
#include "base/text.h"
#include "disk/device.h"
#include "disk/extfs.h"
#include "disk/fstype.h"
#include "disk/mount_options.h"
#include "disk/mountinfo.h"
#include "disk/sysfs.h"
#include "disk/warnings.h"

struct number {
    unsigned major, minor;
};

/* What the parts said of the directory. */
struct place {
    const char *root;
    struct number directory; /* st_dev */
    struct number mount;     /* the mount table's; equal to DIRECTORY where it tells none */
    enum fskind kind;
    char part[TARGET_NAME_MAX]; /* kernel name of the block device of the file system, or "" */
};

/* A number the mount table shares between several types is named by it, and so is an unknown one.
 */
static void name_file_system(uint32_t magic, const char *mounted_as, struct target *out)
{
    const struct fstype *type = fstype_find(magic);
    if (mounted_as[0] && (!type || type->shared))
        text_copy(out->file_system, sizeof out->file_system, mounted_as);
    else if (type)
        text_copy(out->file_system, sizeof out->file_system, type->name);
    else
        snprintf(out->file_system, sizeof out->file_system, "0x%08x", magic);
}

static enum fskind kind_of(const char *file_system)
{
    const struct fstype *type = fstype_find_name(file_system);
    return type ? type->kind : FS_ON_DISK;
}

static void mount_find(int dirfd, const char *dir, const char *root, struct mount *out)
{
    char *path = realpath(dir, NULL);
    if (mountinfo_find(root, dirfd, path ? path : "", out))
        *out = (struct mount){.id = -1};
    free(path);
}

static void mount_describe(const struct mount *mount, struct target *out)
{
    text_copy(out->mount_point, sizeof out->mount_point, mount->point);
    text_copy(out->mount_source, sizeof out->mount_source, mount->source);
    mount_options_join(out->mount_options, sizeof out->mount_options, mount->options);
    mount_options_join(out->mount_options, sizeof out->mount_options, mount->super_options);
}

/* Why NUMBER leads to no disk. LOOKUP is the -errno of looking for it. */
static void explain_no_device(const struct place *place, int lookup, struct target *out)
{
    const struct number n = place->mount;
    const char *fs = out->file_system;
    char *reason = out->no_device_reason;
    char buf[24];

    if (place->kind == FS_MEMORY)
        snprintf(reason, REASON_MAX, "%s is memory: there is no disk", fs);
    else if (place->kind == FS_REMOTE)
        snprintf(reason, REASON_MAX, "%s is not a local disk: what stores it is not seen here", fs);
    else if (n.major != 0)
        snprintf(reason, REASON_MAX,
                 "%s is on device %u:%u, which /sys/dev/block does not show (%s)", fs, n.major,
                 n.minor, err_name(lookup, buf));
    else if (place->kind == FS_POOL)
        snprintf(reason, REASON_MAX,
                 "%s, pool disks not resolved: it uses a device number of its own (%u:%u)", fs,
                 n.major, n.minor);
    else if (place->kind == FS_STACKED)
        snprintf(reason, REASON_MAX,
                 "%s, the disk below not resolved: it uses a device number of its own (%u:%u)", fs,
                 n.major, n.minor);
    else
        snprintf(reason, REASON_MAX, "%s has the number %u:%u, which is no block device", fs,
                 n.major, n.minor);
}

static int device_try(struct place *place, struct number n, struct target *out)
{
    if (n.major == 0)
        return -ENODEV; /* anonymous, by definition */
    return device_resolve(place->root, n.major, n.minor, &out->device[0], place->part);
}

static void devices_find(struct place *place, struct target *out)
{
    int rc = place->kind == FS_MEMORY ? -ENODEV : device_try(place, place->directory, out);
    if (rc && place->kind != FS_MEMORY)
        rc = device_try(place, place->mount, out);
    out->device_count = rc == 0;
    if (rc) {
        out->device[0] = (struct device){.major = 0};
        explain_no_device(place, rc, out);
    }
}

static void ext_describe(const struct place *place, struct target *out)
{
    if (strcmp(out->file_system, "ext3") != 0 && strcmp(out->file_system, "ext4") != 0)
        return;
    out->journal = extfs_journal(place->root, place->part);
    if (extfs_barriers_off(place->root, place->part))
        mount_options_join(out->mount_options, sizeof out->mount_options, "nobarrier");
}

static void kernel_describe(struct target *out)
{
    struct utsname name;
    if (uname(&name) == 0)
        text_copy(out->kernel, sizeof out->kernel, name.release);
}

int target_resolve(int dirfd, const char *dir, const char *root, struct target *out,
                   struct err *err)
{
    struct stat st;
    struct statfs fs;
    struct mount mount;

    *out = (struct target){.device_count = 0};
    text_copy(out->dir, sizeof out->dir, dir);
    if (fstat(dirfd, &st) || fstatfs(dirfd, &fs))
        return err_set(err, errno, "examine %s", dir);

    mount_find(dirfd, dir, root, &mount);
    mount_describe(&mount, out);
    name_file_system((uint32_t)fs.f_type, mount.file_system, out);

    struct place place = {
        .root = root,
        .directory = {.major = major(st.st_dev), .minor = minor(st.st_dev)},
        .kind = kind_of(out->file_system),
    };
    place.mount = mount.id < 0 ? place.directory : (struct number){mount.major, mount.minor};
    out->memory = place.kind == FS_MEMORY;
    devices_find(&place, out);
    ext_describe(&place, out);
    kernel_describe(out);
    warnings_from_facts(out);
    return 0;
}

void target_load_average(const char *root, double load[3])
{
    char text[128], *rest = text;
    bool ok = sysfs_read(text, sizeof text, "%s/proc/loadavg", root) == 0;
    for (int i = 0; i < 3; i++) {
        const char *word = ok ? strsep(&rest, " ") : NULL;
        ok = word && parse_number(word, &load[i]) == 0;
    }
    for (int i = 0; i < 3 && !ok; i++)
        load[i] = -1;
}
