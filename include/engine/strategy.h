/* strategy.h: how several writers share syncs. A new strategy is a row and one file.
 *
 * The rule that all durable strategies obey: commit returns success only when a sync that began
 * after this record's write returned has finished. */
#ifndef FSYNCSCOPE_ENGINE_STRATEGY_H
#define FSYNCSCOPE_ENGINE_STRATEGY_H

#include <stddef.h>

#include "base/choice.h"
#include "base/config.h"
#include "base/round.h"
#include "engine/sink.h"

/* Of commit: no error of a call (those are negative), but not done either. */
enum { STRATEGY_CALLED_OFF = 1 };

struct strategy {
    struct choice about;
    /* Makes the shared state for CONFIG->writers writers; NULL when there is no memory. SINK
     * outlives it. */
    void *(*create)(const struct config *config, struct sink *sink);
    void (*destroy)(void *state);
    /* One round of writer WRITER (0 to writers - 1, each by one thread at a time): hands PAYLOAD
     * over, waits until it is durable, fills ROUND's times. 0; -errno of the write or sync that
     * failed; STRATEGY_CALLED_OFF when a failure elsewhere ended the run before this record was
     * written. */
    int (*commit)(void *state, uint32_t writer, const struct payload *payload, struct round *round);
};

const struct strategy *strategy_at(size_t i);
const struct strategy *strategy_find(const char *name);

#endif
