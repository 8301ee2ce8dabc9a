/* fixture.h: /proc and /sys of hardware that is not here, as one text each under
 * tests/fixtures/sys. A line is one of
 *
 *   # a comment
 *   [path]                        the folder that the lines below are in, up to the next
 *   path: text                    a file with that text and a newline
 *   path -> target                a symbolic link
 *
 * and a text may hold \n. The files are unfolded into a temporary directory, which then is the
 * program's root. */
#ifndef FSYNCSCOPE_TESTS_FIXTURE_H
#define FSYNCSCOPE_TESTS_FIXTURE_H

#include "support/tree.h"

/* Unfolds tests/fixtures/sys/NAME into TREE. Fails the test when it cannot. */
void fixture_unfold(const struct tree *tree, const char *name);

#endif
