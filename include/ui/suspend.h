/* suspend.h: stops the process as a shell expects of Ctrl-Z. Main thread. */
#ifndef FSYNCSCOPE_UI_SUSPEND_H
#define FSYNCSCOPE_UI_SUSPEND_H

#include <stdbool.h>

/* False when whoever started the program has SIGTSTP ignored: a shell without job control. */
bool suspend_is_possible(void);

/* Stops until SIGCONT. SIGTSTP is blocked before and after. */
void suspend_self(void);

#endif
