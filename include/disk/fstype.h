/* fstype.h: file systems by the number that statfs(2) gives, and what kind each is. */
#ifndef FSYNCSCOPE_DISK_FSTYPE_H
#define FSYNCSCOPE_DISK_FSTYPE_H

#include <stdbool.h>
#include <stdint.h>

enum fskind {
    FS_ON_DISK, /* on one block device, whose number its files carry */
    FS_POOL,    /* on several, under a number of its own */
    FS_STACKED, /* on another file system */
    FS_REMOTE,  /* behind a network, a hypervisor or a program */
    FS_MEMORY,
    FS_KERNEL, /* a window into the kernel: what looks like files there stores nothing */
};

struct fstype {
    uint32_t magic;
    const char *name;
    enum fskind kind;
    bool shared;          /* several types have this number: the mount table knows which */
    bool silent_barriers; /* it flushes unless its options in the mount table say otherwise */
    const char *title;    /* how its name is written in a sentence; NULL: as it is */
};

/* The row of that f_type, or NULL. */
const struct fstype *fstype_find(uint32_t magic);

/* The row that NAME of the mount table ("ext4", "fuse.sshfs") belongs to, or NULL. */
const struct fstype *fstype_find_name(const char *name);

#endif
