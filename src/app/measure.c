/* measure.c: what a measurement needs, put up in order and taken down in reverse.
 *
 * Everything that can be found wrong without writing is found before the first file is made, and
 * before a screen comes up. The keeper is forked while this is the only thread. */
#include "app/measure.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "app/dashboard.h"
#include "app/notices.h"
#include "app/output.h"
#include "app/place.h"
#include "app/run.h"
#include "app/signals.h"
#include "app/status.h"
#include "app/tour.h"
#include "disk/scratch.h"
#include "source/source.h"
#include "sys/keeper.h"

enum { DESCRIPTORS = 16 }; /* without a tracer and further files; 13 were seen */

/* Many shells allow far fewer descriptors than the kernel does. */
static void raise_descriptor_limit(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* Descriptors that a run holds at most: its own, a tracer's (one a processor), and a file for each
 * writer of `private`, which io_uring gives a ring besides. */
static unsigned long descriptors_needed(const struct options *options)
{
    const struct config *c = &options->config;
    const long processors = sysconf(_SC_NPROCESSORS_CONF);
    unsigned long need = DESCRIPTORS + (unsigned long)(processors > 0 ? processors : 1);
    if (options->command != COMMAND_TOUR && strcmp(c->strategy, "private") == 0)
        need += (c->writers - 1) * (strcmp(c->mode, "uring-fdatasync") == 0 ? 2ul : 1ul);
    return need;
}

/* Found before anything is made: which call would meet the limit says little. */
static int check_descriptors(const struct options *options, struct err *err)
{
    const unsigned long need = descriptors_needed(options);
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= need)
        return 0;
    return err_set(err, 0, "ulimit -n allows %llu open files, and this run needs %lu",
                   (unsigned long long)limit.rlim_cur, need);
}

static int check_terminal(struct err *err)
{
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return 0;
    return err_set(err, 0,
                   "the dashboard needs a terminal for input and output; "
                   "`fsyncscope run` works without one");
}

/* What the command makes of SOURCE; TOUR is its plan, if it is one. */
static int follow(struct source *source, const struct options *options, struct keeper *keeper,
                  struct tour *tour, struct output *output, struct err *err)
{
    if (options->command == COMMAND_TOUR)
        return tour_headless(source, tour, options, output);
    if (options->command == COMMAND_RUN)
        return run_headless(source, options, output);
    return dashboard(source, options, keeper, err);
}

/* With FIRST, which is the first of what TOUR has, or what the options say. */
static int start_with(const struct config *first, const struct options *options, int dirfd,
                      struct keeper *keeper, struct tour *tour, struct output *output,
                      struct err *err)
{
    const struct live_setup setup = {.dirfd = dirfd,
                                     .dir = options->dir,
                                     .keeper = keeper,
                                     .trace = options->trace,
                                     .probes = options->command == COMMAND_DASHBOARD};
    struct source *source;

    if (source_open_live(&setup, first, &source, err))
        return -1;
    int status = follow(source, options, keeper, tour, output, err);
    source_close(source);
    return status;
}

static int start(const struct options *options, int dirfd, struct keeper *keeper,
                 struct output *output, struct err *err)
{
    struct config first = options->config;
    struct tour *tour = NULL;
    int status = -1;

    scratch_sweep(dirfd);
    if (options->command != COMMAND_DASHBOARD)
        notices_idle(stderr, options);
    place_announce(options, dirfd);
    if (options->command == COMMAND_TOUR && !(tour = tour_of_options(options)))
        return err_set(err, ENOMEM, "no memory for a tour");
    if (tour && !tour_next(tour, &first))
        err_set(err, 0, "nothing can be measured: %s", tour_line_at(tour, 0)->trouble);
    else
        status = start_with(&first, options, dirfd, keeper, tour, output, err);
    tour_free(tour);
    return status;
}

/* A file system that was remounted read-only after an error lets nothing go. */
static void tell_leftover(const struct options *options, const struct keeper_leftover *left)
{
    char more[32] = "";
    struct err err;

    if (!left->count)
        return;
    if (left->count > 1)
        snprintf(more, sizeof(more), " and %u more files", left->count - 1);
    err_set(&err, left->code, "cannot remove %s/%s%s", options->dir, left->name, more);
    fprintf(stderr, "fsyncscope: %s; the next start in that directory does\n", err.text);
}

/* The exit status, or negative with a sentence in ERR when it never came to a measurement. */
static int measure_in(const struct options *options, int dirfd, struct output *output,
                      struct err *err)
{
    struct keeper *keeper;
    struct keeper_leftover left;
    bool screen = options->command == COMMAND_DASHBOARD;

    signals_block(screen);
    raise_descriptor_limit();
    if (check_descriptors(options, err))
        return -1;
    if (keeper_start(dirfd, screen ? STDOUT_FILENO : -1, &keeper, err))
        return -1;
    int status = start(options, dirfd, keeper, output, err);
    keeper_stop(keeper, &left);
    tell_leftover(options, &left);
    return status;
}

/* The directory first: a word that is neither one nor a command is the likelier mistake. */
static int check_streams(const struct options *options, struct output *output, struct err *err)
{
    if (options->command == COMMAND_DASHBOARD)
        return check_terminal(err);
    return output_open(output, options->output, err);
}

int measure(const struct options *options)
{
    struct output output = {0};
    struct err err = {0};
    int status = -1, dirfd = place_open(options, &err);

    if (dirfd >= 0) {
        if (check_streams(options, &output, &err) == 0)
            status = measure_in(options, dirfd, &output, &err);
        close(dirfd);
    }
    if (status >= 0)
        return status;
    fprintf(stderr, "fsyncscope: %s\n", err.text);
    return STATUS_SETUP;
}
