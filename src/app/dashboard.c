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
#include "base/text.h"
#include "report/report.h"
#include "report/threshold.h"
#include "source/comparison.h"
#include "sys/clock.h"
#include "ui/ui.h"

/* What the figures are told from, live in an export and at the end. */
struct told {
    struct history *history;
    struct comparison *comparison; /* NULL: there was no memory for it */
    const struct preset *preset;
    struct outcome *outcome; /* room for it */
};

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
 * they return, or are known not to; returns for how long none has. Whoever does not want to wait
 * may end it after half a second: the keeper cleans up. */
static uint64_t drain(struct source *source, const struct told *told, struct snapshot *snapshot)
{
    struct history *history = told->history;
    uint64_t told_ns = clock_now_ns(), moved_ns = told_ns, waited_ns = 0;

    source_stop(source);
    while (!snapshot->last && !stuck_now(history, waited_ns) &&
           waited_ns < stuck_patience_ns(history)) {
        struct pollfd fd = {.fd = source_fd(source), .events = POLLIN};
        poll(&fd, 1, 1000 / SNAPSHOTS_A_SECOND);
        uint64_t now_ns = clock_now_ns();
        while (source_next(source, snapshot)) {
            history_add(history, snapshot);
            comparison_take(told->comparison, history);
            if (snapshot->rounds)
                moved_ns = now_ns;
        }
        waited_ns = now_ns - moved_ns;
        if (now_ns - told_ns >= STUCK_LEAST_NS)
            signals_release();
    }
    return waited_ns;
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

static struct run_result result_of(const struct told *told)
{
    return (struct run_result){
        .history = told->history, .comparison = told->comparison, .preset = told->preset};
}

/* On the normal screen. */
static void leave_summary(const struct told *told, bool ended, uint64_t waited_ns)
{
    const struct snapshot *s = history_latest(told->history);
    struct run_result result = result_of(told);

    if (!s)
        return;
    if (!ended)
        stuck_tell(&result, waited_ns);
    result_take(&result, told->outcome);
    report_summary(stdout, &result);
    fflush(stdout);
    if (!ended)
        notices_stuck(stderr, s);
}

/* Memory meets everything, and means nothing. */
static bool judge(void *ctx, const struct outcome *outcome, bool hangs, struct judgement *out)
{
    const struct told *told = ctx;
    const struct snapshot *s = history_latest(told->history);
    struct threshold_live live;

    if (!s || s->target.memory || !threshold_live(&live, told->preset, outcome, hangs))
        return false;
    out->answer = live.answer == CHECK_YES  ? JUDGED_WELL
                  : live.answer == CHECK_NO ? JUDGED_BADLY
                                            : JUDGED_NOT;
    for (size_t i = 0; i < sizeof(out->form) / sizeof(out->form[0]); i++)
        text_copy(out->form[i], sizeof(out->form[i]), live.form[i]);
    return true;
}

static void print(FILE *out, const struct told *told, enum output_format format)
{
    struct run_result result = result_of(told);

    result_take(&result, told->outcome);
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
                      struct told *told, struct snapshot *snapshot, struct err *err)
{
    const struct ui_options ui = {.formats = formats,
                                  .formats_ctx = told,
                                  .judge = {judge, told},
                                  .comparison = told->comparison,
                                  .theme = options->theme,
                                  .ascii = options->ascii,
                                  .no_color = options->no_color,
                                  .no_mouse = options->no_mouse};
    const struct ui_guard guard = {
        .ctx = keeper, .screen_up = on_screen_up, .screen_down = on_screen_down, .fatal = on_fatal};
    struct ui_end end = {0};
    int rc = ui_run(source, told->history, &ui, &guard, &end, err);

    if (rc)
        return rc;
    uint64_t waited_ns = drain(source, told, snapshot);
    leave_summary(told, snapshot->last, waited_ns);
    if (end.note[0])
        fprintf(stderr, "fsyncscope: %s\n", end.note);
    if (end.signal && end.signal != SIGINT)
        return STATUS_SIGNAL + end.signal;
    return status_of(told->history);
}

int dashboard(struct source *source, const struct options *options, struct keeper *keeper,
              struct err *err)
{
    struct told told = {.history = history_create(),
                        .comparison = comparison_create(),
                        .preset = options->preset,
                        .outcome = calloc(1, sizeof(*told.outcome))};
    struct snapshot *snapshot = calloc(1, sizeof(*snapshot));
    int status;

    if (told.history && told.outcome && snapshot)
        status = run_screen(source, options, keeper, &told, snapshot, err);
    else
        status = err_set(err, ENOMEM, "no memory for the dashboard");
    free(snapshot);
    free(told.outcome);
    comparison_free(told.comparison);
    history_free(told.history);
    return status;
}
