/* output.h: where a result goes: standard output, or a file that gets it whole or not at all. */
#ifndef FSYNCSCOPE_APP_OUTPUT_H
#define FSYNCSCOPE_APP_OUTPUT_H

#include <limits.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/err.h"

struct output {
    int fd; /* open: written as it is; -1: a new file takes the name PATH at the end */
    char path[PATH_MAX];
    mode_t mode;
};

/* Looks whether a result can be put under the name PATH (NULL or "-": standard output). An existing
 * regular file is replaced in the end and stays as it is until then; anything else (a device, a
 * pipe) is opened and written. 0, or -errno with a sentence. */
int output_open(struct output *output, const char *path, struct err *err);

/* Writes DATA and closes. 0, or -errno with a sentence. That the reader of standard output has gone
 * is no failure. */
int output_deliver(struct output *output, const char *data, size_t bytes, struct err *err);

#endif
