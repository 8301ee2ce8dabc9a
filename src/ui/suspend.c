/* suspend.c: SIGTSTP with its default action, let through for a moment.
 *
 * The signal's default (not SIGSTOP) is what a shell waits for; the kernel leaves an orphaned
 * process group alone, which nobody could wake again. */
#include "ui/suspend.h"

#include <signal.h>
#include <stddef.h>

bool suspend_is_possible(void)
{
    struct sigaction now;
    return sigaction(SIGTSTP, NULL, &now) == 0 && now.sa_handler != SIG_IGN;
}

void suspend_self(void)
{
    struct sigaction standard = {.sa_handler = SIG_DFL}, before;
    sigset_t stop, mask;
    sigemptyset(&standard.sa_mask);
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigaction(SIGTSTP, &standard, &before);
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
    raise(SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &before, NULL);
}
