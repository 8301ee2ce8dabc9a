/* tour.c: gives the source one stretch after another and prints what came of them.
 *
 * A stretch is over with the first snapshot that says done or failed in a generation that was not
 * taken yet; snapshots that lag behind are of the one before it. Times are the snapshots' own. */
#include "app/tour.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/headless.h"
#include "app/option_rows.h"
#include "app/progress.h"
#include "app/status.h"
#include "report/table.h"
#include "report/tour.h"

struct touring {
    struct headless headless;
    struct tour *tour;
    const struct options *options;
    struct output *output;
    FILE *out;         /* the result so far, in memory */
    char *text;        /* the same, brought up to date by fflush */
    size_t bytes;      /* of text */
    size_t sent;       /* of them, to standard output already */
    unsigned told;     /* bit I: section I was printed; bit TOUR_SECTIONS: the head was */
    uint64_t taken;    /* generation of the newest stretch that was taken, 0: none */
    uint64_t began_ns; /* of the stretch that runs */
    enum status delivery;
    struct notices *watcher; /* where lines are told as they come; NULL: nowhere */
    struct notices terminal; /* that standard output is: the watcher where standard error is none */
};

/* A preset gives all but the writers. */
static bool is_given(const struct options *o, const char *name)
{
    return o->preset || option_is_given(o, name);
}

struct tour *tour_of_options(const struct options *o)
{
    const struct tour_plan plan = {
        .base = o->config,
        .sections = o->sections,
        .passes = TOUR_PASSES,
        .mode_given = is_given(o, "mode"),
        .strategy_given = is_given(o, "strategy"),
        .writers_given = option_is_given(o, "writers"),
        .record_given = is_given(o, "size"),
        .batch_given = is_given(o, "batch"),
        .stretch_ns = (o->config.stop_ns ? o->config.stop_ns : TOUR_LINE_NS) / TOUR_PASSES,
    };
    return tour_create(source_live_ops(), &plan);
}

/* --- what is printed --- */

static bool is_text(const struct touring *t)
{
    return t->options->format == OUTPUT_TEXT;
}

/* A file gets its result whole or not at all; a reader of standard output each table as it comes.
 */
static bool streams(const struct touring *t)
{
    return is_text(t) && t->output->fd == STDOUT_FILENO;
}

static struct tour_result result_of(const struct touring *t)
{
    return (struct tour_result){.tour = t->tour,
                                .history = t->headless.history,
                                .interrupted = t->headless.signal != 0,
                                .preset = t->options->preset};
}

/* A line is known long before its table: it is told beside the results, on standard error. Only on
 * a terminal that is standard output alone does it stand between them, for whoever sits there. Who
 * asked for a document or a file watches on a terminal or not at all. */
static void choose_watcher(struct touring *t)
{
    struct notices *errors = &t->headless.notices;

    if (errors->on_terminal || (streams(t) && !isatty(STDOUT_FILENO))) {
        t->watcher = errors;
    } else if (streams(t)) {
        notices_begin(&t->terminal, stdout, false);
        t->watcher = &t->terminal;
    }
}

static void send(struct touring *t)
{
    struct err err = {0};

    if (t->delivery != STATUS_DONE)
        return;
    if (fflush(t->out) || ferror(t->out))
        err_set(&err, ENOMEM, "cannot make the result");
    else
        output_deliver(t->output, t->text + t->sent, t->bytes - t->sent, &err);
    t->sent = t->bytes;
    if (!err.text[0])
        return;
    t->delivery = STATUS_SETUP;
    notices_clear(&t->headless.notices);
    fprintf(stderr, "fsyncscope: %s\n", err.text);
}

static void print_section(struct touring *t, enum tour_section section)
{
    const struct tour_result result = result_of(t);

    if (!(t->told & 1u << TOUR_SECTIONS))
        report_tour_head(t->out, &result);
    if (!(t->told & 1u << section))
        report_tour_section(t->out, t->tour, section);
    t->told |= 1u << TOUR_SECTIONS | 1u << section;
}

static void print_what_is_over(struct touring *t)
{
    for (int i = 0; i < TOUR_SECTIONS && streams(t); i++) {
        enum tour_section section = (enum tour_section)i;
        if (!tour_has(t->tour, section) || !tour_section_over(t->tour, section) ||
            t->told & 1u << section)
            continue;
        print_section(t, section);
        notices_clear(&t->headless.notices);
        send(t);
    }
}

/* Every line that was reached is an outcome, those that cannot run too. */
static void print_table(struct touring *t, void (*print)(FILE *, const struct report_table *))
{
    const struct snapshot *s = history_latest(t->headless.history);
    const struct outcome *outcomes[TOUR_LINES_MAX];
    struct warning warnings[TOUR_WARNINGS_MAX];
    uint32_t warned[TOUR_LINES_MAX];
    struct report_table table = {.target = s ? &s->target : NULL,
                                 .warnings = warnings,
                                 .warned = warned,
                                 .outcomes = outcomes,
                                 .interrupted = t->headless.signal != 0};
    const struct tour_line *line;
    const struct warning *warning;

    while ((warning = tour_warning(t->tour, table.warning_count)))
        warnings[table.warning_count++] = *warning;
    for (unsigned i = 0; s && (line = tour_line_at(t->tour, i)); i++) {
        if (!tour_outcome(line))
            continue;
        warned[table.count] = line->warnings;
        outcomes[table.count++] = tour_outcome(line);
    }
    print(t->out, &table);
}

static void print_text(struct touring *t)
{
    const struct tour_result result = result_of(t);

    for (int section = 0; section < TOUR_SECTIONS; section++)
        print_section(t, (enum tour_section)section);
    report_tour_tail(t->out, &result);
}

static void print_rest(struct touring *t)
{
    const struct tour_result result = result_of(t);

    switch (t->options->format) {
    case OUTPUT_TEXT:
        print_text(t);
        break;
    case OUTPUT_JSON:
        report_tour_json(t->out, &result);
        break;
    case OUTPUT_CSV:
        print_table(t, report_csv);
        break;
    case OUTPUT_OPENMETRICS:
        print_table(t, report_openmetrics);
        break;
    }
}

/* Whether any line was tried at all, be it without success on the disk. */
static bool has_result(const struct tour *tour)
{
    const struct tour_line *line;

    for (unsigned i = 0; (line = tour_line_at(tour, i)); i++) {
        if (line->passes || line->failed)
            return true;
    }
    return false;
}

/* A call that hangs may return yet, and the tour go on; whoever asked for the end need not wait. A
 * set-up that failed has no result; a JSON document tells even that. */
static bool deliver(void *ctx, bool stuck)
{
    struct touring *t = ctx;

    if (stuck && !t->headless.signal && !t->headless.whole)
        return false;
    notices_clear(&t->headless.notices);
    if (!has_result(t->tour) && is_text(t) && !t->headless.signal)
        return true;
    print_rest(t);
    send(t);
    return true;
}

/* --- from stretch to stretch --- */

static void take(struct touring *t)
{
    struct headless *h = &t->headless;
    const struct snapshot *s = h->snapshot;
    const struct tour_progress before = tour_progress(t->tour);

    t->taken = s->generation;
    if (!tour_take_history(t->tour, h->history, s->at_ns - t->began_ns))
        return;
    t->began_ns = s->at_ns;
    progress_line(t->watcher, &before);
    print_what_is_over(t);
}

/* The load was told to end and not by the tour: what it was at is no whole stretch. */
static bool is_called_off(const struct headless *h)
{
    return h->signal || h->reader_gone;
}

/* That a line is not durable stands in its row. */
static void warn(struct headless *h)
{
    struct warning list[TARGET_WARNINGS_MAX];
    unsigned count = warnings_now(h->history, WINDOW_ALL, list);

    for (unsigned i = 0; i < count; i++) {
        if (strcmp(list[i].id, "not-durable") != 0)
            notices_warn(&h->notices, &list[i], 1);
    }
}

static bool follow(void *ctx)
{
    struct touring *t = ctx;
    struct headless *h = &t->headless;
    const struct snapshot *s = h->snapshot;
    struct config next;

    warn(h);
    if (!t->began_ns)
        t->began_ns = s->at_ns - s->interval_ns;
    progress_bar(&h->notices, t->tour, s);
    if (s->generation == t->taken || !headless_is_over(s))
        return is_called_off(h) && s->last;
    if (is_called_off(h) && s->state == RUN_DONE)
        return true;
    take(t);
    if (!tour_next(t->tour, &next) || is_called_off(h) || t->delivery != STATUS_DONE)
        return true;
    source_apply(h->source, &next);
    return false;
}

/* Of a tour without any result the first reason, which was the set-up's. */
static int finish(const struct touring *t)
{
    const struct tour_line *failed = tour_failure(t->tour);

    if (failed)
        fprintf(stderr, "fsyncscope: %s\n", failed->trouble);
    if (t->headless.signal)
        return STATUS_SIGNAL + t->headless.signal;
    if (failed)
        return STATUS_DISK;
    if (!has_result(t->tour) && !t->headless.reader_gone) {
        fprintf(stderr, "fsyncscope: no line could be measured: %s\n",
                tour_line_at(t->tour, 0)->trouble);
        return STATUS_SETUP;
    }
    return (int)t->delivery;
}

int tour_headless(struct source *source, struct tour *tour, const struct options *options,
                  struct output *output)
{
    static const struct headless_ops ops = {.follow = follow, .deliver = deliver};
    struct touring t = {.tour = tour, .options = options, .output = output};
    int status = STATUS_SETUP;

    t.out = open_memstream(&t.text, &t.bytes);
    bool opened = headless_open(&t.headless, source, &ops, &t);
    if (opened && t.out) {
        choose_watcher(&t);
        if (output->fd == STDOUT_FILENO)
            t.headless.reader_fd = STDOUT_FILENO;
        headless_loop(&t.headless);
        notices_clear(&t.headless.notices);
        status = finish(&t);
    } else if (opened) {
        headless_refuse(ENOMEM);
    }
    headless_close(&t.headless);
    if (t.out)
        fclose(t.out);
    free(t.text);
    return status;
}
