/* scratch_prepare.c: fills a scratch file with noise and makes it durable, before the first round.
 *
 * Noise, and never the same block twice: a file system or disk that compresses or finds duplicates
 * would store next to nothing. Synced now and then on the way, so that the progress shown is the
 * disk's and not the page cache's, and a wish to leave is heard within a part of a second. */
#include "disk/scratch_prepare.h"

#include <errno.h>
#include <stdlib.h>

enum {
    CHUNK_BYTES = 1 << 20,
    CHUNK_ALIGN = 4096, /* for files opened with O_DIRECT */
    SYNC_EVERY = 64 << 20,
};

/* splitmix64 (Steele, Lea and Flood, 2014). */
static uint64_t noise_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void noise_fill(uint64_t *block, size_t bytes, uint64_t *state)
{
    for (size_t i = 0; i < bytes / sizeof *block; i++)
        block[i] = noise_next(state);
}

static bool is_cancelled(const struct scratch_progress *progress)
{
    return progress && atomic_load(&progress->cancel);
}

/* Writes the chunk at OFFSET; after SYNC_EVERY bytes also syncs. */
static int chunk_put(const struct scratch *s, const void *chunk, uint64_t length, uint64_t offset,
                     struct err *err)
{
    int rc = sysio_write_all(s->io, s->fd, chunk, length, (off_t)offset);
    if (rc)
        return err_set(err, rc, "fill the scratch file: write");
    if ((offset + length) % SYNC_EVERY == 0) {
        rc = sysio_fdatasync(s->io, s->fd);
        if (rc)
            return err_set(err, rc, "fill the scratch file: fdatasync");
    }
    return 0;
}

static int fill_chunks(const struct scratch *s, uint64_t *chunk, uint64_t bytes,
                       struct scratch_progress *progress, struct err *err)
{
    uint64_t state = 0;
    for (uint64_t done = 0; done < bytes;) {
        const uint64_t length = bytes - done < CHUNK_BYTES ? bytes - done : CHUNK_BYTES;
        if (is_cancelled(progress))
            return err_set(err, ECANCELED, "filling the scratch file was left");
        noise_fill(chunk, CHUNK_BYTES, &state);
        const int rc = chunk_put(s, chunk, length, done, err);
        if (rc)
            return rc;
        done += length;
        if (progress)
            atomic_store(&progress->done, done);
    }
    return 0;
}

static int fill(const struct scratch *s, uint64_t bytes, struct scratch_progress *progress,
                struct err *err)
{
    if (bytes == 0)
        return 0;
    uint64_t *chunk = aligned_alloc(CHUNK_ALIGN, CHUNK_BYTES);
    if (!chunk)
        return err_set(err, ENOMEM, "fill the scratch file");
    const int rc = fill_chunks(s, chunk, bytes, progress, err);
    free(chunk);
    return rc;
}

/* Some file systems cannot sync a directory; their names are durable in ways of their own. */
static int directory_sync(const struct scratch *s, struct err *err)
{
    if (s->dirfd < 0)
        return 0;
    const int rc = sysio_fsync(s->io, s->dirfd);
    if (!rc || rc == -EINVAL || rc == -ENOSYS || rc == -EOPNOTSUPP)
        return 0;
    return err_set(err, rc, "sync the scratch file's directory: fsync");
}

int scratch_prepare(const struct scratch *s, struct scratch_progress *progress, struct err *err)
{
    const uint64_t bytes = s->layout == LAYOUT_APPEND ? 0 : s->bytes;
    if (progress) {
        atomic_store(&progress->done, 0);
        atomic_store(&progress->total, bytes);
    }
    int rc = fill(s, bytes, progress, err);
    if (rc)
        return rc;
    rc = sysio_fsync(s->io, s->fd);
    if (rc)
        return err_set(err, rc, "sync the new scratch file: fsync");
    return directory_sync(s, err);
}
