/* futex.c: three operations of futex(2), for which the C library has no function. */
#include "sys/futex.h"

#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sys/clock.h"

void futex_wait(atomic_uint *word, unsigned seen)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
}

bool futex_wait_until(atomic_uint *word, unsigned seen, uint64_t when_ns)
{
    const struct timespec when = clock_timespec(when_ns);
    /* WAIT_BITSET takes an absolute time, of the monotonic clock. */
    long rc = syscall(SYS_futex, word, FUTEX_WAIT_BITSET_PRIVATE, seen, &when, NULL,
                      FUTEX_BITSET_MATCH_ANY);
    return rc == 0 || errno != ETIMEDOUT;
}

void futex_wake(atomic_uint *word, int count)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}
