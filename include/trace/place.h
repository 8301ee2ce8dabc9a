/* place.h: the place of the kernel's tracer in the file system. For tracefs.c. */
#ifndef FSYNCSCOPE_TRACE_PLACE_H
#define FSYNCSCOPE_TRACE_PLACE_H

#include <stddef.h>

/* A descriptor of tracefs' root, which the caller closes; -errno: it is not to be had. */
int tracefs_find(void);

/* Removes from INSTANCES, a descriptor of that folder, what processes that are dead have left: the
 * names are PREFIX and a process's number. */
void tracefs_sweep(int instances, const char *prefix);

/* Puts into REASON why RC, -errno, came of using it, and what would help: where MISSING is the name
 * of an event, it was that one. Returns RC. */
int tracefs_explain(int rc, const char *missing, char *reason, size_t size);

#endif
