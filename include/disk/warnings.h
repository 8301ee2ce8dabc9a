/* warnings.h: what speaks against believing the figures. One row a warning; pure. */
#ifndef FSYNCSCOPE_DISK_WARNINGS_H
#define FSYNCSCOPE_DISK_WARNINGS_H

#include "base/target.h"

/* Fills TARGET's warning list from its facts, most severe first. */
void warnings_from_facts(struct target *target);

/* Puts io-error in front of the list with SENTENCE (cut to fit), which names the call and the
 * failure. The first one stays: what came after a failed sync proves nothing. */
void warnings_add_io_error(struct target *target, const char *sentence);

#endif
