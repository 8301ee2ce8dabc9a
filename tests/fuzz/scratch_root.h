/* scratch_root.h: a root directory for a fuzz target, in memory where that is to be had, which is
 * gone again when the fuzzer ends. Aborts when it cannot do what is asked: that is no finding. */
#ifndef FSYNCSCOPE_TESTS_SCRATCH_ROOT_H
#define FSYNCSCOPE_TESTS_SCRATCH_ROOT_H

#include <stddef.h>

/* Its path; made with the first call. */
const char *scratch_root(void);

/* Makes the folder PATH in it, with those above. */
void scratch_root_folder(const char *path);

/* Makes the symbolic link PATH in it. */
void scratch_root_link(const char *path, const char *target);

/* Writes the file PATH in it; with TEXT NULL, removes it. */
void scratch_root_write(const char *path, const void *text, size_t length);

#endif
