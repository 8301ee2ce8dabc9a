/* mount_options.c: looking up and joining mount options.
 *
 * A comma inside a value is no comma in the mount table: the kernel writes it as \054. */
#include "disk/mount_options.h"

#include <string.h>

#include "disk/mountinfo.h"

static bool has_span(const char *list, const char *option, size_t length)
{
    while (*list) {
        const size_t span = strcspn(list, ",");
        if (span == length && memcmp(list, option, length) == 0)
            return true;
        list += span + (list[span] == ',');
    }
    return false;
}

bool mount_options_has(const char *list, const char *option)
{
    return has_span(list, option, strlen(option));
}

/* What stands after NAME= in LIST, up to LENGTH; NULL when it is not there. */
static const char *value_find(const char *list, const char *name, size_t *length)
{
    const size_t front = strlen(name);
    while (*list) {
        const size_t span = strcspn(list, ",");
        if (span > front && memcmp(list, name, front) == 0 && list[front] == '=') {
            *length = span - front - 1;
            return list + front + 1;
        }
        list += span + (list[span] == ',');
    }
    return NULL;
}

bool mount_options_names(const char *list, const char *name)
{
    size_t length;
    return value_find(list, name, &length);
}

bool mount_options_value(const char *list, const char *name, char *out, size_t size)
{
    size_t length;
    const char *value = value_find(list, name, &length);
    return value && mountinfo_decode(out, size, value, length);
}

const char *mount_options_barrier_off(const char *list)
{
    static const char *const off[] = {"nobarrier", "barrier=0", "barrier=none",
                                      "fsync_mode=nobarrier", "journal_flush_disabled"};
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
        if (mount_options_has(list, off[i]))
            return off[i];
    }
    return NULL;
}

static void add_span(char *list, size_t size, const char *option, size_t length)
{
    size_t used = strlen(list);
    const size_t comma = used > 0;
    if (length == 0 || has_span(list, option, length) || used + comma + length >= size)
        return;
    if (comma)
        list[used++] = ',';
    memcpy(list + used, option, length);
    list[used + length] = '\0';
}

void mount_options_join(char *list, size_t size, const char *more)
{
    while (*more) {
        const size_t span = strcspn(more, ",");
        add_span(list, size, more, span);
        more += span + (more[span] == ',');
    }
}

void mount_options_decode(char *out, size_t size, const char *list)
{
    static const char comma[] = "\\054";
    const size_t width = sizeof comma - 1;
    size_t used = 0;
    for (const char *end = list; end; list = end + width) {
        end = strstr(list, comma);
        mountinfo_decode(out + used, size - used, list, end ? (size_t)(end - list) : strlen(list));
        used += strlen(out + used);
        if (end && used + width >= size)
            return;
        if (end)
            used = (size_t)(stpcpy(out + used, comma) - out);
    }
}
