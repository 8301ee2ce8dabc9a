/* run.c: a poll loop over the source and the signals; the result is made once.
 *
 * It is whole with the first snapshot that says done or failed, and delivered then: what follows is
 * the file's removal, which may hang as any call may. A load that cannot even stop, because calls
 * are stuck in the kernel, has its result delivered while they still are. The end of the process is
 * the source's `last` snapshot. */
#include "app/run.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/notices.h"
#include "app/result.h"
#include "app/signals.h"
#include "app/status.h"
#include "app/stuck.h"
#include "report/report.h"
#include "source/verdict.h"

struct run {
    struct source *source;
    const struct options *options;
    struct output *output;
    struct history *history;
    struct outcome *outcome;   /* room for it; too large for a stack */
    struct snapshot *snapshot; /* the newest; too large for a stack */
    struct notices notices;
    int signal_fd;
    int signal;           /* that ended it, 0 if none */
    uint64_t stopping_ns; /* since when nothing has come of being told to end; 0: it was not */
    bool stuck_told;
    bool began; /* a round was tried */
    bool delivered;
    enum status delivery; /* STATUS_DONE unless the result could not be delivered */
    enum status checks;   /* STATUS_DONE unless one held or could not be judged */
};

static enum status deliver(struct run *run, const struct run_result *result)
{
    struct err err = {0};
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    int rc = -ENOMEM;

    if (out) {
        result_print(out, run->options->format, result);
        rc = fclose(out) ? -ENOMEM : 0;
    }
    if (rc)
        err_set(&err, rc, "cannot make the result");
    else
        rc = output_deliver(run->output, text, bytes, &err);
    free(text);
    if (!rc)
        return STATUS_DONE;
    fprintf(stderr, "fsyncscope: %s\n", err.text);
    return STATUS_SETUP;
}

/* Once. A set-up that failed has no result; documents for machines tell even that. */
static void deliver_result(struct run *run, bool stuck)
{
    struct run_result result = {.history = run->history,
                                .interrupted = run->signal != 0,
                                .preset = run->options->preset,
                                .checks = run->options->checks,
                                .check_count = run->options->check_count};
    bool has_result = run->began || run->snapshot->state != RUN_FAILED;

    if (run->delivered)
        return;
    if (stuck)
        stuck_tell(&result);
    if (outcome_take(run->outcome, run->history)) {
        run->outcome->interrupted = result.interrupted;
        run->outcome->stuck_calls = result.stuck_calls;
        run->outcome->stuck_ns = result.stuck_ns;
        result.outcome = run->outcome;
    }
    run->delivered = true;
    if (has_result || run->options->format != OUTPUT_TEXT)
        run->delivery = deliver(run, &result);
    if (has_result)
        run->checks = result_judge(stderr, &result);
}

static bool is_over(const struct snapshot *s)
{
    return s->state == RUN_DONE || s->state == RUN_FAILED;
}

/* It is to end and has not: rounds are under way, or the file is being made or removed. */
static bool is_ending(const struct run *run)
{
    const struct snapshot *s = run->snapshot;
    return is_over(s) || s->state == RUN_STOPPING || run->signal;
}

static void watch_end(struct run *run)
{
    const struct snapshot *s = run->snapshot;

    /* Patience begins anew with each round that returns, and with the removal of the file. */
    if (!run->stopping_ns || s->rounds || (is_over(s) && !run->delivered))
        run->stopping_ns = s->at_ns;
    if (is_over(s))
        deliver_result(run, false);
    if (s->last || run->stuck_told || !stuck_now(run->history, s->at_ns - run->stopping_ns))
        return;
    run->stuck_told = true;
    notices_stuck(stderr, s);
    deliver_result(run, true);
}

static void follow(struct run *run)
{
    const struct snapshot *s = run->snapshot;
    struct warning warnings[TARGET_WARNINGS_MAX];

    history_add(run->history, s);
    notices_follow(&run->notices, s);
    notices_warn(&run->notices, warnings, warnings_now(run->history, WINDOW_ALL, warnings));
    run->began = run->began || s->rounds || s->failed_rounds || s->state == RUN_LIVE;
    if (!s->last && is_over(s))
        source_stop(run->source);
    if (is_ending(run))
        watch_end(run);
}

/* The first signal asks for the end, the next one does not ask: the keeper cleans up. */
static void on_signal(struct run *run)
{
    int signo = signals_take(run->signal_fd);

    if (!signo)
        return;
    if (run->signal)
        _exit(STATUS_SIGNAL + signo);
    run->signal = signo;
    source_stop(run->source);
}

static void loop(struct run *run)
{
    struct pollfd fds[] = {
        {.fd = source_fd(run->source), .events = POLLIN},
        {.fd = run->signal_fd, .events = POLLIN},
    };

    while (!run->snapshot->last) {
        if (poll(fds, 2, -1) < 0 && errno != EINTR)
            break;
        if (fds[1].revents)
            on_signal(run);
        while (!run->snapshot->last && source_next(run->source, run->snapshot))
            follow(run);
    }
}

static int finish(struct run *run)
{
    const struct snapshot *s = run->snapshot;
    bool failed = s->state == RUN_FAILED;

    deliver_result(run, false);
    if (failed)
        fprintf(stderr, "fsyncscope: %s\n", s->error);
    if (run->signal)
        return STATUS_SIGNAL + run->signal;
    if (failed)
        return (int)status_of_failure(s, run->began);
    return (int)(run->delivery != STATUS_DONE ? run->delivery : run->checks);
}

int run_headless(struct source *source, const struct options *options, struct output *output)
{
    struct run run = {
        .source = source,
        .options = options,
        .output = output,
        .history = history_create(),
        .outcome = calloc(1, sizeof(*run.outcome)),
        .snapshot = calloc(1, sizeof(*run.snapshot)),
        .signal_fd = signals_open(),
    };
    int status = STATUS_SETUP;

    notices_begin(&run.notices, stderr, isatty(STDERR_FILENO));
    if (run.history && run.outcome && run.snapshot && run.signal_fd >= 0) {
        loop(&run);
        status = finish(&run);
    } else {
        fputs("fsyncscope: no memory or no descriptors left for a run\n", stderr);
    }
    if (run.signal_fd >= 0)
        close(run.signal_fd);
    free(run.snapshot);
    free(run.outcome);
    history_free(run.history);
    return status;
}
