/* preset.h: what well-known systems do when they commit, as configurations: one table for the
 * option, its help and the verdict. Pure.
 *
 * A threshold stands only where the project itself publishes one. */
#ifndef FSYNCSCOPE_BASE_PRESET_H
#define FSYNCSCOPE_BASE_PRESET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/config.h"

struct preset {
    const char *name;
    const char *what; /* of that system this is, one line */
    const char *mode, *strategy;
    uint64_t record_bytes;
    uint64_t file_bytes;
    const char
        *threshold;     /* what is to hold, an expression over the figures; NULL: none published */
    const char *source; /* who says so, of the threshold or else of the configuration */
};

/* The I-th row; NULL past the end. */
const struct preset *preset_at(size_t i);

/* NULL when there is none of that name. */
const struct preset *preset_find(const char *name);

/* Makes CONFIG the preset's load; how long it runs stays. */
void preset_apply(const struct preset *preset, struct config *config);

/* Whether CONFIG is still the preset's load, but for its number of writers and its end. */
bool preset_is(const struct preset *preset, const struct config *config);

#endif
