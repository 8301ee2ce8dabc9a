/* tour_stage.h: a tour over made-up lists of modes and strategies, and outcomes of any figures. */
#ifndef FSYNCSCOPE_TESTS_TOUR_STAGE_H
#define FSYNCSCOPE_TESTS_TOUR_STAGE_H

#include "source/tour.h"

/* Modes append-fsync, overwrite-fdatasync, rwf-dsync, flush-only, no-sync (not durable),
 * append-fdatasync; strategies
 * alone, group, group+delay, async (not durable, cannot carry rwf-dsync). */
extern const struct source_ops tour_stage_ops;

/* Of SECTIONS, with the defaults and three passes of a second together. */
struct tour_plan tour_stage_plan(unsigned sections);

struct tour *tour_stage(unsigned sections);

/* What one stretch is to have come to. */
struct stretch {
    uint64_t latency_us, rounds;
    uint64_t syncs;   /* 0: one a round */
    uint64_t late_us; /* after the planned start, of each round: in open loop */
    uint64_t sectors; /* that a sync wrote; 0: 48 */
    int error_code;
    bool refused;
    const struct warning *warning;
    const struct verdict *verdict;
    uint64_t took_ms;
};

/* Hands STRETCH in for the line that is next. */
void tour_stage_take(struct tour *tour, struct stretch stretch);

/* The line of SECTION with that mode (or strategy) and as many writers; fails when there is none.
 */
const struct tour_line *tour_stage_line(const struct tour *tour, enum tour_section section,
                                        const char *name, uint32_t writers);

#endif
