/* look.c: fetched events are kept for a while, since a round that turns out slow may have begun
 * before the last fetch.
 *
 * What is usual is a moving mean of ordinary rounds: one alone would be no measure. */
#include "trace/look.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/touch.h"
#include "sys/clock.h"
#include "trace/attribution.h"
#include "trace/causes.h"
#include "trace/freeze.h"
#include "trace/inferred.h"
#include "trace/ready.h"
#include "trace/stretch.h"
#include "trace/tally.h"
#include "trace/tracefs.h"
#include "trace/waiting.h"

enum { EVENTS_MAX = 128 << 10 };

/* How long before a round its events are looked at. */
static const uint64_t before_least_ns = 2000000, before_most_ns = 20000000;

struct look {
    struct trace_stack stack;
    struct tracefs *tracefs; /* NULL: stamps alone */
    struct trace_events events;
    uint64_t whole_from_ns, missing;
    bool has_usual, has_ordinary;
    struct inside usual;
    struct round ordinary;
    struct freeze freeze;
    struct ready_book ready;
    struct pace pace;
    struct stretch stretch;
    struct trace_threads threads; /* that are watched */
    struct tally tally;
    bool never_exact;
    bool doubtful; /* a slow round was not explained, since the last interval */
    uint64_t p50_ns;
    bool missing_told;
    uint64_t lost;
};

static void explain_no_disk(const struct target *target, struct tracing *status)
{
    const char *why = target->no_device_reason[0] ? target->no_device_reason
                                                  : "no disk that takes requests is below here";
    text_copy(status->reason, sizeof status->reason, why);
}

static void try_tracefs(struct look *look, const struct target *target, struct keeper *keeper,
                        struct tracing *status)
{
    trace_stack_of(target, "", &look->stack);
    if (!look->stack.disks) {
        explain_no_disk(target, status);
        return;
    }
    look->events.at = malloc(EVENTS_MAX * sizeof *look->events.at);
    look->events.room = EVENTS_MAX;
    if (!look->events.at) {
        text_copy(status->reason, sizeof status->reason, "no memory");
        return;
    }
    look->stretch.watch = look->tally.watch = WATCH_LEAN;
    status->on = tracefs_open(&look->stack, keeper, &look->tracefs, status->reason,
                              sizeof status->reason) == 0;
    if (status->on) /* a storm of events an hour later is no growth then */
        touch_pages(look->events.at, EVENTS_MAX * sizeof *look->events.at);
}

struct look *look_create(const struct target *target, struct keeper *keeper, bool wanted,
                         struct tracing *status)
{
    struct look *look = calloc(1, sizeof *look);
    *status = (struct tracing){0};
    if (!look)
        return NULL;
    if (wanted)
        try_tracefs(look, target, keeper, status);
    else
        text_copy(status->reason, sizeof status->reason, "switched off by --trace off");
    return look;
}

void look_free(struct look *look)
{
    if (!look)
        return;
    tracefs_close(look->tracefs);
    free(look->events.at);
    free(look);
}

void look_begin(struct look *look)
{
    look->has_usual = look->has_ordinary = false;
    look->ready.noted = 0;
    tally_forget(&look->tally);
}

/* As closely as can be, up to WATCH: that the kernel refuses to watch exactly is for good. */
static enum watch apply_watch(struct look *look, enum watch watch)
{
    while (tracefs_watch(look->tracefs, watch, look->threads) && watch != WATCH_REST) {
        look->never_exact |= watch == WATCH_EXACT;
        watch = watch == WATCH_EXACT ? WATCH_LEAN : WATCH_REST;
    }
    return watch;
}

/* Of threads that were not watched, no switch was seen, though requests were. */
static void set_watch(struct look *look, enum watch wish, struct trace_threads threads)
{
    const enum watch watch = wish == WATCH_EXACT && look->never_exact ? WATCH_LEAN : wish;
    const bool others = memcmp(&threads, &look->threads, sizeof threads) != 0;
    if (!look->tracefs || (watch == look->stretch.watch && (watch == WATCH_REST || !others)))
        return;
    const uint64_t begun_ns = clock_now_ns();
    if (others && look->stretch.watch == WATCH_EXACT)
        stretch_change(&look->stretch, WATCH_LEAN, begun_ns, begun_ns);
    look->threads = threads;
    const enum watch applied = apply_watch(look, watch);
    stretch_change(&look->stretch, applied, begun_ns, clock_now_ns());
    tally_begin(&look->tally, applied, applied != WATCH_REST ? tracefs_events(look->tracefs) : 0);
}

void look_tick(struct look *look, const int32_t *pid, unsigned count,
               const struct pace_interval *interval)
{
    ready_note(&look->ready, clock_now_ns(), pid, count);
    look->p50_ns = interval->sync_ns ? interval->sync_ns : look->p50_ns;
    struct pace_interval seen = *interval;
    seen.doubtful = look->doubtful;
    look->doubtful = false;
    if (look->tracefs && tally_interval(&look->tally, &seen))
        tally_events(&look->tally, tracefs_events(look->tracefs));
    set_watch(look, pace_next(&look->pace, &seen), trace_threads_of(pid, count));
}

double look_price(const struct look *look)
{
    return tally_price(&look->tally);
}

uint64_t look_lost(const struct look *look)
{
    return look->lost;
}

/* What was under way when a round began had begun a few rounds before, as a rule. */
static uint64_t before_ns(const struct look *look)
{
    const uint64_t rounds_ns = 8 * look->p50_ns;
    return rounds_ns < before_least_ns  ? before_least_ns
           : rounds_ns > before_most_ns ? before_most_ns
                                        : rounds_ns;
}

/* The rounds that are asked for, and those in flight, which may be slow in the end. */
static struct trace_windows windows(const struct look *look, const struct ask *ask, unsigned count,
                                    uint64_t flight_ns)
{
    const uint64_t lead_ns = before_ns(look);
    struct trace_windows out = {.count = 1};
    out.at[0].from_ns = flight_ns > lead_ns ? flight_ns - lead_ns : 0;
    out.at[0].to_ns = UINT64_MAX;
    for (unsigned i = 0; i < count && out.count < TRACE_WINDOWS_MAX; i++) {
        const struct round *round = &ask[i].round;
        out.at[out.count].from_ns = round->start_ns > lead_ns ? round->start_ns - lead_ns : 0;
        out.at[out.count++].to_ns =
            ask[i].kind == ASK_HANGING ? UINT64_MAX : round->start_ns + round->latency_ns;
    }
    return out;
}

void look_fetch(struct look *look, const struct ask *ask, unsigned count, uint64_t flight_ns)
{
    const uint64_t now_ns = clock_now_ns();
    if (!look->tracefs)
        return;
    const struct trace_windows wanted = windows(look, ask, count, flight_ns);
    const struct tracefs_read seen = tracefs_drain(look->tracefs, &wanted, &look->events);
    if (seen.whole_from_ns > look->whole_from_ns) {
        look->whole_from_ns = seen.whole_from_ns;
        look->missing = seen.missing;
        look->missing_told = false;
    }
    if (seen.left_out) {
        look->whole_from_ns = now_ns;
        look->missing = seen.left_out;
        look->missing_told = false;
    }
}

/* Who is stopped is not ready: when the whole program stood still while ASK's round lasted, and its
 * writer was ready for most of that, a processor is what was wanting. */
static bool stood_ready(const struct ask *ask, uint64_t ready_ns)
{
    const struct round *round = &ask->round;
    return ask->stood_to_ns > round->start_ns &&
           ask->stood_from_ns < round->start_ns + round->latency_ns &&
           ready_ns * 2 > ask->stood_to_ns - ask->stood_from_ns;
}

static struct circumstances circumstances(const struct look *look, const struct ask *ask)
{
    struct circumstances known = {
        .stood_from_ns = ask->stood_from_ns,
        .stood_to_ns = ask->stood_to_ns,
        .starved = ask->starved,
        .frozen = freeze_covers(&look->freeze, &ask->round),
        .only_flushes = ask->only_flushes,
        .disk_rate = ask->disk_rate,
        .ordinary = look->has_ordinary ? &look->ordinary : NULL,
    };
    struct ready_bounds ready;
    if (ask->kind == ASK_SLOW && ready_of(&look->ready, &ask->round, &ready))
        known.ready_ns = stood_ready(ask, ready.most) ? ready.most : ready.least;
    return known;
}

/* Without what the kernel has overwritten, nothing would add up. */
static uint64_t lost(struct look *look, uint64_t from_ns)
{
    if (!look->tracefs || from_ns >= look->whole_from_ns)
        return 0;
    const uint64_t missing = look->missing ? look->missing : 1;
    look->lost += look->missing_told ? 0 : missing;
    look->missing_told = true;
    return missing;
}

/* Where wakings are not seen, a thread that takes a processor from another may have waited for
 * something else before: it has not waited for the processor longer than the scheduler says. */
static void check_ready(const struct look *look, const struct ask *ask, bool frozen,
                        struct inside *out)
{
    struct ready_bounds ready;
    if (!ask->round.led || ask->kind == ASK_HANGING ||
        !ready_of(&look->ready, &ask->round, &ready) ||
        stretch_covers(&look->stretch, &ask->round, true))
        return;
    limit_ready(ready.most, frozen, out);
}

/* Of an earlier stretch of watching, and of events that were kept for an earlier round, the last
 * requests have no end: they would stand open. */
static uint64_t whole_since_ns(const struct look *look, const struct round *round)
{
    const uint64_t lead_ns = before_ns(look);
    const uint64_t kept_ns = round->start_ns > lead_ns ? round->start_ns - lead_ns : 0;
    return kept_ns > look->stretch.from_ns ? kept_ns : look->stretch.from_ns;
}

static void see(const struct look *look, const struct ask *ask, const int32_t *pid, unsigned count,
                const struct circumstances *known, uint64_t from_ns, struct inside *out)
{
    const struct attribution what = {
        .round = &ask->round,
        .in_flight = ask->kind == ASK_HANGING,
        .pid = ask->pid,
        .caller = ask->caller,
        .kin = pid,
        .kin_count = count,
        .stack = &look->stack,
        .event = look->events.at,
        .events = look->events.count,
        .since_ns = whole_since_ns(look, &ask->round),
        .exact = stretch_covers(&look->stretch, &ask->round, true),
        .frozen = known->frozen,
        .from_ns = from_ns,
    };
    attribute(&what, out);
    check_ready(look, ask, known->frozen, out);
    take_standing(&ask->round, known, out);
    if (out->blind_ns > out->ns[SHARE_UNNAMED])
        out->blind_ns = out->ns[SHARE_UNNAMED];
}

/* A wait for a processor, or for nothing that was seen, is worth a closer look at the next ones. */
static void note_doubt(struct look *look, const struct round *round, const struct inside *in)
{
    const uint64_t doubtful_ns = in->ns[SHARE_READY] + in->ns[SHARE_UNNAMED] - in->blind_ns;
    look->doubtful |= doubtful_ns * 5 > round->latency_ns;
}

static void learn_usual(struct look *look, const struct inside *inside, const struct round *round)
{
    cause_learn(&look->usual, !look->has_usual, inside);
    look->has_usual = look->has_ordinary = true;
    look->ordinary = *round;
}

/* Of a round while nobody watched, what watching would have told better is left open: what the sync
 * waited for, and who else wrote. False: there is nothing to tell. */
static bool settle_telling(const struct look *look, const struct ask *ask, bool watched,
                           uint64_t missing, struct inside *in)
{
    if (ask->kind == ASK_ORDINARY)
        return !missing && (watched || !look->tracefs);
    const bool open = in->cause == CAUSE_UNNAMED || in->cause == CAUSE_OTHERS;
    if (ask->kind == ASK_SLOW && look->tracefs && !watched && open)
        *in = (struct inside){.origin = INSIDE_RESTED};
    return true;
}

/* A thread that waits for a thaw says so itself; whichever of the writers is in the call. */
static bool any_waits_for_thaw(const int32_t *pid, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (waiting_for_thaw(pid[i]))
            return true;
    }
    return false;
}

bool look_at(struct look *look, const struct ask *ask, const int32_t *pid, unsigned count,
             struct inside_round *out)
{
    if (ask->kind == ASK_HANGING && any_waits_for_thaw(pid, count))
        freeze_seen(&look->freeze, &ask->round, clock_now_ns());
    const struct circumstances known = circumstances(look, ask);
    const struct inside *usual = look->has_usual ? &look->usual : NULL;
    const uint64_t from_ns = look->tracefs ? stretch_seen_from(&look->stretch, &ask->round) : 0;
    const bool watched = from_ns > 0;
    const uint64_t missing = watched ? lost(look, from_ns) : 0;
    const bool traced = watched && !missing;
    out->round = ask->round;
    if (traced)
        see(look, ask, pid, count, &known, from_ns, &out->inside);
    else
        infer(&ask->round, &known, &out->inside);
    out->inside.lost_events += missing;
    if (ask->kind == ASK_ORDINARY && (traced || !look->tracefs))
        learn_usual(look, &out->inside, &ask->round);
    else if (traced)
        cause_find(&out->inside, usual);
    else
        infer_cause(&ask->round, usual, &out->inside);
    if (traced && ask->kind != ASK_ORDINARY)
        note_doubt(look, &ask->round, &out->inside);
    return settle_telling(look, ask, watched, missing, &out->inside);
}
