/* node.h: a block device, or a partition of one, as the kernel shows it: a folder in sysfs
 * (Documentation/ABI/stable/sysfs-block). Found by its number or by the kernel's own name, never by
 * cutting names: a partition's folder stands inside its disk's. Reads only; no request goes to a
 * disk. ROOT is put before /sys. */
#ifndef FSYNCSCOPE_DISK_NODE_H
#define FSYNCSCOPE_DISK_NODE_H

#include <stdbool.h>

#include "base/target.h"

enum { NODE_PATH_MAX = 768 };

struct node {
    char path[NODE_PATH_MAX]; /* of the folder, without links */
    /* The kernel's name, the folder's: a '/' in it is written '!', as in "cciss!c0d0p1". */
    char name[TARGET_NAME_MAX];
};

/* The folder of number MAJOR:MINOR. 0 or -errno. */
int node_by_number(const char *root, unsigned major, unsigned minor, struct node *out);

/* The folder of the device or partition of that kernel name. 0 or -errno. */
int node_by_name(const char *root, const char *name, struct node *out);

/* The folder of the device that the special file FILE (absolute) stands for. 0, or -errno; -ENODEV
 * when it is no such file. */
int node_by_file(const char *root, const char *file, struct node *out);

/* What ENTRY of NODE's folder LINKS ("slaves") points to; where the link leads nowhere, the device
 * of its name. 0 or -errno. */
int node_by_link(const char *root, const struct node *node, const char *links, const char *entry,
                 struct node *out);

/* The disk that NODE is a partition of; false when it is a whole disk itself. */
bool node_disk(const struct node *node, struct node *disk);

/* The number that NODE goes by; 0:0 for a hidden disk. 0 or -errno. */
int node_number(const struct node *node, unsigned *major, unsigned *minor);

/* The name as it is shown, with '/'. */
void node_shown_name(const struct node *node, char out[TARGET_NAME_MAX]);

#endif
