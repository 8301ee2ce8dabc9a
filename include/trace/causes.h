/* causes.h: why a round was slow, in words: its shares beside those of an ordinary one.
 *
 * Rules are rows. Pure. */
#ifndef FSYNCSCOPE_TRACE_CAUSES_H
#define FSYNCSCOPE_TRACE_CAUSES_H

#include "base/inside.h"

/* Makes USUAL, a mean, more like IN, an ordinary round; with FIRST it becomes that. */
void cause_learn(struct inside *usual, bool first, const struct inside *in);

/* Sets usual shares (USUAL may be NULL: not known), cause and sentence of INSIDE, whose shares and
 * spans are filled. */
void cause_find(struct inside *inside, const struct inside *usual);

#endif
