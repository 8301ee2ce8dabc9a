/* syncmode.h: the modes, one row each: how bytes are written and how they are made durable.
 *
 * A new mode is a row in its mode_*.c (and in the table of syncmode.c) plus its functions. */
#ifndef FSYNCSCOPE_DISK_SYNCMODE_H
#define FSYNCSCOPE_DISK_SYNCMODE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#include "base/choice.h"
#include "disk/scratch.h"

/* RECORDS records of RECORD_BYTES, the i-th at BYTES + (i * STEP) % SPAN; BYTES holds SPAN +
 * RECORD_BYTES bytes. A rotation over a small block of noise: neither compressible nor the same
 * from write to write, and it stays in the processor's cache. */
struct payload {
    const char *bytes;
    uint64_t record_bytes;
    uint32_t records;
    uint64_t step;
    uint64_t span;
};

struct syncmode {
    struct choice about;
    enum layout layout;
    int open_flags; /* besides O_RDWR */
    /* Writes COUNT payloads at OFFSET one after the other. 0 or -errno. NULL: writes nothing. */
    int (*write)(struct scratch *s, const struct payload *payload, size_t count, uint64_t offset);
    /* Makes what was written durable. 0 or -errno. NULL: the write was durable itself. */
    int (*sync)(struct scratch *s);
    const char *write_call; /* names for error sentences: "write", "fsync" */
    const char *sync_call;
};

/* The I-th mode in the order of menus; NULL past the end. */
const struct syncmode *syncmode_at(size_t i);

/* The mode of that name or alias; NULL for none. */
const struct syncmode *syncmode_find(const char *name);

/* Writers that most rows share. write_plain sends one writer's batch as a pwrite(2) a record, as a
 * program that writes record by record does, and what a leader collected from several writers as
 * one pwritev(2); write_gathered always makes one call. "One" means as few as IOV_MAX allows. */
int write_plain(struct scratch *s, const struct payload *payload, size_t count, uint64_t offset);
int write_gathered(struct scratch *s, const struct payload *payload, size_t count, uint64_t offset);

/* Syncs that most rows share: fsync(2) and fdatasync(2) on the file. */
int sync_file(struct scratch *s);
int sync_data(struct scratch *s);

#endif
