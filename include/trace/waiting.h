/* waiting.h: what /proc says of a thread of this program. Costs some microseconds a call. */
#ifndef FSYNCSCOPE_TRACE_WAITING_H
#define FSYNCSCOPE_TRACE_WAITING_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the thread PID waits in the kernel for a frozen file system to thaw. */
bool waiting_for_thaw(int32_t pid);

/* How long PID could run in all and had no processor; 0: not known. */
uint64_t waiting_ready_ns(int32_t pid);

#endif
