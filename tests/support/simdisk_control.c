/* simdisk_control.c: what a test does to the simulated disk while calls are under way, and asks of
 * it afterwards: the gate at which syncs and writes wait, the names, what is durable. */
#include "support/simdisk.h"

#include <string.h>

static void set_gate(struct simdisk *d, bool *gate, bool holds)
{
    pthread_mutex_lock(&d->lock);
    *gate = holds;
    pthread_cond_broadcast(&d->moved);
    pthread_mutex_unlock(&d->lock);
}

static void wait_for(struct simdisk *d, const unsigned *held, unsigned count)
{
    pthread_mutex_lock(&d->lock);
    while (*held < count)
        pthread_cond_wait(&d->moved, &d->lock);
    pthread_mutex_unlock(&d->lock);
}

void simdisk_hold(struct simdisk *d)
{
    set_gate(d, &d->hold_syncs, true);
}

void simdisk_wait_held(struct simdisk *d, unsigned count)
{
    wait_for(d, &d->held, count);
}

void simdisk_release(struct simdisk *d)
{
    simdisk_hold_sync(d, 0);
    set_gate(d, &d->hold_syncs, false);
}

void simdisk_hold_sync(struct simdisk *d, unsigned number)
{
    pthread_mutex_lock(&d->lock);
    d->hold_sync = number;
    pthread_cond_broadcast(&d->moved);
    pthread_mutex_unlock(&d->lock);
}

void simdisk_fail_held(struct simdisk *d, int code)
{
    pthread_mutex_lock(&d->lock);
    d->fail_sync = d->syncs;
    d->fail_code = code;
    pthread_mutex_unlock(&d->lock);
}

void simdisk_hold_writes(struct simdisk *d)
{
    set_gate(d, &d->hold_writes, true);
}

void simdisk_wait_held_writes(struct simdisk *d, unsigned count)
{
    wait_for(d, &d->held_writes, count);
}

void simdisk_release_writes(struct simdisk *d)
{
    set_gate(d, &d->hold_writes, false);
}

unsigned simdisk_files(struct simdisk *d)
{
    unsigned count = 0;
    pthread_mutex_lock(&d->lock);
    for (unsigned i = 0; i < SIM_NAMES; i++)
        count += d->file[i][0] != '\0';
    pthread_mutex_unlock(&d->lock);
    return count;
}

unsigned simdisk_copies(struct simdisk *d, const char *data, size_t bytes)
{
    unsigned copies = 0;
    pthread_mutex_lock(&d->lock);
    for (size_t at = 0; at + bytes <= SIM_BYTES; at += bytes)
        copies += memcmp(d->durable + at, data, bytes) == 0;
    pthread_mutex_unlock(&d->lock);
    return copies;
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
