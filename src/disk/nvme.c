/* nvme.c: a namespace that several controllers reach (drivers/nvme/host/multipath.c).
 *
 * What is mounted is a head that the driver makes; its folder stands under nvme-subsystem. Requests
 * are handed to one of the paths, hidden disks named nvme<subsystem>c<controller>n<head>, and those
 * count; the head counts no flushes, and before Linux 6.4 nothing at all. New kernels list the
 * paths in multipath/, all have them in /sys/block. */
#include "disk/walk.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "disk/sysfs.h"

static bool is_head(const struct node *disk)
{
    return strncmp(disk->name, "nvme", 4) == 0 && strstr(disk->path, "/nvme-subsystem/");
}

/* Whether NAME is nvmeXcYnZ for the head nvmeXnZ. */
static bool is_path_of(const char *name, const char *head)
{
    const char *n = strchr(head + strlen("nvme"), 'n');
    const size_t front = n ? (size_t)(n - head) : 0;
    if (!n || strncmp(name, head, front) != 0 || name[front] != 'c')
        return false;
    const char *rest = name + front + 1;
    const size_t digits = strspn(rest, "0123456789");
    return digits > 0 && strcmp(rest + digits, n) == 0;
}

/* Walks the disk NAME when it is a path of HEAD; returns whether it is. */
static bool path_walk(struct walk *walk, const struct node *head, const char *name)
{
    char state[32];
    struct node path;
    if (!is_path_of(name, head->name) || node_by_name(walk->root, name, &path))
        return false;
    sysfs_read(state, sizeof state, "%s/ana_state", path.path);
    walk_layer(walk, "path", name, state);
    const char *outer = walk->path_to;
    walk->path_to = head->name;
    stack_add(walk, &path);
    walk->path_to = outer;
    return true;
}

/* Walks the paths that FOLDER lists, in the order of their names; returns how many. */
static unsigned paths_walk(struct walk *walk, const struct node *head, const char *folder)
{
    struct dirent **entries = NULL;
    unsigned found = 0;
    const int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        found += path_walk(walk, head, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return found;
}

static unsigned all_paths_walk(struct walk *walk, const struct node *head)
{
    char folder[NODE_PATH_MAX + 16];
    snprintf(folder, sizeof folder, "%s/multipath", head->path);
    const unsigned found = paths_walk(walk, head, folder);
    if (found > 0)
        return found;
    snprintf(folder, sizeof folder, "%s/sys/block", walk->root);
    return paths_walk(walk, head, folder);
}

/* The head is listed all the same: its model and its cache are known. */
static void head_add(struct walk *walk, const struct node *head)
{
    struct target *target = walk->target;
    const unsigned before = target->device_count;
    walk_blind(walk, "the counters of %s are kept by its paths, which /sys does not show",
               head->name);
    stack_add(walk, head);
    for (unsigned i = before; i < target->device_count; i++)
        target->device[i].counted = target->device[i].counts_sectors = NO;
}

bool nvme_walk(struct walk *walk, const struct node *disk)
{
    if (!is_head(disk))
        return false;
    if (all_paths_walk(walk, disk) == 0)
        head_add(walk, disk);
    return true;
}
