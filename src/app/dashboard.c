/* dashboard.c: wires the screen to the keeper, and leaves a summary when the screen is gone.
 *
 * `q` and Ctrl-C are normal ends. A load that had failed by then is told by the status all the
 * same. */
#include "app/dashboard.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>

#include "app/notices.h"
#include "app/signals.h"
#include "app/status.h"
#include "report/report.h"
#include "sys/clock.h"
#include "ui/ui.h"

/* For the rounds under way to return, so that the summary has them. */
static const uint64_t patience_ns = UINT64_C(300000000);

static void on_screen_up(void *ctx, const struct termios *state, const char *reset)
{
    keeper_screen_up(ctx, state, reset);
}

static void on_screen_down(void *ctx)
{
    keeper_screen_down(ctx);
}

static void on_fatal(void *ctx)
{
    keeper_restore_now(ctx);
}

/* Ends the load and takes its last snapshots, as long as patience lasts. */
static void drain(struct source *source, struct history *history, struct snapshot *snapshot)
{
    uint64_t deadline_ns = clock_now_ns() + patience_ns;

    source_stop(source);
    for (uint64_t now_ns; !snapshot->last && (now_ns = clock_now_ns()) < deadline_ns;) {
        struct pollfd fd = {.fd = source_fd(source), .events = POLLIN};
        poll(&fd, 1, (int)((deadline_ns - now_ns) / 1000000) + 1);
        while (source_next(source, snapshot))
            history_add(history, snapshot);
    }
}

/* On the normal screen. Returns whether the load had failed. */
static bool leave_summary(struct history *history, bool ended)
{
    const struct snapshot *s = history_latest(history);
    struct run_result result = {.history = history};

    if (!s)
        return false;
    if (!ended && s->in_flight) {
        result.stuck_calls = s->in_flight;
        result.stuck_ns = s->oldest_ns;
    }
    report_summary(stdout, &result);
    fflush(stdout);
    if (!ended) {
        notices_stuck(stderr, result.stuck_calls, result.stuck_ns);
        signals_release(); /* whoever does not want to wait may end it: the keeper cleans up */
    }
    return s->state == RUN_FAILED;
}

static int run_screen(struct source *source, const struct options *options, struct keeper *keeper,
                      struct history *history, struct snapshot *snapshot, struct err *err)
{
    const struct ui_options ui = {.theme = options->theme,
                                  .ascii = options->ascii,
                                  .no_color = options->no_color,
                                  .no_mouse = options->no_mouse};
    const struct ui_guard guard = {
        .ctx = keeper, .screen_up = on_screen_up, .screen_down = on_screen_down, .fatal = on_fatal};
    struct ui_end end = {0};
    int rc = ui_run(source, history, &ui, &guard, &end, err);

    if (rc)
        return rc;
    drain(source, history, snapshot);
    bool failed = leave_summary(history, snapshot->last);
    if (end.note[0])
        fprintf(stderr, "fsyncscope: %s\n", end.note);
    if (end.signal && end.signal != SIGINT)
        return STATUS_SIGNAL + end.signal;
    return failed ? STATUS_DISK : STATUS_DONE;
}

int dashboard(struct source *source, const struct options *options, struct keeper *keeper,
              struct err *err)
{
    struct history *history = history_create();
    struct snapshot *snapshot = calloc(1, sizeof(*snapshot));
    int status;

    if (history && snapshot)
        status = run_screen(source, options, keeper, history, snapshot, err);
    else
        status = err_set(err, ENOMEM, "no memory for the dashboard");
    free(snapshot);
    history_free(history);
    return status;
}
