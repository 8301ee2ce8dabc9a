/* mode_mmap.c: stores into a shared mapping, then msync(2) with MS_SYNC of the pages they touched.
 *
 * A store to a mapping that the file system cannot back (a full disk, an I/O error) is no error
 * number but a SIGBUS. So the file's blocks are written before the first round, and the fault that
 * each store would take is taken by madvise(2) with MADV_POPULATE_WRITE just before it, which says
 * -EFAULT instead, and a write to the same place says why: file systems that write elsewhere each
 * time (btrfs) can be full at any store. Before Linux 5.14 the stores go without it.
 *
 * msync makes durable what fdatasync would. It may write more: whole pages, and those beside. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "disk/modes.h"

struct mapping {
    char *at;
    uint64_t bytes;
    uint64_t page;       /* bytes of one */
    uint64_t first, end; /* of the pages that the last write touched */
    bool populates;      /* madvise knows how */
};

static int mmap_attach(struct scratch *s, uint64_t reserve, struct err *err)
{
    struct mapping *m = calloc(1, sizeof *m);
    void *at;
    (void)reserve;
    int rc = m ? s->io->map(s->io, s->fd, s->bytes, &at) : -ENOMEM;
    if (rc) {
        free(m);
        return err_set(err, rc, "map the scratch file: mmap");
    }
    *m = (struct mapping){.at = at, .bytes = s->bytes, .populates = true};
    m->page = (uint64_t)sysconf(_SC_PAGESIZE);
    m->populates = s->io->populate(s->io, at, 1) != -EINVAL;
    s->own = m;
    return 0;
}

static void mmap_detach(struct scratch *s)
{
    struct mapping *m = s->own;
    s->io->unmap(s->io, m->at, m->bytes);
    free(m);
    s->own = NULL;
}

/* A fault has one error for all that can be wrong. The same bytes by write(2) have a number for
 * each: a full disk, a quota. Only asked for; the round has failed whatever comes of it. */
static int reason_of_fault(const struct scratch *s, const char *bytes, uint64_t length,
                           uint64_t offset)
{
    if (!s->io->kernel_files)
        return -EIO;
    const ssize_t rc = s->io->pwrite(s->io, s->fd, bytes, length, (off_t)offset);
    return rc < 0 && rc != -EINTR ? (int)rc : -EIO;
}

/* The pages are faulted in for writing, or it is known why they cannot be. */
static int make_writable(struct scratch *s, const struct mapping *m, const struct payload *payload,
                         uint64_t offset)
{
    int rc = 0;
    if (m->populates)
        do
            rc = s->io->populate(s->io, m->at + m->first, m->end - m->first);
        while (rc == -EINTR);
    if (!rc)
        return 0;
    s->failed_call = "madvise (MADV_POPULATE_WRITE), the page fault of a store,";
    return rc == -EFAULT ? reason_of_fault(s, payload->bytes, payload->record_bytes, offset) : rc;
}

static int write_mapped(struct scratch *s, const struct payload *payload, size_t count,
                        uint64_t offset)
{
    struct mapping *m = s->own;
    m->first = offset / m->page * m->page;
    m->end = offset + payload_bytes(payload, count);
    const int rc = make_writable(s, m, payload, offset);
    if (rc)
        return rc;
    s->writes++;
    for (size_t p = 0; p < count; p++) {
        for (uint32_t i = 0; i < payload[p].records; i++) {
            memcpy(m->at + offset, payload_record(&payload[p], i), payload[p].record_bytes);
            offset += payload[p].record_bytes;
        }
    }
    return 0;
}

static int sync_mapped(struct scratch *s)
{
    const struct mapping *m = s->own;
    int rc;
    do
        rc = s->io->msync(s->io, m->at + m->first, m->end - m->first);
    while (rc == -EINTR);
    return rc;
}

const struct syncmode mode_mmap_msync = {
    .about =
        {
            .name = "mmap-msync",
            .group = "mapped",
            .line = "store into a shared mapping of filled blocks, then msync: whole pages, and "
                    "no size to change",
            .used_by = "LMDB with MDB_WRITEMAP, MongoDB's former MMAPv1",
            .durable = true,
        },
    .layout = LAYOUT_MAPPED,
    .syncs = 1,
    .write = write_mapped,
    .sync = sync_mapped,
    .write_call = "store to the mapping",
    .sync_call = "msync",
    .attach = mmap_attach,
    .attach_tells = true,
    .detach = mmap_detach,
};
