/* stack.c: RLIMIT_STACK (getrlimit(2)), which the kernel looks at whenever the stack grows, so that
 * it can be raised while the program runs. Other threads have stacks of known size. */
#include "app/stack.h"

#include <errno.h>
#include <sys/resource.h>

/* Under 100 KiB were seen in use; paths on overlays of loop devices of overlays take more, and so
 * do long arguments. */
enum { LEAST_KIB = 128, AMPLE_KIB = 512 };

int stack_ensure(struct err *err)
{
    struct rlimit limit;
    const rlim_t least = (rlim_t)LEAST_KIB << 10, ample = (rlim_t)AMPLE_KIB << 10;

    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= ample)
        return 0;
    if (limit.rlim_max < least)
        return err_set(err, 0,
                       "the stack may grow to %llu KiB and no further, needed are %d: "
                       "raise the hard limit (ulimit -H -s)",
                       (unsigned long long)limit.rlim_max >> 10, LEAST_KIB);
    limit.rlim_cur = limit.rlim_max < ample ? limit.rlim_max : ample;
    if (setrlimit(RLIMIT_STACK, &limit))
        return err_set(err, errno, "cannot let the stack grow");
    return 0;
}
