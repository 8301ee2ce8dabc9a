/* mode_rename.c: a new file takes the old one's place: whoever reads the name finds one or the
 * other, whole, whatever happens.
 *
 * Each round creates the new file exclusively, writes it, syncs it, renames it over the old one and
 * syncs the directory, in which the name is. Two syncs, and neither is spared: without the first
 * the name may lead to an empty file, without the second to the old one.
 *
 * Names: the scratch file itself stays, as the anchor that proves to a later start whose files
 * these are; the two others have its name, random parts of their own, and ".new" and ".now" behind
 * it (scratch_sweep knows them). The keeper is told of both for the whole run: a message a round
 * would be felt.
 *
 * A rename takes away whatever has the name that it goes to, and an unlink whatever has its own. So
 * the first rename replaces nothing; after each round, outside of its time, the current file is
 * shown to be the one that the round made; and what is not shown to be ours stays, is taken off
 * the keeper's list, and ends the run. */
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "disk/modes.h"
#include "disk/scratch_name.h"

struct pair {
    char fresh[SCRATCH_COMPANION_MAX];
    char current[SCRATCH_COMPANION_MAX];
    int fd;         /* of the fresh one, between write and sync */
    bool made;      /* the fresh one is there, and created by this run */
    bool has_taken; /* the current one is */
    uint64_t bytes; /* of the fresh one */
    bool is_unseen; /* the current one was put there, and rename_between has not looked yet */
    bool is_lost;   /* the current one's name leads to a file that is not ours */
    struct scratch_identity now; /* the current one's; its birth 0 where none is kept */
};

static int file_make(struct scratch *s, struct pair *pair)
{
    int fd;
    s->failed_call = "creating the new file";
    do
        fd = s->io->open(s->io, s->dirfd, pair->fresh,
                         O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    while (fd == -EINTR);
    if (fd == -EEXIST) { /* somebody else's, and none of ours to remove */
        keeper_drop_file(s->keeper, pair->fresh);
        s->failed_call = "creating the new file, whose name is somebody else's:";
    }
    if (fd < 0)
        return fd;
    pair->fd = fd;
    pair->made = true;
    return 0;
}

/* By the thread that opened it, whose table of descriptors is its own (worker.c). */
static int fresh_close(struct scratch *s, struct pair *pair)
{
    const int rc = s->io->close(s->io, pair->fd);
    pair->fd = -1;
    return rc;
}

/* The functions that write go by s->fd: for their time it is the new file's. */
static int write_fresh(struct scratch *s, const struct payload *payload, size_t count,
                       uint64_t offset)
{
    struct pair *pair = s->own;
    const int anchor = s->fd;
    if (pair->is_lost) {
        s->failed_call = "rename over the old file, whose name is somebody else's:";
        return -EEXIST;
    }
    int rc = file_make(s, pair);
    if (rc)
        return rc;
    pair->bytes = payload_bytes(payload, count);
    s->failed_call = "write to the new file";
    s->fd = pair->fd;
    rc = write_plain(s, payload, count, offset);
    s->fd = anchor;
    if (rc)
        fresh_close(s, pair);
    return rc;
}

/* The first time nothing may be there yet. File systems that cannot say so are asked before. */
static int put_first(struct scratch *s, const struct pair *pair)
{
    struct scratch_identity found;
    if (!s->io->kernel_files)
        return s->io->rename(s->io, s->dirfd, pair->fresh, pair->current);
    if (!syscall(SYS_renameat2, s->dirfd, pair->fresh, s->dirfd, pair->current, RENAME_NOREPLACE))
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return -errno;
    if (scratch_identity_of(s->dirfd, pair->current, &found) != -ENOENT)
        return -EEXIST;
    return s->io->rename(s->io, s->dirfd, pair->fresh, pair->current);
}

static int put_in_place(struct scratch *s, struct pair *pair)
{
    if (pair->has_taken)
        return s->io->rename(s->io, s->dirfd, pair->fresh, pair->current);
    const int rc = put_first(s, pair);
    pair->has_taken = !rc;
    return rc;
}

static int file_replace(struct scratch *s, struct pair *pair)
{
    s->failed_call = "fsync of the new file";
    int rc = sysio_fsync(s->io, pair->fd);
    /* Closed before the rename: some network file systems ask for that. */
    const int close_rc = fresh_close(s, pair);
    if (rc)
        return rc;
    s->failed_call = "close of the new file";
    if (close_rc && close_rc != -EINTR)
        return close_rc;
    s->failed_call = "rename over the old file";
    do
        rc = put_in_place(s, pair);
    while (rc == -EINTR);
    if (rc)
        return rc;
    pair->made = false;
    pair->is_unseen = true;
    return 0;
}

static int sync_pair(struct scratch *s)
{
    const int rc = file_replace(s, s->own);
    if (rc)
        return rc;
    s->failed_call = "fsync of the directory";
    return sysio_fsync(s->io, s->dirfd);
}

/* Whether NAME leads to what this run may have made last: of that length, and born neither before
 * the anchor nor before the last one. What cannot be known (no births, a simulated disk) passes. */
static bool looks_ours(const struct scratch *s, const struct pair *pair, const char *name,
                       struct scratch_identity *found)
{
    const bool is_whole = strcmp(name, pair->current) == 0;
    *found = (struct scratch_identity){0};
    if (!s->io->kernel_files)
        return true;
    const int rc = scratch_identity_of(s->dirfd, name, found);
    if (rc && rc != -EOPNOTSUPP)
        return rc != -EEXIST;
    return (!is_whole || found->bytes == pair->bytes) &&
           (rc || found->birth_ns >= pair->now.birth_ns);
}

static void rename_between(struct scratch *s)
{
    struct pair *pair = s->own;
    struct scratch_identity found;
    if (looks_ours(s, pair, pair->current, &found)) {
        pair->now = found;
        pair->is_unseen = false;
        return;
    }
    pair->is_lost = true;
    keeper_drop_file(s->keeper, pair->current);
}

/* What is not shown to be ours is nothing that the keeper may remove either. */
static void name_remove(const struct scratch *s, const char *name, bool is_ours)
{
    const int rc = is_ours ? s->io->unlink(s->io, s->dirfd, name) : -ENOENT;
    if (!rc || rc == -ENOENT)
        keeper_drop_file(s->keeper, name);
}

/* The very inode that was seen last; after a commit that failed late none was. */
static bool current_is_ours(const struct scratch *s, const struct pair *pair)
{
    struct scratch_identity found = {0};
    if (!pair->has_taken || pair->is_lost)
        return false;
    if (pair->is_unseen || !s->io->kernel_files)
        return looks_ours(s, pair, pair->current, &found);
    scratch_identity_of(s->dirfd, pair->current, &found);
    return found.inode == pair->now.inode;
}

static void rename_detach(struct scratch *s)
{
    struct pair *pair = s->own;
    struct scratch_identity found;
    name_remove(s, pair->fresh, pair->made && looks_ours(s, pair, pair->fresh, &found));
    name_remove(s, pair->current, current_is_ours(s, pair));
    free(pair);
    s->own = NULL;
}

/* The first replacement, so that every round has an old file to replace, and a file system whose
 * directories cannot be synced says so before anything is measured. */
static int first_file(struct scratch *s, struct err *err)
{
    static const char byte[1] = "0";
    const struct payload first = {.bytes = byte, .record_bytes = 1, .records = 1, .span = 1};
    int rc = write_fresh(s, &first, 1, 0);
    if (!rc)
        rc = sync_pair(s);
    if (rc)
        return err_set(err, rc, "%s", s->failed_call);
    s->writes = 0;
    rename_between(s);
    return 0;
}

static int rename_attach(struct scratch *s, uint64_t reserve, struct err *err)
{
    struct pair *pair = calloc(1, sizeof *pair);
    (void)reserve;
    if (!pair)
        return err_set(err, ENOMEM, "no memory for the mode");
    int rc = scratch_name_companion(pair->fresh, s->name, ".new");
    if (!rc)
        rc = scratch_name_companion(pair->current, s->name, ".now");
    if (rc) {
        free(pair);
        return err_set(err, rc, "make names for the files");
    }
    if (s->io->kernel_files)
        scratch_identity_read(s->fd, &pair->now); /* what follows is no older */
    keeper_add_file(s->keeper, pair->fresh);
    keeper_add_file(s->keeper, pair->current);
    s->own = pair;
    rc = first_file(s, err);
    if (rc)
        rename_detach(s);
    return rc;
}

const struct syncmode mode_create_rename = {
    .about =
        {
            .name = "create-rename",
            .group = "pages and files",
            .line = "a new file, fsync, rename over the old one, fsync of the directory: 2 syncs",
            .used_by = "configuration files, dpkg, git refs, Redis RDB, editors, LevelDB's CURRENT",
            .durable = true,
        },
    .layout = LAYOUT_FRESH,
    .syncs = 2,
    .write = write_fresh,
    .sync = sync_pair,
    .write_call = "write to the new file",
    .sync_call = "fsync",
    .attach = rename_attach,
    .between = rename_between,
    .detach = rename_detach,
};
