/* dio.c: statx first, since the file system may ask for more than its disk; then the disk's queue.
 */
#include "disk/dio.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "disk/node.h"
#include "disk/sysfs.h"

enum { DEFAULT_ALIGN = 4096 };

/* Linux 6.1's, where the C library has it. */
#ifdef STATX_DIOALIGN
static const unsigned asked = STATX_BASIC_STATS | STATX_DIOALIGN;
#else
static const unsigned asked = STATX_BASIC_STATS;
#endif

static bool is_alignment(uint32_t value)
{
    return value && (value & (value - 1)) == 0;
}

int dio_of_statx(const struct statx *st, uint32_t logical_block, struct dio *out)
{
    if (!is_alignment(logical_block))
        logical_block = DEFAULT_ALIGN;
    *out = (struct dio){.memory = logical_block, .block = logical_block};
#ifdef STATX_DIOALIGN
    if (!(st->stx_mask & STATX_DIOALIGN))
        return 0;
    if (!st->stx_dio_offset_align || !st->stx_dio_mem_align)
        return -EOPNOTSUPP;
    if (is_alignment(st->stx_dio_offset_align) && is_alignment(st->stx_dio_mem_align))
        *out = (struct dio){.memory = st->stx_dio_mem_align, .block = st->stx_dio_offset_align};
#else
    (void)st;
#endif
    return 0;
}

/* A partition has no queue of its own. */
static uint32_t logical_block_of_node(const struct node *node)
{
    struct node disk;
    uint64_t bytes;
    const char *path = node_disk(node, &disk) ? disk.path : node->path;
    return sysfs_read_number(&bytes, "%s/queue/logical_block_size", path) ? 0 : (uint32_t)bytes;
}

static uint32_t logical_block_of(const char *root, const struct statx *st)
{
    struct node node;
    return node_by_number(root, st->stx_dev_major, st->stx_dev_minor, &node)
               ? 0
               : logical_block_of_node(&node);
}

void dio_of_node(const struct node *node, struct dio *out)
{
    const struct statx untold = {.stx_mask = 0};
    dio_of_statx(&untold, node ? logical_block_of_node(node) : 0, out);
}

int dio_of_file(const char *root, int fd, struct dio *out)
{
    struct statx st;
    if (statx(fd, "", AT_EMPTY_PATH, asked, &st))
        return -errno;
    return dio_of_statx(&st, logical_block_of(root, &st), out);
}

uint32_t dio_block_under(const char *root, int dirfd)
{
    struct statx st;
    if (statx(dirfd, "", AT_EMPTY_PATH, STATX_BASIC_STATS, &st))
        return DEFAULT_ALIGN;
    const uint32_t block = logical_block_of(root, &st);
    return is_alignment(block) ? block : DEFAULT_ALIGN;
}
