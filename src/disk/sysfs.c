/* sysfs.c: reading what the kernel says in small files and folders.
 *
 * A file is read in one go: sysfs gives a value whole with the first read(2). */
#include "disk/sysfs.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int open_path(int flags, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

static int open_path(int flags, const char *format, va_list args)
{
    char path[PATH_MAX];
    const int length = vsnprintf(path, sizeof path, format, args);
    if (length < 0 || (size_t)length >= sizeof path)
        return -ENAMETOOLONG;
    const int fd = open(path, flags | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

/* Reads FD (or passes its -errno on) and closes it. */
static int read_and_close(int fd, char *out, size_t size)
{
    out[0] = '\0';
    if (fd < 0)
        return fd;
    const ssize_t length = read(fd, out, size - 1);
    const int rc = length < 0 ? -errno : 0;
    close(fd);
    out[length < 0 ? 0 : length] = '\0';
    return rc;
}

int sysfs_open(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int fd = open_path(O_RDONLY, format, args);
    va_end(args);
    return fd;
}

int sysfs_read(char *out, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int rc = read_and_close(open_path(O_RDONLY, format, args), out, size);
    va_end(args);
    for (size_t n = strlen(out); n > 0 && isspace((unsigned char)out[n - 1]); n--)
        out[n - 1] = '\0';
    return rc;
}

int sysfs_read_line(char *out, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int rc = read_and_close(open_path(O_RDONLY, format, args), out, size);
    va_end(args);
    const size_t length = strlen(out);
    if (length > 0 && out[length - 1] == '\n')
        out[length - 1] = '\0';
    return rc;
}

int sysfs_read_number(uint64_t *out, const char *format, ...)
{
    char text[32], *end;
    va_list args;
    va_start(args, format);
    const int rc = read_and_close(open_path(O_RDONLY, format, args), text, sizeof text);
    va_end(args);
    *out = 0;
    if (rc)
        return rc;
    if (!isdigit((unsigned char)text[0]))
        return -EINVAL;
    const uint64_t value = strtoull(text, &end, 10);
    if (*end != '\n' && *end != '\0')
        return -EINVAL;
    *out = value;
    return 0;
}

bool sysfs_exists(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int fd = open_path(O_PATH, format, args);
    va_end(args);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

unsigned sysfs_list(char names[][TARGET_NAME_MAX], unsigned room, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int fd = open_path(O_RDONLY | O_DIRECTORY, format, args);
    va_end(args);

    unsigned count = 0;
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    if (!folder && fd >= 0)
        close(fd);
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        const size_t length = strlen(entry->d_name);
        if (entry->d_name[0] == '.' || length >= TARGET_NAME_MAX)
            continue;
        if (count < room)
            memcpy(names[count], entry->d_name, length + 1);
        count++;
    }
    if (folder)
        closedir(folder);
    qsort(names, count < room ? count : room, TARGET_NAME_MAX, by_name);
    return count;
}
