/* syncmode.h: the modes, one row each: how bytes are written and how they are made durable.
 *
 * A new mode is a row in its mode_*.c (and in the table of syncmode.c) plus its functions. */
#ifndef FSYNCSCOPE_DISK_SYNCMODE_H
#define FSYNCSCOPE_DISK_SYNCMODE_H

#include <stdbool.h>
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

/* Of a row's `syncs`: as many as it made write calls. */
enum { SYNC_EACH_WRITE = -1 };

struct syncmode {
    struct choice about;
    enum layout layout;
    int open_flags; /* besides O_RDWR */
    /* Syncs that one commit (a write and a sync of this row) makes, or SYNC_EACH_WRITE. 0: none, as
     * only a mode that is not durable may have it; its `sync` then only writes out. */
    int syncs;
    /* Writes COUNT payloads at OFFSET one after the other. 0 or -errno. NULL: writes nothing. */
    int (*write)(struct scratch *s, const struct payload *payload, size_t count, uint64_t offset);
    /* Makes what was written durable. 0 or -errno. NULL: the write was durable itself. */
    int (*sync)(struct scratch *s);
    const char *write_call; /* names for error sentences: "write", "fsync" */
    const char *sync_call;
    /* Asks, of the new and empty file, what has to be known to fill it: its block. May make it
     * larger. 0 or -errno with a sentence. NULL: nothing. */
    int (*ask)(struct scratch *s, uint64_t reserve, struct err *err);
    /* Where a mode needs more than a file. attach: makes it, in s->own, before the first round; the
     * largest commit will be of RESERVE bytes. 0 or -errno with a sentence, and then nothing is
     * left. detach: takes it down, and removes what was made besides the file. */
    int (*attach)(struct scratch *s, uint64_t reserve, struct err *err);
    void (*detach)(struct scratch *s);
    /* attach refuses what is impossible on a nameless file of one block already, writes nothing and
     * syncs nothing: see probe.h. */
    bool attach_tells;
    /* For probe.h, of a mode that is asked without a file. 0 or -errno with a sentence; may be
     * NULL. */
    int (*probe)(struct err *err);
    /* Looks, outside of every timed stretch and before the next commit, at what that one needs to
     * be sure of; what it finds ends the next write. NULL: nothing. */
    void (*between)(struct scratch *s);
    /* The least bytes of its file in DIRFD (-1: a simulated disk) for CONFIG; NULL: one round of
     * all writers, as scratch_size. */
    uint64_t (*least_bytes)(const struct config *config, int dirfd);
    /* Why it can run nowhere, whatever the directory; NULL where it may. The function NULL: may. */
    const char *(*missing)(void);
};

/* The I-th mode in the order of menus; NULL past the end. */
const struct syncmode *syncmode_at(size_t i);

/* The mode of that name or alias; NULL for none. */
const struct syncmode *syncmode_find(const char *name);

/* Why MODE can run nowhere with this build of the program; NULL when it may. */
const char *syncmode_missing(const struct syncmode *mode);

/* The size of MODE's file for CONFIG; as scratch_size, which see. */
int syncmode_file_bytes(const struct syncmode *mode, const struct config *config, int dirfd,
                        uint64_t *bytes, struct err *err);

/* The largest commit of CONFIG, in bytes: that of a leader who has all writers' records. */
uint64_t syncmode_reserve(const struct config *config);

/* What opening needs to know besides the mode and the size. */
struct syncmode_place {
    const struct sysio *io;
    struct keeper *keeper; /* may be NULL */
    int dirfd;
    struct scratch_progress *progress; /* may be NULL */
};

/* scratch_create for MODE, and its attach. 0 or -errno with a sentence and nothing left behind.
 * -EOPNOTSUPP: this kernel, file system, disk or build cannot do MODE at all, whatever err->code
 * was; others may go on. */
int syncmode_open(const struct syncmode *mode, const struct syncmode_place *place, uint64_t bytes,
                  uint64_t reserve, struct scratch *s, struct err *err);

/* Its detach, and scratch_remove. Safe on what was never opened (fd -1). MODE may be NULL then. */
void syncmode_close(const struct syncmode *mode, struct scratch *s);

/* Whether CODE (an errno value) is what is answered to a call, flag or file that is not possible,
 * as opposed to one that failed. */
bool syncmode_is_refusal(int code);

/* Puts MODE's name before the sentence of what made it impossible; -EOPNOTSUPP. */
int syncmode_refuse(const struct syncmode *mode, struct err *err);

/* Where the I-th record of PAYLOAD stands. */
const char *payload_record(const struct payload *payload, uint32_t i);

/* The bytes of COUNT payloads. */
uint64_t payload_bytes(const struct payload *payload, size_t count);

/* Fills PART (room for IOV_MAX) and calls PUT as often as that takes; LAST is set in its last call.
 * PUT may change PART. */
typedef int payload_put(struct scratch *s, struct iovec *part, int parts, uint64_t offset,
                        bool last);
int payload_gather(struct scratch *s, const struct payload *payload, size_t count, uint64_t offset,
                   payload_put *put);

/* Writers that most rows share. write_plain sends one writer's batch as a pwrite(2) a record, as a
 * program that writes record by record does, and what a leader collected from several writers as
 * one pwritev(2); write_gathered always makes one call. "One" means as few as IOV_MAX allows. */
int write_plain(struct scratch *s, const struct payload *payload, size_t count, uint64_t offset);
int write_gathered(struct scratch *s, const struct payload *payload, size_t count, uint64_t offset);

/* Syncs that most rows share: fsync(2) and fdatasync(2) on the file. */
int sync_file(struct scratch *s);
int sync_data(struct scratch *s);

#endif
