/* futex.c: three operations of futex(2), for which the C library has no function. */
#include "sys/futex.h"

#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void futex_wait(atomic_uint *word, unsigned seen)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
}

bool futex_wait_until(atomic_uint *word, unsigned seen, uint64_t when_ns)
{
    const struct timespec when = {.tv_sec = (time_t)(when_ns / 1000000000u),
                                  .tv_nsec = (long)(when_ns % 1000000000u)};
    /* WAIT_BITSET takes an absolute time, of the monotonic clock. */
    long rc = syscall(SYS_futex, word, FUTEX_WAIT_BITSET_PRIVATE, seen, &when, NULL,
                      FUTEX_BITSET_MATCH_ANY);
    return rc == 0 || errno != ETIMEDOUT;
}

void futex_wake(atomic_uint *word, int count)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}
