/* blockstat.c: reads the counters of whole disks.
 *
 * The files stay open and are read anew with pread(2) at 0. Several disks are added up; when one of
 * them cannot be read there is no sum, for a part of it would pass for the whole. */
#include "disk/blockstat.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "base/text.h"
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

/* Opens and tries one disk's counters; leaves nothing open when that fails. */
static int device_open(const struct device *device, const char *root)
{
    struct block_counters counters;
    const int fd = sysfs_open("%s/sys/dev/block/%u:%u/stat", root, device->major, device->minor);
    const int rc = fd < 0 ? fd : counters_read(fd, &counters);
    if (rc && fd >= 0)
        close(fd);
    return rc ? rc : fd;
}

static void refuse(struct blockstat *stat, const struct device *device, int code)
{
    char buf[24];
    blockstat_close(stat);
    snprintf(stat->reason, sizeof stat->reason, "the counters of %s cannot be read (%s)",
             device->name, err_name(code, buf));
}

void blockstat_open(const struct target *target, const char *root, struct blockstat *out)
{
    struct block_counters counters;

    out->devices = 0;
    out->reason[0] = '\0';
    if (target->device_count == 0)
        text_copy(out->reason, sizeof out->reason, target->no_device_reason);
    for (unsigned i = 0; i < target->device_count; i++) {
        const int fd = device_open(&target->device[i], root);
        if (fd < 0) {
            refuse(out, &target->device[i], fd);
            return;
        }
        out->fd[out->devices++] = fd;
    }
    if (blockstat_read(out, &counters) && !counters.has_flushes)
        text_copy(out->reason, sizeof out->reason, "this kernel does not count a disk's flushes");
}

bool blockstat_read(const struct blockstat *stat, struct block_counters *out)
{
    struct block_counters one;

    *out = (struct block_counters){.has_flushes = true};
    for (unsigned i = 0; i < stat->devices; i++) {
        if (counters_read(stat->fd[i], &one))
            return false;
        out->sectors_written += one.sectors_written;
        out->flushes += one.flushes;
        out->has_flushes = out->has_flushes && one.has_flushes;
    }
    return stat->devices > 0;
}

/* Works for a sum as well, of which one part wrapped. */
static bool counter_delta(uint64_t before, uint64_t after, uint64_t *out)
{
    if (after >= before) {
        *out = after - before;
        return true;
    }
    const uint64_t fall = before - after;
    if (fall > UINT32_MAX || (UINT64_C(1) << 32) - fall > WRAP_STEP_MAX)
        return false;
    *out = (UINT64_C(1) << 32) - fall;
    return true;
}

bool blockstat_delta(const struct block_counters *before, const struct block_counters *after,
                     uint64_t *flushes, uint64_t *sectors)
{
    uint64_t f, s;
    if (!before->has_flushes || !after->has_flushes ||
        !counter_delta(before->flushes, after->flushes, &f) ||
        !counter_delta(before->sectors_written, after->sectors_written, &s))
        return false;
    *flushes = f;
    *sectors = s;
    return true;
}

void blockstat_close(struct blockstat *stat)
{
    while (stat->devices > 0)
        close(stat->fd[--stat->devices]);
}
