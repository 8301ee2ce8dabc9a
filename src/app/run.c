/* run.c: one configuration, followed to its end; the result is made once.
 *
 * It is whole with the first snapshot that says done or failed. */
#include "app/run.h"

#include <errno.h>
#include <stdlib.h>

#include "app/headless.h"
#include "app/notices.h"
#include "app/result.h"
#include "app/status.h"
#include "app/stuck.h"
#include "report/report.h"
#include "source/verdict.h"

struct run {
    struct headless headless;
    const struct options *options;
    struct output *output;
    struct outcome *outcome; /* room for it; too large for a stack */
    bool began;              /* a round was tried */
    enum status delivery;    /* STATUS_DONE unless the result could not be delivered */
    struct check check[CHECKS_MAX];
    enum status checks; /* STATUS_DONE unless one held or could not be judged */
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
static bool deliver_result(void *ctx, bool stuck)
{
    struct run *run = ctx;
    struct headless *h = &run->headless;
    struct run_result result = {.history = h->history,
                                .interrupted = h->signal != 0,
                                .preset = run->options->preset,
                                .checks = run->check,
                                .check_count = run->options->check_count};
    bool has_result = run->began || h->snapshot->state != RUN_FAILED;

    if (stuck)
        stuck_tell(&result, h->snapshot->at_ns - h->stopping_ns);
    result_take(&result, run->outcome);
    if (has_result || run->options->format != OUTPUT_TEXT)
        run->delivery = deliver(run, &result);
    if (has_result)
        run->checks = result_judge(stderr, &result);
    return true;
}

/* The options have seen that each can be. */
static void parse_checks(struct run *run)
{
    for (size_t i = 0; i < run->options->check_count; i++)
        check_parse(&run->check[i], run->options->checks[i], NULL);
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
    return (int)(run->delivery != STATUS_DONE ? run->delivery : run->checks);
}

int run_headless(struct source *source, const struct options *options, struct output *output)
{
    static const struct headless_ops ops = {.follow = follow, .deliver = deliver_result};
    struct run run = {
        .options = options, .output = output, .outcome = calloc(1, sizeof(*run.outcome))};
    int status = STATUS_SETUP;

    parse_checks(&run);
    bool opened = headless_open(&run.headless, source, &ops, &run);
    if (opened && run.outcome) {
        headless_loop(&run.headless);
        status = finish(&run);
    } else if (opened) {
        headless_refuse(ENOMEM);
    }
    free(run.outcome);
    headless_close(&run.headless);
    return status;
}
