/* output.c: a result is written to a file of a temporary name, synced, and renamed to its own.
 *
 * The temporary file exists only for that moment at the end: a run that is killed leaves none. */
#include "app/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

enum { LINKS_MAX = 40 }; /* the kernel's own bound */

static int create_temporary(const struct output *output, char name[PATH_MAX + 8], struct err *err)
{
    snprintf(name, PATH_MAX + 8, "%s.XXXXXX", output->path);
    int fd = mkostemp(name, O_CLOEXEC);
    if (fd < 0)
        return err_set(err, errno, "cannot create the output file %s", output->path);
    fchmod(fd, output->mode);
    return fd;
}

static int try_creating(const struct output *output, struct err *err)
{
    char name[PATH_MAX + 8];
    int fd = create_temporary(output, name, err);

    if (fd < 0)
        return fd;
    close(fd);
    unlink(name);
    return 0;
}

static int open_special(struct output *output, struct err *err)
{
    output->fd = open(output->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (output->fd < 0)
        return err_set(err, errno, "cannot write to %s", output->path);
    return 0;
}

/* PATH names something already: follow links to it, and keep its mode. */
static int prepare_existing(struct output *output, const char *path, const struct stat *st,
                            struct err *err)
{
    if (S_ISDIR(st->st_mode))
        return err_set(err, EISDIR, "cannot write to %s", path);
    if (!S_ISREG(st->st_mode))
        return open_special(output, err);
    if (access(path, W_OK) || !realpath(path, output->path))
        return err_set(err, errno, "cannot write to %s", path);
    output->mode = st->st_mode & 07777;
    return try_creating(output, err);
}

/* Puts in PATH what it links to: 1 when it is a link, else 0. */
static int follow_link(char path[PATH_MAX])
{
    char target[PATH_MAX];
    const char *slash = strrchr(path, '/');
    ssize_t n = readlink(path, target, sizeof(target) - 1);

    if (n < 0)
        return 0;
    target[n] = '\0';
    size_t folder = slash && target[0] != '/' ? (size_t)(slash + 1 - path) : 0;
    if (!text_copy(path + folder, PATH_MAX - folder, target))
        return -ENAMETOOLONG;
    return 1;
}

/* Nothing is there yet: at the end of links to nothing, if PATH is one, else at PATH itself. */
static int prepare_new(struct output *output, const char *path, struct err *err)
{
    int links = 0, rc;

    while ((rc = follow_link(output->path)) > 0 && links < LINKS_MAX)
        links++;
    if (rc)
        return err_set(err, rc > 0 ? ELOOP : rc, "cannot write to %s", path);
    mode_t mask = umask(0);
    umask(mask);
    output->mode = 0666 & ~mask;
    return try_creating(output, err);
}

int output_open(struct output *output, const char *path, struct err *err)
{
    struct stat st;

    *output = (struct output){.fd = STDOUT_FILENO};
    if (!path || strcmp(path, "-") == 0)
        return 0;
    output->fd = -1;
    if (!text_copy(output->path, sizeof(output->path), path))
        return err_set(err, ENAMETOOLONG, "cannot write to %s", path);
    if (stat(path, &st) == 0)
        return prepare_existing(output, path, &st, err);
    if (errno != ENOENT)
        return err_set(err, errno, "cannot write to %s", path);
    return prepare_new(output, path, err);
}

static int write_all(int fd, const char *data, size_t bytes)
{
    while (bytes > 0) {
        ssize_t n = write(fd, data, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? -errno : -ENOSPC;
        data += n;
        bytes -= (size_t)n;
    }
    return 0;
}

static int deliver_special(struct output *output, const char *data, size_t bytes, struct err *err)
{
    bool standard = output->fd == STDOUT_FILENO;
    int rc = write_all(output->fd, data, bytes);

    if (!standard && close(output->fd) && !rc)
        rc = -errno;
    if (standard && rc == -EPIPE)
        return 0; /* a reader that has gone wants no more */
    if (rc)
        err_set(err, rc, "cannot write the result to %s",
                standard ? "standard output" : output->path);
    return rc;
}

static int deliver_renamed(struct output *output, const char *data, size_t bytes, struct err *err)
{
    char name[PATH_MAX + 8];
    int fd = create_temporary(output, name, err);

    if (fd < 0)
        return fd;
    int rc = write_all(fd, data, bytes);
    if (!rc && fsync(fd) && errno != EINVAL) /* some file systems have no fsync */
        rc = -errno;
    if (close(fd) && !rc)
        rc = -errno;
    if (!rc && rename(name, output->path))
        rc = -errno;
    if (!rc)
        return 0;
    unlink(name);
    return err_set(err, rc, "cannot write the result to %s", output->path);
}

int output_deliver(struct output *output, const char *data, size_t bytes, struct err *err)
{
    if (output->fd >= 0)
        return deliver_special(output, data, bytes, err);
    return deliver_renamed(output, data, bytes, err);
}
