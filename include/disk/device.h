/* device.h: a whole disk's facts, by what the kernel says in its folder. Only reads; no request
 * goes to the disk. */
#ifndef FSYNCSCOPE_DISK_DEVICE_H
#define FSYNCSCOPE_DISK_DEVICE_H

#include "base/target.h"
#include "disk/node.h"

/* Whether the whole disk NODE has a volatile cache. */
enum known device_cache(const struct node *node);

/* Fills OUT for the whole disk NODE. What is not told is "", 0 or UNKNOWN; so are the counts, as
 * long as nothing says that they cannot be had. REASON is written then: why one of the two cannot;
 * returned is of which kind that is. */
enum blindness device_read(const struct node *node, struct device *out, char reason[REASON_MAX]);

#endif
