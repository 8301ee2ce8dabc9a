/* run.c: one configuration, followed to its end; the result is made once.
 *
 * It is whole with the first snapshot that says done or failed. */
#include "app/run.h"

#include <errno.h>
#include <stdlib.h>

#include "app/headless.h"
#include "app/notices.h"
#include "app/status.h"
#include "app/stuck.h"
#include "report/report.h"
#include "source/verdict.h"

struct run {
    struct headless headless;
    const struct options *options;
    struct output *output;
    bool began;           /* a round was tried */
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
    if (!rc)
        return STATUS_DONE;
    fprintf(stderr, "fsyncscope: %s\n", err.text);
    return STATUS_SETUP;
}

/* Once. A set-up that failed has no result; a JSON document tells even that. */
static bool deliver_result(void *ctx, bool stuck)
{
    struct run *run = ctx;
    struct run_result result = {.history = run->headless.history,
                                .interrupted = run->headless.signal != 0};
    bool has_result = run->began || run->headless.snapshot->state != RUN_FAILED;

    if (stuck)
        stuck_tell(&result);
    if (has_result || run->options->format == OUTPUT_JSON)
        run->delivery = deliver(run, &result);
    return true;
}

static bool follow(void *ctx)
{
    struct run *run = ctx;
    struct headless *h = &run->headless;
    const struct snapshot *s = h->snapshot;
    struct warning warnings[TARGET_WARNINGS_MAX];

    notices_follow(&h->notices, s);
    notices_warn(&h->notices, warnings, warnings_now(h->history, WINDOW_ALL, warnings));
    run->began = run->began || s->rounds || s->failed_rounds || s->state == RUN_LIVE;
    return headless_is_over(s);
}

static int finish(struct run *run)
{
    const struct snapshot *s = run->headless.snapshot;
    bool failed = s->state == RUN_FAILED;

    if (failed)
        fprintf(stderr, "fsyncscope: %s\n", s->error);
    if (run->headless.signal)
        return STATUS_SIGNAL + run->headless.signal;
    if (failed)
        return (int)status_of_failure(s, run->began);
    return (int)run->delivery;
}

int run_headless(struct source *source, const struct options *options, struct output *output)
{
    static const struct headless_ops ops = {.follow = follow, .deliver = deliver_result};
    struct run run = {.options = options, .output = output};
    int status = STATUS_SETUP;

    if (headless_open(&run.headless, source, &ops, &run)) {
        headless_loop(&run.headless);
        status = finish(&run);
    }
    headless_close(&run.headless);
    return status;
}
