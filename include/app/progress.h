/* progress.h: how far a tour has come. */
#ifndef FSYNCSCOPE_APP_PROGRESS_H
#define FSYNCSCOPE_APP_PROGRESS_H

#include "app/notices.h"
#include "source/tour.h"

/* On a terminal, one line that is written over: a bar, what runs now, in which pass, the time left.
 */
void progress_bar(struct notices *notices, const struct tour *tour, const struct snapshot *now);

/* The line that BEFORE tells of has been taken: in the first pass what came of it is told at once,
 * on a terminal or not. NOTICES may be NULL: nobody wants to know. */
void progress_line(struct notices *notices, const struct tour_progress *before);

#endif
