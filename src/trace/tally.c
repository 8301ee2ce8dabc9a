/* tally.c: while nothing runs or a file is filled, events are nobody's: it begins anew after that.
 */
#include "trace/tally.h"

/* Intervals, after the first one. */
enum { EVERY = 16 };

void tally_begin(struct tally *t, const struct tracefs *tracefs)
{
    *t = (struct tally){.begun = tracefs != NULL};
    if (tracefs)
        t->events = tracefs_events(tracefs);
}

void tally_interval(struct tally *t, const struct tracefs *tracefs, struct pace_interval *interval)
{
    const uint64_t syncs = interval->syncs;
    interval->syncs = 0;
    t->begun &= syncs > 0;
    t->syncs += syncs;
    if (!tracefs || !syncs || (t->begun && t->intervals++ % EVERY))
        return;
    const uint64_t events = tracefs_events(tracefs);
    if (t->begun) {
        interval->events = events - t->events;
        interval->syncs = t->syncs;
    }
    t->begun = true;
    t->events = events;
    t->syncs = 0;
}
