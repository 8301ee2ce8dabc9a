/* plain_group.c: group commit as it is usually written: one mutex, one condition variable, a
 * broadcast after each sync. What fsyncscope's group strategy is measured against.
 *
 *   plain_group WRITERS DIR SECONDS     prints records per second and records per sync
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kept.h"

enum { RECORD = 100, WRITERS_MAX = 1024 };

struct log {
    pthread_mutex_t lock;
    pthread_cond_t durable_moved;
    int fd;
    off_t at;
    char *buffer, *other; /* one collects while the other is written */
    size_t used;
    unsigned long queued, durable, syncs;
    int syncing;
    atomic_int stop;
};

static struct log group_log = {.lock = PTHREAD_MUTEX_INITIALIZER,
                               .durable_moved = PTHREAD_COND_INITIALIZER};

static void die(const char *what)
{
    perror(what);
    exit(1);
}

/* Locked; lets go while it writes and syncs. */
static void lead(struct log *l)
{
    char *buffer = l->buffer;
    size_t bytes = l->used;
    unsigned long upto = l->queued;
    off_t at = l->at;
    l->syncing = 1;
    l->buffer = l->other;
    l->other = buffer;
    l->used = 0;
    l->at += (off_t)bytes;
    pthread_mutex_unlock(&l->lock);
    if (pwrite(l->fd, buffer, bytes, at) != (ssize_t)bytes)
        die("pwrite");
    if (fdatasync(l->fd))
        die("fdatasync");
    pthread_mutex_lock(&l->lock);
    l->durable = upto;
    l->syncs++;
    l->syncing = 0;
    pthread_cond_broadcast(&l->durable_moved);
}

static void commit(struct log *l, const char *record)
{
    pthread_mutex_lock(&l->lock);
    memcpy(l->buffer + l->used, record, RECORD);
    l->used += RECORD;
    unsigned long mine = ++l->queued;
    while (l->durable < mine) {
        if (l->syncing)
            pthread_cond_wait(&l->durable_moved, &l->lock);
        else
            lead(l);
    }
    pthread_mutex_unlock(&l->lock);
}

static void *write_records(void *arg)
{
    char record[RECORD];
    memset(record, 'r', sizeof record);
    (void)arg;
    while (!atomic_load_explicit(&group_log.stop, memory_order_relaxed))
        commit(&group_log, record);
    return NULL;
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    static pthread_t thread[WRITERS_MAX];
    if (argc != 4) {
        fprintf(stderr, "usage: plain_group WRITERS DIR SECONDS\n");
        return 2;
    }
    int writers = atoi(argv[1]);
    char *name = kept_file(0, argv[2], "plain-group-XXXXXX");
    group_log.fd = mkostemp(name, O_CLOEXEC);
    if (writers < 1 || writers > WRITERS_MAX || group_log.fd < 0)
        die(name);
    group_log.buffer = malloc((size_t)writers * RECORD);
    group_log.other = malloc((size_t)writers * RECORD);
    double begin = now_s();
    for (int i = 0; i < writers; i++)
        pthread_create(&thread[i], NULL, write_records, NULL);
    usleep((useconds_t)(atof(argv[3]) * 1e6));
    atomic_store(&group_log.stop, 1);
    for (int i = 0; i < writers; i++)
        pthread_join(thread[i], NULL);
    printf("%.3f %.3f\n", (double)group_log.durable / (now_s() - begin),
           (double)group_log.durable / (double)group_log.syncs);
    return 0;
}
