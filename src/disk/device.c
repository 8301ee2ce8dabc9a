/* device.c: one disk's facts from sysfs (Documentation/ABI/stable/sysfs-block).
 *
 * /sys/dev/block/MAJ:MIN is a link to the device's folder; a partition's folder holds a file
 * `partition` and stands inside its disk's. Devices that are made of others (dm, md, loop) are
 * whole disks with counters of their own and taken as they are; a fact that is not told stays
 * UNKNOWN. */
#include "disk/device.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "disk/sysfs.h"

static void trim(char *text)
{
    const size_t front = strspn(text, " \t\n");
    memmove(text, text + front, strlen(text + front) + 1);
    for (size_t n = strlen(text); n > 0 && isspace((unsigned char)text[n - 1]); n--)
        text[n - 1] = '\0';
}

/* A file that holds YES_TEXT or NO_TEXT. */
static enum known fact_read(const char *disk, const char *file, const char *yes_text,
                            const char *no_text)
{
    char text[64];
    if (sysfs_read(text, sizeof text, "%s/queue/%s", disk, file))
        return UNKNOWN;
    if (strcmp(text, yes_text) == 0)
        return YES;
    return strcmp(text, no_text) == 0 ? NO : UNKNOWN;
}

/* "mq-deadline [none]": the one in brackets; a device without a choice says "none" alone. */
static void scheduler_read(const char *disk, char out[TARGET_NAME_MAX])
{
    char text[256];
    out[0] = '\0';
    if (sysfs_read(text, sizeof text, "%s/queue/scheduler", disk))
        return;
    const char *chosen = strchr(text, '[');
    if (chosen) {
        text[strcspn(text, "]")] = '\0';
        text_copy(out, TARGET_NAME_MAX, chosen + 1);
    } else if (!strchr(text, ' ')) {
        text_copy(out, TARGET_NAME_MAX, text);
    }
}

/* The last component of PATH. */
static const char *path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int number_read(const char *disk, unsigned *major, unsigned *minor)
{
    char text[32], *end;
    const int rc = sysfs_read(text, sizeof text, "%s/dev", disk);
    if (rc)
        return rc;
    *major = (unsigned)strtoul(text, &end, 10);
    if (end == text || *end != ':')
        return -EINVAL;
    *minor = (unsigned)strtoul(end + 1, &end, 10);
    return *end == '\0' ? 0 : -EINVAL;
}

/* Reads the facts of the whole disk whose folder is at DISK. */
static void disk_read(const char *disk, struct device *out)
{
    text_copy(out->name, sizeof out->name, path_name(disk));
    for (char *c = out->name; (c = strchr(c, '!'));)
        *c = '/'; /* sysfs cannot have cciss/c0d0 as a folder's name */
    sysfs_read(out->model, sizeof out->model, "%s/device/model", disk);
    trim(out->model);
    scheduler_read(disk, out->scheduler);
    out->volatile_cache = fact_read(disk, "write_cache", "write back", "write through");
    out->fua = fact_read(disk, "fua", "1", "0");
    out->rotational = fact_read(disk, "rotational", "1", "0");
}

/* When the folder at PATH is a partition's, cuts it back to its disk's and takes that one's number.
 * 0 or -errno. */
static int path_to_disk(char *path, struct device *out)
{
    char text[16];
    if (sysfs_read(text, sizeof text, "%s/partition", path))
        return 0;
    *strrchr(path, '/') = '\0';
    return number_read(path, &out->major, &out->minor);
}

int device_resolve(const char *root, unsigned major, unsigned minor, struct device *out,
                   char part[TARGET_NAME_MAX])
{
    char link[PATH_MAX];

    *out = (struct device){.major = major, .minor = minor};
    part[0] = '\0';
    if (snprintf(link, sizeof link, "%s/sys/dev/block/%u:%u", root, major, minor) >=
        (int)sizeof link)
        return -ENAMETOOLONG;
    char *path = realpath(link, NULL);
    if (!path)
        return -errno;
    text_copy(part, TARGET_NAME_MAX, path_name(path));
    const int rc = path_to_disk(path, out);
    if (!rc)
        disk_read(path, out);
    free(path);
    return rc;
}
