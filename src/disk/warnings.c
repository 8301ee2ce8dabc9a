/* warnings.c: the warnings that follow from a target's facts alone, one row each.
 *
 * A new one is a function and a row. Those that need evidence from a run are made where that is
 * gathered. */
#include "disk/warnings.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "disk/mount_options.h"

struct rule {
    const char *id;
    enum severity severity;
    /* Whether it applies; then TEXT says what it means for the figures. */
    bool (*check)(const struct target *target, char text[REASON_MAX]);
};

static bool check_memory(const struct target *target, char text[REASON_MAX])
{
    if (target->memory)
        snprintf(text, REASON_MAX,
                 "%s: this directory is memory. fsync waits for nothing here; no figure below is "
                 "a disk's.",
                 target->file_system);
    return target->memory;
}

static bool check_barrier(const struct target *target, char text[REASON_MAX])
{
    static const char *const off[] = {"nobarrier", "barrier=0"};
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
        if (!target->memory && mount_options_has(target->mount_options, off[i])) {
            snprintf(text, REASON_MAX,
                     "%s: the disk is never told to empty its cache; unless that is protected, a "
                     "power cut loses acknowledged data.",
                     off[i]);
            return true;
        }
    }
    return false;
}

static const struct rule rules[] = {
    {.id = "memory-backed", .severity = SEVERITY_BAD, .check = check_memory},
    {.id = "no-barrier", .severity = SEVERITY_WARN, .check = check_barrier},
};

#define RULES (sizeof rules / sizeof rules[0])

_Static_assert(RULES + 1 <= (size_t)TARGET_WARNINGS_MAX, "a target has room for all warnings");

static void rule_apply(const struct rule *rule, struct target *target)
{
    struct warning *warning = &target->warning[target->warning_count];
    if (!rule->check(target, warning->text))
        return;
    text_copy(warning->id, sizeof warning->id, rule->id);
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
}
