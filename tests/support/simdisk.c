/* simdisk.c: see simdisk.h. One lock around all of it; a sync lets go of it between begin and end.
 */
#include "support/simdisk.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_FD = 1000 };

static struct simdisk *disk_of(const struct sysio *io)
{
    return (struct simdisk *)io;
}

static uint64_t next_random(struct simdisk *d)
{
    d->random ^= d->random << 13;
    d->random ^= d->random >> 7;
    d->random ^= d->random << 17;
    return d->random;
}

/* Locked. Counts a step, cuts the power when it is time, lets other threads run. */
static void step(struct simdisk *d)
{
    unsigned yields = (unsigned)(next_random(d) % 4);
    d->steps++;
    if (d->cut_at && d->steps >= d->cut_at)
        d->dead = true;
    pthread_mutex_unlock(&d->lock);
    while (yields--)
        sched_yield();
    pthread_mutex_lock(&d->lock);
}

static int sim_open(const struct sysio *io, int dirfd, const char *name, int flags, mode_t mode)
{
    struct simdisk *d = disk_of(io);
    (void)dirfd;
    (void)name;
    (void)mode;
    pthread_mutex_lock(&d->lock);
    d->flags = flags;
    int fd = FIRST_FD + (d->split ? (int)(d->opened % SIM_FILES) : 0);
    d->opened++;
    pthread_mutex_unlock(&d->lock);
    return fd;
}

static int sim_close(const struct sysio *io, int fd)
{
    (void)io;
    (void)fd;
    return 0;
}

static int sim_unlink(const struct sysio *io, int dirfd, const char *name)
{
    struct simdisk *d = disk_of(io);
    (void)dirfd;
    (void)name;
    pthread_mutex_lock(&d->lock);
    d->removed++;
    pthread_mutex_unlock(&d->lock);
    return 0;
}

static size_t file_bytes(const struct simdisk *d)
{
    return d->split ? SIM_BYTES / SIM_FILES : SIM_BYTES;
}

/* Where the file's bytes begin. */
static size_t file_at(const struct simdisk *d, int fd)
{
    return (size_t)(fd - FIRST_FD) * file_bytes(d);
}

/* Locked. */
static ssize_t store(struct simdisk *d, int fd, const void *data, size_t bytes, off_t offset)
{
    if (d->dead)
        return -EIO;
    if ((size_t)offset + bytes > file_bytes(d))
        return -ENOSPC;
    offset += (off_t)file_at(d, fd);
    memcpy(d->cached + offset, data, bytes);
    memset(d->dirty + offset, 1, bytes);
    return (ssize_t)bytes;
}

/* Locked. */
static void make_durable(struct simdisk *d, int fd, off_t offset, size_t bytes)
{
    if (d->dead)
        return;
    offset += (off_t)file_at(d, fd);
    memcpy(d->durable + offset, d->cached + offset, bytes);
    memset(d->dirty + offset, 0, bytes);
}

static ssize_t sim_pwritev(const struct sysio *io, int fd, const struct iovec *part, int parts,
                           off_t offset)
{
    struct simdisk *d = disk_of(io);
    ssize_t all = 0;
    pthread_mutex_lock(&d->lock);
    d->writes++;
    step(d);
    for (int i = 0; i < parts && all >= 0; i++) {
        size_t bytes = part[i].iov_len;
        if (d->short_writes)
            bytes = (bytes + 1) / 2;
        ssize_t n = store(d, fd, part[i].iov_base, bytes, offset + all);
        all = n < 0 ? n : all + n;
        if (d->short_writes)
            break;
    }
    step(d);
    if (all > 0 && d->flags & O_DSYNC) {
        make_durable(d, fd, offset, (size_t)all);
        all = d->dead ? -EIO : all;
    }
    pthread_mutex_unlock(&d->lock);
    return all;
}

static ssize_t sim_pwrite(const struct sysio *io, int fd, const void *data, size_t bytes,
                          off_t offset)
{
    struct iovec part = {(void *)data, bytes};
    return sim_pwritev(io, fd, &part, 1, offset);
}

static int sim_ftruncate(const struct sysio *io, int fd, off_t bytes)
{
    struct simdisk *d = disk_of(io);
    (void)fd;
    pthread_mutex_lock(&d->lock);
    if (bytes == 0)
        d->restarts++;
    pthread_mutex_unlock(&d->lock);
    return 0;
}

/* Locked. What the sync found in the cache, and nothing that came later, is durable at its end. */
static int sync_cached(struct simdisk *d, int fd)
{
    const size_t from = file_at(d, fd), to = from + file_bytes(d);
    char *found = malloc(SIM_BYTES);
    bool *dirty = malloc(sizeof d->dirty);
    memcpy(found, d->cached, SIM_BYTES);
    memcpy(dirty, d->dirty, sizeof d->dirty);
    step(d);
    step(d);
    if (!d->dead)
        for (size_t i = from; i < to; i++)
            if (dirty[i])
                d->durable[i] = found[i];
    free(dirty);
    free(found);
    return d->dead ? -EIO : 0;
}

static int sim_sync(const struct sysio *io, int fd)
{
    struct simdisk *d = disk_of(io);
    pthread_mutex_lock(&d->lock);
    if (d->interrupts) {
        d->interrupts--;
        pthread_mutex_unlock(&d->lock);
        return -EINTR;
    }
    unsigned number = ++d->syncs;
    d->held++;
    pthread_cond_broadcast(&d->moved);
    while (d->hold_syncs)
        pthread_cond_wait(&d->moved, &d->lock);
    d->held--;
    step(d);
    int rc = d->dead ? -EIO : number == d->fail_sync ? -d->fail_code : sync_cached(d, fd);
    pthread_mutex_unlock(&d->lock);
    return rc;
}

void simdisk_init(struct simdisk *d, uint64_t seed)
{
    memset(d, 0, sizeof *d);
    d->io = (struct sysio){
        .open = sim_open,
        .close = sim_close,
        .pwrite = sim_pwrite,
        .pwritev = sim_pwritev,
        .fsync = sim_sync,
        .fdatasync = sim_sync,
        .ftruncate = sim_ftruncate,
        .unlink = sim_unlink,
    };
    d->random = seed * 0x9e3779b97f4a7c15 | 1;
    pthread_mutex_init(&d->lock, NULL);
    pthread_cond_init(&d->moved, NULL);
}

void simdisk_destroy(struct simdisk *d)
{
    pthread_cond_destroy(&d->moved);
    pthread_mutex_destroy(&d->lock);
}

void simdisk_hold(struct simdisk *d)
{
    pthread_mutex_lock(&d->lock);
    d->hold_syncs = true;
    pthread_mutex_unlock(&d->lock);
}

void simdisk_wait_held(struct simdisk *d, unsigned count)
{
    pthread_mutex_lock(&d->lock);
    while (d->held < count)
        pthread_cond_wait(&d->moved, &d->lock);
    pthread_mutex_unlock(&d->lock);
}

void simdisk_release(struct simdisk *d)
{
    pthread_mutex_lock(&d->lock);
    d->hold_syncs = false;
    pthread_cond_broadcast(&d->moved);
    pthread_mutex_unlock(&d->lock);
}

bool simdisk_has(struct simdisk *d, const char *data, size_t bytes)
{
    bool found = false;
    pthread_mutex_lock(&d->lock);
    for (size_t at = 0; at + bytes <= SIM_BYTES && !found; at += bytes)
        found = memcmp(d->durable + at, data, bytes) == 0;
    pthread_mutex_unlock(&d->lock);
    return found;
}
