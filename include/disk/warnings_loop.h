/* warnings_loop.h: the words of the warning `loop`, from the tree of storeys. For warnings.c. */
#ifndef FSYNCSCOPE_DISK_WARNINGS_LOOP_H
#define FSYNCSCOPE_DISK_WARNINGS_LOOP_H

#include <stdbool.h>

#include "base/target.h"

/* Whether a loop device stands under TARGET; then TEXT says what it means for the figures. */
bool warnings_loop_check(const struct target *target, char text[REASON_MAX]);

/* What to do about it. */
void warnings_loop_advise(const struct target *target, char advice[REASON_MAX]);

#endif
