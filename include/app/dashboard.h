/* dashboard.h: the screen over a live source, and what is left to read when it is gone. */
#ifndef FSYNCSCOPE_APP_DASHBOARD_H
#define FSYNCSCOPE_APP_DASHBOARD_H

#include "app/options.h"
#include "base/err.h"
#include "source/source.h"
#include "sys/keeper.h"

/* Runs the dashboard until its user or a signal ends it, then prints a summary on the normal
 * screen. Returns the exit status, or -errno with a sentence when no screen could be had. The
 * caller closes SOURCE, which may wait for calls that are stuck; it is said here. */
int dashboard(struct source *source, const struct options *options, struct keeper *keeper,
              struct err *err);

#endif
