/* headless.h: what commands without a screen have in common: they follow a source, listen to
 * signals, and say when calls hang in the kernel. What is made of it is the command's. */
#ifndef FSYNCSCOPE_APP_HEADLESS_H
#define FSYNCSCOPE_APP_HEADLESS_H

#include <stdbool.h>
#include <stdint.h>

#include "app/notices.h"
#include "source/history.h"
#include "source/source.h"

struct headless_ops {
    /* A snapshot was added to the history. True: the result is whole, nothing can be added; the
     * source is then told to stop. */
    bool (*follow)(void *ctx);
    /* The result is whole, or STUCK calls keep it from becoming so. Called until it returns true:
     * delivered. */
    bool (*deliver)(void *ctx, bool stuck);
};

struct headless {
    struct source *source;
    struct history *history;
    struct snapshot *snapshot; /* the newest; too large for a stack */
    struct notices notices;
    const struct headless_ops *ops;
    void *ctx;
    int signal_fd;
    int signal;         /* that ended it, 0 if none */
    uint64_t signal_ns; /* when it came */
    int reader_fd;      /* the loop also ends when nobody reads this any more; -1: none */
    bool reader_gone;
    bool whole, delivered;
    uint64_t stopping_ns; /* since when nothing has come of being told to end; 0: it was not */
    bool stuck_told;
};

/* Makes what a loop needs. False, with a message on standard error, when there is none of it to be
 * had; headless_close is due all the same. */
bool headless_open(struct headless *headless, struct source *source, const struct headless_ops *ops,
                   void *ctx);

/* That message, for what a command needs besides: ENOMEM, or the errno of a descriptor. */
void headless_refuse(int code);

#define HEADLESS_GRACE_NS UINT64_C(500000000)

/* Follows the source to its last snapshot. The first signal asks for the end, one that comes
 * HEADLESS_GRACE_NS later ends the process at once. The main thread, with signals blocked. */
void headless_loop(struct headless *headless);

void headless_close(struct headless *headless);

/* Whether S is a load's last word: a limit was reached, or it failed. */
bool headless_is_over(const struct snapshot *s);

#endif
