/* besides.c: the second devices of a file system: a journal (ext4), a log or real-time data (xfs)
 * on a device of its own. A sync writes to them as well and flushes them, so they count with the
 * first one. Where such a one is known to be there but not which it is, the sum is not the whole.
 *
 * xfs names its devices in the mount table, as they were called when it was mounted. ext4 does not
 * (extfs.c). */
#include "disk/walk.h"

#include <string.h>

#include "base/text.h"
#include "disk/mount_options.h"

/* What a second device is for. */
struct use {
    const char *kind; /* of its storey */
    const char *what;
    bool is_journal;
};

static const struct use journal = {"journal on", "journal", true};

static bool unseen_walk(struct walk *walk, const struct ground *ground, const struct use *use,
                        const char *name)
{
    walk_layer(walk, use->kind, name[0] ? name : "another device", "not seen here");
    walk_blind(walk, "the %s of %s is on a device of its own%s%.40s, which is not seen here",
               use->what, ground->file_system, name[0] ? ", " : "", name);
    return false;
}

static bool device_walk(struct walk *walk, const struct use *use, const struct node *node)
{
    char name[TARGET_NAME_MAX];
    node_shown_name(node, name);
    if (walk->own && use->is_journal)
        text_copy(walk->target->journal_device, TARGET_NAME_MAX, name);
    walk_layer(walk, use->kind, name, "");
    if (!walk_down(walk))
        return false;
    const bool memory = stack_walk(walk, node);
    walk_up(walk);
    return memory;
}

/* The device that OPTION names; where its node is gone, the one that has the node's name. */
static bool option_walk(struct walk *walk, const struct ground *ground, const char *option,
                        const struct use *use)
{
    char file[TARGET_PATH_MAX];
    struct node node;
    if (!mount_options_names(ground->mount.super_options, option))
        return true;
    if (!mount_options_value(ground->mount.super_options, option, file, sizeof file))
        return unseen_walk(walk, ground, use, "");
    const char *slash = strrchr(file, '/');
    if (node_by_file(walk->root, file, &node) == 0 ||
        (slash && node_by_name(walk->root, slash + 1, &node) == 0))
        return device_walk(walk, use, &node);
    return unseen_walk(walk, ground, use, file);
}

static bool xfs_walk(struct walk *walk, const struct ground *ground)
{
    static const struct use log = {"log on", "log", true};
    static const struct use realtime = {"real-time on", "real-time data", false};
    const bool memory = option_walk(walk, ground, "logdev", &log);
    return option_walk(walk, ground, "rtdev", &realtime) && memory;
}

bool besides_walk(struct walk *walk, const struct ground *ground, const struct extfs *ext)
{
    struct node node;
    if (strcmp(ground->file_system, "xfs") == 0)
        return xfs_walk(walk, ground);
    if (ext->journal_apart != YES)
        return true;
    if (node_by_name(walk->root, ext->journal_device, &node))
        return unseen_walk(walk, ground, &journal, ext->journal_device);
    return device_walk(walk, &journal, &node);
}
