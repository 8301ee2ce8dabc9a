/* sysfs.h: small text files under /proc and /sys, one value each, and folders whose names are the
 * value. Paths are printed ones; what does not fit PATH_MAX is -ENAMETOOLONG. */
#ifndef FSYNCSCOPE_DISK_SYSFS_H
#define FSYNCSCOPE_DISK_SYSFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/target.h"

/* Reads at most SIZE - 1 bytes of the file at the printed path into OUT, terminated and without
 * white space at the end. 0 or -errno; OUT is "" then. */
int sysfs_read(char *out, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for a file whose text may end in white space of its own: takes off one newline alone. */
int sysfs_read_line(char *out, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reads a file that holds one number. 0, or -errno with *OUT 0. */
int sysfs_read_number(uint64_t *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether the file or folder at the printed path is there and can be looked at. */
bool sysfs_exists(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Opens the file or directory at the printed path for reading. Descriptor or -errno. */
int sysfs_open(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The entries of the folder at the printed path, sorted, without those that begin with a dot or are
 * longer than a device's name. Writes at most ROOM of them and returns how many there are; 0 for a
 * folder that is not there. */
unsigned sysfs_list(char names[][TARGET_NAME_MAX], unsigned room, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
