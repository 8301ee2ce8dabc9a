/* device.h: from a block device's number to the whole disk behind it and its facts, by what the
 * kernel says under /sys. Only reads; no request goes to the disk. */
#ifndef FSYNCSCOPE_DISK_DEVICE_H
#define FSYNCSCOPE_DISK_DEVICE_H

#include "base/target.h"

/* Fills OUT with the disk that ROOT/sys/dev/block/MAJOR:MINOR is, or is a partition of: partitions
 * count no flushes. PART gets the kernel name of the number itself ("sda1"; a '/' in it is '!').
 * 0, or -errno when there is no such block device to be seen. */
int device_resolve(const char *root, unsigned major, unsigned minor, struct device *out,
                   char part[TARGET_NAME_MAX]);

#endif
