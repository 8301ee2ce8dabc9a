/* dio.h: what O_DIRECT asks of an open file: how its buffers, offsets and lengths must be aligned.
 *
 * Reads facts alone (statx(2), sysfs); no request goes to a disk. */
#ifndef FSYNCSCOPE_DISK_DIO_H
#define FSYNCSCOPE_DISK_DIO_H

#include <stdint.h>
#include <sys/stat.h>

#include "disk/node.h"

/* Powers of two, at least 1. */
struct dio {
    uint32_t memory; /* of buffers */
    uint32_t block;  /* of offsets and lengths */
};

/* Fills OUT for the open file FD; ROOT is put before /sys. Where neither the kernel tells (before
 * Linux 6.1) nor a disk is found, 4096 of both, which suits every disk that is sold. 0;
 * -EOPNOTSUPP: the file system says that it does not do O_DIRECT on this file; -errno. */
int dio_of_file(const char *root, int fd, struct dio *out);

/* What it comes to for a file on the block device or partition NODE, as far as that alone tells.
 * NODE NULL: a file system of several devices. */
void dio_of_node(const struct node *node, struct dio *out);

/* The blocks of the disk under DIRFD, before there is a file to ask of; 4096 where that is not
 * known. */
uint32_t dio_block_under(const char *root, int dirfd);

/* What dio_of_file says, out of what statx(2) said, for a disk of LOGICAL_BLOCK bytes (0: not
 * known). Pure. */
int dio_of_statx(const struct statx *st, uint32_t logical_block, struct dio *out);

#endif
