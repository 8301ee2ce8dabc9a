/* naming.h: what tells configurations apart, and how they are called when others stand beside them.
 *
 * A number that the strategy has no use for tells nothing apart, nor does where a run is to end.
 * Pure functions, any thread. */
#ifndef FSYNCSCOPE_SOURCE_NAMING_H
#define FSYNCSCOPE_SOURCE_NAMING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/config.h"
#include "base/format.h"

enum trait {
    TRAIT_MODE,
    TRAIT_STRATEGY,
    TRAIT_WRITERS,
    TRAIT_RECORD,
    TRAIT_BATCH,
    TRAIT_DELAY,
    TRAIT_SIBLINGS,
    TRAIT_RATE,
    TRAIT_FILE,
    TRAITS,
};

/* A set of traits: bit I is trait I. */
#define TRAIT_BIT(trait) (1u << (trait))
#define TRAITS_ALL       (TRAIT_BIT(TRAITS) - 1)

enum { TRAIT_TEXT_MAX = 4 * CONFIG_NAME_MAX, NAMING_MAX = 256 };

/* The value alone, "16" or "100 B", fit for a terminal; "" where CONFIG has no use for it. */
const char *trait_text(char out[TRAIT_TEXT_MAX], enum trait trait, const struct config *config);

/* To sort by: the number; of names and of what has no use, 0. */
double trait_value(enum trait trait, const struct config *config);

/* The traits in which A and B differ; a value counts only where both have a use for it. */
unsigned naming_apart(const struct config *a, const struct config *b);

/* Whether they are the same load. */
bool naming_same(const struct config *a, const struct config *b);

/* What the time of a sync call is called where it is that of SYNCS_EACH (a configuration's) syncs:
 * "sync", "2 syncs", or "write-out" where nothing is made durable. */
const char *naming_sync(uint32_t syncs_each);

/* Whether it syncs with nothing to write: the floor under all others, and no way to make a record
 * durable. */
bool naming_is_floor(const struct config *config);

/* "append-fsync, group+delay, 16 writers, 100 B, batch 1, delay 200 us", of that what TRAITS has
 * and CONFIG has a use for, fit for a terminal. Returns OUT. */
const char *naming_tell(char out[NAMING_MAX], const struct config *config, unsigned traits);

#endif
