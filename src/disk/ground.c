/* ground.c: from a file system down to what it stands on, and what it says about its own syncs.
 *
 * A disk is found by number, never by the mount's source, which can be a name that no longer exists
 * (/dev/root). Two numbers are known, the file's st_dev and the mount table's; the first that is a
 * block device counts. Both are asked, since either can be one that the file system made up, or
 * missing in a container. Only where neither leads anywhere is the source's node asked for its.
 */
#include "disk/walk.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>

#include "base/err.h"
#include "base/text.h"
#include "disk/dio.h"
#include "disk/extfs.h"
#include "disk/mount_options.h"

/* A number that several types share is named by the mount table, and so is an unknown one. */
static void name_file_system(uint32_t magic, struct ground *ground)
{
    const struct fstype *type = fstype_find(magic);
    const char *mounted_as = ground->mount.file_system;
    char *name = ground->file_system;
    if (mounted_as[0] && (!type || type->shared))
        text_copy(name, TARGET_NAME_MAX, mounted_as);
    else if (type)
        text_copy(name, TARGET_NAME_MAX, type->name);
    else
        snprintf(name, TARGET_NAME_MAX, "0x%08x", magic);
    type = fstype_find_name(name);
    ground->kind = type ? type->kind : FS_ON_DISK;
}

int ground_look(const char *root, int fd, const char *path, struct ground *out)
{
    struct stat st;
    struct statfs fs;
    if (fstat(fd, &st) || fstatfs(fd, &fs))
        return -errno;
    const int rc = mountinfo_find(root, fd, path, &out->mount);
    if (rc)
        out->mount = (struct mount){.id = -1};
    out->mount_elsewhere = rc == -EXDEV || (rc == 0 && out->mount.seen_by != 0);
    name_file_system((uint32_t)fs.f_type, out);
    out->major = major(st.st_dev);
    out->minor = minor(st.st_dev);
    const uint64_t unit = (uint64_t)(fs.f_frsize > 0 ? fs.f_frsize : fs.f_bsize);
    out->bytes_total = fs.f_blocks * unit;
    out->bytes_free = fs.f_bavail * unit;
    return 0;
}

/* The block device or partition that GROUND is on. 0, or the -errno of the likeliest way. */
static int node_find(const struct walk *walk, const struct ground *ground, struct node *out)
{
    const struct mount *mount = &ground->mount;
    int rc = node_by_number(walk->root, ground->major, ground->minor, out);
    if (rc && mount->id >= 0) {
        const int by_table = node_by_number(walk->root, mount->major, mount->minor, out);
        rc = by_table == -ENODEV ? rc : by_table;
    }
    if (rc == -ENODEV)
        rc = node_by_file(walk->root, mount->source, out);
    return rc;
}

static void explain_no_node(struct walk *walk, const struct ground *ground, int rc)
{
    char buf[24];
    const bool by_table = ground->mount.id >= 0;
    const unsigned major = by_table ? ground->mount.major : ground->major;
    const unsigned minor = by_table ? ground->mount.minor : ground->minor;
    if (major == 0)
        walk_blind(walk, "%s has the number %u:%u, which is no block device", ground->file_system,
                   major, minor);
    else
        walk_blind(walk, "%s is on device %u:%u, which /sys/dev/block does not show (%s)",
                   ground->file_system, major, minor, err_name(rc, buf));
}

static void barrier_note(struct walk *walk, const struct ground *ground, enum known barrier,
                         const char *option)
{
    struct target *target = walk->target;
    if (barrier == NO && target->barrier != NO) {
        target->barrier = NO;
        snprintf(target->barrier_off, sizeof target->barrier_off, "%.24s%s%.16s", option,
                 walk->own ? "" : " of the image's ", walk->own ? "" : ground->file_system);
    } else if (walk->own && target->barrier == UNKNOWN) {
        target->barrier = barrier;
    }
}

/* Whether this file system tells the disk to empty its cache. Its options in the mount table say
 * when not, and of most types also when: by silence. */
static void barrier_look(struct walk *walk, const struct ground *ground, enum known told)
{
    const struct fstype *type = fstype_find_name(ground->file_system);
    const char *option = mount_options_barrier_off(ground->mount.super_options);
    if (!option)
        option = mount_options_barrier_off(ground->mount.options);
    if (told == UNKNOWN && ground->mount.id >= 0 && type && type->silent_barriers)
        told = YES;
    barrier_note(walk, ground, option ? NO : told, option ? option : "nobarrier");
}

static bool is_ext(const char *name)
{
    return strcmp(name, "ext4") == 0 || strcmp(name, "ext3") == 0 || strcmp(name, "ext2") == 0;
}

/* What the file system on PART says of its syncs; of ext alone in EXT too. */
static void facts_look(struct walk *walk, const struct ground *ground, const char *part,
                       struct extfs *ext)
{
    struct target *target = walk->target;
    *ext = (struct extfs){.barrier = UNKNOWN};
    if (is_ext(ground->file_system)) {
        extfs_read(walk->root, part, ext);
        if (walk->own) {
            target->journal = ext->journal;
            target->fast_commits = ext->fast_commits;
            target->fast_commit_count = ext->fast_commit_count;
            target->data_journal = ext->data_journal;
        }
    }
    barrier_look(walk, ground, ext->barrier);
}

/* What O_DIRECT aligns to; NODE NULL: on several devices. */
static void direct_look(struct walk *walk, const struct node *node)
{
    struct dio dio;
    if (!walk->own || walk->target->data_journal == YES)
        return;
    dio_of_node(node, &dio);
    walk->target->direct_block = dio.block;
}

static bool disk_walk(struct walk *walk, const struct ground *ground)
{
    struct node node;
    struct extfs ext;
    const int rc = node_find(walk, ground, &node);
    facts_look(walk, ground, rc ? "" : node.name, &ext);
    if (rc)
        explain_no_node(walk, ground, rc);
    else
        direct_look(walk, &node);
    const bool memory = rc == 0 && stack_walk(walk, &node);
    return besides_walk(walk, ground, &ext) && memory;
}

static bool pool_walk(struct walk *walk, const struct ground *ground, int fd)
{
    const struct fstype *type = fstype_find_name(ground->file_system);
    barrier_look(walk, ground, UNKNOWN);
    if (strcmp(ground->file_system, "btrfs") == 0) {
        direct_look(walk, NULL);
        return btrfs_walk(walk, ground, fd);
    }
    walk_blind_ever(walk, "%s, pool disks not resolved: it has a number of its own (%u:%u)",
                    type && type->title ? type->title : ground->file_system,
                    ground->mount.id >= 0 ? ground->mount.major : ground->major,
                    ground->mount.id >= 0 ? ground->mount.minor : ground->minor);
    return false;
}

static bool memory_walk(struct walk *walk, const struct ground *ground)
{
    text_copy(walk->target->memory_why, sizeof walk->target->memory_why, ground->file_system);
    walk_blind(walk, "%s is memory: there is no disk", ground->file_system);
    return true;
}

static bool remote_walk(struct walk *walk, const struct ground *ground)
{
    struct target *target = walk->target;
    if (!target->remote)
        text_copy(target->remote_why, sizeof target->remote_why, ground->file_system);
    target->remote = true;
    walk_blind(walk, "%s is not a local disk: what stores it is not seen here",
               ground->file_system);
    return false;
}

static bool kind_walk(struct walk *walk, const struct ground *ground, int fd)
{
    switch (ground->kind) {
    case FS_MEMORY:
        return memory_walk(walk, ground);
    case FS_REMOTE:
        return remote_walk(walk, ground);
    case FS_POOL:
        return pool_walk(walk, ground, fd);
    case FS_STACKED:
        if (strcmp(ground->file_system, "overlay") == 0)
            return overlay_walk(walk, ground);
        walk_blind_ever(walk, "%s, the disk below not resolved", ground->file_system);
        return false;
    case FS_KERNEL:
        walk_blind(walk, "%s is a window into the kernel: there is no disk", ground->file_system);
        return false;
    case FS_ON_DISK:
        break;
    }
    return disk_walk(walk, ground);
}

bool ground_walk(struct walk *walk, const struct ground *ground, int fd)
{
    walk_layer(walk, ground->file_system, ground->mount.point, "");
    if (!walk_down(walk))
        return false;
    const bool memory = kind_walk(walk, ground, fd);
    walk_up(walk);
    return memory;
}
