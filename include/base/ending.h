/* ending.h: the signals that end the program in an orderly way, wherever it is told of them. */
#ifndef FSYNCSCOPE_BASE_ENDING_H
#define FSYNCSCOPE_BASE_ENDING_H

#include <signal.h>

/* All whose default action ends a process, but those that tell of a fault in it or cannot
 * be caught. Adds them to SET, whether they are ignored or not. */
void ending_signals(sigset_t *set);

/* The I-th of them; 0 past the end. */
int ending_signal(unsigned i);

#endif
