/* blockstat.c: reads the counters of whole disks.
 *
 * The files stay open and are read anew with pread(2) at 0. Several disks are subtracted one by one
 * and then added up; when one of them cannot be read, or was not found, there is no sum, for a part
 * of it would pass for the whole. Which figures can be had is settled once, at the opening: the
 * facts of the disks say what stands still on them (device.h), the text read says what this kernel
 * gives. */
#include "disk/blockstat.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "base/text.h"
#include "disk/node.h"
#include "disk/sysfs.h"

enum {
    FIELDS_MIN = 11, /* all that kernels before 4.18 give */
    FIELD_SECTORS_WRITTEN = 7,
    FIELD_FLUSHES = 16,
    FIELDS_READ = 16,
};

/* More than this in one interval (128 GiB in sectors) is no wrap but a counter that was reset. */
#define WRAP_STEP_MAX (UINT64_C(1) << 28)

/* Takes the next number off *TEXT; false when none follows. */
static bool number_take(const char **text, uint64_t *out)
{
    char *end;
    while (**text == ' ' || **text == '\t')
        ++*text;
    if (**text < '0' || **text > '9')
        return false;
    *out = strtoull(*text, &end, 10);
    *text = end;
    return true;
}

int blockstat_parse(const char *text, struct block_counters *out)
{
    uint64_t field[FIELDS_READ + 1]; /* counted from 1, as the documentation does */
    unsigned fields = 0;

    while (fields < FIELDS_READ && number_take(&text, &field[fields + 1]))
        fields++;
    if (fields < FIELDS_MIN)
        return -EINVAL;
    *out = (struct block_counters){.sectors_written = field[FIELD_SECTORS_WRITTEN]};
    if (fields >= FIELD_FLUSHES) {
        out->flushes = field[FIELD_FLUSHES];
        out->has_flushes = true;
    }
    return 0;
}

static int counters_read(int fd, struct block_counters *out)
{
    char text[512];
    const ssize_t length = pread(fd, text, sizeof text - 1, 0);
    if (length < 0)
        return -errno;
    text[length] = '\0';
    return blockstat_parse(text, out);
}

/* A hidden disk has no number: it is found by its name. */
static int stat_open(const struct device *device, const char *root)
{
    struct node node;
    if (device->major != 0)
        return sysfs_open("%s/sys/dev/block/%u:%u/stat", root, device->major, device->minor);
    const int rc = node_by_name(root, device->name, &node);
    return rc ? rc : sysfs_open("%s/stat", node.path);
}

/* Opens and tries one disk's counters; leaves nothing open when that fails. */
static int device_open(const struct device *device, const char *root, struct blockstat *stat)
{
    struct block_counters counters;
    const int fd = stat_open(device, root);
    const int rc = fd < 0 ? fd : counters_read(fd, &counters);
    if (rc) {
        if (fd >= 0)
            close(fd);
        return rc;
    }
    stat->fd[stat->devices++] = fd;
    stat->has_flushes = stat->has_flushes && counters.has_flushes && device->counted != NO;
    stat->has_sectors = stat->has_sectors && device->counts_sectors != NO;
    return 0;
}

static void refuse(struct blockstat *stat, const struct device *device, int code)
{
    char buf[24];
    blockstat_close(stat);
    snprintf(stat->reason, sizeof stat->reason, "the counters of %s cannot be read (%s)",
             device->name, err_name(code, buf));
}

/* Says what is missing, in the target's words where it has some. */
static void explain(struct blockstat *stat, const struct target *target)
{
    if (stat->has_flushes && stat->has_sectors)
        return;
    if (!stat->has_flushes && !stat->has_sectors)
        blockstat_close(stat);
    text_copy(stat->reason, sizeof stat->reason,
              target->no_device_reason[0] ? target->no_device_reason
              : stat->has_sectors         ? "this kernel does not count a disk's flushes"
                                          : "these disks' writes are not counted");
}

void blockstat_open(const struct target *target, const char *root, struct blockstat *out)
{
    const unsigned count = target->partial ? 0 : target->device_count;
    *out = (struct blockstat){.has_flushes = count > 0, .has_sectors = count > 0};
    for (unsigned i = 0; i < count; i++) {
        const int rc = device_open(&target->device[i], root, out);
        if (rc) {
            refuse(out, &target->device[i], rc);
            return;
        }
    }
    explain(out, target);
}

bool blockstat_read(const struct blockstat *stat, struct block_reading *out)
{
    out->disks = 0;
    while (out->disks < stat->devices) {
        if (counters_read(stat->fd[out->disks], &out->disk[out->disks]))
            return false;
        out->disks++;
    }
    return stat->devices > 0;
}

/* Adds the step from BEFORE to AFTER to SUM; false for a reset. */
static bool counter_add(uint64_t before, uint64_t after, uint64_t *sum)
{
    uint64_t step = after - before;
    if (after < before) {
        if (before > UINT32_MAX)
            return false;
        step &= UINT32_MAX; /* the step of a counter of 32 bits */
        if (step > WRAP_STEP_MAX)
            return false;
    }
    *sum += step;
    return true;
}

struct block_delta blockstat_since(const struct blockstat *stat, const struct block_reading *before,
                                   const struct block_reading *after)
{
    struct block_delta delta = {.has_flushes = stat->has_flushes, .has_sectors = stat->has_sectors};
    for (unsigned i = 0; i < after->disks && i < before->disks; i++) {
        const struct block_counters *b = &before->disk[i], *a = &after->disk[i];
        if ((stat->has_flushes && !counter_add(b->flushes, a->flushes, &delta.flushes)) ||
            (stat->has_sectors &&
             !counter_add(b->sectors_written, a->sectors_written, &delta.sectors)))
            return (struct block_delta){.reset = true};
    }
    return delta;
}

bool blockstat_delta(const struct blockstat *stat, const struct block_reading *before,
                     const struct block_reading *after, uint64_t *flushes, uint64_t *sectors)
{
    const struct block_delta delta = blockstat_since(stat, before, after);
    if (!delta.has_flushes || !delta.has_sectors)
        return false;
    *flushes = delta.flushes;
    *sectors = delta.sectors;
    return true;
}

void blockstat_close(struct blockstat *stat)
{
    while (stat->devices > 0)
        close(stat->fd[--stat->devices]);
}
