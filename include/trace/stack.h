/* stack.h: the disks whose requests are watched: those that the directory stands on, from the one
 * that its file system sees down to the last. */
#ifndef FSYNCSCOPE_TRACE_STACK_H
#define FSYNCSCOPE_TRACE_STACK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/inside.h"
#include "base/target.h"

enum { TRACE_DISKS_MAX = 16, TRACE_DEVS_MAX = 64 };

struct trace_disk {
    char name[INSIDE_DISK_MAX];
    bool upper; /* stands on a disk below: what it waits for, it waits for there */
    bool lower; /* one stands on it: workers bring what that was given */
};

/* A disk's own number and its partitions', for a request to a partition is seen with that. */
struct trace_dev {
    uint32_t dev; /* major << 20 | minor */
    uint8_t disk;
};

/* Which journal's thread and commits are told by: "jbd2/NAME-8", or "jbd2/NAME" where the journal
 * has a device of its own; the commits' DEV is the file system's, whether that takes requests or
 * hands them on. */
struct trace_journal {
    char name[INSIDE_DISK_MAX];
    uint32_t dev;
};

struct trace_stack {
    unsigned disks, devs;
    struct trace_disk disk[TRACE_DISKS_MAX];
    struct trace_dev dev[TRACE_DEVS_MAX];
    bool scheduler; /* a disk has one: requests wait in a queue that is worth a look */
    bool any_upper; /* a disk stands on another */
    bool workers;   /* the file system hands its requests to kernel workers */
    bool journal;   /* the directory's file system has one of jbd2's: */
    struct trace_journal own;
    unsigned lower_journals; /* that may be there, below a disk that is a file: */
    struct trace_journal lower_journal[TRACE_DISKS_MAX];
    bool no_journal; /* that file system is known to have none of any kind */
};

/* The disks of TARGET that take requests, as sysfs under ROOT ("" in the program) knows them. One
 * that only hands requests on (lvm, md) is left out: they are seen below it. */
void trace_stack_of(const struct target *target, const char *root, struct trace_stack *out);

/* Whether WHO, the name of a kernel thread, is JOURNAL's. */
bool trace_journal_is(const struct trace_journal *journal, const char *who);

/* The number in `disk` that DEV belongs to; -1: none of the stack's. */
int trace_stack_disk(const struct trace_stack *stack, uint32_t dev);

#endif
