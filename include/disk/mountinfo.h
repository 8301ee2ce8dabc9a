/* mountinfo.h: lines of /proc/self/mountinfo, proc_pid_mountinfo(5). Pure parsing. */
#ifndef FSYNCSCOPE_DISK_MOUNTINFO_H
#define FSYNCSCOPE_DISK_MOUNTINFO_H

#include <stdbool.h>
#include <stddef.h>

#include "base/target.h"

/* Overlay's options name all its folders; the lower ones are left out when all do not fit. */
enum { MOUNT_SUPER_OPTIONS_MAX = 4096 };

/* Text that does not fit is cut. */
struct mount {
    int id;
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
 * tells, else by the longest component-wise match of PATH (absolute; "" matches nothing), the last
 * such line winning, since it is mounted on top. Returns 0, -ENOENT when no line fits, or -errno of
 * the read. OUT is undefined unless 0 is returned. */
int mountinfo_find(const char *root, int fd, const char *path, struct mount *out);

#endif
