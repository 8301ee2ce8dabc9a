/* disks.h: the disks of a target by number and name. A disk that is reached over several paths
 * (NVMe, dm-multipath) has a device for each of them, which counts on its own; it is one disk all
 * the same. Pure functions; names are as the kernel gives them: text_escape before showing. */
#ifndef FSYNCSCOPE_BASE_DISKS_H
#define FSYNCSCOPE_BASE_DISKS_H

#include <stddef.h>

#include "base/target.h"

/* How many there are. */
unsigned disks_count(const struct target *target);

/* "nvme0n1 over 2 paths, sda", with BETWEEN (", ") two of them; "" for none. Returns OUT. */
char *disks_names(char *out, size_t size, const struct target *target, const char *between);

/* What the counters are a sum of: "sum of 2 disks", "nvme0n1 over 2 paths", "sum of 2 disks over 4
 * paths"; "" where they are those of one disk. Returns OUT. */
char *disks_sum(char *out, size_t size, const struct target *target);

#endif
