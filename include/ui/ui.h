/* ui.h: the dashboard: keys, the source's snapshots and signals in, at most ten frames a second
 * out.
 *
 * Main thread alone. It never waits for the disk; only a terminal whose reader stalls can hold it.
 */
#ifndef FSYNCSCOPE_UI_UI_H
#define FSYNCSCOPE_UI_UI_H

#include <stdbool.h>
#include <termios.h>

#include "base/err.h"
#include "source/comparison.h"
#include "source/history.h"
#include "source/source.h"
#include "ui/export.h"
#include "ui/state.h"

struct ui_options {
    const char *theme; /* NULL: dark */
    bool ascii, no_color, no_mouse;
    const struct export_format *formats; /* of the figures, for exports; NULL: none */
    void *formats_ctx;
    struct judge judge;
    struct comparison *comparison; /* that gets a row a configuration; NULL: nothing is kept */
};

struct ui_end {
    int signal;     /* that ended it; 0: a key, or the source has ended */
    char note[320]; /* for standard error afterwards: wrong lines of a theme; "" for none */
};

/* Whoever can put the terminal right when this process cannot. Any of them may be NULL. */
struct ui_guard {
    void *ctx;
    /* A screen is up: STATE is the terminal's before it, RESET what undoes the screen's modes. */
    void (*screen_up)(void *ctx, const struct termios *state, const char *reset);
    void (*screen_down)(void *ctx);
    void (*fatal)(void *ctx); /* from the handler of a fatal signal: async-signal-safe */
};

/* Runs the dashboard on standard input and output. SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH,
 * SIGTSTP and SIGCONT must be blocked in all threads, LC_CTYPE be set. Feeds HISTORY. The source
 * stays the caller's. Returns 0, or -errno with a sentence when theme or terminal are not usable:
 * nothing was written to the terminal then. GUARD may be NULL. */
int ui_run(struct source *source, struct history *history, const struct ui_options *options,
           const struct ui_guard *guard, struct ui_end *end, struct err *err);

#endif
