/* asks.c: which rounds of an interval are worth a look. */
#include "trace/asks.h"

#include <string.h>

enum {
    SLOW_LEAST = 20,      /* rounds whose median can be trusted */
    ORDINARY_WITHIN = 4,  /* a part of the median, by which an ordinary round may differ */
    ORDINARY_QUICKLY = 3, /* ordinary rounds that are looked into as soon as can be */
};

static const uint64_t interval_ns = UINT64_C(1000000000) / SNAPSHOTS_A_SECOND;
static const uint64_t ordinary_every_ns = UINT64_C(2000000000);
static const uint64_t standing_ns = UINT64_C(150000000); /* an interval late by so much */

/* Of those that hang, and of ordinary ones, the newest says all that the ones before it would. */
static bool replaces(const struct ask *ask, const struct ask *old)
{
    return ask->kind == old->kind && ask->kind != ASK_SLOW;
}

/* The place of what matters less than ASK; ASKS_MAX: there is none. */
static unsigned place_of(const struct asks *a, const struct ask *ask)
{
    unsigned least = ASKS_MAX;
    for (unsigned i = 0; i < a->count; i++) {
        if (replaces(ask, &a->ask[i]))
            return i;
        if (a->ask[i].kind == ASK_SLOW &&
            (least == ASKS_MAX || a->ask[i].round.latency_ns < a->ask[least].round.latency_ns))
            least = i;
    }
    if (a->count < ASKS_MAX)
        return a->count;
    const bool more = ask->kind != ASK_SLOW ||
                      (least < ASKS_MAX && a->ask[least].round.latency_ns < ask->round.latency_ns);
    return more ? least : ASKS_MAX;
}

/* Puts another question; when there are too many, the shortest slow round goes. */
static void put_ask(struct asks *a, const struct ask *ask)
{
    const unsigned at = place_of(a, ask);
    if (at == ASKS_MAX)
        return;
    a->count += at == a->count;
    a->ask[at] = *ask;
}

static struct ask make_ask(const struct asks *a, enum ask_kind kind, const struct snapshot *s,
                           const struct round *round)
{
    return (struct ask){
        .kind = kind,
        .generation = s->generation,
        .round = *round,
        .pid = round->writer < a->pids ? a->pid[round->writer] : 0,
        .stood_from_ns = a->stood_from_ns,
        .stood_to_ns = a->stood_to_ns,
        .starved = a->starved,
        .disk_rate = a->disk_rate,
        .only_flushes = strcmp(s->config.mode, "flush-only") == 0,
    };
}

/* Before the engine has a limit, the interval's own median stands in, for a run may be that short.
 */
static uint64_t limit_ns(const struct snapshot *s)
{
    if (s->slow_limit_ns || s->rounds < SLOW_LEAST)
        return s->slow_limit_ns;
    return SNAPSHOT_SLOW_FACTOR * histogram_percentile(&s->latency, 50);
}

/* What the slow rounds that are known took beyond a median one. */
uint64_t asks_excess_ns(const struct snapshot *s)
{
    const uint64_t limit = limit_ns(s), usual_ns = limit / SNAPSHOT_SLOW_FACTOR;
    uint64_t excess = 0;
    for (unsigned i = 0; limit && i < s->slowest_count; i++) {
        if (s->slowest[i].latency_ns > limit)
            excess += s->slowest[i].latency_ns - usual_ns;
    }
    return excess;
}

/* The longest first. */
static void ask_slow(struct asks *a, const struct snapshot *s)
{
    const uint64_t limit = limit_ns(s);
    for (unsigned i = 0; i < s->slowest_count; i++) {
        if (!limit || s->slowest[i].latency_ns <= limit)
            return;
        const struct ask ask = make_ask(a, ASK_SLOW, s, &s->slowest[i]);
        put_ask(a, &ask);
    }
}

/* While all rounds are slow, a median one is not what is usual. */
static void ask_ordinary(struct asks *a, const struct snapshot *s)
{
    const uint64_t p50_ns = histogram_percentile(&s->latency, 50);
    const bool due =
        a->ordinaries < ORDINARY_QUICKLY || s->at_ns > a->ordinary_ns + ordinary_every_ns;
    const bool slow = s->slow_limit_ns && s->typical.latency_ns > s->slow_limit_ns;
    if (!due || !s->has_typical || slow ||
        round_distance_ns(&s->typical, p50_ns) > p50_ns / ORDINARY_WITHIN)
        return;
    const struct ask ask = make_ask(a, ASK_ORDINARY, s, &s->typical);
    put_ask(a, &ask);
    a->ordinary_ns = s->at_ns;
}

/* Of its calls no more is known than since when it, or the writer that it waits for, is in one: all
 * from there on counts as the sync, and what was before as the wait for that. With more calls than
 * one, writers do not wait for each other. */
static void ask_hanging(struct asks *a, const struct snapshot *s)
{
    if (!s->slow_limit_ns || s->oldest_ns <= s->slow_limit_ns)
        return;
    const bool shared = s->calls == 1 && s->call_ns < s->oldest_ns;
    const struct round round = {.start_ns = s->at_ns - s->oldest_ns,
                                .latency_ns = s->oldest_ns,
                                .write_ns = NOT_TIMED,
                                .sync_ns = shared ? s->call_ns : s->oldest_ns,
                                .writer = s->oldest_writer};
    struct ask ask = make_ask(a, ASK_HANGING, s, &round);
    if (s->calls == 1 && s->call_writer < a->pids)
        ask.caller = a->pid[s->call_writer];
    put_ask(a, &ask);
}

/* Intervals come by the clock: one that is late by much was kept from it. Whoever is stopped by a
 * signal does not wait for a processor meanwhile; the scheduler's account tells the two apart. */
static void note_standing(struct asks *a, uint64_t ready_ns, const struct snapshot *s)
{
    const uint64_t due_ns = a->seen_ns + interval_ns;
    if (a->seen_ns && s->at_ns > due_ns + standing_ns) {
        const uint64_t waited_ns =
            a->ready_ns && ready_ns > a->ready_ns ? ready_ns - a->ready_ns : 0;
        a->stood_from_ns = a->seen_ns + interval_ns / 2;
        a->stood_to_ns = s->at_ns;
        a->starved = waited_ns * 2 > s->at_ns - due_ns;
    }
    a->seen_ns = s->at_ns;
    a->ready_ns = ready_ns;
}

/* A short interval may hold the end of what was written before it. */
static void note_rate(struct asks *a, const struct snapshot *s)
{
    if (!s->disk.has_sectors || s->interval_ns < interval_ns / 2)
        return;
    const uint64_t rate = s->disk.sectors * 512 * 1000 / (s->interval_ns / 1000000);
    a->disk_rate = rate > a->disk_rate ? rate : a->disk_rate;
}

void asks_begin(struct asks *a)
{
    a->count = 0;
    a->ordinaries = 0;
    a->seen_ns = 0;
}

void asks_take(struct asks *a, const _Atomic int32_t *pid, uint64_t ready_ns,
               const struct snapshot *s)
{
    a->pids = s->config.writers < WRITERS_MAX ? s->config.writers : WRITERS_MAX;
    for (unsigned i = 0; i < a->pids; i++)
        a->pid[i] = atomic_load_explicit(&pid[i], memory_order_relaxed);
    note_standing(a, ready_ns, s);
    note_rate(a, s);
    ask_slow(a, s);
    ask_ordinary(a, s);
    ask_hanging(a, s);
}
