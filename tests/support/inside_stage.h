/* inside_stage.h: rounds that were looked into, made by hand. */
#ifndef FSYNCSCOPE_TESTS_INSIDE_STAGE_H
#define FSYNCSCOPE_TESTS_INSIDE_STAGE_H

#include "support/ui_stage.h"

/* The next snapshot has a slow round of its own, 20 ms before its end; good for the functions
 * below. */
struct round inside_slow(struct stage *stage, uint32_t writer, uint64_t latency_ns);

/* What was seen inside ROUND: a journaled append with one long flush of all that is left of its
 * latency. */
struct inside inside_flush(const struct round *round);

/* As that, but another program's write stands in the way. */
struct inside inside_others(const struct round *round);

/* Tells, with the next snapshot, what was seen inside. */
void inside_tell(struct stage *stage, const struct round *round, const struct inside *inside);

/* Gives the configuration an ordinary round of 240 us. */
void inside_ordinary(struct stage *stage);

/* Feeds one snapshot without slow rounds but those that were made. */
void inside_feed(struct stage *stage);

/* A stage with slow rounds of several causes, the newest looked into. */
struct stage *inside_story(bool ascii);

#endif
