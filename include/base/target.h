/* target.h: what stands under the measured directory, as a value without pointers.
 * disk/resolve fills it; everything above shows it. */
#ifndef FSYNCSCOPE_BASE_TARGET_H
#define FSYNCSCOPE_BASE_TARGET_H

#include <stdbool.h>
#include <stdint.h>

enum {
    TARGET_PATH_MAX = 1024,
    TARGET_OPTIONS_MAX = 512,
    TARGET_DEVICES_MAX = 32,
    TARGET_WARNINGS_MAX = 16,
    TARGET_LAYERS_MAX = 48,
    TARGET_NAME_MAX = 64,
    REASON_MAX = 160,
};

/* A fact that the kernel may not tell. */
enum known { UNKNOWN = 0, NO, YES };

/* One whole disk (never a partition) that stores the directory's data. */
struct device {
    char name[TARGET_NAME_MAX];      /* kernel name, "nvme0n1" */
    char path_to[TARGET_NAME_MAX];   /* the disk that this is one path to, "nvme0n1"; "" none */
    char model[TARGET_NAME_MAX];     /* "" when the kernel names none */
    char scheduler[TARGET_NAME_MAX]; /* the one in brackets, "none"; "" unknown */
    unsigned major, minor;
    enum known volatile_cache; /* queue/write_cache: "write back" is YES, "write through" NO */
    enum known fua;
    enum known rotational;
    enum known counted;        /* its flush counter moves for what is written here */
    enum known counts_sectors; /* likewise its count of sectors written */
    uint64_t bytes;            /* size; 0 unknown */
    unsigned logical_block;    /* bytes, what O_DIRECT must align to; 0 unknown */
    unsigned physical_block;   /* bytes; 0 unknown */
};

/* One storey of what the directory stands on, for a small tree: the file system first, the disks
 * last, each storey's own storeys right after it. Names are escaped: fit for a terminal. */
struct layer {
    unsigned depth; /* 0: the file system */
    char kind[16];  /* "ext4", "partition", "lvm", "crypt", "raid1", "loop", "file", "disk" ... */
    char name[TARGET_NAME_MAX]; /* a file system's mount point, "dm-0 (vg-root)", "nvme0n1" */
    char note[TARGET_NAME_MAX]; /* what matters about it here, "" as a rule */
};

/* What can be done about a disk or a counter that is not seen. */
enum blindness {
    BLIND_HERE,    /* it is seen elsewhere: outside of the container, by another user */
    BLIND_IOSTATS, /* the counting is switched off */
    BLIND_FIELDS,  /* the line of counters is too short: an old kernel, or one that is shown so */
    BLIND_EVER,    /* nothing */
};

enum severity { SEVERITY_NOTE, SEVERITY_WARN, SEVERITY_BAD };

struct warning {
    char id[24]; /* the contract's id, "memory-backed" */
    enum severity severity;
    char text[REASON_MAX];   /* what it means for the figures, one sentence */
    char advice[REASON_MAX]; /* what to do about it, one sentence */
};

struct target {
    char dir[TARGET_PATH_MAX];              /* as typed, raw bytes: text_escape before showing */
    char file_system[TARGET_NAME_MAX];      /* "ext4", "tmpfs", ...; never empty */
    char mount_point[TARGET_PATH_MAX];      /* decoded, raw bytes; "" unknown */
    char mount_options[TARGET_OPTIONS_MAX]; /* per-mount and super options joined, decoded, raw
                                             * bytes; a comma in a value is \054; "" unknown */
    char mount_source[TARGET_PATH_MAX];
    bool mount_elsewhere; /* not in this process's mount table: another namespace, or a chroot */
    int mount_seen_by; /* then the process whose table has it and tells the above; 0: none does */
    /* Of the file system that does the sync: the upper one's under an overlay. */
    enum known journal; /* a jbd2 journal under ext3/ext4; UNKNOWN elsewhere */
    /* The device or partition of its own that holds the journal or xfs's log, "loop4p2"; "": none,
     * or not seen. */
    char journal_device[TARGET_NAME_MAX];
    enum known fast_commits;    /* ext4's; UNKNOWN elsewhere */
    uint64_t fast_commit_count; /* since it was mounted, when fast_commits is YES */
    enum known data_journal;    /* data=journal; UNKNOWN but on ext3/ext4 */
    /* Bytes that O_DIRECT aligns to on a file here, as far as is told without one; 0: not known, or
     * no O_DIRECT (data=journal). */
    unsigned direct_block;
    /* Of the whole stack: one storey that drops flushes is enough. */
    enum known barrier;                /* NO: the disk is never told to empty its cache */
    char barrier_off[TARGET_NAME_MAX]; /* what switched it off, "nobarrier"; "" unless NO */
    bool volatile_overlay;             /* an overlay that drops every sync */
    bool remote; /* stored by another machine or a program: nfs, cifs, 9p, virtiofs, fuse */
    char remote_why[TARGET_NAME_MAX]; /* that file system, be it further down; "" unless remote */
    bool memory; /* all of it ends in memory: nothing here ever reaches a disk */
    char memory_why[TARGET_NAME_MAX]; /* "tmpfs", "zram", "a loop device whose image is on tmpfs" */
    char memory_part[TARGET_NAME_MAX];  /* likewise, where only a part ends in memory; else "" */
    char memory_guess[TARGET_NAME_MAX]; /* likewise, where that is likely but not seen; else "" */
    char loop_file[TARGET_PATH_MAX];  /* the file that a loop device below is; "" none. Raw bytes */
    uint64_t bytes_total, bytes_free; /* of the file system, free for this user; 0 unknown */
    unsigned layer_count;
    struct layer layer[TARGET_LAYERS_MAX];
    unsigned device_count;
    struct device device[TARGET_DEVICES_MAX];
    bool partial; /* not all disks were found: a sum over those listed would pass for the whole */
    /* Why device_count is 0, or why the disks listed are not all or not all counted; else "". */
    char no_device_reason[REASON_MAX];
    enum blindness blindness; /* its kind; of no meaning without a reason */
    unsigned warning_count;
    struct warning warning[TARGET_WARNINGS_MAX];
    char kernel[TARGET_NAME_MAX]; /* uname release */
};

#endif
