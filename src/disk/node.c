/* node.c: folders of block devices in sysfs.
 *
 * /sys/dev/block has a link for every number, /sys/class/block one for every name, partitions
 * included; /sys/block is all that a hidden disk and an old kernel have. */
#include "disk/node.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "base/text.h"
#include "disk/sysfs.h"

/* Follows the link or folder at the printed path. */
static int follow(struct node *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int follow(struct node *out, const char *format, ...)
{
    char path[PATH_MAX], real[PATH_MAX];
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(path, sizeof path, format, args);
    va_end(args);
    if (length < 0 || (size_t)length >= sizeof path)
        return -ENAMETOOLONG;
    if (!realpath(path, real))
        return -errno;
    const char *slash = strrchr(real, '/');
    if (!text_copy(out->path, sizeof out->path, real) ||
        !text_copy(out->name, sizeof out->name, slash + 1))
        return -ENAMETOOLONG;
    return 0;
}

int node_by_number(const char *root, unsigned major, unsigned minor, struct node *out)
{
    if (major == 0)
        return -ENODEV; /* a number that a file system made up for itself */
    return follow(out, "%s/sys/dev/block/%u:%u", root, major, minor);
}

int node_by_name(const char *root, const char *name, struct node *out)
{
    if (name[0] == '\0' || name[0] == '.' || strchr(name, '/'))
        return -EINVAL;
    const int rc = follow(out, "%s/sys/class/block/%s", root, name);
    return rc ? follow(out, "%s/sys/block/%s", root, name) : 0;
}

int node_by_file(const char *root, const char *file, struct node *out)
{
    char path[PATH_MAX];
    struct stat st;
    if (file[0] != '/' || snprintf(path, sizeof path, "%s%s", root, file) >= (int)sizeof path ||
        stat(path, &st) || !S_ISBLK(st.st_mode))
        return -ENODEV;
    return node_by_number(root, major(st.st_rdev), minor(st.st_rdev), out);
}

int node_by_link(const char *root, const struct node *node, const char *links, const char *entry,
                 struct node *out)
{
    const int rc = follow(out, "%s/%s/%s", node->path, links, entry);
    /* A link's own name is the device's; a folder in its place is none of ours. */
    if (rc == 0 && strcmp(out->name, entry) == 0 &&
        strncmp(out->path, node->path, strlen(node->path)) != 0)
        return 0;
    return node_by_name(root, entry, out);
}

bool node_disk(const struct node *node, struct node *disk)
{
    if (!sysfs_exists("%s/partition", node->path))
        return false;
    *disk = *node;
    *strrchr(disk->path, '/') = '\0';
    const char *slash = strrchr(disk->path, '/');
    return slash && text_copy(disk->name, sizeof disk->name, slash + 1);
}

int node_number(const struct node *node, unsigned *major, unsigned *minor)
{
    char text[32];
    int end = 0;
    const int rc = sysfs_read(text, sizeof text, "%s/dev", node->path);
    if (rc)
        return rc;
    const int fields = sscanf(text, "%9u:%9u%n", major, minor, &end);
    return fields == 2 && text[end] == '\0' ? 0 : -EINVAL;
}

void node_shown_name(const struct node *node, char out[TARGET_NAME_MAX])
{
    text_copy(out, TARGET_NAME_MAX, node->name);
    for (char *c = out; (c = strchr(c, '!'));)
        *c = '/';
}
