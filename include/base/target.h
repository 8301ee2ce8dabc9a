/* target.h: what stands under the measured directory, as a value without pointers.
 * disk/resolve fills it; everything above shows it. */
#ifndef FSYNCSCOPE_BASE_TARGET_H
#define FSYNCSCOPE_BASE_TARGET_H

#include <stdbool.h>
#include <stdint.h>

enum {
    TARGET_PATH_MAX = 1024,
    TARGET_OPTIONS_MAX = 512,
    TARGET_DEVICES_MAX = 8,
    TARGET_WARNINGS_MAX = 8,
    TARGET_NAME_MAX = 64,
    REASON_MAX = 160,
};

/* A fact that the kernel may not tell. */
enum known { UNKNOWN = 0, NO, YES };

/* One whole disk (never a partition) that stores the directory's data. */
struct device {
    char name[TARGET_NAME_MAX];      /* kernel name, "nvme0n1" */
    char model[TARGET_NAME_MAX];     /* "" when the kernel names none */
    char scheduler[TARGET_NAME_MAX]; /* the one in brackets, "none"; "" unknown */
    unsigned major, minor;
    enum known volatile_cache; /* queue/write_cache: "write back" is YES, "write through" NO */
    enum known fua;
    enum known rotational;
};

enum severity { SEVERITY_NOTE, SEVERITY_WARN, SEVERITY_BAD };

struct warning {
    char id[24]; /* the contract's id, "memory-backed" */
    enum severity severity;
    char text[REASON_MAX]; /* what it means for the figures, one sentence */
};

struct target {
    char dir[TARGET_PATH_MAX];              /* as typed, raw bytes: text_escape before showing */
    char file_system[TARGET_NAME_MAX];      /* "ext4", "tmpfs", ...; never empty */
    char mount_point[TARGET_PATH_MAX];      /* decoded, raw bytes; "" unknown */
    char mount_options[TARGET_OPTIONS_MAX]; /* per-mount and super options joined; "" unknown */
    char mount_source[TARGET_PATH_MAX];
    enum known journal; /* a jbd2 journal under ext3/ext4; UNKNOWN elsewhere */
    bool memory;        /* tmpfs or ramfs: nothing here ever reaches a disk */
    unsigned device_count;
    struct device device[TARGET_DEVICES_MAX];
    char no_device_reason[REASON_MAX]; /* why device_count is 0; "" when it is not */
    unsigned warning_count;
    struct warning warning[TARGET_WARNINGS_MAX];
    char kernel[TARGET_NAME_MAX]; /* uname release */
};

#endif
