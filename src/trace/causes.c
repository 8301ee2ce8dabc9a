/* causes.c: the share that grew most is the cause, unless another program explains why it did.
 *
 * A share has to be a good part of the round, and a good part more than usual, to be a cause. The
 * order of the rows decides between equals: what somebody did on purpose first. */
#include "trace/causes.h"

#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "trace/spans.h"

enum {
    OTHER_BYTES = 32 << 10, /* less is what any quiet machine writes now and then */
    OTHER_REQUESTS = 4,
    OTHER_PERCENT = 10, /* of the latency, behind another's requests */
    OTHER_EXCESS = 2,   /* of what the share took beyond the usual, others explain this part */
    GROWN_PART = 20,    /* of the latency: a growth that is worth telling */
    DEED_PART = 256,    /* of what it did most of: what is less goes untold */
};

struct rule {
    enum share share;
    unsigned percent; /* of the latency that it has to be */
    unsigned factor;  /* of the usual time */
    enum cause cause;
    const char *text; /* {time} of the share, {whole} latency, {usual}, and the words of say() */
};

static const struct rule rules[] = {
    {SHARE_STOPPED, 20, 1, CAUSE_STOPPED, "a signal had stopped the program for {time} of {whole}"},
    {SHARE_FROZEN, 20, 1, CAUSE_FROZEN, "the file system was frozen for {time} of {whole}"},
    {SHARE_THROTTLE, 20, 2, CAUSE_THROTTLE,
     "a cgroup's limit held a request back for {time} of {whole}{usual}"},
    {SHARE_OTHERS, 20, 2, CAUSE_OTHERS, "{time} of {whole} behind other programs' requests"},
    {SHARE_READY, 20, 2, CAUSE_SCHEDULER,
     "the writer waited {time} of {whole} for a processor{usual}"},
    {SHARE_WORKER, 20, 2, CAUSE_SCHEDULER,
     "a kernel worker took {time} of {whole} to go on{usual}"},
    {SHARE_JOURNAL, 20, 2, CAUSE_JOURNAL,
     "{time} of {whole} waiting for the journal's thread{ahead}{usual}"},
    {SHARE_FLUSH, 20, 2, CAUSE_FLUSH, "{time} of {whole} in {flushes}{ahead}{usual}{alone}"},
    {SHARE_DATA, 20, 2, CAUSE_DATA, "{time} of {whole} in writing data{ahead}{usual}{alone}"},
    {SHARE_META, 20, 2, CAUSE_META, "{time} of {whole} in writing {meta}{ahead}{usual}{alone}"},
    {SHARE_QUEUE, 20, 2, CAUSE_QUEUE, "{time} of {whole} in the disk's queue{ahead}{usual}{alone}"},
    {SHARE_WAIT, 20, 2, CAUSE_WAIT, "{time} of {whole} waiting for {whom}{usual}"},
    {SHARE_WRITE, 20, 2, CAUSE_WORK, "{time} of {whole} in write(){usual}"},
    {SHARE_CPU, 20, 2, CAUSE_WORK, "{time} of {whole} in the sync's own work{usual}"},
    {SHARE_UNNAMED, 20, 1, CAUSE_UNNAMED, "{time} of {whole} that nothing seen accounts for"},
};

static uint64_t sum(const uint64_t ns[SHARES])
{
    uint64_t all = 0;
    for (int i = 0; i < SHARES; i++)
        all += ns[i];
    return all;
}

static uint64_t beyond(const struct inside *in, enum share share)
{
    const uint64_t blind_ns = share == SHARE_UNNAMED ? in->blind_ns : 0;
    const uint64_t ns = in->ns[share] - blind_ns, usual_ns = in->usual_ns[share];
    return ns > usual_ns ? ns - usual_ns : 0;
}

static bool holds(const struct rule *rule, const struct inside *in, uint64_t whole_ns)
{
    const uint64_t ns = in->ns[rule->share];
    return ns * 100 >= whole_ns * rule->percent && ns >= in->usual_ns[rule->share] * rule->factor;
}

/* The rule whose share grew most; of STRICT ones, those alone that hold. */
static const struct rule *grown_most(const struct inside *in, uint64_t whole_ns, bool strict)
{
    const struct rule *best = NULL;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if ((!strict || holds(&rules[i], in, whole_ns)) &&
            (!best || beyond(in, rules[i].share) > beyond(in, best->share)))
            best = &rules[i];
    }
    return best;
}

/* The rule of the largest share, but for time that nobody watched. */
static const struct rule *largest(const struct inside *in)
{
    const struct rule *best = NULL;
    uint64_t most_ns = 0;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        const uint64_t blind_ns = rules[i].share == SHARE_UNNAMED ? in->blind_ns : 0;
        const uint64_t ns = in->ns[rules[i].share] - blind_ns;
        if (!best || ns > most_ns) {
            best = &rules[i];
            most_ns = ns;
        }
    }
    return best;
}

/* A round can be slow in many parts at once, none of which stands out: then the largest growth is
 * told all the same. What passes for usual can have been slow itself: where next to nothing grew,
 * the largest share is told. */
static const struct rule *find_rule(const struct inside *in, uint64_t whole_ns)
{
    const struct rule *best = grown_most(in, whole_ns, true);
    if (best && beyond(in, best->share))
        return best;
    best = grown_most(in, whole_ns, false);
    return beyond(in, best->share) * GROWN_PART >= whole_ns ? best : largest(in);
}

/* "one flush", "3 flushes" */
static void count_flushes(const struct inside *in, char *out, size_t size)
{
    unsigned count = 0;
    for (unsigned i = 0; i < in->span_count; i++)
        count += in->span[i].kind == SPAN_FLUSH;
    if (count > 1)
        snprintf(out, size, "%u flushes", count);
    else
        snprintf(out, size, count ? "one flush" : "the flush");
}

static void usually(const struct inside *in, enum share share, char *out, size_t size)
{
    char time[FORMAT_MAX];
    out[0] = '\0';
    if (in->origin == INSIDE_INFERRED && share == SHARE_READY)
        return; /* of ordinary rounds, it is not known */
    if (sum(in->usual_ns) && !in->usual_ns[share])
        snprintf(out, size, " (usually none)");
    else if (sum(in->usual_ns))
        snprintf(out, size, " (usually %s)", format_duration(time, in->usual_ns[share]));
}

struct word {
    const char *name, *value;
};

/* Puts values in place of {names}. */
static void expand(const char *text, const struct word *words, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    while (*text && used + 1 < size) {
        const struct word *word = words;
        while (word->name && strncmp(text, word->name, strlen(word->name)) != 0)
            word++;
        if (word->name) {
            snprintf(out + used, size - used, "%s", word->value);
            text += strlen(word->name);
            used = strlen(out);
        } else {
            out[used++] = *text++;
            out[used] = '\0';
        }
    }
}

static void say_blind(struct inside *in)
{
    char time[FORMAT_MAX];
    const size_t used = strlen(in->sentence);
    if (in->blind_ns)
        snprintf(in->sentence + used, sizeof in->sentence - used,
                 "; nobody watched in the first %s", format_duration(time, in->blind_ns));
}

/* Most of SHARE was another writer's, which this one waited for. */
static const char *ahead(const struct inside *in, enum share share)
{
    static const char *const words[] = {
        [WAIT_FOR_EITHER] = " of another writer, which it waited for",
        [WAIT_FOR_LOCK] = " of the writer that had the lock",
        [WAIT_FOR_LEADER] = " of the leader that it waited for",
        [WAIT_FOR_DELAY] = " of the leader that it waited for",
    };
    return in->ahead_ns[share] * 2 > in->ns[share] ? words[in->wait_for] : "";
}

static const char *whom(const struct inside *in)
{
    static const char *const words[] = {
        [WAIT_FOR_EITHER] = "the lock or the leader",
        [WAIT_FOR_LOCK] = "the lock",
        [WAIT_FOR_LEADER] = "the leader",
        [WAIT_FOR_DELAY] = "more records, as its leader was to",
    };
    return words[in->wait_for];
}

static void say(struct inside *in, const struct rule *rule, const char *text, const char *first)
{
    char time[FORMAT_MAX], whole[FORMAT_MAX], usual[64], flushes[32];
    const char *alone =
        in->origin == INSIDE_TRACED && !in->other.programs && !in->lost_events && !in->others_unsure
            ? "; nobody else wrote"
            : "";
    format_duration(time, in->ns[rule->share]);
    format_duration(whole, sum(in->ns));
    usually(in, rule->share, usual, sizeof usual);
    count_flushes(in, flushes, sizeof flushes);
    const struct word words[] = {
        {"{time}", time},     {"{whole}", whole},
        {"{usual}", usual},   {"{flushes}", flushes},
        {"{alone}", alone},   {"{ahead}", ahead(in, rule->share)},
        {"{whom}", whom(in)}, {"{meta}", in->no_journal ? "metadata" : "the journal"},
        {NULL, NULL}};
    const size_t used = strlen(first);
    snprintf(in->sentence, sizeof in->sentence, "%s", first);
    expand(text, words, in->sentence + used, sizeof in->sentence - used);
    say_blind(in);
}

static bool is_disk(enum share share)
{
    return share == SHARE_FLUSH || share == SHARE_DATA || share == SHARE_META ||
           share == SHARE_QUEUE || share == SHARE_OTHERS;
}

static bool is_trifle(const struct inside *in, uint64_t whole_ns)
{
    return inside_others_bytes(in) < OTHER_BYTES && in->others_requests < OTHER_REQUESTS &&
           in->ns[SHARE_OTHERS] * 100 < whole_ns * OTHER_PERCENT;
}

/* What there is of SHARE to be explained: its growth, or all of it where next to nothing grew. */
static uint64_t excess(const struct inside *in, enum share share, uint64_t whole_ns)
{
    const uint64_t ns = beyond(in, share);
    return ns * GROWN_PART >= whole_ns ? ns : in->ns[share];
}

/* For how long others got into the round's way. What they do beside any ordinary round, for as long
 * as this one took, is no news; but a flush of theirs makes the disk busy with more than is theirs.
 */
static uint64_t hindered_ns(const struct inside *in, const struct inside *usual, uint64_t whole_ns)
{
    const uint64_t flush_ns = in->beside.flush_ns;
    const uint64_t rest_ns = in->beside.ns - flush_ns;
    const uint64_t usual_whole_ns = usual ? sum(usual->ns) : 0;
    uint64_t expected_ns = 0;
    if (usual_whole_ns)
        expected_ns =
            (uint64_t)((double)usual->beside.ns / (double)usual_whole_ns * (double)whole_ns);
    return excess(in, SHARE_OTHERS, whole_ns) + flush_ns +
           (rest_ns > expected_ns ? rest_ns - expected_ns : 0);
}

/* Whether other programs explain a good part of what SHARE took beyond the usual: they were in the
 * way for so long, and what they did can take that long. */
static bool others_matter(const struct inside *in, const struct inside *usual, enum share share)
{
    const uint64_t whole_ns = sum(in->ns);
    const uint64_t part_ns = excess(in, share, whole_ns) / OTHER_EXCESS;
    const uint64_t able_ns = spans_able_ns(in->others_requests, inside_others_bytes(in)) +
                             in->others_requests * in->usual_ns[SHARE_FLUSH];
    if (in->origin == INSIDE_INFERRED) /* known by its bytes alone */
        return in->other.bytes >= OTHER_BYTES;
    return in->other.programs && !is_trifle(in, whole_ns) && able_ns >= part_ns &&
           hindered_ns(in, usual, whole_ns) >= part_ns;
}

/* "wrote 3.2 MiB", "discarded 400 MiB and wrote 12 KiB": at most two, the larger first. */
static void list_deeds(const struct other_program *o, char *out, size_t size)
{
    struct {
        const char *verb;
        uint64_t bytes;
    } deed[] = {{"wrote", o->bytes}, {"read", o->read_bytes}, {"discarded", o->discarded_bytes}};
    char bytes[FORMAT_MAX];
    uint64_t first_bytes = 0;
    out[0] = '\0';
    for (int told = 0; told < 2; told++) {
        const size_t used = strlen(out);
        int most = 0;
        for (int i = 1; i < 3; i++)
            most = deed[i].bytes > deed[most].bytes ? i : most;
        if (deed[most].bytes * DEED_PART > first_bytes)
            snprintf(out + used, size - used, "%s%s %s", told ? " and " : "", deed[most].verb,
                     format_bytes(bytes, deed[most].bytes));
        first_bytes = first_bytes ? first_bytes : deed[most].bytes;
        deed[most].bytes = 0;
    }
}

/* "postgres[812] wrote 3.2 MiB", "somebody wrote 16 MiB through loop1", "writeback wrote 3 MiB" */
static void tell_deeds(const struct inside *in, char *out, size_t size)
{
    char deeds[64];
    const struct other_program *o = &in->other;
    list_deeds(o, deeds, sizeof deeds);
    if (!deeds[0])
        snprintf(deeds, sizeof deeds, "had the disk flushed");
    if (in->origin != INSIDE_TRACED)
        snprintf(out, size, "other programs %s", deeds);
    else if (o->kernel && strncmp(o->who, "loop", 4) == 0)
        snprintf(out, size, "somebody %s through %s", deeds, o->who);
    else if (o->kernel)
        snprintf(out, size, "%s %s", o->who, deeds);
    else
        snprintf(out, size, "%s[%d] %s", o->who, (int)o->pid, deeds);
}

static void blame_others(struct inside *in, const struct rule *rule)
{
    char first[128];
    tell_deeds(in, first, sizeof first - sizeof " meanwhile; ");
    strcat(first, " meanwhile; ");
    say(in, rule, rule->text, first);
    in->cause = CAUSE_OTHERS;
}

/* The bars tell whether the journal's thread itself was kept waiting. */
static bool blame_journal(struct inside *in, const struct rule *rule)
{
    uint64_t waited_ns = 0;
    char time[FORMAT_MAX], first[96];
    for (unsigned i = 0; i < in->span_count; i++) {
        const struct span *s = &in->span[i];
        if (s->kind == SPAN_READY && strncmp(s->who, "jbd2", 4) == 0)
            waited_ns += s->to_ns - s->from_ns;
    }
    if (waited_ns * 2 < in->ns[rule->share])
        return false;
    snprintf(first, sizeof first, "jbd2 waited %s for a processor; ",
             format_duration(time, waited_ns));
    say(in, rule, rule->text, first);
    return true;
}

static uint64_t mean(bool first, uint64_t old, uint64_t new)
{
    return first ? new : (old * 3 + new) / 4;
}

void cause_learn(struct inside *usual, bool first, const struct inside *in)
{
    for (int i = 0; i < SHARES; i++)
        usual->ns[i] = mean(first, usual->ns[i], in->ns[i]);
    usual->beside.ns = mean(first, usual->beside.ns, in->beside.ns);
}

void cause_find(struct inside *in, const struct inside *usual)
{
    const uint64_t whole_ns = sum(in->ns);
    if (usual)
        memcpy(in->usual_ns, usual->ns, sizeof in->usual_ns);
    const struct rule *rule = find_rule(in, whole_ns);
    in->cause = rule->cause;
    if (is_disk(rule->share) && others_matter(in, usual, rule->share))
        blame_others(in, rule);
    else if (rule->share != SHARE_JOURNAL || !blame_journal(in, rule))
        say(in, rule, rule->text, "");
}
