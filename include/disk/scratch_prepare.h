/* scratch_prepare.h: brings a new scratch file into its layout's state. Private to scratch_*.c
 * and syncmode.c. */
#ifndef FSYNCSCOPE_DISK_SCRATCH_PREPARE_H
#define FSYNCSCOPE_DISK_SCRATCH_PREPARE_H

#include "disk/scratch.h"

/* Writes what S's layout wants to be there and syncs file and directory. A directory that
 * cannot be synced is no failure: it is noted in s->directory_code. 0 or -errno with a sentence;
 * -ECANCELED soon after PROGRESS (may be NULL) was told so. */
int scratch_prepare(struct scratch *s, struct scratch_progress *progress, struct err *err);

/* Writes BYTES of noise, and tells PROGRESS (may be NULL) how far that has come. Errors as above.
 */
int scratch_fill(const struct scratch *s, uint64_t bytes, struct scratch_progress *progress,
                 struct err *err);

/* Gives an empty file of the layouts ALLOCATED and EXTENDED its size; nothing for the others. 0 or
 * -errno. */
int scratch_lay_out(const struct scratch *s);

/* Bytes of the block that a FIXED or FRESH file consists of. */
enum { SCRATCH_FIXED_BYTES = 4096 };

#endif
