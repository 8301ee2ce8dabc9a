/* probe.c: the steps of opening a mode that refuse and cost nothing, on a file without a name.
 *
 * Only a refusal counts. Where such a file is not to be had, or a step fails for another reason
 * (no room, a quota), nothing is known: the mode itself will tell. */
#include "disk/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "disk/scratch_prepare.h"

enum { PROBE_BYTES = 4096 };

static int nameless(int dirfd, int flags)
{
    const int fd = openat(dirfd, ".", O_RDWR | O_TMPFILE | O_CLOEXEC | flags, 0600);
    return fd < 0 ? -errno : fd;
}

/* Opens it as MODE opens its file. -EINVAL with a sentence where that alone is impossible. */
static int probe_open(const struct syncmode *mode, int dirfd, struct err *err)
{
    const int plain = nameless(dirfd, 0);
    if (plain < 0 || !(mode->open_flags & O_DIRECT))
        return plain;
    const int fd = nameless(dirfd, O_DIRECT);
    close(plain);
    if (fd == -EINVAL)
        err_set(err, EINVAL, "O_DIRECT is not possible here");
    return fd;
}

static int probe_size(const struct syncmode *mode, struct scratch *s, struct err *err)
{
    if (mode->layout == LAYOUT_ALLOCATED) {
        const int rc = scratch_lay_out(s);
        return rc ? err_set(err, rc, "give the scratch file its size: fallocate") : 0;
    }
    return mode->attach_tells ? s->io->ftruncate(s->io, s->fd, PROBE_BYTES) : 0;
}

static int probe_steps(const struct syncmode *mode, struct scratch *s, struct err *err)
{
    int rc = probe_size(mode, s, err);
    if (!rc && mode->ask)
        rc = mode->ask(s, 1, err);
    if (rc || !mode->attach_tells)
        return rc;
    rc = mode->attach(s, 1, err);
    if (!rc && mode->detach)
        mode->detach(s);
    return rc;
}

int mode_probe(const struct syncmode *mode, const struct sysio *io, int dirfd, struct err *err)
{
    struct scratch s = {.io = io, .dirfd = dirfd, .layout = mode->layout, .bytes = PROBE_BYTES};
    struct err unheard;
    const char *missing = syncmode_missing(mode);
    err = err ? err : &unheard;
    if (missing) {
        err_set(err, 0, "%s", missing);
        return syncmode_refuse(mode, err);
    }
    int rc = mode->probe ? mode->probe(err) : 0;
    const bool asks_file = mode->ask || mode->attach_tells || mode->layout == LAYOUT_ALLOCATED;
    if (!rc && asks_file) {
        s.fd = probe_open(mode, dirfd, err);
        if (s.fd < 0)
            return s.fd == -EINVAL && mode->open_flags & O_DIRECT ? syncmode_refuse(mode, err) : 0;
        rc = probe_steps(mode, &s, err);
        close(s.fd);
    }
    return syncmode_is_refusal(-rc) ? syncmode_refuse(mode, err) : 0;
}
