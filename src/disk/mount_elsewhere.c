/* mount_elsewhere.c: a mount that the own table does not list. Mount ids are the kernel's, the same
 * in all namespaces, and a mount is in one of them: so the table that lists the id is the right
 * one, and names do not matter. */
#include "disk/mountinfo.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

enum { NAMESPACES_MAX = 256, NAMESPACE_MAX = 32 };

/* The namespaces whose tables were read. */
struct seen {
    unsigned count;
    char names[NAMESPACES_MAX][NAMESPACE_MAX];
};

/* The namespace of PROCESS, "mnt:[4026531841]"; false where that may not be seen. */
static bool namespace_read(const char *root, const char *process, char out[NAMESPACE_MAX])
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/proc/%s/ns/mnt", root, process) >= (int)sizeof path)
        return false;
    const ssize_t length = readlink(path, out, NAMESPACE_MAX - 1);
    if (length <= 0)
        return false;
    out[length] = '\0';
    return true;
}

/* Whether the namespace of PROCESS is one that was not read yet; notes it. */
static bool is_new(struct seen *seen, const char *root, const char *process)
{
    char name[NAMESPACE_MAX];
    if (seen->count == NAMESPACES_MAX || !namespace_read(root, process, name))
        return false;
    for (unsigned i = 0; i < seen->count; i++) {
        if (strcmp(seen->names[i], name) == 0)
            return false;
    }
    return text_copy(seen->names[seen->count++], NAMESPACE_MAX, name);
}

int mountinfo_find_elsewhere(const char *root, int id, struct mount *out)
{
    char path[PATH_MAX];
    struct seen seen = {.count = 0};
    int rc = -EXDEV;
    if (snprintf(path, sizeof path, "%s/proc", root) >= (int)sizeof path)
        return rc;
    DIR *folder = opendir(path);
    for (const struct dirent *entry; folder && rc && (entry = readdir(folder));) {
        if (isdigit((unsigned char)entry->d_name[0]) && is_new(&seen, root, entry->d_name))
            rc = mountinfo_find_id(root, entry->d_name, id, out);
        if (!rc)
            out->seen_by = atoi(entry->d_name);
    }
    if (folder)
        closedir(folder);
    return rc ? -EXDEV : 0;
}
