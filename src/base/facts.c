/* facts.c: rows of facts, each a label and a function that finds the words or has none to say.
 *
 * A new fact is a row. What a fact means for the figures is the business of the warnings. */
#include "base/facts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"

struct fact_row {
    const char *label;
    bool (*say)(const struct target *target, char out[FACT_MAX]);
};

struct device_row {
    const char *label;
    bool (*say)(const struct device *device, char out[FACT_MAX]);
};

/* Adds words to OUT, after a comma unless they are the first. */
static void __attribute__((format(printf, 3, 4)))
add(char *out, size_t size, const char *format, ...)
{
    size_t used = strlen(out);
    va_list args;

    if (used + 3 > size)
        return;
    if (used)
        used = (size_t)(stpcpy(out + used, ", ") - out);
    va_start(args, format);
    vsnprintf(out + used, size - used, format, args);
    va_end(args);
}

/* --- the file system --- */

static bool say_file_system(const struct target *t, char out[FACT_MAX])
{
    char total[FORMAT_MAX], left[FORMAT_MAX];

    text_copy(out, FACT_MAX, t->file_system);
    if (t->bytes_total)
        add(out, FACT_MAX, "%s, %s free", format_bytes(total, t->bytes_total),
            format_bytes(left, t->bytes_free));
    return true;
}

static bool say_memory(const struct target *t, char out[FACT_MAX])
{
    if (t->memory)
        snprintf(out, FACT_MAX, "yes: %s", t->memory_why[0] ? t->memory_why : t->file_system);
    else if (t->memory_part[0])
        snprintf(out, FACT_MAX, "in part: %s", t->memory_part);
    else
        snprintf(out, FACT_MAX, "probably: %s", t->memory_guess);
    return t->memory || t->memory_part[0] || t->memory_guess[0];
}

static bool say_mount(const struct target *t, char out[FACT_MAX])
{
    if (!t->mount_point[0] && t->mount_elsewhere)
        text_copy(out, FACT_MAX,
                  "in no mount table that is seen here: of another namespace, or detached");
    else
        snprintf(out, FACT_MAX, "%s%s%s", t->mount_point, t->mount_source[0] ? " from " : "",
                 t->mount_source);
    if (t->mount_seen_by)
        add(out, FACT_MAX, "as process %d sees it: this one does not", t->mount_seen_by);
    return out[0] != '\0';
}

static bool say_options(const struct target *t, char out[FACT_MAX])
{
    text_copy(out, FACT_MAX, t->mount_options);
    return out[0] != '\0';
}

static bool say_barrier(const struct target *t, char out[FACT_MAX])
{
    static const char *const words[] = {
        [UNKNOWN] = "",
        [NO] = "off: a sync does not tell the disk to empty its cache",
        [YES] = "on: a sync tells the disk to empty its cache",
    };

    text_copy(out, FACT_MAX, words[t->barrier]);
    if (t->barrier_off[0])
        add(out, FACT_MAX, "by %s", t->barrier_off);
    return t->barrier != UNKNOWN;
}

static bool say_journal(const struct target *t, char out[FACT_MAX])
{
    if (t->journal == UNKNOWN && !t->journal_device[0])
        return false;
    text_copy(out, FACT_MAX, t->journal == NO ? "none" : "on");
    if (t->journal_device[0])
        add(out, FACT_MAX, "on a device of its own: %s", t->journal_device);
    if (t->data_journal == YES)
        add(out, FACT_MAX, "data=journal: all data is written twice");
    return true;
}

static bool say_fast_commits(const struct target *t, char out[FACT_MAX])
{
    char count[FORMAT_MAX];

    if (t->fast_commits == UNKNOWN)
        text_copy(out, FACT_MAX, "n/a: this kernel does not tell, and none was made so far");
    else if (t->fast_commits == YES)
        snprintf(out, FACT_MAX, "on, %s since it was mounted",
                 format_count(count, t->fast_commit_count));
    else
        text_copy(out, FACT_MAX, "off");
    return t->fast_commits != UNKNOWN || t->journal == YES;
}

static bool say_direct(const struct target *t, char out[FACT_MAX])
{
    char block[FORMAT_MAX];

    if (t->data_journal == YES)
        text_copy(out, FACT_MAX, "not with data=journal");
    else
        snprintf(out, FACT_MAX, "aligns to %s", format_bytes(block, t->direct_block));
    return t->direct_block || t->data_journal == YES;
}

static bool say_image(const struct target *t, char out[FACT_MAX])
{
    text_copy(out, FACT_MAX, t->loop_file);
    return out[0] != '\0';
}

/* Why there is no disk, or why those that follow are not all. */
static bool say_no_disk(const struct target *t, char out[FACT_MAX])
{
    text_copy(out, FACT_MAX, t->no_device_reason[0] ? t->no_device_reason : "n/a");
    return t->no_device_reason[0] || !t->device_count;
}

static const struct fact_row rows[] = {
    {"file system", say_file_system},
    {"memory", say_memory},
    {"mount", say_mount},
    {"options", say_options},
    {"barriers", say_barrier},
    {"journal", say_journal},
    {"fast commits", say_fast_commits},
    {"O_DIRECT", say_direct},
    {"image file", say_image},
    {"disk", say_no_disk},
};

char *facts_space(char *out, size_t size, const struct target *t)
{
    char words[FACT_MAX];

    say_file_system(t, words);
    text_copy(out, size, words);
    return out;
}

bool facts_promises(char *out, size_t size, const struct target *t)
{
    static const char *const barriers[] = {[UNKNOWN] = "not known", [NO] = "off", [YES] = "on"};
    char count[FORMAT_MAX];

    text_copy(out, size, barriers[t->barrier]);
    if (t->barrier == NO && t->barrier_off[0])
        snprintf(out, size, "off by %s", t->barrier_off);
    if (t->journal != UNKNOWN)
        add(out, size, t->journal == YES ? "journal" : "no journal");
    if (t->journal_device[0])
        add(out, size, "on a device of its own: %s", t->journal_device);
    if (t->data_journal == YES)
        add(out, size, "data=journal: all data is written twice");
    if (t->fast_commits == YES)
        add(out, size, "%s fast commits since it was mounted",
            format_count(count, t->fast_commit_count));
    else if (t->fast_commits == NO && t->journal == YES)
        add(out, size, "no fast commits");
    return t->barrier != UNKNOWN || t->journal != UNKNOWN;
}

/* --- a disk --- */

static bool say_name(const struct device *d, char out[FACT_MAX])
{
    char size[FORMAT_MAX];

    text_copy(out, FACT_MAX, d->name);
    if (d->path_to[0])
        add(out, FACT_MAX, "a path to %s", d->path_to);
    if (d->model[0])
        add(out, FACT_MAX, "%s", d->model);
    if (d->bytes)
        add(out, FACT_MAX, "%s", format_bytes(size, d->bytes));
    return true;
}

static bool say_nature(const struct device *d, char out[FACT_MAX])
{
    facts_device(out, FACT_MAX, d);
    return true;
}

static bool say_blocks(const struct device *d, char out[FACT_MAX])
{
    char logical[FORMAT_MAX], physical[FORMAT_MAX];

    if (!d->logical_block)
        return false;
    snprintf(out, FACT_MAX, "blocks of %s", format_bytes(logical, d->logical_block));
    if (d->physical_block && d->physical_block != d->logical_block)
        add(out, FACT_MAX, "physically %s", format_bytes(physical, d->physical_block));
    return true;
}

static bool say_counters(const struct device *d, char out[FACT_MAX])
{
    out[0] = '\0';
    if (d->counted == NO)
        add(out, FACT_MAX, "counts no flushes of what is written here");
    if (d->counts_sectors == NO)
        add(out, FACT_MAX, "%scounts no bytes", out[0] ? "" : "of what is written here it ");
    return out[0] != '\0';
}

char *facts_disk(char *out, size_t size, const struct device *d)
{
    char name[FACT_MAX], more[FACT_MAX], nature[FACT_MAX];

    say_name(d, name);
    snprintf(out, size, "%s: %s", name, facts_device(nature, sizeof nature, d));
    if (say_blocks(d, more))
        add(out, size, "%s", more);
    if (say_counters(d, more))
        add(out, size, "%s", more);
    return out;
}

static const struct device_row device_rows[] = {
    {"disk", say_name}, {"", say_nature}, {"", say_blocks}, {"", say_counters}};

char *facts_device(char *out, size_t size, const struct device *d)
{
    static const char *const caches[] = {
        [UNKNOWN] = "cache unknown", [NO] = "write-through cache", [YES] = "write-back cache"};
    static const char *const fua[] = {[UNKNOWN] = "", [NO] = "no FUA", [YES] = "FUA"};

    text_copy(out, size, caches[d->volatile_cache]);
    if (d->fua != UNKNOWN)
        add(out, size, "%s", fua[d->fua]);
    if (d->rotational == YES)
        add(out, size, "rotational");
    if (d->scheduler[0])
        add(out, size, "scheduler %s", d->scheduler);
    return out;
}

bool facts_any_cache(const struct target *t, enum known what)
{
    for (unsigned i = 0; i < t->device_count; i++) {
        if (t->device[i].volatile_cache == what)
            return true;
    }
    return false;
}

void facts_tell(const struct target *t, fact_teller *tell, void *ctx)
{
    char text[FACT_MAX];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].say(t, text))
            tell(ctx, rows[i].label, text);
    }
    for (unsigned d = 0; d < t->device_count && d < TARGET_DEVICES_MAX; d++) {
        for (size_t i = 0; i < sizeof device_rows / sizeof device_rows[0]; i++) {
            if (device_rows[i].say(&t->device[d], text))
                tell(ctx, device_rows[i].label, text);
        }
    }
}

char *facts_system(char *out, size_t size, const struct target *t, const double load[3])
{
    char a[FORMAT_MAX], b[FORMAT_MAX], c[FORMAT_MAX];

    if (load[0] < 0)
        snprintf(out, size, "Linux %s, load n/a", t->kernel);
    else
        snprintf(out, size, "Linux %s, load %s %s %s", t->kernel, format_fixed(a, load[0], 2),
                 format_fixed(b, load[1], 2), format_fixed(c, load[2], 2));
    return out;
}
