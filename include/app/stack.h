/* stack.h: the main thread's stack. */
#ifndef FSYNCSCOPE_APP_STACK_H
#define FSYNCSCOPE_APP_STACK_H

#include "base/err.h"

/* Sees to it that the main thread's stack may grow to what resolving a target and printing a report
 * can take; to be called while little of it is in use. 0, or -errno with a sentence where a limit
 * that is not ours to raise stands below. */
int stack_ensure(struct err *err);

#endif
