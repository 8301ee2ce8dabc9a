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

/* The end of NAME, which tells more than a cut-off beginning, in ROOM bytes. */
static const char *end_of(const char *name, size_t room)
{
    const size_t length = strlen(name);
    const char *end = length > room ? name + length - room : name;
    while ((*end & 0xc0) == 0x80)
        end++;
    return end;
}

/* Whether storey I is a disk of TARGET's that is a file, and was not met further up. */
static bool is_file_disk(const struct target *target, unsigned i)
{
    const struct layer *layer = &target->layer[i];
    bool listed = false;
    if (strcmp(layer->kind, "loop") != 0 || i + 1 >= target->layer_count ||
        strcmp(layer[1].kind, "file") != 0)
        return false;
    for (unsigned d = 0; d < target->device_count; d++)
        listed = listed || strcmp(target->device[d].name, layer->name) == 0;
    for (unsigned k = 0; k < i; k++)
        listed = listed && (strcmp(target->layer[k].kind, "loop") != 0 ||
                            strcmp(target->layer[k].name, layer->name) != 0);
    return listed;
}

/* Of several disks that are files; false when there are fewer than two. */
static bool tell_files(const struct target *target, char text[REASON_MAX])
{
    enum { ROOM = 26, SHOWN = 2 }; /* what fits a warning, with two long names */
    const struct layer *shown[SHOWN];
    unsigned count = 0;
    for (unsigned i = 0; i < target->layer_count; i++) {
        if (is_file_disk(target, i) && count++ < SHOWN)
            shown[count - 1] = &target->layer[i];
    }
    if (count < SHOWN)
        return false;
    const char *a = end_of(shown[0][1].name, ROOM), *b = end_of(shown[1][1].name, ROOM);
    if (count == SHOWN)
        snprintf(text, REASON_MAX,
                 "%.11s and %.11s are files, %s%.26s and %s%.26s: the figures are those of a file "
                 "system "
                 "on files.",
                 shown[0]->name, shown[1]->name, a > shown[0][1].name ? "..." : "", a,
                 b > shown[1][1].name ? "..." : "", b);
    else
        snprintf(text, REASON_MAX,
                 "%.11s, %.11s and %u more of the disks are files: the figures are those of a file "
                 "system on files.",
                 shown[0]->name, shown[1]->name, count - SHOWN);
    return true;
}

static void tell_file(const struct target *target, char text[REASON_MAX])
{
    char name[4 * TARGET_PATH_MAX];
    enum { ROOM = 60 };
    text_escape(name, sizeof name, target->loop_file);
    const char *end = end_of(name, ROOM);
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
    else if (!tell_files(target, text))
        tell_file(target, text);
    return true;
}

void warnings_loop_advise(const struct target *target, char advice[REASON_MAX])
{
    char unused[REASON_MAX];
    text_copy(advice, REASON_MAX,
              is_on_device(target, find_loop(target))
                  ? "Measure on that device itself to see it without the detour."
              : tell_files(target, unused)
                  ? "Measure in the files' own directories to see their disks without the detour."
                  : "Measure in the file's own directory to see its disk without the detour.");
}
