/* signals.h: signals are read from a descriptor in the main loop; no handler does any work. */
#ifndef FSYNCSCOPE_APP_SIGNALS_H
#define FSYNCSCOPE_APP_SIGNALS_H

#include <stdbool.h>

/* Blocks those that end the program, and with SCREEN those of the terminal too. Before any
 * thread. */
void signals_block(bool screen);

/* Ignores SIGPIPE and SIGXFSZ: their calls fail with EPIPE and EFBIG instead. */
void signals_ignore(void);

/* A descriptor for poll(2), readable when one of the signals that end the program came; -1 with
 * errno. Those that were ignored at the start (nohup, a shell's background job) stay so. */
int signals_open(void);

/* The number of the next signal of FD; 0 when there is none. */
int signals_take(int fd);

/* Lets the signals that end the program do so at once from now on. */
void signals_release(void);

#endif
