/* inferred.h: what can be said of a round from its stamps alone, where the kernel is not looked
 * into. Less has a name then; nothing is guessed. Pure. */
#ifndef FSYNCSCOPE_TRACE_INFERRED_H
#define FSYNCSCOPE_TRACE_INFERRED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/inside.h"

/* What else is known of the time in which a round ran. */
struct circumstances {
    uint64_t stood_from_ns, stood_to_ns; /* the whole program stood still; both 0: it did not */
    bool starved;                        /* for want of a processor, and not by a signal */
    uint64_t ready_ns;                   /* its writer could run and had no processor, at least */
    bool frozen;                         /* the writer was seen waiting for a thaw */
    bool only_flushes;                   /* the mode writes nothing */
    const struct round *ordinary;        /* with the disk's work in it; NULL: not known */
    uint64_t disk_rate; /* bytes a second that the whole disk wrote at its busiest; 0: not known */
};

/* Fills origin, shares and, when the disk did so much more than it does for an ordinary round that
 * it may be why this one was slow, the other program without a name. */
void infer(const struct round *round, const struct circumstances *known, struct inside *out);

/* For shares of any origin: the time that the whole program stood still is no unnamed time. */
void take_standing(const struct round *round, const struct circumstances *known,
                   struct inside *out);

/* The writer had no processor for MOST_NS at most: what OUT has beyond, it waited for something
 * else, which is the thaw where a freeze was seen. */
void limit_ready(uint64_t most_ns, bool frozen, struct inside *out);

/* Sets cause and sentence of an inferred inside. USUAL may be NULL. */
void infer_cause(const struct round *round, const struct inside *usual, struct inside *inside);

#endif
