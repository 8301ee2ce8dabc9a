/* mode_rename.c: a new file takes the old one's place: whoever reads the name finds one or the
 * other, whole, whatever happens.
 *
 * Each round creates the new file exclusively, writes it, syncs it, renames it over the old one and
 * syncs the directory, in which the name is. Two syncs, and neither is spared: without the first
 * the name may lead to an empty file, without the second to the old one.
 *
 * Names: the scratch file itself stays, as the anchor that proves to a later start whose files
 * these are; the two others have its name with ".new" and ".now" behind it (scratch_sweep knows
 * them). The keeper is told of both for the whole run: a message a round would be felt. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "disk/modes.h"
#include "disk/scratch_name.h"

struct pair {
    char fresh[SCRATCH_COMPANION_MAX];
    char current[SCRATCH_COMPANION_MAX];
    int fd; /* of the fresh one, between write and sync */
};

static int file_make(struct scratch *s, struct pair *pair)
{
    int fd;
    s->failed_call = "creating the new file";
    do
        fd = s->io->open(s->io, s->dirfd, pair->fresh,
                         O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    while (fd == -EINTR);
    if (fd < 0)
        return fd;
    pair->fd = fd;
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
    int rc = file_make(s, pair);
    if (rc)
        return rc;
    s->failed_call = "write to the new file";
    s->fd = pair->fd;
    rc = write_plain(s, payload, count, offset);
    s->fd = anchor;
    if (rc)
        fresh_close(s, pair);
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
    return s->io->rename(s->io, s->dirfd, pair->fresh, pair->current);
}

static int sync_pair(struct scratch *s)
{
    const int rc = file_replace(s, s->own);
    if (rc)
        return rc;
    s->failed_call = "fsync of the directory";
    return sysio_fsync(s->io, s->dirfd);
}

static void rename_detach(struct scratch *s)
{
    struct pair *pair = s->own;
    const char *const names[] = {pair->fresh, pair->current};
    for (int i = 0; i < 2; i++) {
        const int rc = s->io->unlink(s->io, s->dirfd, names[i]);
        if (!rc || rc == -ENOENT)
            keeper_drop_file(s->keeper, names[i]);
    }
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
        err_set(err, rc, "%s", s->failed_call);
    s->writes = 0;
    return rc;
}

static int rename_attach(struct scratch *s, uint64_t reserve, struct err *err)
{
    struct pair *pair = calloc(1, sizeof *pair);
    (void)reserve;
    if (!pair)
        return err_set(err, ENOMEM, "no memory for the mode");
    scratch_name_companion(pair->fresh, s->name, ".new");
    scratch_name_companion(pair->current, s->name, ".now");
    keeper_add_file(s->keeper, pair->fresh);
    keeper_add_file(s->keeper, pair->current);
    s->own = pair;
    const int rc = first_file(s, err);
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
    .detach = rename_detach,
};
