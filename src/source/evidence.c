/* evidence.c: a row for each rule: when it holds, what it means, what to do.
 *
 * What a load may write beyond its own records (journal, log, metadata, copies) differs by file
 * system and mode: explained.c has bounds. They are generous, and shrink to little more than what
 * this load's quietest second has shown. What a file system writes late, in bursts, stays below the
 * least excess that counts.
 *
 * Left out on purpose: targets in memory, whose own warning says all; modes that are not durable,
 * which write when they like. */
#include "source/evidence.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/facts.h"
#include "base/format.h"
#include "base/text.h"
#include "source/explained.h"
#include "source/naming.h"

#define TOO_FAST_NS    UINT64_C(20000)
#define FAST_ENOUGH_NS UINT64_C(25000)
#define SYNCS_NONE     5   /* so many without a single flush, for each sync that may share one */
#define SYNCS_SOME     32  /* where there was one, fewer prove nothing */
#define SYNCS_MEDIAN   10  /* of fewer it is no median */
#define SYNCS_A_FLUSH  16  /* "far below 1 a sync", for each sync that may share one */
#define QUIET_STEADY   1.3 /* to what a load may grow, of its quietest second; */
#define QUIET_TREE     4.0 /* where trees grow; */
#define QUIET_SHARED   2.0 /* so often that, where syncs share a commit, now more and now fewer */
#define QUIET_SYNCS    32
#define QUIET_LEAST_NS UINT64_C(900000000)
#define EXCESS_BYTES   (4 * 1024 * 1024.0) /* a second: less is any machine's own murmur */

enum answer { ANSWER_NO, ANSWER_UNSURE, ANSWER_YES };

/* What a rule looks at. */
struct matter {
    const struct evidence *evidence;
    const struct figures *figures;
    const struct snapshot *now;
};

/* --- no-flush-seen, implausibly-fast --- */

/* Counters that stand still whatever is written prove nothing, nor do those of a part. */
static bool counts_flushes(const struct target *t)
{
    for (unsigned i = 0; i < t->device_count; i++) {
        if (t->device[i].counted == NO)
            return false;
    }
    return !t->partial;
}

static bool all_have_fua(const struct target *t)
{
    for (unsigned i = 0; i < t->device_count; i++) {
        if (t->device[i].fua != YES)
            return false;
    }
    return true;
}

/* Modes whose sync may rightly ask for no flush: there is nothing to write, or the one write is
 * durable by itself. */
static bool owes_no_flush(const struct snapshot *s)
{
    if (naming_is_floor(&s->config))
        return true;
    return strcmp(s->config.mode, "direct-dsync") == 0 && all_have_fua(&s->target);
}

static bool promises_flushes(const struct snapshot *s)
{
    return s->config.durable && !s->target.memory && facts_any_cache(&s->target, YES) &&
           !owes_no_flush(s);
}

/* How many syncs can be under way together. Of one file it is one at a time, in every strategy;
 * writers with files of their own ("private") sync as they like. */
static uint64_t syncs_at_once(const struct config *c)
{
    return strcmp(c->strategy, "private") == 0 ? c->writers : 1;
}

/* The kernel lets syncs that run at the same time share a flush. Those of intervals that are left
 * out have no flushes to be compared with. A sync returns after its flush was counted, and counters
 * are read after rounds: at the border of an interval so many syncs can miss their flush as run at
 * once, and no more. */
static enum answer flushes_missing(const struct matter *m)
{
    const struct disk_counts *disk = &m->figures->disk;
    uint64_t syncs = m->figures->syncs - disk->left_out_syncs;
    uint64_t at_once = syncs_at_once(&m->now->config);
    uint64_t shared = disk->flushes * at_once;

    if (!promises_flushes(m->now) || !counts_flushes(&m->now->target))
        return ANSWER_NO;
    if (syncs < SYNCS_NONE * at_once || (shared && syncs < SYNCS_SOME))
        return ANSWER_UNSURE;
    if (!disk->available)
        return ANSWER_NO;
    if (shared * SYNCS_A_FLUSH < syncs)
        return ANSWER_YES;
    return shared * SYNCS_A_FLUSH / 2 < syncs ? ANSWER_UNSURE : ANSWER_NO;
}

static enum answer syncs_too_fast(const struct matter *m)
{
    const struct histogram *sync = &m->figures->sync;

    if (!promises_flushes(m->now))
        return ANSWER_NO;
    if (sync->count < SYNCS_MEDIAN)
        return ANSWER_UNSURE;
    uint64_t p50_ns = histogram_percentile(sync, 50);
    if (p50_ns < TOO_FAST_NS)
        return ANSWER_YES;
    return p50_ns < FAST_ENOUGH_NS ? ANSWER_UNSURE : ANSWER_NO;
}

/* --- other-writers --- */

static double written_bytes(const struct figures *f)
{
    return (double)f->disk.sectors * 512;
}

/* Two at least: a run of a few ms, or a window of one second, must not turn one late write into a
 * torrent. */
static double seconds_of(const struct figures *f)
{
    return f->active_ns > UINT64_C(2000000000) ? (double)f->active_ns / 1e9 : 2;
}

static double quiet_growth(const struct snapshot *s)
{
    double growth = explained_is_steady(&s->target) ? QUIET_STEADY : QUIET_TREE;
    return syncs_at_once(&s->config) > 1 ? growth * QUIET_SHARED : growth;
}

/* The bytes that FIGURES of this load account for, rounds included that are under way. What the
 * quietest second has taken of what may be, and some more, is enough for the others. */
static double explained(const struct evidence *e, const struct figures *f, const struct snapshot *s)
{
    const struct explained bytes =
        explained_bytes(s, f->records + (uint64_t)s->in_flight * s->config.batch,
                        f->syncs + s->in_flight, f->padded_bytes);
    double seen = e->quiet_part * quiet_growth(s);
    double most = e->quiet_known && seen < 1 ? seen * bytes.most : bytes.most;

    return most > bytes.least ? most : bytes.least;
}

/* Bytes a second that this load cannot explain. */
static double unexplained_bytes(const struct evidence *e, const struct figures *f,
                                const struct snapshot *s)
{
    return (written_bytes(f) - explained(e, f, s)) / seconds_of(f);
}

static enum answer others_write(const struct matter *m)
{
    const struct snapshot *s = m->now;

    if (!s->config.durable || s->target.memory || !m->figures->disk.has_sectors)
        return ANSWER_NO;
    double excess = unexplained_bytes(m->evidence, m->figures, s);
    if (excess > EXCESS_BYTES)
        return ANSWER_YES;
    return excess > EXCESS_BYTES / 2 ? ANSWER_UNSURE : ANSWER_NO;
}

/* As powers of two, so that the words stand still while the figure moves. */
static void tell_others(const struct matter *m, char out[REASON_MAX])
{
    double excess = unexplained_bytes(m->evidence, m->figures, m->now);
    uint64_t told = UINT64_C(1) << 20;
    char text[FORMAT_MAX];

    while ((double)told * 2 < excess)
        told *= 2;
    snprintf(out, REASON_MAX,
             "over %s a second more was written to the disk than these records should need; rounds "
             "may wait for it.",
             format_bytes(text, told));
}

/* --- the rows --- */

static const struct rule {
    const char *id;
    enum severity severity;
    enum answer (*ask)(const struct matter *matter);
    const char *text;
    void (*tell)(const struct matter *matter, char out[REASON_MAX]); /* in place of text */
    const char *advice;
} rules[EVIDENCE_RULES] = {
    [EVIDENCE_NO_FLUSH] =
        {
            .id = "no-flush-seen",
            .severity = SEVERITY_BAD,
            .ask = flushes_missing,
            .text = "syncs return, but no flush reaches the disk, whose cache is volatile: a power "
                    "cut may lose acknowledged data.",
            .advice = "Look for barrier=0, eatmydata, a volatile overlay. Innocent: a cache with a "
                      "battery, FUA writes, flushes counted by another device.",
        },
    [EVIDENCE_TOO_FAST] =
        {
            .id = "implausibly-fast",
            .severity = SEVERITY_WARN,
            .ask = syncs_too_fast,
            .text = "the median sync is under 20 us: no disk empties a volatile cache in that "
                    "time.",
            .advice =
                "Trust it only if the cache is protected after all; else see whether barriers "
                "are off, or a library or the host swallows the sync.",
        },
    [EVIDENCE_OTHER_WRITERS] =
        {
            .id = "other-writers",
            .severity = SEVERITY_WARN,
            .ask = others_write,
            .tell = tell_others,
            .advice =
                "See who writes (iotop, pidstat -d) and measure again without it. Innocent: a "
                "volume or file system that keeps more copies than are known.",
        },
};

void evidence_clear(struct evidence *evidence)
{
    *evidence = (struct evidence){0};
}

/* Remembers the quietest second: what this load writes when nobody else does. One in which the disk
 * wrote less than the records are was not counted whole. */
static void learn_quiet(struct evidence *e, const struct figures *second, const struct snapshot *s)
{
    if (second->active_ns < QUIET_LEAST_NS || second->syncs < QUIET_SYNCS ||
        !second->disk.has_sectors || second->disk.left_out)
        return;
    const struct explained bytes =
        explained_bytes(s, second->records, second->syncs, second->padded_bytes);
    double written = written_bytes(second);
    double part = bytes.most > 0 ? written / bytes.most : 1;
    if (written < bytes.least || (e->quiet_known && e->quiet_part < part))
        return;
    e->quiet_known = true;
    e->quiet_part = part;
}

/* A pause says nothing, and takes nothing back. */
static enum answer answer_of(const struct rule *rule, const struct matter *m)
{
    return m->figures->active_ns ? rule->ask(m) : ANSWER_UNSURE;
}

void evidence_judge(struct evidence *e, struct history *history, const struct snapshot *now)
{
    learn_quiet(e, history_figures(history, WINDOW_1S), now);
    for (int window = 0; window < WINDOWS; window++) {
        const struct matter matter = {e, history_figures(history, window), now};
        for (int rule = 0; rule < EVIDENCE_RULES; rule++) {
            enum answer answer = answer_of(&rules[rule], &matter);
            if (answer != ANSWER_UNSURE)
                e->holds[window][rule] = answer == ANSWER_YES;
        }
    }
}

void evidence_name(enum evidence_rule rule, struct warning *out)
{
    *out = (struct warning){.severity = rules[rule].severity};
    text_copy(out->id, sizeof out->id, rules[rule].id);
    text_copy(out->advice, sizeof out->advice, rules[rule].advice);
}

void evidence_tell(const struct evidence *e, enum evidence_rule rule, const struct figures *figures,
                   const struct snapshot *now, struct warning *out)
{
    const struct rule *row = &rules[rule];
    const struct matter matter = {e, figures, now};

    evidence_name(rule, out);
    if (row->tell)
        row->tell(&matter, out->text);
    else
        text_copy(out->text, sizeof out->text, row->text);
}
