/* outbox.c: a ring under a mutex, and an eventfd(2) that is readable while the ring is not empty.
 */
#include "engine/outbox.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { SLOTS = 16 };

struct outbox {
    pthread_mutex_t lock;
    unsigned first, count;
    int fd;
    struct snapshot slot[SLOTS];
};

struct outbox *outbox_create(void)
{
    struct outbox *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    o->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (o->fd < 0) {
        int code = errno;
        free(o);
        errno = code;
        return NULL;
    }
    pthread_mutex_init(&o->lock, NULL);
    return o;
}

void outbox_free(struct outbox *o)
{
    if (!o)
        return;
    close(o->fd);
    pthread_mutex_destroy(&o->lock);
    free(o);
}

static struct snapshot *at(struct outbox *o, unsigned i)
{
    return &o->slot[(o->first + i) % SLOTS];
}

/* Makes room in a full ring: by adding the newest two of one generation up, as a rule. Sixteen
 * changes of configuration that nobody looked at leave no such pair; then the oldest goes, whose
 * figures no window would show any more. */
static void make_room(struct outbox *o)
{
    for (unsigned i = SLOTS - 1; i > 0; i--) {
        if (at(o, i)->generation != at(o, i - 1)->generation)
            continue;
        snapshot_merge(at(o, i - 1), at(o, i));
        for (unsigned k = i; k + 1 < SLOTS; k++)
            *at(o, k) = *at(o, k + 1);
        o->count--;
        return;
    }
    o->first = (o->first + 1) % SLOTS;
    o->count--;
}

static void announce(const struct outbox *o)
{
    uint64_t one = 1;
    /* Fails only when the counter is at its end, and then the descriptor is readable already. */
    ssize_t ignored = write(o->fd, &one, sizeof one);
    (void)ignored;
}

void outbox_put(struct outbox *o, const struct snapshot *snapshot)
{
    pthread_mutex_lock(&o->lock);
    if (o->count == SLOTS)
        make_room(o);
    *at(o, o->count++) = *snapshot;
    announce(o);
    pthread_mutex_unlock(&o->lock);
}

bool outbox_take(struct outbox *o, struct snapshot *out)
{
    pthread_mutex_lock(&o->lock);
    bool some = o->count > 0;
    if (some) {
        *out = *at(o, 0);
        o->first = (o->first + 1) % SLOTS;
        o->count--;
    }
    if (o->count == 0) {
        uint64_t spent;
        ssize_t ignored = read(o->fd, &spent, sizeof spent); /* makes it unreadable */
        (void)ignored;
    }
    pthread_mutex_unlock(&o->lock);
    return some;
}

int outbox_fd(const struct outbox *o)
{
    return o->fd;
}
