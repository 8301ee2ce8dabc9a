/* disks.c: devices, taken together by the disk that they are paths to. */
#include "base/disks.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* A target may come from outside. */
static unsigned device_count(const struct target *t)
{
    return t->device_count < TARGET_DEVICES_MAX ? t->device_count : TARGET_DEVICES_MAX;
}

static bool is_same_disk(const struct device *a, const struct device *b)
{
    return a->path_to[0] && strcmp(a->path_to, b->path_to) == 0;
}

/* Whether no device before the I-th is of the same disk. */
static bool is_first(const struct target *t, unsigned i)
{
    for (unsigned k = 0; k < i; k++) {
        if (is_same_disk(&t->device[i], &t->device[k]))
            return false;
    }
    return true;
}

/* Of the disk that the I-th device is or leads to. */
static unsigned count_paths(const struct target *t, unsigned i)
{
    unsigned paths = 0;
    for (unsigned k = 0; k < device_count(t); k++)
        paths += k == i || is_same_disk(&t->device[i], &t->device[k]);
    return paths;
}

unsigned disks_count(const struct target *t)
{
    unsigned count = 0;
    for (unsigned i = 0; i < device_count(t); i++)
        count += is_first(t, i);
    return count;
}

char *disks_names(char *out, size_t size, const struct target *t, const char *between)
{
    size_t used = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < device_count(t) && used < size; i++) {
        const unsigned paths = count_paths(t, i);
        char over[32] = "";
        if (!is_first(t, i))
            continue;
        if (paths > 1)
            snprintf(over, sizeof over, " over %u paths", paths);
        const int n = snprintf(out + used, size - used, "%s%s%s", used ? between : "",
                               paths > 1 ? t->device[i].path_to : t->device[i].name, over);
        used += n > 0 ? (size_t)n : 0;
    }
    return out;
}

char *disks_sum(char *out, size_t size, const struct target *t)
{
    const unsigned disks = disks_count(t), devices = device_count(t);
    text_copy(out, size, "");
    if (disks == 1 && devices > 1)
        disks_names(out, size, t, "");
    else if (disks < devices)
        snprintf(out, size, "sum of %u disks over %u paths", disks, devices);
    else if (disks > 1)
        snprintf(out, size, "sum of %u disks", disks);
    return out;
}
