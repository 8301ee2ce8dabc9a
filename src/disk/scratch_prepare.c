/* scratch_prepare.c: fills a scratch file with noise and makes it durable, before the first round.
 *
 * Noise, and never the same block twice: a file system or disk that compresses or finds duplicates
 * would store next to nothing. Synced now and then on the way, so that the progress shown is the
 * disk's and not the page cache's, and a wish to leave is heard within a part of a second. */
#include "disk/scratch_prepare.h"

#include <errno.h>
#include <stdlib.h>

#include "base/noise.h"
#include "sys/clock.h"

enum {
    CHUNK_BYTES = 1 << 20,
    PAGE_PIECE = 4096,
    WAITED_PIECES = 1024,
};

/* Often enough for a wish to leave, seldom enough to fill at the disk's own speed. */
static const uint64_t sync_every_ns = UINT64_C(200000000);

static bool is_cancelled(const struct scratch_progress *progress)
{
    return progress && atomic_load(&progress->cancel);
}

/* Written page by page. A kernel keeps what one call wrote in one large folio, and walks all of it
 * for each page that is written or synced later: 10 us a round on ext4, and for a mapping a MiB
 * written back for one store. Nobody's log was filled so. Where each write waits for the disk the
 * pieces grow with the file, to as many as the default has records; and where a disk has larger
 * blocks, no piece is less than one. */
static uint64_t piece_bytes(const struct scratch *s)
{
    const uint64_t least = s->block > PAGE_PIECE ? s->block : PAGE_PIECE;
    const uint64_t share = s->bytes / WAITED_PIECES / least * least;
    if (!s->writes_wait || share < least)
        return least;
    return share < CHUNK_BYTES ? share : CHUNK_BYTES;
}

static int pieces_write(const struct scratch *s, const char *chunk, uint64_t length,
                        uint64_t offset)
{
    const uint64_t piece = piece_bytes(s);
    int rc = 0;
    for (uint64_t done = 0; done < length && !rc; done += piece)
        rc = sysio_write_all(s->io, s->fd, chunk + done,
                             length - done < piece ? length - done : piece, (off_t)(offset + done));
    return rc;
}

/* Writes the chunk at OFFSET; when it is time since *SYNCED_NS, syncs too. */
static int chunk_put(const struct scratch *s, const void *chunk, uint64_t length, uint64_t offset,
                     uint64_t *synced_ns, struct err *err)
{
    int rc = pieces_write(s, chunk, length, offset);
    if (rc)
        return err_set(err, rc, "fill the scratch file: write");
    if (clock_now_ns() - *synced_ns < sync_every_ns)
        return 0;
    rc = sysio_fdatasync(s->io, s->fd);
    *synced_ns = clock_now_ns();
    return rc ? err_set(err, rc, "fill the scratch file: fdatasync") : 0;
}

static int fill_chunks(const struct scratch *s, uint64_t *chunk, uint64_t bytes,
                       struct scratch_progress *progress, struct err *err)
{
    uint64_t state = 0, synced_ns = clock_now_ns();
    for (uint64_t done = 0; done < bytes;) {
        const uint64_t length = bytes - done < CHUNK_BYTES ? bytes - done : CHUNK_BYTES;
        if (is_cancelled(progress))
            return err_set(err, ECANCELED, "filling the scratch file was left");
        noise_fill(chunk, CHUNK_BYTES / sizeof *chunk, &state);
        const int rc = chunk_put(s, chunk, length, done, &synced_ns, err);
        if (rc)
            return rc;
        done += length;
        if (progress)
            atomic_store(&progress->done, done);
    }
    return 0;
}

int scratch_fill(const struct scratch *s, uint64_t bytes, struct scratch_progress *progress,
                 struct err *err)
{
    if (progress) {
        atomic_store(&progress->done, 0);
        atomic_store(&progress->total, bytes);
    }
    if (bytes == 0)
        return 0;
    /* Its own size is what any disk asks of a buffer, and more. */
    uint64_t *chunk = aligned_alloc(CHUNK_BYTES, CHUNK_BYTES);
    if (!chunk)
        return err_set(err, ENOMEM, "fill the scratch file");
    const int rc = fill_chunks(s, chunk, bytes, progress, err);
    free(chunk);
    return rc;
}

/* Some file systems cannot sync a directory; their names are durable in ways of their own. */
static int directory_sync(struct scratch *s, struct err *err)
{
    if (s->dirfd < 0)
        return 0;
    const int rc = sysio_fsync(s->io, s->dirfd);
    const bool is_impossible = rc == -EINVAL || rc == -ENOSYS || rc == -EOPNOTSUPP;
    s->directory_code = is_impossible ? -rc : 0;
    if (!rc || is_impossible)
        return 0;
    return err_set(err, rc, "sync the scratch file's directory: fsync");
}

int scratch_lay_out(const struct scratch *s)
{
    int rc = 0;
    do {
        if (s->layout == LAYOUT_ALLOCATED)
            rc = s->io->fallocate(s->io, s->fd, 0, (off_t)s->bytes);
        else if (s->layout == LAYOUT_EXTENDED)
            rc = s->io->ftruncate(s->io, s->fd, (off_t)s->bytes);
    } while (rc == -EINTR);
    return rc;
}

/* The bytes that are written before the first round. */
static uint64_t filled_bytes(const struct scratch *s)
{
    const bool stays_empty =
        s->layout == LAYOUT_APPEND || s->layout == LAYOUT_ALLOCATED || s->layout == LAYOUT_EXTENDED;
    return stays_empty ? 0 : s->bytes;
}

int scratch_prepare(struct scratch *s, struct scratch_progress *progress, struct err *err)
{
    int rc = scratch_lay_out(s);
    if (rc)
        return err_set(err, rc, "give the scratch file its size: %s",
                       s->layout == LAYOUT_ALLOCATED ? "fallocate" : "ftruncate");
    rc = scratch_fill(s, filled_bytes(s), progress, err);
    if (rc)
        return rc;
    rc = sysio_fsync(s->io, s->fd);
    if (rc)
        return err_set(err, rc, "sync the new scratch file: fsync");
    return directory_sync(s, err);
}
