/* tally.c: what watching costs was measured, paired with --trace off: 8 and 13 us a sync at 5 and
 * 10 events of it, 14 at 11, 40 at 40. */
#include "trace/tally.h"

/* Of a sync: what passes no filter, and each event; how many until they are counted. */
static const double filters_ns = 3000, event_ns = 1000, first_events = 5;
static const uint64_t syncs_least = 16; /* to count by */

/* Intervals, after the first one: to ask takes a while where there are many processors. */
enum { COUNT_EVERY = 16 };

void tally_begin(struct tally *t, enum watch watch, uint64_t events)
{
    t->watch = watch;
    t->begun = true;
    t->events = events;
    t->syncs = t->intervals = 0;
}

void tally_forget(struct tally *t)
{
    *t = (struct tally){.watch = t->watch};
}

/* Until they are counted, as many as in the other way of watching. */
static double events_of(const struct tally *t, enum watch watch)
{
    const double other = t->per_sync[watch == WATCH_LEAN ? WATCH_EXACT : WATCH_LEAN];
    if (t->per_sync[watch] > 0)
        return t->per_sync[watch];
    return other > 0 ? other : first_events;
}

/* While nothing runs or a file is filled, events are nobody's: it begins anew after that. */
bool tally_interval(struct tally *t, const struct pace_interval *i)
{
    const bool runs = i->syncs && i->sync_ns;
    t->begun &= runs;
    if (!runs)
        return false;
    t->passed_ns += (double)i->length_ns;
    if (t->watch == WATCH_REST)
        return false;
    const double part = (filters_ns + event_ns * events_of(t, t->watch)) / (double)i->sync_ns;
    t->spent_ns += (double)i->length_ns * (part < 1 ? part : 1);
    t->syncs += i->syncs;
    return !t->begun || t->intervals++ % COUNT_EVERY == 0;
}

void tally_events(struct tally *t, uint64_t events)
{
    /* Fewer than before: a processor's could not be read. */
    if (t->begun && t->syncs >= syncs_least && events >= t->events)
        t->per_sync[t->watch] = (double)(events - t->events) / (double)t->syncs;
    t->begun = true;
    t->events = events;
    t->syncs = 0;
}

double tally_price(const struct tally *t)
{
    const bool counted = t->per_sync[WATCH_LEAN] > 0 || t->per_sync[WATCH_EXACT] > 0;
    return counted && t->passed_ns > 0 ? t->spent_ns / t->passed_ns : 0;
}
