/* futex.h: waiting on a word, and waking whoever waits on it (futex(2)), within this process.
 *
 * A wake may come without a cause: callers look again. Any thread. */
#ifndef FSYNCSCOPE_SYS_FUTEX_H
#define FSYNCSCOPE_SYS_FUTEX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { FUTEX_ALL = 0x7fffffff };

/* Sleeps while WORD is SEEN, until a wake. */
void futex_wait(atomic_uint *word, unsigned seen);

/* The same, but at most until the monotonic time WHEN_NS. False when that has come. */
bool futex_wait_until(atomic_uint *word, unsigned seen, uint64_t when_ns);

/* Wakes at most COUNT of those that sleep on WORD, in the order in which they came. */
void futex_wake(atomic_uint *word, int count);

#endif
