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
#include "app/result.h"
#include "app/signals.h"
#include "app/status.h"
#include "app/stuck.h"
#include "report/report.h"
#include "sys/clock.h"
#include "ui/ui.h"

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

/* Ends the load and takes its last snapshots, so that the summary has the rounds under way; until
 * they return, or are known not to. Whoever does not want to wait may end it after half a second:
 * the keeper cleans up. */
static void drain(struct source *source, struct history *history, struct snapshot *snapshot)
{
    uint64_t told_ns = clock_now_ns(), moved_ns = told_ns, waited_ns = 0;

    source_stop(source);
    while (!snapshot->last && !stuck_now(history, waited_ns) &&
           waited_ns < stuck_patience_ns(history)) {
        struct pollfd fd = {.fd = source_fd(source), .events = POLLIN};
        poll(&fd, 1, 1000 / SNAPSHOTS_A_SECOND);
        uint64_t now_ns = clock_now_ns();
        while (source_next(source, snapshot)) {
            history_add(history, snapshot);
            if (snapshot->rounds)
                moved_ns = now_ns;
        }
        waited_ns = now_ns - moved_ns;
        if (now_ns - told_ns >= STUCK_LEAST_NS)
            signals_release();
    }
}

/* What the load came to, if it failed. */
static int status_of(struct history *history)
{
    const struct snapshot *s = history_latest(history);

    if (!s || s->state != RUN_FAILED)
        return STATUS_DONE;
    bool began = history_began_ns(history) || history_failed(history);
    return (int)status_of_failure(s, began);
}

/* What the figures are told from, live in an export and at the end. */
struct told {
    struct history *history;
    const struct preset *preset;
    struct outcome *outcome; /* room for it */
};

static struct run_result result_of(const struct told *told)
{
    struct run_result result = {.history = told->history, .preset = told->preset};

    if (outcome_take(told->outcome, told->history))
        result.outcome = told->outcome;
    return result;
}

/* On the normal screen. */
static void leave_summary(const struct told *told, bool ended)
{
    const struct snapshot *s = history_latest(told->history);
    struct run_result result = result_of(told);

    if (!s)
        return;
    if (!ended)
        stuck_tell(&result);
    report_summary(stdout, &result);
    fflush(stdout);
    if (!ended)
        notices_stuck(stderr, s);
}

static void print(FILE *out, const struct told *told, enum output_format format)
{
    const struct run_result result = result_of(told);

    result_print(out, format, &result);
}

static void print_json(FILE *out, void *ctx)
{
    print(out, ctx, OUTPUT_JSON);
}

static void print_csv(FILE *out, void *ctx)
{
    print(out, ctx, OUTPUT_CSV);
}

static void print_openmetrics(FILE *out, void *ctx)
{
    print(out, ctx, OUTPUT_OPENMETRICS);
}

/* What an export has besides the screen. */
static const struct export_format formats[] = {
    {"json", print_json}, {"csv", print_csv}, {"prom", print_openmetrics}, {0}};

static int run_screen(struct source *source, const struct options *options, struct keeper *keeper,
                      struct history *history, struct snapshot *snapshot, struct outcome *outcome,
                      struct err *err)
{
    struct told told = {history, options->preset, outcome};
    const struct ui_options ui = {.formats = formats,
                                  .formats_ctx = &told,
                                  .theme = options->theme,
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
    leave_summary(&told, snapshot->last);
    if (end.note[0])
        fprintf(stderr, "fsyncscope: %s\n", end.note);
    if (end.signal && end.signal != SIGINT)
        return STATUS_SIGNAL + end.signal;
    return status_of(history);
}

int dashboard(struct source *source, const struct options *options, struct keeper *keeper,
              struct err *err)
{
    struct history *history = history_create();
    struct snapshot *snapshot = calloc(1, sizeof(*snapshot));
    struct outcome *outcome = calloc(1, sizeof(*outcome));
    int status;

    if (history && snapshot && outcome)
        status = run_screen(source, options, keeper, history, snapshot, outcome, err);
    else
        status = err_set(err, ENOMEM, "no memory for the dashboard");
    free(outcome);
    free(snapshot);
    history_free(history);
    return status;
}
