/* extfs.c: journal, barriers and fast commits of ext2, ext3 and ext4, from /proc/fs/ext4 and
 * /proc/fs/jbd2.
 *
 * /proc/fs/ext4/PART/options has all options, those of the superblock too (tune2fs -o nobarrier),
 * which the mount table leaves out. Any journal shows there as data=MODE. Without that file,
 * /proc/fs/jbd2/PART-8 tells a journal in the usual inode; one on a device of its own has that
 * device's name. That the file system commits fast is told by the option's debugging name, and by
 * commits that were made; that it does not, only by the want of a journal. */
#include "disk/extfs.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "disk/sysfs.h"

enum { OPTIONS_FILE_MAX = 4096 };

/* Whether one of the lines in TEXT is WORD, or begins with it where that ends in '='. */
static bool has_line(const char *text, const char *word)
{
    const size_t length = strlen(word);
    for (;;) {
        if (strncmp(text, word, length) == 0 &&
            (word[length - 1] == '=' || text[length] == '\n' || text[length] == '\0'))
            return true;
        text = strchr(text, '\n');
        if (!text)
            return false;
        text++;
    }
}

static void options_apply(const char *options, struct extfs *out)
{
    out->journal = has_line(options, "data=") ? YES : NO;
    out->data_journal = has_line(options, "data=journal") ? YES : NO;
    out->barrier = has_line(options, "nobarrier") ? NO
                   : has_line(options, "barrier") ? YES
                                                  : UNKNOWN;
    out->fast_commits = has_line(options, "fc_debug_force") ? YES : UNKNOWN;
}

/* "fc stats:\n12 commits\n..." */
static void fast_commits_read(const char *root, const char *part, struct extfs *out)
{
    char text[256];
    if (sysfs_read(text, sizeof text, "%s/proc/fs/ext4/%s/fc_info", root, part) ||
        sscanf(text, "fc stats: %" SCNu64 " commits", &out->fast_commit_count) != 1)
        return;
    if (out->fast_commit_count > 0)
        out->fast_commits = YES;
}

void extfs_read(const char *root, const char *part, struct extfs *out)
{
    char options[OPTIONS_FILE_MAX];
    *out = (struct extfs){.journal = UNKNOWN};
    if (part[0] == '\0')
        return;
    if (sysfs_read(options, sizeof options, "%s/proc/fs/ext4/%s/options", root, part) == 0)
        options_apply(options, out);
    if (sysfs_exists("%s/proc/fs/jbd2/%s-8", root, part))
        out->journal = YES;
    else if (out->journal == UNKNOWN && sysfs_exists("%s/proc/fs/jbd2", root))
        out->journal = NO;
    fast_commits_read(root, part, out);
    if (out->fast_commits == UNKNOWN && out->journal == NO)
        out->fast_commits = NO;
}
