/* keeper.h: a small process that puts things right when this one cannot.
 *
 * Forked before any thread exists, in a session of its own so that no terminal signal reaches it,
 * it waits on a socket whose other end closes with this process, however that ends: kill -9, a
 * crash, or a return that had to wait for a frozen file system. Then it removes the scratch files
 * that it was told of (3,088 at a time) and, if a screen was up, restores the terminal. It holds
 * the measured directory and the terminal open, nothing else. What even it cannot reach (a power
 * cut, or both killed at once) is left to the next start: scratch_sweep.
 *
 * All calls from any thread; each is one message of a few hundred bytes, and an error (the keeper
 * was killed) is ignored, since the next start cleans up. A KEEPER of NULL is allowed everywhere
 * and does nothing. */
#ifndef FSYNCSCOPE_SYS_KEEPER_H
#define FSYNCSCOPE_SYS_KEEPER_H

#include <termios.h>

#include "base/err.h"

struct keeper;

/* Starts the keeper for files of the directory DIRFD and the terminal TTY (-1: none). No other
 * thread may run yet. Returns 0, or -errno with a sentence in ERR. */
int keeper_start(int dirfd, int tty, struct keeper **out, struct err *err);

/* A scratch file of this name exists from now on / does not any more. To leave no moment uncovered
 * add a name before creating it, and drop it after removing it. */
void keeper_add_file(struct keeper *keeper, const char *name);
void keeper_drop_file(struct keeper *keeper, const char *name);

/* An empty directory NAME in the one that PARENT is a descriptor of exists from now on / does not
 * any more: it is removed likewise. Made for what a kernel keeps under a name, an instance of its
 * tracer; two at a time. */
void keeper_add_dir(struct keeper *keeper, int parent, const char *name);
void keeper_drop_dir(struct keeper *keeper, const char *name);

/* A screen is up: on a sudden end set STATE and write RESET (at most 256 bytes) to the terminal.
 * keeper_screen_down takes that back. */
void keeper_screen_up(struct keeper *keeper, const struct termios *state, const char *reset);
void keeper_screen_down(struct keeper *keeper);

/* For the handler of a fatal signal: has the terminal restored and returns once it is, or after
 * half a second. Async-signal-safe. */
void keeper_restore_now(const struct keeper *keeper);

/* What could not be removed. */
struct keeper_leftover {
    unsigned count;
    int code;       /* errno value of the first */
    char name[256]; /* and its name in the directory */
};

/* Ends it, after it removed what is still on its list, and waits for that. Frees KEEPER. LEFT,
 * which may be NULL, tells of what is still there. */
void keeper_stop(struct keeper *keeper, struct keeper_leftover *left);

#endif
