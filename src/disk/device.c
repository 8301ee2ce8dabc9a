/* device.c: one disk's facts from sysfs (Documentation/ABI/stable/sysfs-block).
 *
 * Two kinds of counters stand still although the disk works. With queue/iostats switched off
 * nothing but flushes is counted. And flushes are counted by the queue that executes them (its
 * folder is mq/), which drivers that take requests as they come do not have (dm, md, bcache, pmem,
 * drbd ...): theirs stay 0. Where such a one has no volatile cache it is sent no flush, and 0 is
 * the truth. */
#include "disk/device.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "base/text.h"
#include "disk/blockstat.h"
#include "disk/sysfs.h"

static void trim(char *text)
{
    const size_t front = strspn(text, " \t\n");
    memmove(text, text + front, strlen(text + front) + 1);
    for (size_t n = strlen(text); n > 0 && isspace((unsigned char)text[n - 1]); n--)
        text[n - 1] = '\0';
}

/* A file that holds YES_TEXT or NO_TEXT. */
static enum known fact_read(const struct node *node, const char *file, const char *yes_text,
                            const char *no_text)
{
    char text[64];
    if (sysfs_read(text, sizeof text, "%s/queue/%s", node->path, file))
        return UNKNOWN;
    if (strcmp(text, yes_text) == 0)
        return YES;
    return strcmp(text, no_text) == 0 ? NO : UNKNOWN;
}

/* "mq-deadline [none]": the one in brackets; a device without a choice says "none" alone. */
static void scheduler_read(const struct node *node, char out[TARGET_NAME_MAX])
{
    char text[256];
    out[0] = '\0';
    if (sysfs_read(text, sizeof text, "%s/queue/scheduler", node->path))
        return;
    const char *chosen = strchr(text, '[');
    if (chosen) {
        text[strcspn(text, "]")] = '\0';
        text_copy(out, TARGET_NAME_MAX, chosen + 1);
    } else if (!strchr(text, ' ')) {
        text_copy(out, TARGET_NAME_MAX, text);
    }
}

/* A card of the MMC driver has a name in place of a model. */
static void model_read(const struct node *node, char out[TARGET_NAME_MAX])
{
    if (sysfs_read(out, TARGET_NAME_MAX, "%s/device/model", node->path))
        sysfs_read(out, TARGET_NAME_MAX, "%s/device/name", node->path);
    trim(out);
}

static unsigned block_read(const struct node *node, const char *file)
{
    uint64_t bytes;
    sysfs_read_number(&bytes, "%s/queue/%s_block_size", node->path, file);
    return bytes <= UINT32_MAX ? (unsigned)bytes : 0;
}

static uint64_t size_read(const struct node *node)
{
    uint64_t sectors;
    sysfs_read_number(&sectors, "%s/size", node->path);
    return sectors <= UINT64_MAX / 512 ? sectors * 512 : 0;
}

enum known device_cache(const struct node *node)
{
    return fact_read(node, "write_cache", "write back", "write through");
}

/* Whether NODE is made of other devices, which would count what it hands on. */
static bool stands_on_others(const struct node *node)
{
    return sysfs_exists("%s/dm", node->path) || sysfs_exists("%s/md", node->path) ||
           strncmp(node->name, "bcache", 6) == 0;
}

static enum blindness flushes_refuse(struct device *out, char reason[REASON_MAX],
                                     enum blindness blindness, const char *why)
{
    out->counted = NO;
    snprintf(reason, REASON_MAX, "the flushes of %s are not counted: %s", out->name, why);
    return blindness;
}

/* Finds out whether the count of flushes moves. */
static enum blindness flushes_check(const struct node *node, const struct block_counters *counters,
                                    struct device *out, char reason[REASON_MAX])
{
    if (!counters->has_flushes)
        return flushes_refuse(out, reason, BLIND_FIELDS, "its stat file ends before them");
    if (out->volatile_cache == NO || sysfs_exists("%s/mq", node->path))
        return BLIND_HERE;
    if (stands_on_others(node))
        return flushes_refuse(out, reason, BLIND_HERE,
                              "it hands them on to disks that are not seen here");
    return flushes_refuse(out, reason, BLIND_EVER, "its driver has no queue that would count them");
}

/* Finds out which of the two counters can be had. */
static enum blindness counters_check(const struct node *node, struct device *out,
                                     char reason[REASON_MAX])
{
    char text[512], buf[24];
    struct block_counters counters;

    int rc = sysfs_read(text, sizeof text, "%s/stat", node->path);
    if (!rc)
        rc = blockstat_parse(text, &counters);
    if (rc) {
        out->counted = out->counts_sectors = NO;
        snprintf(reason, REASON_MAX, "the counters of %s cannot be read (%s)", out->name,
                 err_name(rc, buf));
        return BLIND_HERE;
    }
    out->counted = out->counts_sectors = YES;
    const enum blindness blindness = flushes_check(node, &counters, out, reason);
    if (fact_read(node, "iostats", "1", "0") == NO && strncmp(node->name, "zram", 4) != 0) {
        out->counts_sectors = NO;
        snprintf(reason, REASON_MAX, "what %s writes is not counted: queue/iostats is 0",
                 out->name);
        return BLIND_IOSTATS;
    }
    return blindness;
}

enum blindness device_read(const struct node *node, struct device *out, char reason[REASON_MAX])
{
    *out = (struct device){.major = 0};
    reason[0] = '\0';
    node_shown_name(node, out->name);
    if (node_number(node, &out->major, &out->minor))
        out->major = out->minor = 0;
    model_read(node, out->model);
    scheduler_read(node, out->scheduler);
    out->volatile_cache = device_cache(node);
    out->fua = fact_read(node, "fua", "1", "0");
    out->rotational = fact_read(node, "rotational", "1", "0");
    out->bytes = size_read(node);
    out->logical_block = block_read(node, "logical");
    out->physical_block = block_read(node, "physical");
    return counters_check(node, out, reason);
}
