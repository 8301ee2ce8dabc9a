/* fatal.h: the terminal is put right even when the program crashes. Main thread. */
#ifndef FSYNCSCOPE_UI_FATAL_H
#define FSYNCSCOPE_UI_FATAL_H

#include "ui/ui.h"

/* From now on SIGABRT, SIGSEGV, SIGBUS, SIGFPE and SIGILL call GUARD->fatal before they do what
 * they would have done. One guard at a time; it stays the caller's. */
void fatal_install(const struct ui_guard *guard);

/* Back to what was there before. */
void fatal_remove(void);

#endif
