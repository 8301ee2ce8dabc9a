/* run.h: one configuration without a screen. */
#ifndef FSYNCSCOPE_APP_RUN_H
#define FSYNCSCOPE_APP_RUN_H

#include "app/options.h"
#include "app/output.h"
#include "app/status.h"
#include "source/source.h"

/* Follows SOURCE to its end, delivers the result to OUTPUT, and returns the exit status. A second
 * signal ends the process at once. The main thread, with signals blocked. */
int run_headless(struct source *source, const struct options *options, struct output *output);

/* The exit status of a load that failed with CODE (an errno value). BEGAN: a round was tried, so
 * the disk failed the run; before that it is the set-up that was not usable, unless the error is
 * one of the disk's own. */
enum status run_failure_status(int code, bool began);

#endif
