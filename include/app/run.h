/* run.h: one configuration without a screen. */
#ifndef FSYNCSCOPE_APP_RUN_H
#define FSYNCSCOPE_APP_RUN_H

#include "app/options.h"
#include "app/output.h"
#include "source/source.h"

/* Follows SOURCE to its end, delivers the result to OUTPUT, and returns the exit status. A second
 * signal ends the process at once. The main thread, with signals blocked. */
int run_headless(struct source *source, const struct options *options, struct output *output);

#endif
