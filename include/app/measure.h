/* measure.h: from options to a measurement and its exit status. */
#ifndef FSYNCSCOPE_APP_MEASURE_H
#define FSYNCSCOPE_APP_MEASURE_H

#include "app/options.h"

/* Opens the directory, starts keeper and load, runs the dashboard or the headless run, and takes it
 * all down again. Returns the exit status; whatever went wrong was said on standard error. */
int measure(const struct options *options);

#endif
