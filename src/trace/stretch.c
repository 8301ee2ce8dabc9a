/* stretch.c: only the present stretch, or the last one, is known: what was asked for of an earlier
 * one and not looked into by now counts as not watched. */
#include "trace/stretch.h"

enum { SEEN_PART = 4 }; /* of a round, that has to be seen */

static uint64_t end_of(const struct round *round)
{
    return round->start_ns + round->latency_ns;
}

void stretch_change(struct stretch *s, enum watch watch, uint64_t begun_ns, uint64_t done_ns)
{
    if (s->watch == WATCH_EXACT && watch != WATCH_EXACT)
        s->exact_to_ns = begun_ns;
    if (s->watch != WATCH_REST && watch == WATCH_REST)
        s->to_ns = begun_ns;
    if (s->watch == WATCH_REST && watch != WATCH_REST)
        s->from_ns = done_ns;
    if (s->watch != WATCH_EXACT && watch == WATCH_EXACT)
        s->exact_from_ns = done_ns;
    s->watch = watch;
}

bool stretch_covers(const struct stretch *s, const struct round *round, bool closely)
{
    const uint64_t from_ns = closely ? s->exact_from_ns : s->from_ns;
    const uint64_t to_ns = closely ? s->exact_to_ns : s->to_ns;
    const bool now = closely ? s->watch == WATCH_EXACT : s->watch != WATCH_REST;
    return (!closely || from_ns) && round->start_ns >= from_ns && (now || end_of(round) <= to_ns);
}

uint64_t stretch_seen_from(const struct stretch *s, const struct round *round)
{
    if (stretch_covers(s, round, false))
        return round->start_ns;
    const bool late = s->watch != WATCH_REST && end_of(round) > s->from_ns;
    return late && end_of(round) - s->from_ns >= round->latency_ns / SEEN_PART ? s->from_ns : 0;
}
