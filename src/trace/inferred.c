/* inferred.c: stamps give waiting, write() and sync; of the sync, the scheduler's account, a freeze
 * and a stop can be told. What the disk did meanwhile goes into the sentence, as a count: which of
 * its works took the time is not known, but where the mode asks for flushes alone. */
#include "trace/inferred.h"

#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"
#include "trace/attribution.h"
#include "trace/causes.h"

enum {
    SECTORS_LEAST = 64, /* of 512 bytes: less is not worth telling of */
    PLAUSIBLE_PART = 4, /* of what a round took beyond an ordinary one, that others account for */
    STANDING_PART = 10, /* the standing still that is worth telling: a tenth of the round */
};

static void move(struct inside *out, enum share from, enum share to, uint64_t most_ns)
{
    const uint64_t ns = out->ns[from] < most_ns ? out->ns[from] : most_ns;
    out->ns[from] -= ns;
    out->ns[to] += ns;
}

void take_standing(const struct round *round, const struct circumstances *known, struct inside *out)
{
    const uint64_t end_ns = round->start_ns + round->latency_ns;
    const uint64_t from_ns =
        known->stood_from_ns > round->start_ns ? known->stood_from_ns : round->start_ns;
    const uint64_t to_ns = known->stood_to_ns < end_ns ? known->stood_to_ns : end_ns;
    if (to_ns <= from_ns || (to_ns - from_ns) * STANDING_PART < round->latency_ns)
        return;
    const uint64_t had_ns = out->ns[SHARE_STOPPED], ready_ns = out->ns[SHARE_READY];
    const uint64_t stood_ns = to_ns - from_ns;
    if (known->starved) {
        move(out, SHARE_UNNAMED, SHARE_READY, stood_ns > ready_ns ? stood_ns - ready_ns : 0);
        return;
    }
    if (stood_ns <= had_ns || ready_ns * 2 > stood_ns)
        return; /* it stood still for want of a processor */
    move(out, SHARE_UNNAMED, SHARE_STOPPED, stood_ns - had_ns);
    if (out->ns[SHARE_STOPPED] < stood_ns)
        move(out, SHARE_WRITE, SHARE_STOPPED, stood_ns - out->ns[SHARE_STOPPED]);
}

void limit_ready(uint64_t most_ns, bool frozen, struct inside *out)
{
    const uint64_t had_ns = out->ns[SHARE_READY];
    if (had_ns > most_ns)
        move(out, SHARE_READY, frozen ? SHARE_FROZEN : SHARE_UNNAMED, had_ns - most_ns);
}

static uint64_t time_of_sync(const struct round *round)
{
    const uint64_t sync_ns = round_timed(round->sync_ns);
    return sync_ns ? sync_ns : round->latency_ns;
}

static uint64_t sectors_of(const struct disk_delta *disk)
{
    return disk->sectors;
}

static uint64_t flushes_of(const struct disk_delta *disk)
{
    return disk->flushes;
}

/* At the rate that the disk showed at its busiest; an ordinary round shows one as well. */
static double sector_ns(const struct circumstances *known)
{
    const struct disk_delta *disk = &known->ordinary->disk;
    const double seen_ns = known->disk_rate ? 512e9 / (double)known->disk_rate : 0;
    const double own_ns =
        disk->sectors ? (double)time_of_sync(known->ordinary) / (double)disk->sectors : 0;
    return own_ns > 0 && (seen_ns <= 0 || own_ns < seen_ns) ? own_ns : seen_ns;
}

/* Most of an ordinary sync is its flushes. */
static double flush_ns(const struct circumstances *known)
{
    const uint64_t flushes = known->ordinary->disk.flushes;
    return (double)time_of_sync(known->ordinary) / (double)(flushes ? flushes : 1);
}

/* The kinds of work that are counted, and for how long one keeps the disk. */
static const struct work {
    uint64_t (*count)(const struct disk_delta *disk);
    double (*each_ns)(const struct circumstances *known);
} works[] = {{sectors_of, sector_ns}, {flushes_of, flush_ns}};

/* What the disk did beyond what as many ordinary rounds make it do. */
static uint64_t foreign(const struct work *work, const struct round *round,
                        const struct circumstances *known)
{
    const uint64_t done = work->count(&round->disk);
    const uint64_t expected = work->count(&known->ordinary->disk) * round->disk.syncs;
    return done > expected ? done - expected : 0;
}

/* Whether others kept the disk for a good part of what the round took too long. Something is always
 * written, and the longer a round takes, for whatever reason, the more of it falls into the round:
 * bytes alone are no evidence. */
static bool is_plausible(const struct round *round, const struct circumstances *known)
{
    const uint64_t took_ns = time_of_sync(round), usual_ns = time_of_sync(known->ordinary);
    const double excess_ns = took_ns > usual_ns ? (double)(took_ns - usual_ns) : 0;
    double kept_ns = 0;
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++)
        kept_ns += (double)foreign(&works[i], round, known) * works[i].each_ns(known);
    return kept_ns * PLAUSIBLE_PART >= excess_ns;
}

/* Another program, unnamed: the whole disk wrote more than rounds make it write. */
static void note_others(const struct round *round, const struct circumstances *known,
                        struct inside *out)
{
    const struct round *usual = known->ordinary;
    if (!usual || usual->disk.syncs != 1 || !round->disk.syncs)
        return;
    const uint64_t more = foreign(&works[0], round, known);
    if (more <= SECTORS_LEAST || !is_plausible(round, known))
        return;
    text_copy(out->other.who, sizeof out->other.who, "somebody");
    out->other.bytes = more * 512;
    out->other.programs = 1;
    out->other.requests = 1;
}

void infer(const struct round *round, const struct circumstances *known, struct inside *out)
{
    const struct round_calls calls = round_calls(round);
    const uint64_t sync_ns = calls.synced_ns - calls.sync_ns;
    *out = (struct inside){.origin = INSIDE_INFERRED, .wait_for = round_wait_for(round)};
    out->ns[SHARE_WRITE] = calls.sync_ns - calls.write_ns;
    out->ns[SHARE_WAIT] = round->latency_ns - out->ns[SHARE_WRITE] - sync_ns;
    out->ns[SHARE_UNNAMED] = sync_ns;
    /* A thread that is stopped does not wait for a processor: the scheduler's account comes first.
     */
    move(out, SHARE_UNNAMED, SHARE_READY, known->ready_ns);
    take_standing(round, known, out);
    if (known->frozen) {
        move(out, SHARE_UNNAMED, SHARE_FROZEN, UINT64_MAX);
        move(out, SHARE_WRITE, SHARE_FROZEN, UINT64_MAX);
    }
    if (known->only_flushes)
        move(out, SHARE_UNNAMED, SHARE_FLUSH, UINT64_MAX);
    note_others(round, known, out);
}

/* Of all that a sync is made of, as far as IN does not tell it apart. */
static uint64_t usual_sync_ns(const struct inside *in)
{
    uint64_t sum = 0;
    for (int i = 0; i < SHARES; i++) {
        const bool apart = i == SHARE_WAIT || i == SHARE_WRITE;
        sum += apart || (i != SHARE_UNNAMED && in->ns[i]) ? 0 : in->usual_ns[i];
    }
    return sum;
}

/* What is left of a sync: how long, and what the whole disk did around it. */
static void tell_sync(const struct round *round, struct inside *in)
{
    char time[FORMAT_MAX], whole[FORMAT_MAX], usual[FORMAT_MAX], disk[80] = "", like[48] = "";
    const bool counted = round->disk.syncs > 0;
    if (counted)
        snprintf(disk, sizeof disk, "; the disk did %u flush%s and %u KiB meanwhile",
                 (unsigned)round->disk.flushes, round->disk.flushes == 1 ? "" : "es",
                 (unsigned)(round->disk.sectors / 2));
    if (usual_sync_ns(in))
        snprintf(like, sizeof like, " (usually %s)", format_duration(usual, usual_sync_ns(in)));
    snprintf(in->sentence, sizeof in->sentence, "%s of %s in the sync%s%s",
             format_duration(time, in->ns[SHARE_UNNAMED]),
             format_duration(whole, round->latency_ns), like, disk);
}

static void tell_others(const struct round *round, struct inside *in)
{
    char bytes[FORMAT_MAX], time[FORMAT_MAX], whole[FORMAT_MAX];
    snprintf(in->sentence, sizeof in->sentence,
             "other programs wrote %s meanwhile; %s of %s in the sync",
             format_bytes(bytes, in->other.bytes),
             format_duration(time, round_timed(round->sync_ns)),
             format_duration(whole, round->latency_ns));
    in->cause = CAUSE_OTHERS;
}

void infer_cause(const struct round *round, const struct inside *usual, struct inside *in)
{
    cause_find(in, usual);
    if (in->cause != CAUSE_UNNAMED)
        return;
    if (in->other.programs)
        tell_others(round, in);
    else
        tell_sync(round, in);
}
