/* simdisk.c: its calls; see simdisk.h. One lock around all of it; a sync lets go of it between
 * begin and end. What tests do to it is in simdisk_control.c. */
#include "support/simdisk.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

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

/* Locked. The place of NAME, of a free one with "", or SIM_NAMES. */
static unsigned file_find(const struct simdisk *d, const char *name)
{
    unsigned i = 0;
    while (i < SIM_NAMES && strcmp(d->file[i], name) != 0)
        i++;
    return i;
}

static int sim_open(const struct sysio *io, int dirfd, const char *name, int flags, mode_t mode)
{
    struct simdisk *d = disk_of(io);
    (void)dirfd;
    (void)mode;
    pthread_mutex_lock(&d->lock);
    const unsigned at = file_find(d, ""), most = d->split ? SIM_FILES : SIM_NAMES;
    int rc = file_find(d, name) < SIM_NAMES ? -EEXIST : at >= most ? -ENFILE : FIRST_FD;
    if (rc >= 0) {
        rc += d->split ? (int)at : 0;
        strcpy(d->file[at], name);
        d->flags = flags;
        d->opened++;
    }
    pthread_mutex_unlock(&d->lock);
    return rc;
}

static int sim_close(const struct sysio *io, int fd)
{
    (void)io;
    (void)fd;
    return 0;
}

/* Locked. */
static bool file_drop(struct simdisk *d, const char *name)
{
    const unsigned at = file_find(d, name);
    if (at == SIM_NAMES)
        return false;
    d->file[at][0] = '\0';
    d->removed++;
    return true;
}

static int sim_unlink(const struct sysio *io, int dirfd, const char *name)
{
    struct simdisk *d = disk_of(io);
    (void)dirfd;
    pthread_mutex_lock(&d->lock);
    const bool was_there = file_drop(d, name);
    pthread_mutex_unlock(&d->lock);
    return was_there ? 0 : -ENOENT;
}

static int sim_rename(const struct sysio *io, int dirfd, const char *name, const char *to)
{
    struct simdisk *d = disk_of(io);
    (void)dirfd;
    pthread_mutex_lock(&d->lock);
    const unsigned at = file_find(d, name);
    int rc = ++d->renames == d->fail_rename ? -d->fail_code : at == SIM_NAMES ? -ENOENT : 0;
    if (!rc) {
        file_drop(d, to);
        strcpy(d->file[at], to);
    }
    pthread_mutex_unlock(&d->lock);
    return rc;
}

static size_t file_bytes(const struct simdisk *d)
{
    return d->split ? SIM_BYTES / SIM_FILES : SIM_BYTES;
}

/* Where the file's bytes begin. */
static size_t file_at(const struct simdisk *d, int fd)
{
    return d->split ? (size_t)(fd - FIRST_FD) * file_bytes(d) : 0;
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

/* DURABLE: the write makes its own bytes durable. */
static ssize_t write_parts(struct simdisk *d, int fd, const struct iovec *part, int parts,
                           off_t offset, bool durable)
{
    ssize_t all = 0;
    pthread_mutex_lock(&d->lock);
    if (d->write_interrupts) {
        d->write_interrupts--;
        pthread_mutex_unlock(&d->lock);
        return -EINTR;
    }
    d->held_writes++;
    pthread_cond_broadcast(&d->moved);
    while (d->hold_writes)
        pthread_cond_wait(&d->moved, &d->lock);
    d->held_writes--;
    if (++d->writes == d->fail_write) {
        pthread_mutex_unlock(&d->lock);
        return -d->fail_code;
    }
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
    if (all > 0 && durable) {
        make_durable(d, fd, offset, (size_t)all);
        all = d->dead ? -EIO : all;
    }
    pthread_mutex_unlock(&d->lock);
    return all;
}

static ssize_t sim_pwritev(const struct sysio *io, int fd, const struct iovec *part, int parts,
                           off_t offset)
{
    struct simdisk *d = disk_of(io);
    return write_parts(d, fd, part, parts, offset, d->flags & O_DSYNC);
}

static ssize_t sim_pwritev2(const struct sysio *io, int fd, const struct iovec *part, int parts,
                            off_t offset, int flags)
{
    return write_parts(disk_of(io), fd, part, parts, offset, flags & RWF_DSYNC);
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
    const bool is_directory = d->split && fd < FIRST_FD; /* of which no bytes are kept */
    const size_t from = is_directory ? 0 : file_at(d, fd);
    const size_t to = is_directory ? 0 : from + file_bytes(d);
    char *found = malloc(SIM_BYTES);
    bool *dirty = malloc(sizeof d->dirty);
    /* No more than the file: into others, a mapping may be stored to without the lock. */
    memcpy(found + from, d->cached + from, to - from);
    memcpy(dirty + from, d->dirty + from, (to - from) * sizeof *dirty);
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

/* REACHES the disk: what it found is durable at its end. */
static int sync_call(struct simdisk *d, int fd, bool reaches)
{
    pthread_mutex_lock(&d->lock);
    if (d->interrupts) {
        d->interrupts--;
        pthread_mutex_unlock(&d->lock);
        return -EINTR;
    }
    unsigned number = ++d->syncs;
    d->held++;
    pthread_cond_broadcast(&d->moved);
    while (d->hold_syncs || d->hold_sync == number)
        pthread_cond_wait(&d->moved, &d->lock);
    d->held--;
    step(d);
    int rc = d->dead ? -EIO : number == d->fail_sync ? -d->fail_code : 0;
    if (!rc && reaches)
        rc = sync_cached(d, fd);
    pthread_mutex_unlock(&d->lock);
    return rc;
}

static int sim_sync(const struct sysio *io, int fd)
{
    return sync_call(disk_of(io), fd, true);
}

/* A hole and unwritten blocks read as zeros, which the disk begins with. Of a split disk's files
 * only the bytes that are written need a place. */
static int sim_fallocate(const struct sysio *io, int fd, off_t offset, off_t bytes)
{
    (void)fd;
    return !disk_of(io)->split && offset + bytes > SIM_BYTES ? -ENOSPC : 0;
}

/* The data is on its way, and that is all. */
static int sim_sync_file_range(const struct sysio *io, int fd, off_t offset, off_t bytes,
                               unsigned flags)
{
    (void)offset;
    (void)bytes;
    (void)flags;
    return sync_call(disk_of(io), fd, false);
}

/* The page cache itself: a store lands in it, and is dirty as soon as it is asked for. */
static int sim_map(const struct sysio *io, int fd, size_t bytes, void **at)
{
    struct simdisk *d = disk_of(io);
    if (bytes > file_bytes(d))
        return -EINVAL;
    *at = d->cached + file_at(d, fd);
    return 0;
}

static int sim_unmap(const struct sysio *io, void *at, size_t bytes)
{
    (void)io;
    (void)at;
    (void)bytes;
    return 0;
}

static int sim_populate(const struct sysio *io, void *at, size_t bytes)
{
    struct simdisk *d = disk_of(io);
    pthread_mutex_lock(&d->lock);
    step(d);
    const bool fails = ++d->writes == d->fail_write || d->dead; /* a store's fault is its write */
    if (!fails)
        memset(d->dirty + ((char *)at - d->cached), 1, bytes);
    const int rc = fails ? -EFAULT : 0;
    pthread_mutex_unlock(&d->lock);
    return rc;
}

static int sim_msync(const struct sysio *io, void *at, size_t bytes)
{
    const struct simdisk *d = disk_of(io);
    const size_t offset = (size_t)((const char *)at - d->cached);
    (void)bytes;
    return sim_sync(io, FIRST_FD + (int)(offset / file_bytes(d)));
}

/* The disk stands for its own ring. */
static int sim_ring_open(const struct sysio *io, struct ring **out)
{
    *out = (struct ring *)disk_of(io);
    return 0;
}

static void sim_ring_close(const struct sysio *io, struct ring *ring)
{
    (void)io;
    (void)ring;
}

static ssize_t sim_ring_write_sync(const struct sysio *io, struct ring *ring, int fd,
                                   const struct iovec *part, int parts, off_t offset, int *sync_rc)
{
    size_t wanted = 0;
    (void)ring;
    for (int i = 0; i < parts; i++)
        wanted += part[i].iov_len;
    const ssize_t done = sim_pwritev(io, fd, part, parts, offset);
    *sync_rc = done == (ssize_t)wanted ? sim_sync(io, fd) : -ECANCELED;
    return done;
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
        .pwritev2 = sim_pwritev2,
        .fallocate = sim_fallocate,
        .rename = sim_rename,
        .sync_file_range = sim_sync_file_range,
        .map = sim_map,
        .unmap = sim_unmap,
        .populate = sim_populate,
        .msync = sim_msync,
        .ring_open = sim_ring_open,
        .ring_close = sim_ring_close,
        .ring_write_sync = sim_ring_write_sync,
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
