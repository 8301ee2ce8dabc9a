/* facts.h: what is known of a target, in words: one place for the target view, `info` and reports.
 *
 * Pure functions. What the kernel did not tell is left out, or said to be unknown where that
 * matters; it is never shown as "no". Texts hold bytes from outside: text_escape before showing. */
#ifndef FSYNCSCOPE_BASE_FACTS_H
#define FSYNCSCOPE_BASE_FACTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/target.h"

enum {
    FACT_MAX = 2 * TARGET_PATH_MAX + TARGET_OPTIONS_MAX,
    BRANCH_MAX = 8 * TARGET_LAYERS_MAX,
};

/* Takes one line: LABEL is "" for a line that goes on with the one before. */
typedef void fact_teller(void *ctx, const char *label, const char *text);

/* Tells all facts in reading order, a line each: file system, mount, options, barriers, journal,
 * then each disk. The stack and the machine have functions of their own. */
void facts_tell(const struct target *target, fact_teller *tell, void *ctx);

/* "write-back cache, no FUA, rotational, scheduler none". Returns OUT. */
char *facts_device(char *out, size_t size, const struct device *device);

/* One disk in one line: "sda, WDC, 1.82 TiB: write-back cache, no FUA, blocks of 512 B".
 * Returns OUT. */
char *facts_disk(char *out, size_t size, const struct device *device);

/* "ext4, 98 GiB, 41 GiB free". Returns OUT. */
char *facts_space(char *out, size_t size, const struct target *target);

/* What is known of barriers, journal and fast commits: "on, journal, no fast commits", to stand
 * after "barriers". False when nothing is. */
bool facts_promises(char *out, size_t size, const struct target *target);

/* Whether a disk of TARGET has a volatile cache (YES), has none (NO), or does not say. */
bool facts_any_cache(const struct target *target, enum known what);

/* "Linux 6.18.0, load 0.20 1.25 12.00". Returns OUT. */
char *facts_system(char *out, size_t size, const struct target *target, const double load[3]);

/* What a tree is drawn with. */
struct branches {
    const char *tee, *last; /* before a storey: more follow on its level, or none */
    const char *down, *gap; /* for a level further up: more follow there, or none */
};

extern const struct branches branches_ascii, branches_utf8;

/* The line of storey I in the tree of the stack: "|- partition nvme0n1p2". Returns OUT. */
char *facts_layer(char *out, size_t size, const struct target *target, unsigned i,
                  const struct branches *branches);

/* The same tree in one line: "ext4 / on raid1 md0 on (disk sda; disk sdb)". False when it tells no
 * more than the file system and a disk do. */
bool facts_stack(char *out, size_t size, const struct target *target);

#endif
