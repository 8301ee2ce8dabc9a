/* stack.c: RLIMIT_STACK (getrlimit(2)), which the kernel looks at whenever the stack grows, so that
 * it can be raised while the program runs. Other threads have stacks of known size. */
#include "app/stack.h"

#include <errno.h>
#include <sys/resource.h>

/* Under 100 KiB were seen in use; paths on overlays of loop devices of overlays take more, and so
 * do long arguments. */
enum { STACK_KIB = 512 };

int stack_ensure(struct err *err)
{
    struct rlimit limit;
    const rlim_t needed = (rlim_t)STACK_KIB << 10;

    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= needed)
        return 0;
    if (limit.rlim_max < needed)
        return err_set(err, 0,
                       "the stack may grow to %llu KiB and no further, needed are %d: "
                       "raise the hard limit (ulimit -H -s)",
                       (unsigned long long)limit.rlim_max >> 10, STACK_KIB);
    limit.rlim_cur = needed;
    if (setrlimit(RLIMIT_STACK, &limit))
        return err_set(err, errno, "cannot let the stack grow to %d KiB", STACK_KIB);
    return 0;
}
