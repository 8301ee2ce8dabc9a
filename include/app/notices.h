/* notices.h: what `run` says on standard error while it goes on. */
#ifndef FSYNCSCOPE_APP_NOTICES_H
#define FSYNCSCOPE_APP_NOTICES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "app/options.h"
#include "base/snapshot.h"

struct notices {
    FILE *out;
    bool on_terminal;
    bool line_open; /* the progress line waits for its end */
    bool bar_open;  /* or to be wiped out */
    unsigned told_count;
    char told[2 * TARGET_WARNINGS_MAX][24]; /* ids of warnings */
    uint64_t prepare_begin_ns, prepare_told_ns;
};

/* For OUT, a terminal or not. */
void notices_begin(struct notices *notices, FILE *out, bool on_terminal);

/* Tells those of the COUNT warnings of LIST that were not told yet, but a failure: that is what the
 * command ends with. */
void notices_warn(struct notices *notices, const struct warning *list, unsigned count);

/* Tells what is new in SNAPSHOT: each warning of its target once, and how far a preparation has
 * come when it takes over a second. */
void notices_follow(struct notices *notices, const struct snapshot *snapshot);

/* On a terminal: shows TEXT as the line that is written over; wipes that out; puts a line above it.
 * Elsewhere only the last of them says anything. */
void notices_bar(struct notices *notices, const char *text);
void notices_clear(struct notices *notices);
void notices_say(struct notices *notices, const char *text);

/* One note on all options that were given and mean nothing here. */
void notices_idle(FILE *out, const struct options *options);

/* "1 call stuck for 4.6 s in the kernel, 15 more writers wait behind it"; with no call known, that
 * the file system does not answer. */
void notices_stuck(FILE *out, const struct snapshot *snapshot);

#endif
