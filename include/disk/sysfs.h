/* sysfs.h: small text files under /proc and /sys, one value each. */
#ifndef FSYNCSCOPE_DISK_SYSFS_H
#define FSYNCSCOPE_DISK_SYSFS_H

#include <stddef.h>

/* Reads at most SIZE - 1 bytes of the file at the printed path into OUT, terminated and without
 * white space at the end. 0 or -errno; OUT is "" then. */
int sysfs_read(char *out, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Opens the file or directory at the printed path for reading. Descriptor or -errno. */
int sysfs_open(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
