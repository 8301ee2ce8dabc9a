/* mountinfo.h: lines of /proc/self/mountinfo, proc_pid_mountinfo(5). Pure parsing. */
#ifndef FSYNCSCOPE_DISK_MOUNTINFO_H
#define FSYNCSCOPE_DISK_MOUNTINFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/target.h"

/* Overlay's options name all its folders; the lower ones are left out when all do not fit. */
enum { MOUNT_SUPER_OPTIONS_MAX = 4096 };

/* Text that does not fit is cut. */
struct mount {
    int id;
    int seen_by; /* the process in whose table it stands; 0: this one's */
    unsigned major, minor;
    char root[TARGET_PATH_MAX];       /* decoded */
    char point[TARGET_PATH_MAX];      /* decoded */
    char options[TARGET_OPTIONS_MAX]; /* of this mount, as they stand there */
    char file_system[TARGET_NAME_MAX];
    char source[TARGET_PATH_MAX];                /* decoded; may be "" */
    char super_options[MOUNT_SUPER_OPTIONS_MAX]; /* of the file system, as they stand there */
};

/* Parses one LINE (with or without its newline), any number of optional tags before the dash.
 * Returns 0, or -EINVAL for a line that is no such thing. Octal escapes are decoded once. */
int mountinfo_parse(const char *line, struct mount *out);

/* Decodes the octal escapes of LENGTH bytes at FIELD, once, into OUT (SIZE bytes, terminated).
 * False when that was cut. */
bool mountinfo_decode(char *out, size_t size, const char *field, size_t length);

/* Finds the mount that holds the open directory FD: by the mount id that ROOT/proc/self/fdinfo/FD
 * tells; where none is told, by the longest component-wise match of PATH (absolute; "" matches
 * nothing), the last such line winning, since it is mounted on top. A mount that this process does
 * not see is looked for in the tables of the others. Returns 0, -ENOENT when no line fits, -EXDEV
 * when the mount is nowhere to be seen, or -errno of the read. OUT is undefined unless 0 is
 * returned. */
int mountinfo_find(const char *root, int fd, const char *path, struct mount *out);

/* The rank by age of the mount that FD lies on: the higher, the later it was made. 0: not known
 * (before Linux 6.8). */
uint64_t mountinfo_age(int fd);

/* Finds the mount ID in the table of PROCESS ("self", "4711"). As above. */
int mountinfo_find_id(const char *root, const char *process, int id, struct mount *out);

/* Finds the mount ID in the tables of all other processes that may be read: those of other mount
 * namespaces (a directory below /proc/PID/root), and of this one outside of a chroot(2). 0 or
 * -EXDEV. Reads one table a namespace. */
int mountinfo_find_elsewhere(const char *root, int id, struct mount *out);

#endif
