/* tally.h: what watching costs the rounds at most, from how many events a sync brings. What other
 * programs do on the same disks brings events, too, which cannot be told apart before they are
 * read. Pure. */
#ifndef FSYNCSCOPE_TRACE_TALLY_H
#define FSYNCSCOPE_TRACE_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/pace.h"

/* Starts zeroed. */
struct tally {
    enum watch watch;
    bool begun;
    uint64_t events; /* up to the moment from which on is counted */
    uint64_t syncs;  /* since */
    unsigned intervals;
    double per_sync[WATCH_EXACT + 1]; /* events, watched so; 0: not counted yet */
    double spent_ns, passed_ns;       /* by rounds, on being watched and in all */
};

/* From now on WATCH holds; so many EVENTS were there before. */
void tally_begin(struct tally *tally, enum watch watch, uint64_t events);

/* Another configuration: what was spent so far is no part of it. */
void tally_forget(struct tally *tally);

/* After INTERVAL, all of which was watched so. True: tally_events is to be called now. */
bool tally_interval(struct tally *tally, const struct pace_interval *interval);

/* So many EVENTS were there up to now, since the start. */
void tally_events(struct tally *tally, uint64_t events);

/* The part of the rounds' time that went to it; 0: not known yet. */
double tally_price(const struct tally *tally);

#endif
