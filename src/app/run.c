/* run.c: a poll loop over the source and the signals; the result is made once, at the end.
 *
 * The end is the source's `last` snapshot. Two things come before it: a load that reached its limit
 * or failed is told to stop, and a load that cannot stop because calls are stuck in the kernel has
 * its result delivered while they still are. */
#include "app/run.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/notices.h"
#include "app/signals.h"
#include "report/report.h"
#include "source/verdict.h"

/* How long rounds may take to return before their calls count as stuck. */
static const uint64_t patience_ns = UINT64_C(500000000);

struct run {
    struct source *source;
    const struct options *options;
    struct output *output;
    struct history *history;
    struct snapshot *snapshot; /* the newest; too large for a stack */
    struct notices notices;
    int signal_fd;
    int signal;           /* that ended it, 0 if none */
    uint64_t stopping_ns; /* since when it has been stopping, 0 if it is not */
    bool began;           /* a round was tried */
    bool delivered;
    enum status delivery; /* STATUS_DONE unless the result could not be delivered */
};

static enum status deliver(struct run *run, const struct run_result *result)
{
    struct err err = {0};
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    int rc = -ENOMEM;

    if (out) {
        if (run->options->format == OUTPUT_JSON)
            report_json(out, result);
        else
            report_text(out, result);
        rc = fclose(out) ? -ENOMEM : 0;
    }
    if (rc)
        err_set(&err, rc, "cannot make the result");
    else
        rc = output_deliver(run->output, text, bytes, &err);
    free(text);
    if (!rc || (rc == -EPIPE && !run->options->output))
        return STATUS_DONE;
    fprintf(stderr, "fsyncscope: %s\n", err.text);
    return STATUS_SETUP;
}

/* Once. A set-up that failed has no result; a JSON document tells even that. */
static void deliver_result(struct run *run, unsigned stuck_calls, uint64_t stuck_ns)
{
    const struct run_result result = {
        .history = run->history,
        .interrupted = run->signal != 0,
        .stuck_calls = stuck_calls,
        .stuck_ns = stuck_ns,
    };
    bool has_result = run->began || run->snapshot->state != RUN_FAILED;

    if (run->delivered)
        return;
    run->delivered = true;
    if (has_result || run->options->format == OUTPUT_JSON)
        run->delivery = deliver(run, &result);
}

/* Told to end, it waits: for rounds to return, or for a file that is being made. */
static bool is_waiting(const struct run *run)
{
    const struct snapshot *s = run->snapshot;
    return (s->state == RUN_STOPPING && s->in_flight) || (s->state == RUN_PREPARING && run->signal);
}

static void watch_stopping(struct run *run)
{
    const struct snapshot *s = run->snapshot;

    if (!is_waiting(run)) {
        run->stopping_ns = 0;
        return;
    }
    if (!run->stopping_ns)
        run->stopping_ns = s->at_ns;
    if (run->delivered || s->at_ns - run->stopping_ns < patience_ns)
        return;
    notices_stuck(stderr, s->in_flight, s->oldest_ns);
    deliver_result(run, s->in_flight, s->oldest_ns);
}

static void follow(struct run *run)
{
    const struct snapshot *s = run->snapshot;
    struct warning warnings[TARGET_WARNINGS_MAX];

    history_add(run->history, s);
    notices_follow(&run->notices, s);
    notices_warn(&run->notices, warnings, warnings_now(run->history, WINDOW_ALL, warnings));
    run->began = run->began || s->rounds || s->failed_rounds || s->state == RUN_LIVE;
    if (!s->last && (s->state == RUN_DONE || s->state == RUN_FAILED))
        source_stop(run->source);
    watch_stopping(run);
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

enum status run_failure_status(int code, bool began)
{
    static const int disks_own[] = {EIO,     EREMOTEIO, ENODATA, EILSEQ,
                                    EUCLEAN, ENXIO,     ENODEV,  ESTALE};

    for (size_t i = 0; i < sizeof(disks_own) / sizeof(disks_own[0]); i++) {
        if (code == disks_own[i])
            return STATUS_DISK;
    }
    return began ? STATUS_DISK : STATUS_SETUP;
}

static int finish(struct run *run)
{
    const struct snapshot *s = run->snapshot;
    bool failed = s->state == RUN_FAILED;

    deliver_result(run, 0, 0);
    if (failed)
        fprintf(stderr, "fsyncscope: %s\n", s->error);
    if (run->signal)
        return STATUS_SIGNAL + run->signal;
    if (failed)
        return (int)run_failure_status(s->error_code, run->began);
    return (int)run->delivery;
}

int run_headless(struct source *source, const struct options *options, struct output *output)
{
    struct run run = {
        .source = source,
        .options = options,
        .output = output,
        .history = history_create(),
        .snapshot = calloc(1, sizeof(*run.snapshot)),
        .signal_fd = signals_open(),
    };
    int status = STATUS_SETUP;

    notices_begin(&run.notices, stderr, isatty(STDERR_FILENO));
    if (run.history && run.snapshot && run.signal_fd >= 0) {
        loop(&run);
        status = finish(&run);
    } else {
        fputs("fsyncscope: no memory or no descriptors left for a run\n", stderr);
    }
    if (run.signal_fd >= 0)
        close(run.signal_fd);
    free(run.snapshot);
    history_free(run.history);
    return status;
}
