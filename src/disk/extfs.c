/* extfs.c: journal, barriers and fast commits of ext2, ext3 and ext4, from /proc/fs/ext4 and
 * /proc/fs/jbd2.
 *
 * /proc/fs/ext4/PART/options has all options, those of the superblock too (tune2fs -o nobarrier),
 * which the mount table leaves out. Any journal shows there as data=MODE. Without that file,
 * /proc/fs/jbd2/PART-8 tells a journal in the usual inode.
 *
 * A journal on a device of its own has that device's name in /proc/fs/jbd2, and so has the thread
 * that writes it: jbd2/NAME, whose number is in /sys/fs/ext4/PART/journal_task. Names of threads
 * end after 15 letters before Linux 5.17, and the number is 0 in a container; so the thread only
 * chooses among the names that are there.
 *
 * That the file system commits fast is told by an option with a debugging name, fc_debug_force, and
 * by commits that were made. That it does not, by the want of a journal, or of fc_info
 * (Linux 5.10), and by the want of that option where the kernel shows it: one with
 * CONFIG_EXT4_DEBUG, which also has simulate_fail.
 */
#include "disk/extfs.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "disk/node.h"
#include "disk/sysfs.h"

enum {
    OPTIONS_FILE_MAX = 4096,
    JOURNALS_MAX = 256,
    THREAD_NAME_CUT = 15,
};

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

/* Whether the want of the option, or of the counts, says that PART does not commit fast. */
static bool never_fast(const char *root, const char *part)
{
    return !sysfs_exists("%s/proc/fs/ext4/%s/fc_info", root, part) ||
           sysfs_exists("%s/sys/fs/ext4/%s/simulate_fail", root, part);
}

/* The name of the thread that writes the journal of PART; "" when it is not seen. */
static void thread_read(const char *root, const char *part, char *out, size_t size)
{
    uint64_t pid;
    out[0] = '\0';
    if (sysfs_read_number(&pid, "%s/sys/fs/ext4/%s/journal_task", root, part) == 0 && pid > 0)
        sysfs_read_line(out, size, "%s/proc/%" PRIu64 "/comm", root, pid);
}

/* Whether THREAD can be the one of the journal JOURNAL. */
static bool is_thread_of(const char *thread, const char *journal)
{
    static const char prefix[] = "jbd2/";
    const size_t length = strlen(thread), front = sizeof prefix - 1;
    if (length == 0)
        return true;
    if (strncmp(thread, prefix, front) != 0)
        return false;
    return strcmp(thread + front, journal) == 0 ||
           (length == THREAD_NAME_CUT && strncmp(thread + front, journal, length - front) == 0);
}

/* Whether JOURNAL is one in an inode of the file system on PART: "PART-8". */
static bool is_inside(const char *journal, const char *part)
{
    const size_t length = strlen(part);
    if (strncmp(journal, part, length) != 0 || journal[length] != '-')
        return false;
    const char *inode = journal + length + 1;
    return inode[0] && inode[strspn(inode, "0123456789")] == '\0';
}

/* Finds out whether the journal of PART has a device of its own, and which. */
static void journal_look(const char *root, const char *part, struct extfs *out)
{
    char journals[JOURNALS_MAX][TARGET_NAME_MAX], thread[TARGET_NAME_MAX];
    struct node node;
    unsigned fits = 0;
    const unsigned count = sysfs_list(journals, JOURNALS_MAX, "%s/proc/fs/jbd2", root);

    out->journal_apart = UNKNOWN;
    if (count == 0 || count > JOURNALS_MAX)
        return;
    thread_read(root, part, thread, sizeof thread);
    out->journal_apart = YES;
    for (unsigned i = 0; i < count && out->journal_apart == YES; i++) {
        if (is_inside(journals[i], part))
            out->journal_apart = NO;
        else if (is_thread_of(thread, journals[i]) && node_by_name(root, journals[i], &node) == 0 &&
                 fits++ == 0)
            text_copy(out->journal_device, sizeof out->journal_device, journals[i]);
    }
    if (out->journal_apart == NO || fits != 1)
        out->journal_device[0] = '\0';
}

/* Whether there is a journal, by the thread that would write it. */
static enum known journal_ask(const char *root, const char *part)
{
    char text[32];
    if (sysfs_read(text, sizeof text, "%s/sys/fs/ext4/%s/journal_task", root, part))
        return UNKNOWN;
    return isdigit((unsigned char)text[0]) ? YES : NO;
}

void extfs_read(const char *root, const char *part, struct extfs *out)
{
    char options[OPTIONS_FILE_MAX];
    *out = (struct extfs){.journal = UNKNOWN};
    if (part[0] == '\0')
        return;
    const bool told =
        sysfs_read(options, sizeof options, "%s/proc/fs/ext4/%s/options", root, part) == 0;
    if (told)
        options_apply(options, out);
    if (out->journal == UNKNOWN)
        out->journal = journal_ask(root, part);
    if (sysfs_exists("%s/proc/fs/jbd2/%s-8", root, part)) {
        out->journal = YES;
        out->journal_apart = NO;
    } else if (out->journal == YES) {
        journal_look(root, part, out);
    } else if (out->journal == UNKNOWN && sysfs_exists("%s/proc/fs/jbd2", root)) {
        out->journal = NO;
    }
    fast_commits_read(root, part, out);
    if (out->fast_commits == UNKNOWN && (out->journal == NO || (told && never_fast(root, part))))
        out->fast_commits = NO;
}
