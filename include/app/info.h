/* info.h: what stands under a directory, told without writing anything there. */
#ifndef FSYNCSCOPE_APP_INFO_H
#define FSYNCSCOPE_APP_INFO_H

#include "app/options.h"

/* Prints the facts of OPTIONS->dir and the warnings that they earn. Returns the exit status; what
 * went wrong was said on standard error. Needs no right but to enter the directory. */
int info(const struct options *options);

#endif
