/* warnings.c: the warnings that follow from a target's facts alone, one row each.
 *
 * A new one is a row, and a function for whether it holds and what it means here. Those that need
 * evidence from a run are made where that is gathered. */
#include "disk/warnings.h"

#include <stdio.h>
#include <string.h>

#include "base/disks.h"
#include "base/facts.h"
#include "base/text.h"
#include "disk/warnings_loop.h"

struct rule {
    const char *id;
    enum severity severity;
    /* Whether it holds; then TEXT says what it means for the figures. */
    bool (*check)(const struct target *target, char text[REASON_MAX]);
    const char *advice;
    void (*advise)(const struct target *target, char advice[REASON_MAX]); /* in its place */
};

static bool check_memory(const struct target *target, char text[REASON_MAX])
{
    if (!target->memory)
        return false;
    const bool direct = target->device_count == 0 && !strchr(target->memory_why, ' ');
    if (direct)
        snprintf(
            text, REASON_MAX,
            "%.40s: this directory is memory. fsync waits for nothing here; no figure below is "
            "a disk's.",
            target->memory_why);
    else
        snprintf(text, REASON_MAX,
                 "%.63s: this directory is memory in the end. A power cut loses all of it; no "
                 "figure below is a disk's.",
                 target->memory_why);
    return true;
}

static bool check_memory_part(const struct target *target, char text[REASON_MAX])
{
    if (target->memory_part[0])
        snprintf(text, REASON_MAX,
                 "%.63s: a part of it is memory: a power cut loses the volume, unless disks mirror "
                 "that part.",
                 target->memory_part);
    return target->memory_part[0];
}

static bool check_memory_guess(const struct target *target, char text[REASON_MAX])
{
    const bool holds = target->memory_guess[0] && !target->memory;
    if (holds)
        snprintf(text, REASON_MAX,
                 "%.63s: probably memory, by the folder that it was in; then no figure below is a "
                 "disk's.",
                 target->memory_guess);
    return holds;
}

static bool check_volatile(const struct target *target, char text[REASON_MAX])
{
    if (target->volatile_overlay)
        snprintf(text, REASON_MAX,
                 "volatile: this overlay drops every sync. fsync waits for nothing here; no figure "
                 "below is the price of durability.");
    return target->volatile_overlay;
}

static bool check_barrier(const struct target *target, char text[REASON_MAX])
{
    if (target->barrier == NO)
        snprintf(text, REASON_MAX,
                 "%.50s: the disk is never told to empty its cache; unless that is protected, a "
                 "power cut loses acknowledged data.",
                 target->barrier_off);
    return target->barrier == NO;
}

static bool check_remote(const struct target *target, char text[REASON_MAX])
{
    if (target->remote)
        snprintf(text, REASON_MAX,
                 "%.40s: another machine or a program stores this. A sync is as durable as that "
                 "makes it%s.",
                 target->remote_why,
                 target->device_count ? "" : ", and its flushes are not seen here");
    return target->remote;
}

static bool check_unknown(const struct target *target, char text[REASON_MAX])
{
    const bool holds = target->no_device_reason[0] && !target->memory && !target->remote;
    if (holds)
        snprintf(text, REASON_MAX, "%.*s.", REASON_MAX - 2, target->no_device_reason);
    return holds;
}

/* The first disk on which the counting of bytes is switched off, as its folder is named. */
static void advise_iostats(const struct target *target, char advice[REASON_MAX])
{
    const struct device *device = target->device;
    char name[TARGET_NAME_MAX];
    unsigned i = 0;
    while (i + 1 < target->device_count && device[i].counts_sectors != NO)
        i++;
    text_copy(name, sizeof name, device[i].name);
    for (char *c = name; (c = strchr(c, '/'));)
        *c = '!';
    snprintf(advice, REASON_MAX,
             "Latencies hold; to see what is written: `echo 1 > /sys/block/%s/queue/iostats`.",
             name);
}

/* Whether the kernel counts flushes, whatever is shown of it here; not when that is unknown. */
static bool kernel_counts(const struct target *target)
{
    unsigned major, minor;
    return sscanf(target->kernel, "%u.%u", &major, &minor) == 2 &&
           (major > 5 || (major == 5 && minor >= 5));
}

static void advise_fields(const struct target *target, char advice[REASON_MAX])
{
    if (kernel_counts(target))
        snprintf(advice, REASON_MAX,
                 "Latencies hold; Linux %.24s counts flushes, but /sys is an old or cut copy here, "
                 "as in a container: measure outside of it.",
                 target->kernel);
    else
        text_copy(advice, REASON_MAX,
                  "Latencies hold; to see flushes, measure under Linux 5.5 or newer.");
}

static void advise_unknown(const struct target *target, char advice[REASON_MAX])
{
    static const char *const words[] = {
        [BLIND_HERE] = "Latencies hold; to see flushes, measure where /sys shows the disk, outside "
                       "of a container.",
        [BLIND_EVER] = "Latencies hold; nothing can be done to see its flushes.",
    };
    if (target->blindness == BLIND_IOSTATS)
        advise_iostats(target, advice);
    else if (target->blindness == BLIND_FIELDS)
        advise_fields(target, advice);
    else
        text_copy(advice, REASON_MAX, words[target->blindness]);
}

static bool check_write_through(const struct target *target, char text[REASON_MAX])
{
    if (target->device_count == 0 || target->partial || facts_any_cache(target, YES) ||
        facts_any_cache(target, UNKNOWN))
        return false;
    const struct device *first = &target->device[0];
    snprintf(text, REASON_MAX,
             "%.40s%s no volatile cache: no flush is sent to it, and a sync costs the write alone.",
             first->path_to[0] ? first->path_to : first->name,
             disks_count(target) > 1 ? " and the other disks say that they have"
                                     : " says that it has");
    return true;
}

static const struct rule rules[] = {
    {.id = "memory-backed",
     .severity = SEVERITY_BAD,
     .check = check_memory,
     .advice = "Choose a directory on a disk; `fsyncscope info DIR` tells what one stands on."},
    {.id = "volatile-overlay",
     .severity = SEVERITY_BAD,
     .check = check_volatile,
     .advice = "Measure in a volume of the container, or mount the overlay without `volatile`."},
    {.id = "memory-backed",
     .severity = SEVERITY_WARN,
     .check = check_memory_part,
     .advice =
         "Choose a directory on disks alone; `fsyncscope info DIR` tells what one stands on."},
    {.id = "memory-backed",
     .severity = SEVERITY_WARN,
     .check = check_memory_guess,
     .advice =
         "Choose a directory whose disk is seen; or see with `losetup -l -O NAME,BACK-MAJ:MIN` "
         "where the file is."},
    {.id = "no-barrier",
     .severity = SEVERITY_WARN,
     .check = check_barrier,
     .advice = "Mount with barriers, unless a battery or capacitors keep the disk's cache alive."},
    {.id = "remote",
     .severity = SEVERITY_WARN,
     .check = check_remote,
     .advice = "Measure on the machine that stores it too; the difference is the way there."},
    {.id = "unknown-device",
     .severity = SEVERITY_WARN,
     .check = check_unknown,
     .advise = advise_unknown},
    {.id = "loop",
     .severity = SEVERITY_NOTE,
     .check = warnings_loop_check,
     .advise = warnings_loop_advise},
    {.id = "write-through",
     .severity = SEVERITY_NOTE,
     .check = check_write_through,
     .advice = "Good when it is true: the drive, its controller or the host must not be caching."},
};

#define RULES (sizeof rules / sizeof rules[0])

_Static_assert(RULES + 1 <= (size_t)TARGET_WARNINGS_MAX, "a target has room for all warnings");

static void rule_apply(const struct rule *rule, struct target *target)
{
    struct warning *warning = &target->warning[target->warning_count];
    if (!rule->check(target, warning->text))
        return;
    text_copy(warning->id, sizeof warning->id, rule->id);
    if (rule->advise)
        rule->advise(target, warning->advice);
    else
        text_copy(warning->advice, sizeof warning->advice, rule->advice);
    warning->severity = rule->severity;
    target->warning_count++;
}

void warnings_from_facts(struct target *target)
{
    target->warning_count = 0;
    for (int severity = SEVERITY_BAD; severity >= SEVERITY_NOTE; severity--) {
        for (size_t i = 0; i < RULES; i++) {
            if (rules[i].severity == (enum severity)severity)
                rule_apply(&rules[i], target);
        }
    }
}

void warnings_add_io_error(struct target *target, const char *sentence)
{
    struct warning *first = target->warning;
    if (target->warning_count > 0 && strcmp(first->id, "io-error") == 0)
        return;
    if (target->warning_count < TARGET_WARNINGS_MAX)
        target->warning_count++;
    memmove(first + 1, first, (target->warning_count - 1) * sizeof *first);
    *first = (struct warning){.id = "io-error", .severity = SEVERITY_BAD};
    text_copy(first->text, sizeof first->text, sentence);
    text_copy(first->advice, sizeof first->advice,
              "What the file holds now is not known; look at the kernel's log before trusting this "
              "disk.");
}
