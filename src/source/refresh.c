/* refresh.c: one thread that looks and sleeps, and a mailbox for what it found last.
 *
 * The lock is held for copies alone, never during a look. */
#include "source/refresh.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "disk/warnings.h"
#include "sys/clock.h"
#include "sys/thread.h"

enum { STACK_BYTES = 1 << 20 };

#define PATIENCE_NS UINT64_C(200000000) /* a look takes some ms; one that takes longer hangs */

struct refresh {
    refresh_look *look;
    int dirfd; /* its own: the caller's may be closed while a look hangs */
    char dir[TARGET_PATH_MAX];
    uint64_t period_ns;
    struct target seen; /* the thread's alone */

    pthread_mutex_t lock;   /* guards what follows */
    pthread_cond_t changed; /* on CLOCK_MONOTONIC */
    bool asked, ending, has_left, is_abandoned, has_found;
    struct target found;
};

static void release(struct refresh *r)
{
    if (r->dirfd >= 0)
        close(r->dirfd);
    pthread_cond_destroy(&r->changed);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

/* Lock held, released while it waits. Returns when it is time for a look, or for the end. */
static void wait_turn(struct refresh *r)
{
    const struct timespec due = clock_timespec(clock_now_ns() + r->period_ns);
    int rc = 0;

    while (!r->asked && !r->ending && rc != ETIMEDOUT)
        rc = pthread_cond_timedwait(&r->changed, &r->lock, &due);
    r->asked = false;
}

/* Lock held, released meanwhile. What cannot be looked at leaves the facts as they were. */
static void look(struct refresh *r)
{
    pthread_mutex_unlock(&r->lock);
    const int rc = r->look(r->dirfd, r->dir, &r->seen);
    pthread_mutex_lock(&r->lock);
    if (rc)
        return;
    r->found = r->seen;
    r->has_found = true;
}

static void *refresh_main(void *arg)
{
    struct refresh *r = arg;

    pthread_mutex_lock(&r->lock);
    for (;;) {
        wait_turn(r);
        if (r->ending)
            break;
        look(r);
    }
    const bool is_abandoned = r->is_abandoned;
    r->has_left = true;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    if (is_abandoned)
        release(r);
    return NULL;
}

static int start_thread(struct refresh *r, pthread_t *thread, struct err *err)
{
    int rc = r->dirfd < 0 ? -errno : thread_start(thread, STACK_BYTES, refresh_main, r);
    return rc ? err_set(err, rc, "cannot start a thread") : 0;
}

int refresh_start(const struct refresh_setup *setup, struct refresh **out, struct err *err)
{
    pthread_t thread;
    struct refresh *r = calloc(1, sizeof *r);
    if (!r)
        return err_set(err, ENOMEM, "no memory for the target's facts");
    r->look = setup->look;
    r->period_ns = setup->period_ns;
    text_copy(r->dir, sizeof r->dir, setup->dir);
    pthread_mutex_init(&r->lock, NULL);
    thread_condition_init(&r->changed);
    r->dirfd = fcntl(setup->dirfd, F_DUPFD_CLOEXEC, 0);
    int rc = start_thread(r, &thread, err);
    if (rc) {
        release(r);
        return rc;
    }
    pthread_detach(thread); /* it may never end */
    *out = r;
    return 0;
}

void refresh_ask(struct refresh *r)
{
    pthread_mutex_lock(&r->lock);
    r->asked = true;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
}

bool refresh_take(struct refresh *r, struct target *out)
{
    pthread_mutex_lock(&r->lock);
    const bool has_found = r->has_found;
    if (has_found)
        *out = r->found;
    r->has_found = false;
    pthread_mutex_unlock(&r->lock);
    return has_found;
}

void refresh_end(struct refresh *r)
{
    const struct timespec until = clock_timespec(clock_now_ns() + PATIENCE_NS);
    int rc = 0;

    if (!r)
        return;
    pthread_mutex_lock(&r->lock);
    r->ending = true;
    pthread_cond_broadcast(&r->changed);
    while (!r->has_left && rc != ETIMEDOUT)
        rc = pthread_cond_timedwait(&r->changed, &r->lock, &until);
    const bool has_left = r->has_left;
    r->is_abandoned = !has_left;
    pthread_mutex_unlock(&r->lock);
    if (has_left)
        release(r);
}

/* --- what was found, in place of what was known --- */

static bool are_same_disks(const struct target *a, const struct target *b)
{
    if (a->device_count != b->device_count)
        return false;
    for (unsigned i = 0; i < a->device_count; i++) {
        const struct device *x = &a->device[i], *y = &b->device[i];
        if (x->major != y->major || x->minor != y->minor || strcmp(x->name, y->name) != 0)
            return false;
    }
    return true;
}

/* Behind the bad ones; in place of another with its id. */
static void put_warning(struct target *t, const struct warning *warning)
{
    unsigned kept = 0, at = 0;

    for (unsigned i = 0; i < t->warning_count; i++) {
        if (strcmp(t->warning[i].id, warning->id) != 0)
            t->warning[kept++] = t->warning[i];
    }
    while (at < kept && t->warning[at].severity > warning->severity)
        at++;
    if (kept == TARGET_WARNINGS_MAX)
        kept--;
    memmove(&t->warning[at + 1], &t->warning[at], (kept - at) * sizeof t->warning[0]);
    t->warning[at] = *warning;
    t->warning_count = kept + 1;
}

/* TARGET is told to have other disks than OLD, whose counters go on to be read. */
static void keep_disks(struct target *target, const struct target *old)
{
    struct warning warning = {
        .id = "unknown-device",
        .severity = SEVERITY_WARN,
        .advice = "Latencies hold; start the program anew to count on the disks of now.",
    };

    snprintf(warning.text, sizeof warning.text,
             "the disks under the directory are others by now%s%.40s; what is counted is still %s.",
             target->device_count ? ", the first is " : "",
             target->device_count ? target->device[0].name : "",
             old->device_count ? "those of the start" : "nothing");
    memcpy(target->device, old->device, sizeof target->device);
    target->device_count = old->device_count;
    target->partial = old->partial;
    target->blindness = old->blindness;
    text_copy(target->no_device_reason, sizeof target->no_device_reason, old->no_device_reason);
    put_warning(target, &warning);
}

void refresh_merge(struct target *target, const struct target *fresh)
{
    const struct target old = *target;

    *target = *fresh;
    if (!are_same_disks(&old, fresh))
        keep_disks(target, &old);
    if (old.warning_count > 0 && strcmp(old.warning[0].id, "io-error") == 0)
        warnings_add_io_error(target, old.warning[0].text);
}
