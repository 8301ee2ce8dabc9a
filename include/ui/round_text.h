/* round_text.h: a slow round in words, for the list and the panels that tell of it. Nothing is
 * drawn here; whatever came from outside is escaped. */
#ifndef FSYNCSCOPE_UI_ROUND_TEXT_H
#define FSYNCSCOPE_UI_ROUND_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "source/history.h"
#include "ui/canvas.h"

enum { ROUND_TEXT_MAX = 480 };

/* "12:03:46.773" */
void round_clock(char out[32], uint64_t wall_ns);

/* "7.2x": NS in multiples of MEDIAN_NS; "" when that is 0. */
void round_times(char out[16], uint64_t ns, uint64_t median_ns);

/* "sync 5.97 ms; 28 KiB, 1 flush" as far as WIDTH takes it: where the time went stays, minor parts
 * aside; then the disk's work. SYNCS_EACH is its configuration's. */
void round_parts(char out[ROUND_TEXT_MAX], const struct round *round, uint32_t syncs_each,
                 int width);

/* What the whole disk did during it: "28 KiB, 1 flush in 2 syncs". */
void round_disk(char out[ROUND_TEXT_MAX], const struct disk_delta *disk, uint32_t syncs_each);

/* The cause, cut at a clause where WIDTH needs it, "inferred: " before it when it is; where no
 * clause fits the main share with its time, in too narrow a place the class alone. False when no
 * cause is known. */
bool round_cause(char out[ROUND_TEXT_MAX], const struct inside *inside, int width);

/* What is open in the round in flight, which was looked into SINCE_NS ago, as far as WIDTH takes
 * it: "in flight for 1.33 s: flush on vda for 1.30 s"; false when that is not known. */
bool round_hanging(char out[ROUND_TEXT_MAX], const struct slow_round *hanging, uint64_t since_ns,
                   int width);

#endif
