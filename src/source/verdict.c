/* verdict.c: the classes of devices and the doubts, a row each, and the one list of warnings.
 *
 * The class is read off one figure, the median sync, so it is a likeness and never a fact: that is
 * what the doubts are for. The first that applies is told. */
#include "source/verdict.h"

#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "base/facts.h"
#include "source/evidence.h"
#include "source/naming.h"

enum { SYNCS_LEAST = 10, SYNCS_THIN = 100 };

#define LARGE_SYNC_BYTES UINT64_C(262144)

static const struct likeness {
    uint64_t below_ns;
    const char *words, *brief;
} likenesses[] = {
    {UINT64_C(100000), "protected cache, or barriers off", "protected cache?"},
    {UINT64_C(1000000), "like a plain NVMe drive", "like plain NVMe"},
    {UINT64_C(10000000), "like SATA, or a virtualisation layer", "SATA or virtual"},
    {UINT64_MAX, "like a spinning disk", "a spinning disk"},
};

enum { PROTECTED, PLAIN_NVME, LIKENESSES = sizeof likenesses / sizeof likenesses[0] };

/* What a doubt looks at. */
struct matter {
    const struct snapshot *now;
    const struct figures *figures;
    const bool *holds; /* by evidence_rule */
    uint64_t p50_ns;
};

/* What btrfs makes of a sync with nothing to write. */
static bool nothing_was_asked(const struct matter *m)
{
    const struct disk_counts *disk = &m->figures->disk;
    return naming_is_floor(&m->now->config) && disk->available && !disk->flushes;
}

static bool no_flush(const struct matter *m)
{
    return m->holds[EVIDENCE_NO_FLUSH];
}

static bool fast_without_barriers(const struct matter *m)
{
    return m->p50_ns < likenesses[PROTECTED].below_ns && m->now->target.barrier == NO;
}

static bool fast_though_volatile(const struct matter *m)
{
    return m->p50_ns < likenesses[PROTECTED].below_ns && facts_any_cache(&m->now->target, YES);
}

static bool fast_and_unknown(const struct matter *m)
{
    return m->p50_ns < likenesses[PROTECTED].below_ns && facts_any_cache(&m->now->target, UNKNOWN);
}

static bool no_disk_is_known(const struct matter *m)
{
    return m->now->target.device_count == 0;
}

static bool fast_though_spinning(const struct matter *m)
{
    const struct target *t = &m->now->target;

    for (unsigned i = 0; i < t->device_count; i++) {
        if (t->device[i].rotational == YES)
            return m->p50_ns < likenesses[PLAIN_NVME].below_ns;
    }
    return false;
}

static bool others_write(const struct matter *m)
{
    return m->holds[EVIDENCE_OTHER_WRITERS];
}

static bool syncs_are_large(const struct matter *m)
{
    const struct config *c = &m->now->config;
    bool writes = !naming_is_floor(c);
    return writes && m->figures->records * c->record_bytes / m->figures->syncs >= LARGE_SYNC_BYTES;
}

static bool syncs_are_few(const struct matter *m)
{
    return m->figures->sync.count < SYNCS_THIN;
}

static const struct doubt {
    bool (*applies)(const struct matter *matter);
    const char *words;
} doubts[] = {
    {nothing_was_asked, "nothing to write, and nothing was asked of the disk"},
    {no_flush, "no flush reached the disk, so this is not its price of durability"},
    {fast_without_barriers, "barriers are off: the cache need not be protected"},
    {fast_though_volatile,
     "the disk has a volatile cache: barriers off, or a host that does not flush"},
    {fast_and_unknown, "whether the disk's cache is volatile is not known"},
    {no_disk_is_known, "which disk this is, is not known"},
    {fast_though_spinning, "the disk is said to spin: a cache or a host answers in its place"},
    {others_write, "more was written to the disk than the records need"},
    {syncs_are_large, "a sync carries 256 KiB or more: much of it is the transfer"},
    {syncs_are_few, "it rests on few syncs"},
};

static const char *first_doubt(const struct matter *m)
{
    for (size_t i = 0; i < sizeof doubts / sizeof doubts[0]; i++) {
        if (doubts[i].applies(m))
            return doubts[i].words;
    }
    return NULL;
}

/* Whether a disk in this machine stands behind the figures, be it one that is not seen. */
static bool has_disk(const struct target *t)
{
    return !t->memory && (t->device_count > 0 || !t->remote);
}

/* Two syncs on a plain drive take as long as one on another: no class can be read off that. */
static const char together[] = "a round's two syncs were timed together, with what is between "
                               "them; the class of a disk goes by one";

struct verdict verdict_of(struct history *history, enum window window)
{
    const struct snapshot *now = history_latest(history);
    const struct figures *f = history_figures(history, window);
    size_t i = 0;

    if (!now || f->sync.count < SYNCS_LEAST || !f->syncs || !now->config.durable ||
        !has_disk(&now->target))
        return (struct verdict){0};
    if (now->config.syncs_each > 1)
        return (struct verdict){.sync_p50_ns = histogram_percentile(&f->sync, 50),
                                .reason = together};
    const struct matter m = {now, f, history_evidence(history)->holds[window],
                             histogram_percentile(&f->sync, 50)};
    while (i + 1 < LIKENESSES && m.p50_ns >= likenesses[i].below_ns)
        i++;
    return (struct verdict){
        .known = true,
        .sync_p50_ns = m.p50_ns,
        .words = likenesses[i].words,
        .brief = likenesses[i].brief,
        .doubt = first_doubt(&m),
    };
}

/* --- warnings --- */

static const struct warning not_durable = {
    .id = "not-durable",
    .severity = SEVERITY_BAD,
    .text = "this mode or strategy acknowledges records before they are durable: a crash or a "
            "power cut loses some.",
    .advice = "Compare by it, but do not take its figures for the price of a commit; choose "
              "another mode or strategy for that.",
};

static const struct warning directory_unsynced = {
    .id = "directory-not-synced",
    .severity = SEVERITY_NOTE,
    .text = "this file system refuses fsync on a directory",
    .advice = "A new file's name is durable in a way of its own there, if it is: ask its manual. "
              "The rounds write to a file that has its name already.",
};

static void tell_directory(const struct snapshot *s, struct warning *out)
{
    char name[24];
    *out = directory_unsynced;
    snprintf(out->text, sizeof out->text,
             "%s (%s): whether the scratch file's name is durable is "
             "not known.",
             directory_unsynced.text, err_name(s->directory_code, name));
}

static const struct warning not_direct = {
    .id = "not-direct",
    .severity = SEVERITY_WARN,
    .text = "the file system takes the O_DIRECT writes and sends them through the page cache: "
            "these are figures of buffered writes.",
    .advice =
        "On btrfs, a directory with `chattr +C` lets new files go past it, without checksums; "
        "else take them for what a database gets here.",
};

/* The list while it grows. */
struct list {
    struct warning *out;
    unsigned count;
};

/* Behind those that are as severe; an id stands once. Of too many the mildest is left out. */
static void list_add(struct list *list, const struct warning *warning)
{
    unsigned at = 0;

    for (unsigned i = 0; i < list->count; i++) {
        if (strcmp(list->out[i].id, warning->id) == 0)
            return;
        if (list->out[i].severity >= warning->severity)
            at = i + 1;
    }
    if (at == TARGET_WARNINGS_MAX)
        return;
    if (list->count < TARGET_WARNINGS_MAX)
        list->count++;
    memmove(&list->out[at + 1], &list->out[at], (list->count - 1 - at) * sizeof list->out[0]);
    list->out[at] = *warning;
}

unsigned warnings_now(struct history *history, enum window window,
                      struct warning out[TARGET_WARNINGS_MAX])
{
    const struct snapshot *now = history_latest(history);
    const struct evidence *evidence = history_evidence(history);
    struct list list = {.out = out};
    struct warning warning;

    if (!now)
        return 0;
    for (unsigned i = 0; i < now->target.warning_count && i < TARGET_WARNINGS_MAX; i++)
        list_add(&list, &now->target.warning[i]);
    if (!now->config.durable)
        list_add(&list, &not_durable);
    if (now->directory_code) {
        tell_directory(now, &warning);
        list_add(&list, &warning);
    }
    if (now->through_cache)
        list_add(&list, &not_direct);
    for (int rule = 0; rule < EVIDENCE_RULES; rule++) {
        if (!evidence->holds[window][rule])
            continue;
        evidence_tell(evidence, rule, history_figures(history, window), now, &warning);
        list_add(&list, &warning);
    }
    return list.count;
}
