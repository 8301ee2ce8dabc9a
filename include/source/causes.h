/* causes.h: slow rounds counted by cause, told in order. Pure functions. */
#ifndef FSYNCSCOPE_SOURCE_CAUSES_H
#define FSYNCSCOPE_SOURCE_CAUSES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/inside.h"

/* The cause counted most of those that were not yet TOLD, which is marked as told; rounds that were
 * not watched, or not looked into (CAUSE_NONE), come last. CAUSES: all that were counted have been
 * told. */
enum cause causes_next(const uint64_t counts[CAUSES], bool told[CAUSES]);

/* Whether CAUSE tells why: false for rounds that were not watched, or not looked into. */
bool causes_tell(enum cause cause);

/* cause_words, and "not looked into" for CAUSE_NONE. */
const char *causes_words(enum cause cause);

/* The same for people: by ORDINARY, a round of that configuration (NULL: not known), "metadata
 * write" where the file system has no journal. JSON and OpenMetrics have one name for either. */
const char *causes_label(enum cause cause, const struct inside_round *ordinary);

/* Why the cause of a slow round is not known, INSIDE being all that is; NULL: it is known. ENDED:
 * no more will come of it. */
const char *causes_why_none(const struct inside *inside, bool ended);

/* The sum. */
uint64_t causes_total(const uint64_t counts[CAUSES]);

#endif
