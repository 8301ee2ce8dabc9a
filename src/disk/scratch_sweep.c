/* scratch_sweep.c: removes what runs left that nothing could clean up after: a power cut, or
 * program and keeper killed at once.
 *
 * A name is not enough to remove a file. It must be, by its open descriptor, the very inode born at
 * the very moment that the name tells, a plain private file of this user, with no other name, and
 * not locked by a living run; and the name must still lead to it just before it goes. Names that
 * lead to anything but a regular file are not opened: opening a device or a pipe can have effects.
 */
#include "disk/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "disk/scratch_name.h"

static bool is_private_file(const struct stat *st)
{
    return S_ISREG(st->st_mode) && (st->st_mode & 07777) == 0600 && st->st_uid == geteuid() &&
           st->st_nlink == 1;
}

/* Whether NAME leads, without a link, to a private file; which one in ST. */
static bool name_look(int dirfd, const char *name, struct stat *st)
{
    return fstatat(dirfd, name, st, AT_SYMLINK_NOFOLLOW) == 0 && is_private_file(st);
}

/* Whether the open file is the one that its name tells and has no living owner. Takes its lock. */
static bool is_leftover(int fd, const struct scratch_identity *named, struct stat *st)
{
    struct scratch_identity actual;
    return fstat(fd, st) == 0 && is_private_file(st) && scratch_identity_read(fd, &actual) == 0 &&
           actual.inode == named->inode && actual.birth_ns == named->birth_ns &&
           flock(fd, LOCK_EX | LOCK_NB) == 0;
}

/* A file that may have been made besides the anchor: its name, private, and no older. */
static bool is_companion(int dirfd, const char *name, const char *anchor, uint64_t anchor_birth_ns)
{
    struct stat st;
    struct scratch_identity identity;
    return scratch_name_is_companion(name, anchor) && name_look(dirfd, name, &st) &&
           scratch_identity_of(dirfd, name, &identity) == 0 && identity.inode == st.st_ino &&
           identity.birth_ns >= anchor_birth_ns;
}

/* A reader of DIRFD with a position of its own: that of DIRFD is the caller's. */
static DIR *dir_open(int dirfd)
{
    const int fd = openat(dirfd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    if (!dir && fd >= 0)
        close(fd);
    return dir;
}

/* The anchor is proved to be ours and nobody's any more: so are the files that only a run which
 * held it could have named after it. They go first: without the anchor nothing proves them. */
static void companions_remove(int dirfd, const char *anchor, uint64_t anchor_birth_ns)
{
    DIR *dir = dir_open(dirfd);
    if (!dir)
        return;
    for (const struct dirent *entry; (entry = readdir(dir));) {
        if (is_companion(dirfd, entry->d_name, anchor, anchor_birth_ns))
            unlinkat(dirfd, entry->d_name, 0);
    }
    closedir(dir);
}

static bool sweep_one(int dirfd, const char *name)
{
    struct scratch_identity named;
    struct stat st, now;
    bool removed = false;

    if (!scratch_name_parse(name, &named) || !name_look(dirfd, name, &st))
        return false;
    const int fd = openat(dirfd, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return false;
    if (is_leftover(fd, &named, &st) && name_look(dirfd, name, &now) && now.st_ino == st.st_ino &&
        now.st_dev == st.st_dev) {
        companions_remove(dirfd, name, named.birth_ns);
        removed = unlinkat(dirfd, name, 0) == 0;
    }
    close(fd);
    return removed;
}

unsigned scratch_sweep(int dirfd)
{
    unsigned removed = 0;
    DIR *dir = dir_open(dirfd);
    if (!dir)
        return 0;
    for (const struct dirent *entry; (entry = readdir(dir));)
        removed += sweep_one(dirfd, entry->d_name);
    closedir(dir);
    return removed;
}
