/* mode_rwf.c: durability asked for by the single write, not by the open file: pwritev2(2) with
 * RWF_DSYNC (Linux 4.7). The same work for the disk as O_DSYNC; a program can so mix writes that
 * wait and writes that do not on one descriptor. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "disk/modes.h"

static int put_dsync(struct scratch *s, struct iovec *part, int parts, uint64_t offset, bool last)
{
    (void)last;
    return sysio_writev2_counted(s->io, s->fd, part, parts, (off_t)offset, RWF_DSYNC, &s->writes);
}

static int write_dsync(struct scratch *s, const struct payload *payload, size_t count,
                       uint64_t offset)
{
    if (count > 1 || payload->records > 1)
        return payload_gather(s, payload, count, offset, put_dsync);
    struct iovec part = {(void *)payload->bytes, payload->record_bytes};
    return put_dsync(s, &part, 1, offset, true);
}

/* A kernel or file system without it says so at the first write: have that now. */
static int rwf_attach(struct scratch *s, uint64_t reserve, struct err *err)
{
    static const char first[512] = "fsyncscope";
    struct iovec part = {(void *)first, sizeof first < s->bytes ? sizeof first : s->bytes};
    (void)reserve;
    const int rc = put_dsync(s, &part, 1, 0, true);
    return rc ? err_set(err, rc, "pwritev2 with RWF_DSYNC") : 0;
}

/* What can be asked without a sync: a kernel that does not know the flag refuses it anywhere. */
static int rwf_probe(struct err *err)
{
    static char byte[1];
    const struct iovec part = {byte, sizeof byte};
    const int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    const ssize_t rc =
        fd < 0 ? 0 : sysio_kernel.pwritev2(&sysio_kernel, fd, &part, 1, 0, RWF_DSYNC);
    if (fd >= 0)
        close(fd);
    return rc < 0 ? err_set(err, (int)rc, "pwritev2 with RWF_DSYNC") : 0;
}

const struct syncmode mode_rwf_dsync = {
    .about =
        {
            .name = "rwf-dsync",
            .group = "overwrite",
            .line = "overwrite filled blocks with pwritev2 and RWF_DSYNC: this one write returns "
                    "when its data is durable",
            .used_by = "programs that mix durable and ordinary writes on one descriptor",
            .durable = true,
        },
    .layout = LAYOUT_FILLED,
    .syncs = SYNC_EACH_WRITE,
    .write = write_dsync,
    .sync = NULL,
    .write_call = "pwritev2 (RWF_DSYNC)",
    .sync_call = "pwritev2 (RWF_DSYNC)",
    .attach = rwf_attach,
    .probe = rwf_probe,
};
