/* extfs.c: journal and barriers of ext3 and ext4, from /proc/fs/jbd2 and /proc/fs/ext4.
 *
 * /proc/fs/jbd2/PART-8 is there for a journal in the usual inode. One on a device of its own has
 * that device's name there, but any journal shows in /proc/fs/ext4/PART/options as data=MODE. */
#include "disk/extfs.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "disk/sysfs.h"

enum { OPTIONS_FILE_MAX = 4096 };

/* Whether one of the lines in TEXT begins with WORD. */
static bool has_line(const char *text, const char *word)
{
    const size_t length = strlen(word);
    while (text) {
        if (strncmp(text, word, length) == 0)
            return true;
        text = strchr(text, '\n');
        if (text)
            text++;
    }
    return false;
}

static bool can_open(int fd)
{
    if (fd < 0)
        return false;
    close(fd);
    return true;
}

enum known extfs_journal(const char *root, const char *part)
{
    char options[OPTIONS_FILE_MAX];
    if (part[0] == '\0')
        return UNKNOWN;
    if (can_open(sysfs_open("%s/proc/fs/jbd2/%s-8", root, part)))
        return YES;
    if (sysfs_read(options, sizeof options, "%s/proc/fs/ext4/%s/options", root, part) == 0)
        return has_line(options, "data=") ? YES : NO;
    return can_open(sysfs_open("%s/proc/fs/jbd2", root)) ? NO : UNKNOWN;
}

bool extfs_barriers_off(const char *root, const char *part)
{
    char options[OPTIONS_FILE_MAX];
    return part[0] != '\0' &&
           sysfs_read(options, sizeof options, "%s/proc/fs/ext4/%s/options", root, part) == 0 &&
           has_line(options, "nobarrier");
}
