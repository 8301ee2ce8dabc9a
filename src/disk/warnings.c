/* warnings.c: the warnings that follow from a target's facts alone, one row each.
 *
 * A new one is a row, and a function for whether it holds and what it means here. Those that need
 * evidence from a run are made where that is gathered. */
#include "disk/warnings.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

struct rule {
    const char *id;
    enum severity severity;
    /* Whether it holds; then TEXT says what it means for the figures. */
    bool (*check)(const struct target *target, char text[REASON_MAX]);
    const char *advice;
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
                 "makes it, and its flushes are not seen here.",
                 target->file_system);
    return target->remote;
}

static bool check_unknown(const struct target *target, char text[REASON_MAX])
{
    const bool holds = target->no_device_reason[0] && !target->memory && !target->remote;
    if (holds)
        snprintf(text, REASON_MAX, "%.*s.", REASON_MAX - 2, target->no_device_reason);
    return holds;
}

static bool has_loop(const struct target *target)
{
    for (unsigned i = 0; i < target->layer_count; i++) {
        if (strcmp(target->layer[i].kind, "loop") == 0)
            return true;
    }
    return false;
}

/* The name of a file's end, which tells more than a cut-off beginning. */
static bool check_loop(const struct target *target, char text[REASON_MAX])
{
    char name[4 * TARGET_PATH_MAX];
    enum { ROOM = 60 };
    if (!has_loop(target))
        return false;
    text_escape(name, sizeof name, target->loop_file);
    const size_t length = strlen(name);
    const char *end = length > ROOM ? name + length - ROOM : name;
    while ((*end & 0xc0) == 0x80)
        end++;
    snprintf(text, REASON_MAX,
             "The disk is a file, %s%.60s: the figures are those of a file system on a file.",
             end > name ? "..." : "", name[0] ? end : "whose name is not seen");
    return true;
}

static bool check_write_through(const struct target *target, char text[REASON_MAX])
{
    for (unsigned i = 0; i < target->device_count; i++) {
        if (target->device[i].volatile_cache != NO)
            return false;
    }
    if (target->device_count == 0)
        return false;
    snprintf(text, REASON_MAX,
             "%.40s%s no volatile cache: no flush is sent to it, and a sync costs the write alone.",
             target->device[0].name,
             target->device_count > 1 ? " and the other disks say that they have"
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
     .advice = "Latencies hold; to see flushes, measure where /sys shows the disk, outside of a "
               "container."},
    {.id = "loop",
     .severity = SEVERITY_NOTE,
     .check = check_loop,
     .advice = "Measure in the file's own directory to see its disk without the detour."},
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
