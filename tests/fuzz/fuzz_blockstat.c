/* fuzz_blockstat.c: two readings of a stat file, parted by a zero byte, and what lies between. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "disk/blockstat.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok)
{
    if (!ok)
        abort();
}

static void check_delta(const struct block_counters *before, const struct block_counters *after)
{
    const struct blockstat stat = {.devices = 1,
                                   .has_flushes = before->has_flushes && after->has_flushes,
                                   .has_sectors = true};
    const struct block_reading first = {.disks = 1, .disk = {*before}};
    const struct block_reading second = {.disks = 1, .disk = {*after}};
    uint64_t flushes, sectors;
    const struct block_delta delta = blockstat_since(&stat, &first, &second);
    must(delta.reset != delta.has_sectors);
    must(delta.has_flushes == (stat.has_flushes && !delta.reset));
    must(delta.has_flushes || delta.flushes == 0);
    if (delta.has_sectors && after->sectors_written >= before->sectors_written)
        must(delta.sectors == after->sectors_written - before->sectors_written);
    must(blockstat_delta(&stat, &first, &second, &flushes, &sectors) == delta.has_flushes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct block_counters before, after;
    char *text = malloc(size + 1);
    must(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    const size_t length = strlen(text);
    if (length < size && blockstat_parse(text, &before) == 0 &&
        blockstat_parse(text + length + 1, &after) == 0)
        check_delta(&before, &after);
    free(text);
    return 0;
}
