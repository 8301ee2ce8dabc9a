/* sysfs.c: reading what the kernel says in small files.
 *
 * A file is read in one go: sysfs gives a value whole with the first read(2). */
#include "disk/sysfs.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int open_path(const char *format, va_list args) __attribute__((format(printf, 1, 0)));

static int open_path(const char *format, va_list args)
{
    char path[PATH_MAX];
    const int length = vsnprintf(path, sizeof path, format, args);
    if (length < 0 || (size_t)length >= sizeof path)
        return -ENAMETOOLONG;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int sysfs_open(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int fd = open_path(format, args);
    va_end(args);
    return fd;
}

int sysfs_read(char *out, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int fd = open_path(format, args);
    va_end(args);

    out[0] = '\0';
    if (fd < 0)
        return fd;
    ssize_t length = read(fd, out, size - 1);
    const int rc = length < 0 ? -errno : 0;
    close(fd);
    if (length < 0)
        length = 0;
    while (length > 0 && isspace((unsigned char)out[length - 1]))
        length--;
    out[length] = '\0';
    return rc;
}
