/* mount_options.c: looking up and joining mount options.
 *
 * A comma inside a value (overlay escapes it as \,) splits it here; no option that is looked for
 * has one. */
#include "disk/mount_options.h"

#include <string.h>

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
