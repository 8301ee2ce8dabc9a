/* place.h: the measured directory, looked at before anything is started there. */
#ifndef FSYNCSCOPE_APP_PLACE_H
#define FSYNCSCOPE_APP_PLACE_H

#include "app/options.h"
#include "base/err.h"

/* Opens OPTIONS->dir and makes sure, as far as that can be without writing, that the load will find
 * a writable directory with room enough. Returns the descriptor, or -errno with a sentence. */
int place_open(const struct options *options, struct err *err);

/* Says on standard error what will be written where, when that is over 1 GiB. */
void place_announce(const struct options *options, int dirfd);

#endif
