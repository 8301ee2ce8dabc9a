/* overlay.c: what an overlay stands on: its upper folder, where all that is written goes and which
 * does every sync.
 *
 * The mount table names that folder as whoever mounted it saw it. That can be from another folder
 * (then the path is relative), or in another container: then the path leads nowhere here, or to a
 * stranger of the same name. But an overlay's top folder has the birth time of the upper folder,
 * and its time of change; so a candidate is taken only when its times say that it is the one.
 * Relative paths are tried from each folder above the mount point, and from the present one.
 *
 * A path in the table has its octal escapes (mountinfo.c) and, as long as nobody decoded them,
 * overlay's own: a backslash before a comma, a colon or a backslash. */
#include "disk/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/text.h"
#include "disk/mount_options.h"

/* The top folder of the overlay, to know its upper one by. */
struct top {
    bool known;
    struct statx x;
};

static bool times_read(int fd, struct statx *out)
{
    return statx(fd, "", AT_EMPTY_PATH, STATX_BASIC_STATS | STATX_BTIME, out) == 0;
}

static bool is_same_time(struct statx_timestamp a, struct statx_timestamp b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* The birth alone where it is told: anything can change the folder in between. */
static bool is_upper(const struct top *top, const struct statx *folder)
{
    if (top->x.stx_mask & folder->stx_mask & STATX_BTIME)
        return is_same_time(top->x.stx_btime, folder->stx_btime);
    return is_same_time(top->x.stx_ctime, folder->stx_ctime);
}

/* The path of the mount's point as it can be opened from here. */
static bool point_path(const struct walk *walk, const struct mount *mount, char out[PATH_MAX])
{
    const int length = mount->seen_by ? snprintf(out, PATH_MAX, "%s/proc/%d/root%s", walk->root,
                                                 mount->seen_by, mount->point)
                                      : snprintf(out, PATH_MAX, "%s%s", walk->root, mount->point);
    return length < PATH_MAX;
}

/* Opens the mount's point when it shows the overlay's top: the whole is mounted there, and nothing
 * on top of it. The number is the table's, for a file on an overlay can have one of its own. */
static void top_look(const struct walk *walk, const struct ground *ground, struct top *top)
{
    char path[PATH_MAX];
    struct stat st;
    top->known = false;
    if (strcmp(ground->mount.root, "/") != 0 || !point_path(walk, &ground->mount, path))
        return;
    const int fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    top->known = fstat(fd, &st) == 0 &&
                 st.st_dev == makedev(ground->mount.major, ground->mount.minor) &&
                 times_read(fd, &top->x);
    close(fd);
}

/* Opens the folder PATH when it is the upper one, or when nothing can be said against it. */
static int candidate_open(const struct top *top, const char *path)
{
    struct statx folder;
    const int fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    if (!top->known || (times_read(fd, &folder) && is_upper(top, &folder)))
        return fd;
    close(fd);
    return -ESTALE;
}

/* Tries PATH from FOLDER and from each folder above it. */
static int climb_open(const struct top *top, const char *folder, const char *path)
{
    char base[TARGET_PATH_MAX], whole[PATH_MAX];
    int fd = -ENOENT;
    text_copy(base, sizeof base, folder);
    for (char *slash; fd < 0 && (slash = strrchr(base, '/'));) {
        *slash = '\0';
        if (snprintf(whole, sizeof whole, "%s/%s", base, path) < (int)sizeof whole)
            fd = candidate_open(top, whole);
    }
    return fd;
}

static int path_open(const struct walk *walk, const struct ground *ground, const struct top *top,
                     const char *path)
{
    char whole[PATH_MAX];
    if (path[0] == '/') {
        if (snprintf(whole, sizeof whole, "%s%s", walk->root, path) >= (int)sizeof whole)
            return -ENAMETOOLONG;
        /* A name of another namespace proves nothing here. */
        return ground->mount_elsewhere && !top->known ? -ENOENT : candidate_open(top, whole);
    }
    if (!top->known)
        return -ENOENT; /* a guess that nothing would prove */
    const int fd = climb_open(top, ground->mount.point, path);
    return fd < 0 ? candidate_open(top, path) : fd;
}

static void backslashes_drop(char *path)
{
    char *to = path;
    for (const char *from = path; *from; from++) {
        if (*from == '\\' && from[1])
            from++;
        *to++ = *from;
    }
    *to = '\0';
}

static int upper_open(const struct walk *walk, const struct ground *ground, char *path)
{
    struct top top;
    top_look(walk, ground, &top);
    const int fd = path_open(walk, ground, &top, path);
    if (fd >= 0 || !strchr(path, '\\'))
        return fd;
    backslashes_drop(path);
    return path_open(walk, ground, &top, path);
}

static bool upper_walk(struct walk *walk, int fd, const char *path)
{
    struct ground ground;
    if (ground_look(walk->root, fd, path, &ground)) {
        walk_blind(walk, "overlay: its upper folder cannot be examined");
        return false;
    }
    const bool memory = ground_walk(walk, &ground, fd);
    if (memory)
        walk_memory(walk, "an overlay whose upper folder");
    return memory;
}

/* Says why the upper folder's name is not to be had. */
static void explain_no_upper(struct walk *walk, const struct ground *ground)
{
    if (ground->mount.id < 0)
        walk_blind(walk, "overlay, the disk below not resolved: %s",
                   ground->mount_elsewhere ? "it is mounted in another mount namespace"
                                           : "the mount table is not readable");
    else
        walk_blind_ever(walk, "overlay, the disk below not resolved: %s",
                        mount_options_names(ground->mount.super_options, "upperdir")
                            ? "its upper folder's name is too long"
                            : "it has no upper folder");
}

bool overlay_walk(struct walk *walk, const struct ground *ground)
{
    char path[TARGET_PATH_MAX];
    const char *options = ground->mount.super_options;
    if (mount_options_has(options, "volatile") || mount_options_has(options, "fsync=volatile"))
        walk->target->volatile_overlay = true;
    if (!mount_options_value(options, "upperdir", path, sizeof path)) {
        explain_no_upper(walk, ground);
        return false;
    }
    const int upper = upper_open(walk, ground, path);
    if (upper < 0) {
        walk_layer(walk, "unknown", path, "the upper folder, out of sight here");
        walk_blind(walk, "overlay, the disk below not resolved: its upper folder is out of sight "
                         "here, as in a container");
        return false;
    }
    const bool memory = upper_walk(walk, upper, path);
    close(upper);
    return memory;
}
