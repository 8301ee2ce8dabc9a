/* tour_verdict.h: what a tour comes to: the cheapest durable configuration for one writer and for
 * many, what it saves, what the disk is like, and what speaks against believing it.
 *
 * Pure functions of a tour. */
#ifndef FSYNCSCOPE_SOURCE_TOUR_VERDICT_H
#define FSYNCSCOPE_SOURCE_TOUR_VERDICT_H

#include "source/tour.h"

enum { TOUR_EQUALS_MAX = 32, TOUR_CURVES_MAX = 8 };

/* The cheapest of a group of lines that have all but one thing in common: the one of the most
 * records a second, or in open loop of the shortest median from the planned start. Only durable
 * lines take part, and only modes that write their records. */
struct tour_best {
    uint32_t writers;                /* of all of them */
    const struct tour_line *line;    /* NULL: no durable line was measured */
    const struct tour_line *against; /* the plainest way, append-fsync or alone; NULL: not measured,
                                        or it is the cheapest itself */
    double times;                    /* how many times better than `against` it is; or NAN */
    bool spread_known;               /* of it, and of `against`: they had two passes or more */
    bool told_apart;                 /* the difference to `against` is beyond the spread */
    unsigned equal_count; /* others whose difference to the cheapest is within the spread */
    const struct tour_line *equal[TOUR_EQUALS_MAX];
    unsigned ways, missing; /* durable lines of the group, and those that the tour did not reach */
};

struct tour_doubt {
    const struct warning *warning;
    bool forbids; /* the figures are not the price of durability on this disk; else: with care */
};

struct tour_verdict {
    struct tour_best one;  /* modes, by one writer */
    struct tour_best many; /* strategies, by as many writers as there were */
    struct verdict disk;   /* rests on the cheapest mode, or else on the first line that tells */
    unsigned doubt_count;
    struct tour_doubt doubt[TOUR_WARNINGS_MAX]; /* those that forbid come first */
};

/* A section that varies a number: batch, size, delay, growth (of which each mode is one). */
struct tour_curve {
    const struct tour_line *from, *to; /* least and greatest; of delays none and the best, which may
                                          be the same */
    bool spread_known, told_apart;     /* as of a tour_best */
};

struct tour_verdict tour_verdict(const struct tour *tour);

/* Those of which two durable lines were measured, in the order of the sections. Returns how many.
 */
unsigned tour_curves(const struct tour *tour, struct tour_curve out[TOUR_CURVES_MAX]);

/* The best way among the lines that LINE's row is compared with, LINE's own among them: those of
 * its section; of writers those with as many, of growth those of its mode. NULL: none was measured,
 * or LINE is no way to make records durable. */
const struct tour_line *tour_best_like(const struct tour *tour, const struct tour_line *line);

#endif
