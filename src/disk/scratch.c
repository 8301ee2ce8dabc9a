/* scratch.c: the scratch file's life: made, placed into, started anew, removed.
 *
 * The keeper is told of a name before it exists and until it does not, so whatever ends the program
 * the name is on a list. Once the file is there it is locked and then renamed to a name that tells
 * its inode and birth (scratch_name.h), by which a later start knows it; where that is not to be
 * had (an old file system, a network, a simulated disk) it keeps its first name, and a power cut
 * leaves it to the user.
 *
 * File I/O goes through the table of sysio.h. The steps that mark the file are direct system calls
 * and are left out unless the table says that its descriptors are the kernel's. */
#include "disk/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/text.h"
#include "disk/scratch_name.h"
#include "disk/scratch_prepare.h"

enum { NAME_ATTEMPTS = 16 };

_Static_assert(sizeof((struct scratch *)0)->name == SCRATCH_NAME_MAX, "names fit both");

/* A directory in which names can be made but not removed would keep ours for ever. */
static int directory_check(const struct scratch *s, struct err *err)
{
    const uint64_t stuck = STATX_ATTR_APPEND | STATX_ATTR_IMMUTABLE;
    struct statx st;
    if (!s->io->kernel_files || s->dirfd < 0 || statx(s->dirfd, "", AT_EMPTY_PATH, 0, &st))
        return 0; /* what is wrong shows at the open */
    if (!(st.stx_attributes & stuck))
        return 0;
    return err_set(err, EPERM, "the directory is %s (chattr %s), a scratch file could not be %s",
                   st.stx_attributes & STATX_ATTR_IMMUTABLE ? "immutable" : "append-only",
                   st.stx_attributes & STATX_ATTR_IMMUTABLE ? "+i" : "+a",
                   st.stx_attributes & STATX_ATTR_IMMUTABLE ? "created" : "removed again");
}

/* For sentences: no caller has to carry the name for the sake of a failure. */
static void directory_name(const struct scratch *s, char *out, size_t size)
{
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", s->dirfd);
    const ssize_t length = s->dirfd < 0 ? -1 : readlink(link, out, size - 1);
    if (length >= 0)
        out[length] = '\0';
    else
        text_copy(out, size, "the directory");
}

/* One attempt under a new name. */
static int file_try_open(struct scratch *s, int flags)
{
    int rc = scratch_name_random(s->name);
    if (rc)
        return rc;
    keeper_add_file(s->keeper, s->name);
    rc = s->io->open(s->io, s->dirfd, s->name,
                     O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | flags, 0600);
    if (rc >= 0) {
        s->fd = rc;
        return 0;
    }
    /* A refused flag (O_DIRECT) or a signal can leave the new file behind. */
    if (rc != -EEXIST)
        s->io->unlink(s->io, s->dirfd, s->name);
    keeper_drop_file(s->keeper, s->name);
    s->name[0] = '\0';
    return rc;
}

static int file_open(struct scratch *s, int flags, struct err *err)
{
    int rc = -EEXIST;
    for (int i = 0; i < NAME_ATTEMPTS && (rc == -EEXIST || rc == -EINTR); i++)
        rc = file_try_open(s, flags);
    if (!rc)
        return 0;
    char dir[PATH_MAX];
    directory_name(s, dir, sizeof dir);
    if (rc == -EINVAL && flags & O_DIRECT)
        return err_set(err, EINVAL, "create a scratch file in %s: O_DIRECT is not possible here",
                       dir);
    return err_set(err, rc, "create a scratch file in %s", dir);
}

/* Both names are on the keeper's list while the rename is under way. */
static void file_rename(struct scratch *s, const char *name)
{
    keeper_add_file(s->keeper, name);
    if (syscall(SYS_renameat2, s->dirfd, s->name, s->dirfd, name, RENAME_NOREPLACE)) {
        keeper_drop_file(s->keeper, name);
        return;
    }
    keeper_drop_file(s->keeper, s->name);
    strcpy(s->name, name);
}

/* Marks the file as ours and alive. The lock comes first: under the name that follows, a sweep by
 * another start may find it. */
static void file_identify(struct scratch *s)
{
    struct scratch_identity identity;
    char name[SCRATCH_NAME_MAX];

    if (!s->io->kernel_files || flock(s->fd, LOCK_EX | LOCK_NB) ||
        scratch_identity_read(s->fd, &identity))
        return;
    scratch_name_identified(name, s->name, &identity);
    file_rename(s, name);
}

static bool is_one_block(enum layout layout)
{
    return layout == LAYOUT_FIXED || layout == LAYOUT_FRESH;
}

bool scratch_is_written_once(enum layout layout)
{
    return layout == LAYOUT_APPEND || layout == LAYOUT_ALLOCATED || layout == LAYOUT_EXTENDED;
}

int scratch_open(struct scratch *s, const struct sysio *io, struct keeper *keeper, int dirfd,
                 enum layout layout, int flags, uint64_t bytes, struct err *err)
{
    *s = (struct scratch){
        .io = io,
        .keeper = keeper,
        .dirfd = dirfd,
        .fd = -1,
        .layout = layout,
        .writes_wait = (flags & (O_DSYNC | O_DIRECT)) != 0,
        .bytes = is_one_block(layout) ? SCRATCH_FIXED_BYTES : bytes,
    };
    int rc = directory_check(s, err);
    if (!rc)
        rc = file_open(s, flags, err);
    if (!rc)
        file_identify(s);
    return rc;
}

int scratch_create(struct scratch *s, const struct sysio *io, struct keeper *keeper, int dirfd,
                   enum layout layout, int flags, uint64_t bytes, struct scratch_progress *progress,
                   struct err *err)
{
    int rc = scratch_open(s, io, keeper, dirfd, layout, flags, bytes, err);
    if (!rc)
        rc = scratch_prepare(s, progress, err);
    if (rc)
        scratch_remove(s);
    return rc;
}

uint64_t scratch_place(struct scratch *s, uint64_t length)
{
    if (is_one_block(s->layout))
        return 0;
    if (s->block)
        length = (length + s->block - 1) / s->block * s->block;
    if (!scratch_is_written_once(s->layout) && s->next + length > s->bytes)
        s->next = 0; /* in one piece or not at all */
    const uint64_t offset = s->next;
    s->next += length;
    return offset;
}

bool scratch_is_full(const struct scratch *s, uint64_t reserve)
{
    return scratch_is_written_once(s->layout) && s->next + reserve > s->bytes;
}

int scratch_grow(struct scratch *s, uint64_t bytes, struct scratch_progress *progress,
                 struct err *err)
{
    int rc = scratch_fill(s, bytes, progress, err);

    if (!rc && (rc = sysio_fsync(s->io, s->fd)))
        rc = err_set(err, rc, "sync the new scratch file: fsync");
    if (!rc)
        s->next = s->begin = bytes;
    return rc;
}

static int restart_failed(struct scratch *s, int rc, const char *call)
{
    s->failed_call = call;
    return rc;
}

int scratch_restart(struct scratch *s)
{
    int rc;
    do
        rc = s->io->ftruncate(s->io, s->fd, (off_t)s->begin);
    while (rc == -EINTR);
    if (rc)
        return restart_failed(s, rc, "starting the file anew: ftruncate to its beginning");
    rc = scratch_lay_out(s);
    if (rc)
        return restart_failed(s, rc,
                              s->layout == LAYOUT_ALLOCATED
                                  ? "starting the file anew: fallocate"
                                  : "starting the file anew: ftruncate to its size");
    rc = sysio_fsync(s->io, s->fd);
    if (rc)
        return restart_failed(s, rc, "starting the file anew: fsync");
    s->next = s->begin;
    return 0;
}

/* Whether the name leads to another file than ours by now: somebody moved one over it. */
static bool name_is_lost(const struct scratch *s)
{
    struct scratch_identity ours = {0}, found = {0};
    if (!s->io->kernel_files)
        return false;
    scratch_identity_read(s->fd, &ours);
    const int rc = scratch_identity_of(s->dirfd, s->name, &found);
    return rc == -EEXIST || (ours.inode && found.inode && ours.inode != found.inode);
}

void scratch_remove(struct scratch *s)
{
    if (s->fd < 0)
        return;
    /* The name goes first: once the lock is gone, another start may take it for a leftover. What
     * cannot be removed stays on the keeper's list. */
    const int rc = name_is_lost(s) ? -ENOENT : s->io->unlink(s->io, s->dirfd, s->name);
    if (!rc || rc == -ENOENT)
        keeper_drop_file(s->keeper, s->name);
    s->io->close(s->io, s->fd);
    s->fd = -1;
    s->name[0] = '\0';
}
