/* mountinfo.c: the mount table.
 *
 *   36 35 98:0 /root /point rw,noatime shared:1 master:2 - ext4 /dev/sda1 rw,errors=continue
 *
 * Fields are parted by exactly one space: an empty source is a field too. Between the options and
 * the dash stand any number of tags. Space, tab, newline and backslash inside a field are \ooo. */
#include "disk/mountinfo.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "disk/sysfs.h"

enum { MNT_ID_UNIQUE = 0x4000 }; /* STATX_MNT_ID_UNIQUE, Linux 6.8's: never used twice */

/* A piece of a line. */
struct span {
    const char *at;
    size_t length;
};

/* Takes the next field off *CURSOR; false at the end of the line. */
static bool field_take(const char **cursor, struct span *out)
{
    if (!*cursor)
        return false;
    out->at = *cursor;
    out->length = strcspn(*cursor, " \n");
    const char *end = *cursor + out->length;
    *cursor = *end == ' ' ? end + 1 : NULL;
    return true;
}

static bool is_octal(const char *digits, size_t length)
{
    return length >= 3 && digits[0] >= '0' && digits[0] <= '3' && digits[1] >= '0' &&
           digits[1] <= '7' && digits[2] >= '0' && digits[2] <= '7';
}

bool mountinfo_decode(char *out, size_t size, const char *field, size_t length)
{
    size_t used = 0, i = 0;
    while (i < length && used + 1 < size) {
        const char *c = field + i;
        const bool escaped = *c == '\\' && is_octal(c + 1, length - i - 1);
        out[used++] = escaped ? (char)((c[1] - '0') << 6 | (c[2] - '0') << 3 | (c[3] - '0')) : *c;
        i += escaped ? 4 : 1;
    }
    out[used] = '\0';
    return i == length;
}

static void field_decode(char *out, size_t size, struct span field)
{
    mountinfo_decode(out, size, field.at, field.length);
}

static void field_copy(char *out, size_t size, struct span field)
{
    const size_t length = field.length < size ? field.length : size - 1;
    memcpy(out, field.at, length);
    out[length] = '\0';
}

/* Copies a file system's options. When they do not fit, an overlay's lower folders go: they can be
 * a hundred, and what matters comes after them. */
static void super_options_copy(char *out, size_t size, struct span field)
{
    size_t used = 0;
    const char *option = field.at, *end = field.at + field.length;
    if (field.length < size) {
        field_copy(out, size, field);
        return;
    }
    while (option < end) {
        size_t span = 0;
        while (option + span < end && option[span] != ',')
            span++;
        if (strncmp(option, "lowerdir", 8) != 0 && used + 1 + span < size) {
            if (used > 0)
                out[used++] = ',';
            memcpy(out + used, option, span);
            used += span;
        }
        option += span + 1;
    }
    out[used] = '\0';
}

/* Takes a decimal number that END follows off *CURSOR. */
static bool number_take(const char **cursor, char end, unsigned *out)
{
    char *rest;
    if (**cursor < '0' || **cursor > '9')
        return false;
    const unsigned long value = strtoul(*cursor, &rest, 10);
    if (*rest != end || value > INT32_MAX)
        return false;
    *out = (unsigned)value;
    *cursor = rest + 1;
    return true;
}

/* Skips the tags and the dash that ends them. */
static bool tags_skip(const char **cursor)
{
    struct span tag;
    while (field_take(cursor, &tag)) {
        if (tag.length == 1 && *tag.at == '-')
            return true;
    }
    return false;
}

int mountinfo_parse(const char *line, struct mount *out)
{
    const char *cursor = line;
    unsigned id, parent;
    struct span root, point, options, type, source, super;

    if (!number_take(&cursor, ' ', &id) || !number_take(&cursor, ' ', &parent) ||
        !number_take(&cursor, ':', &out->major) || !number_take(&cursor, ' ', &out->minor))
        return -EINVAL;
    if (!field_take(&cursor, &root) || !field_take(&cursor, &point) ||
        !field_take(&cursor, &options) || !tags_skip(&cursor) || !field_take(&cursor, &type) ||
        !field_take(&cursor, &source) || !field_take(&cursor, &super) || type.length == 0)
        return -EINVAL;

    out->id = (int)id;
    out->seen_by = 0;
    field_decode(out->root, sizeof out->root, root);
    field_decode(out->point, sizeof out->point, point);
    field_copy(out->options, sizeof out->options, options);
    field_decode(out->file_system, sizeof out->file_system, type);
    field_decode(out->source, sizeof out->source, source);
    super_options_copy(out->super_options, sizeof out->super_options, super);
    return 0;
}

/* The id of the mount that FD lies on, or -1. */
static int mount_id_read(const char *root, int fd)
{
    char text[512];
    unsigned id;
    if (sysfs_read(text, sizeof text, "%s/proc/self/fdinfo/%d", root, fd))
        return -1;
    const char *line = strstr(text, "mnt_id:");
    return line && sscanf(line, "mnt_id: %9u", &id) == 1 ? (int)id : -1;
}

uint64_t mountinfo_age(int fd)
{
#ifdef STATX_MNT_ID /* where the C library has the field, Linux 5.8's */
    struct statx st;
    if (statx(fd, "", AT_EMPTY_PATH, MNT_ID_UNIQUE, &st) == 0 && st.stx_mask & MNT_ID_UNIQUE)
        return st.stx_mnt_id;
#else
    (void)fd;
#endif
    return 0;
}

/* The length of the match of mount point POINT with PATH, component by component; 0: none. */
static size_t path_match(const char *point, const char *path)
{
    size_t length = strlen(point);
    if (length == 0 || strncmp(point, path, length) != 0)
        return 0;
    if (point[length - 1] == '/' || path[length] == '/' || path[length] == '\0')
        return length;
    return 0;
}

/* How well MOUNT fits. With an ID known no path counts: it would take the mount that has the same
 * name here for one that is not here. */
static size_t mount_fit(const struct mount *mount, int id, const char *path)
{
    return id < 0 ? path_match(mount->point, path) : mount->id == id;
}

/* Reads the table and leaves the line that fits best in *BEST, for the caller to free. -EXDEV: it
 * has lines, but none of that ID. */
static int table_search(FILE *in, int id, const char *path, struct mount *scratch, char **best)
{
    char *line = NULL;
    size_t room = 0, best_fit = 0;
    bool has_lines = false;

    *best = NULL;
    while (getline(&line, &room, in) > 0) {
        if (mountinfo_parse(line, scratch))
            continue;
        has_lines = true;
        const size_t fit = mount_fit(scratch, id, path);
        if (fit > 0 && fit >= best_fit) {
            best_fit = fit;
            free(*best);
            *best = line;
            line = NULL;
            room = 0;
        }
    }
    free(line);
    if (ferror(in))
        return -EIO;
    return *best ? 0 : has_lines && id >= 0 ? -EXDEV : -ENOENT;
}

/* Searches the open TABLE, or passes its -errno on, and closes it. */
static int table_find(int table, int id, const char *path, struct mount *out)
{
    char *line;
    FILE *in = table < 0 ? NULL : fdopen(table, "r");
    if (!in) {
        if (table >= 0)
            close(table);
        return table < 0 ? table : -ENOMEM;
    }
    int rc = table_search(in, id, path, out, &line);
    if (!rc)
        rc = mountinfo_parse(line, out);
    free(line);
    fclose(in);
    return rc;
}

int mountinfo_find_id(const char *root, const char *process, int id, struct mount *out)
{
    return table_find(sysfs_open("%s/proc/%s/mountinfo", root, process), id, "", out);
}

int mountinfo_find(const char *root, int fd, const char *path, struct mount *out)
{
    const int id = mount_id_read(root, fd);
    const int rc = table_find(sysfs_open("%s/proc/self/mountinfo", root), id, path, out);
    return rc == -EXDEV ? mountinfo_find_elsewhere(root, id, out) : rc;
}
