/* walk.h: the way down from a file system to its disks, storey by storey. Private to the files that
 * walk it: ground.c (file systems), besides.c (their second devices), stack.c (block devices), and
 * loop.c, overlay.c, btrfs.c, nvme.c (what one kind of storey stands on).
 *
 * Each function that goes down returns whether all that it found below ends in memory; then the
 * target's memory_why names it. Without, it may name a part. */
#ifndef FSYNCSCOPE_DISK_WALK_H
#define FSYNCSCOPE_DISK_WALK_H

#include <stdbool.h>

#include "base/target.h"
#include "disk/extfs.h"
#include "disk/fstype.h"
#include "disk/mountinfo.h"
#include "disk/node.h"

struct walk {
    const char *root; /* put before every path */
    struct target *target;
    uint64_t mount_age;  /* of the measured mount, as mountinfo_age; 0: not known */
    unsigned depth;      /* of the storey that comes next */
    unsigned steps;      /* storeys seen so far: the end of a way that turns in a circle */
    bool counting;       /* disks met now are listed with their counters; not below a loop device */
    bool partial;        /* some disk was not found: the others' sum is not the whole */
    const char *path_to; /* the disk that devices met now are paths to; "" or NULL: none */
    bool own;            /* the file system met now is the one whose sync is measured */
};

/* A file system, as one open file on it tells. */
struct ground {
    struct mount mount;   /* id -1: not known */
    bool mount_elsewhere; /* in another mount namespace, or outside of this root */
    char file_system[TARGET_NAME_MAX];
    enum fskind kind;
    unsigned major, minor; /* st_dev: a block device's number, or one that was made up */
    uint64_t bytes_total, bytes_free;
};

/* Adds a storey to the tree at the present depth. NAME is escaped and, when it is too long, loses
 * its front. */
void walk_layer(struct walk *walk, const char *kind, const char *name, const char *note);

/* Goes one storey deeper; false when that is too deep or the walk too long. */
bool walk_down(struct walk *walk);
void walk_up(struct walk *walk);

/* The way ends in the dark: a disk is missing, the counters are not available, and why. The first
 * reason stays; below a loop device it is none, for nothing there is counted. */
void walk_blind(struct walk *walk, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same where it is dark from everywhere. */
void walk_blind_ever(struct walk *walk, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Some counter of a disk that was found is not available, and why; "": all are. */
void walk_reason(struct walk *walk, enum blindness blindness, const char *reason);

/* WHAT ("a loop device whose image") stands on what memory_why names: that is what it says then. */
void walk_memory(struct walk *walk, const char *what);

/* What holds the open file FD (O_PATH will do), known as PATH (absolute, or "" where it is not
 * known). 0 or -errno. */
int ground_look(const char *root, int fd, const char *path, struct ground *out);

/* Walks from a file system that holds the open file FD. */
bool ground_walk(struct walk *walk, const struct ground *ground, int fd);

/* Walks from a block device or partition. */
bool stack_walk(struct walk *walk, const struct node *node);

/* Lists DISK among the target's, once, unless the walk does not count. */
void stack_add(struct walk *walk, const struct node *disk);

/* Walks from the devices that a file system has besides the one it is mounted from: a journal's, a
 * log's. EXT is what ext told of itself. True when there is none. */
bool besides_walk(struct walk *walk, const struct ground *ground, const struct extfs *ext);

/* Under the file system GROUND; FD is an open file on it. */
bool overlay_walk(struct walk *walk, const struct ground *ground);
bool btrfs_walk(struct walk *walk, const struct ground *ground, int fd);

/* Under the loop device DISK. */
bool loop_walk(struct walk *walk, const struct node *disk);

/* Whether DISK is an NVMe namespace that is reached over several ways: then its paths are walked.
 */
bool nvme_walk(struct walk *walk, const struct node *disk);

#endif
