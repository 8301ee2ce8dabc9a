/* shares.h: the parts of a round's latency as one stacked bar, and what they are called. Each part
 * has a glyph of its own, the same in bar, legend and timeline, so nothing rests on colour. */
#ifndef FSYNCSCOPE_UI_SHARES_H
#define FSYNCSCOPE_UI_SHARES_H

#include <stdint.h>

#include "base/inside.h"
#include "ui/canvas.h"

struct share_look {
    uint32_t glyph;
    enum role role;
};

struct share_look share_look(enum share share);

/* The sum of all shares. */
uint64_t shares_sum(const uint64_t ns[SHARES]);

/* What is usual in shares that INSIDE has too: of an inferred round the parts of a sync are one. */
void shares_usual(uint64_t out[SHARES], const struct inside *inside);

/* NS one after the other in AREA, whose width is FULL_NS; parts with room have their name, as in
 * INSIDE, in the middle row. */
void shares_bar(struct canvas *canvas, struct rect area, const uint64_t ns[SHARES],
                const struct inside *inside, uint64_t full_ns);

/* "flush 5.10 ms (usual 81 us)", the largest first, as many as the rows of AREA hold; each as large
 * as a 500th of the whole at least. Without the usual in a
 * narrow place, or when USUAL is all 0: not known. Returns the rows taken. */
int shares_legend(struct canvas *canvas, struct rect area, const struct inside *inside,
                  const uint64_t usual_ns[SHARES]);

#endif
