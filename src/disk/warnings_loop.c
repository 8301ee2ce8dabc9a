/* warnings_loop.c: see warnings_loop.h. */
#include "disk/warnings_loop.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static bool is_on_device(const struct target *target, unsigned loop)
{
    return loop + 1 < target->layer_count && strcmp(target->layer[loop + 1].kind, "device") == 0;
}

/* The first loop device in the tree, whose image comes next in it; past the end for none. One on a
 * file comes before one on a block device. */
static unsigned find_loop(const struct target *target)
{
    unsigned found = target->layer_count;
    for (unsigned i = target->layer_count; i-- > 0;) {
        if (strcmp(target->layer[i].kind, "loop") == 0 &&
            (found == target->layer_count || is_on_device(target, found) ||
             !is_on_device(target, i)))
            found = i;
    }
    return found;
}

/* A file's name by its end, which tells more than a cut-off beginning. */
static void tell_file(const struct target *target, char text[REASON_MAX])
{
    char name[4 * TARGET_PATH_MAX];
    enum { ROOM = 60 };
    text_escape(name, sizeof name, target->loop_file);
    const size_t length = strlen(name);
    const char *end = length > ROOM ? name + length - ROOM : name;
    while ((*end & 0xc0) == 0x80)
        end++;
    snprintf(text, REASON_MAX,
             "%s is a file, %s%.60s: the figures are those of a file system on a file.",
             target->device_count > 1 ? "One of the disks" : "The disk", end > name ? "..." : "",
             name[0] ? end : "whose name is not seen");
}

bool warnings_loop_check(const struct target *target, char text[REASON_MAX])
{
    const unsigned loop = find_loop(target);
    if (loop == target->layer_count)
        return false;
    if (is_on_device(target, loop))
        snprintf(text, REASON_MAX, "%s is a loop device on %s: a sync takes a detour over that.",
                 target->device_count > 1 ? "One of the disks" : "The disk",
                 target->layer[loop + 1].name);
    else
        tell_file(target, text);
    return true;
}

void warnings_loop_advise(const struct target *target, char advice[REASON_MAX])
{
    text_copy(advice, REASON_MAX,
              is_on_device(target, find_loop(target))
                  ? "Measure on that device itself to see it without the detour."
                  : "Measure in the file's own directory to see its disk without the detour.");
}
