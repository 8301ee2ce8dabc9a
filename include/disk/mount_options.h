/* mount_options.h: comma-separated mount options. Pure functions on strings. */
#ifndef FSYNCSCOPE_DISK_MOUNT_OPTIONS_H
#define FSYNCSCOPE_DISK_MOUNT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether OPTION stands in LIST, whole: "barrier" is not in "nobarrier,barrier=1". */
bool mount_options_has(const char *list, const char *option);

/* Whether LIST gives NAME a value. */
bool mount_options_names(const char *list, const char *name);

/* The value of NAME=VALUE in LIST as the mount table escapes it, decoded, into OUT. False when
 * there is none, or it does not fit. */
bool mount_options_value(const char *list, const char *name, char *out, size_t size);

/* The option in LIST that keeps flushes from the disk, as a static string; NULL for none. */
const char *mount_options_barrier_off(const char *list);

/* Adds to LIST (SIZE bytes) the options of MORE that it does not have. An option for which there is
 * no room is left out; none is cut. */
void mount_options_join(char *list, size_t size, const char *more);

/* LIST decoded once, to be shown, in OUT (cut to SIZE). A comma inside a value stays \054. */
void mount_options_decode(char *out, size_t size, const char *list);

#endif
