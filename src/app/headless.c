/* headless.c: a poll loop over the source and the signals.
 *
 * A result is delivered when it is whole: what follows is the file's removal, which may hang as any
 * call may. A load that cannot even stop, because calls are stuck in the kernel, has its result
 * delivered while they still are. The end of the loop is the source's `last` snapshot. */
#include "app/headless.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/signals.h"
#include "app/status.h"
#include "app/stuck.h"
#include "sys/clock.h"

bool headless_is_over(const struct snapshot *s)
{
    return s->state == RUN_DONE || s->state == RUN_FAILED;
}

/* It is to end and has not: rounds are under way, or the file is being made or removed. */
static bool is_ending(const struct headless *h)
{
    return h->whole || h->snapshot->state == RUN_STOPPING || h->signal || h->reader_gone;
}

static void deliver(struct headless *h, bool stuck)
{
    if (!h->delivered)
        h->delivered = h->ops->deliver(h->ctx, stuck);
}

static void watch_end(struct headless *h)
{
    const struct snapshot *s = h->snapshot;

    /* Patience begins anew with each round that returns, and with the removal of the file. */
    if (!h->stopping_ns || s->rounds || (h->whole && !h->delivered))
        h->stopping_ns = s->at_ns;
    if (h->whole)
        deliver(h, false);
    if (s->last || !stuck_now(h->history, s->at_ns - h->stopping_ns))
        return;
    if (!h->stuck_told)
        notices_stuck(stderr, s);
    h->stuck_told = true;
    deliver(h, true);
}

static void follow(struct headless *h)
{
    const struct snapshot *s = h->snapshot;

    history_add(h->history, s);
    h->whole = h->ops->follow(h->ctx) || h->whole;
    if (!s->last && h->whole)
        source_stop(h->source);
    if (is_ending(h)) {
        watch_end(h);
    } else {
        h->stopping_ns = 0;
        h->stuck_told = false;
    }
}

/* Who ends a process and its group sends two signals for one, as timeout(1) does: only what comes
 * later is impatience. */
static void on_signal(struct headless *h)
{
    int signo = signals_take(h->signal_fd);
    uint64_t now_ns = clock_now_ns();

    if (!signo)
        return;
    if (h->signal && now_ns - h->signal_ns >= HEADLESS_GRACE_NS)
        _exit(STATUS_SIGNAL + signo); /* the keeper cleans up */
    if (h->signal)
        return;
    h->signal = signo;
    h->signal_ns = now_ns;
    source_stop(h->source);
}

static void on_reader_gone(struct headless *h)
{
    h->reader_gone = true;
    h->reader_fd = -1;
    source_stop(h->source);
}

void headless_loop(struct headless *h)
{
    while (!h->snapshot->last) {
        struct pollfd fds[] = {
            {.fd = source_fd(h->source), .events = POLLIN},
            {.fd = h->signal_fd, .events = POLLIN},
            {.fd = h->reader_fd, .events = 0},
        };
        if (poll(fds, 3, -1) < 0 && errno != EINTR)
            break;
        if (fds[1].revents)
            on_signal(h);
        if (fds[2].revents & POLLERR)
            on_reader_gone(h);
        while (!h->snapshot->last && source_next(h->source, h->snapshot))
            follow(h);
    }
    deliver(h, false);
}

void headless_refuse(int code)
{
    struct err err;

    err_set(&err, code, "nothing can be measured: no %s left",
            code == ENOMEM ? "memory" : "descriptor");
    fprintf(stderr, "fsyncscope: %s\n", err.text);
}

bool headless_open(struct headless *h, struct source *source, const struct headless_ops *ops,
                   void *ctx)
{
    *h = (struct headless){
        .source = source,
        .history = history_create(),
        .snapshot = calloc(1, sizeof(*h->snapshot)),
        .ops = ops,
        .ctx = ctx,
        .signal_fd = signals_open(),
        .reader_fd = -1,
    };
    const int code = errno; /* of the last that was opened */
    notices_begin(&h->notices, stderr, isatty(STDERR_FILENO));
    if (h->history && h->snapshot && h->signal_fd >= 0)
        return true;
    headless_refuse(h->history && h->snapshot ? code : ENOMEM);
    return false;
}

void headless_close(struct headless *h)
{
    if (h->signal_fd >= 0)
        close(h->signal_fd);
    free(h->snapshot);
    history_free(h->history);
}
