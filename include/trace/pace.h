/* pace.h: how closely the kernel is watched, so that rounds on a disk lose 2 % of their rate at
 * most.
 *
 * Each event costs a microsecond (tally.c). Where rounds take long, nobody notices; where they take
 * a hundred microseconds, watching is rationed: it earns credit while it rests, and spends it while
 * it works. In trouble, when slow rounds eat up a good part of the time, it goes into a little
 * debt; when they eat up most of it, or one hangs, it works whatever it costs. Pure. */
#ifndef FSYNCSCOPE_TRACE_PACE_H
#define FSYNCSCOPE_TRACE_PACE_H

#include <stdbool.h>
#include <stdint.h>

enum watch {
    WATCH_REST,  /* nothing is noted */
    WATCH_LEAN,  /* requests, and such switches as tell of a wait */
    WATCH_EXACT, /* and all switches and wakings of the writers */
};

struct pace {
    enum watch watch;
    bool begun;
    int64_t credit_ns;    /* of rounds' time that may be lost */
    uint64_t trouble_ns;  /* for so long it is still taken to last */
    uint64_t grave_ns;    /* likewise, where watching may cost what it will */
    uint64_t doubtful_ns; /* likewise: a slow round was not explained by less */
};

struct pace_interval {
    uint64_t length_ns;
    uint64_t syncs, sync_ns; /* how many, and a median one; 0: not known */
    uint64_t excess_ns;      /* what slow rounds took beyond a median one */
    bool hanging;
    bool doubtful;
};

/* Adds NEXT to INTERVAL, the one before it that nobody had time for. */
void pace_join(struct pace_interval *interval, const struct pace_interval *next);

/* After an interval: how to watch in the next one. PACE starts zeroed, which watches at once. */
enum watch pace_next(struct pace *pace, const struct pace_interval *interval);

/* What fetching and looking may take of a processor's time for that: a fiftieth of the interval's;
 * in trouble a tenth, for what is not fetched in time is overwritten. */
uint64_t pace_budget_ns(const struct pace_interval *interval);

#endif
