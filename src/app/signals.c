/* signals.c: see signals.h. */
#include "app/signals.h"

#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/ending.h"

static const int of_screen[] = {SIGWINCH, SIGTSTP, SIGCONT};

/* Linux queues a blocked signal even when it is ignored, so one that is must stay unblocked. */
static bool is_ignored(int signo)
{
    struct sigaction action;
    return sigaction(signo, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static sigset_t ending_set(void)
{
    sigset_t set;

    sigemptyset(&set);
    for (unsigned i = 0; ending_signal(i); i++) {
        if (!is_ignored(ending_signal(i)))
            sigaddset(&set, ending_signal(i));
    }
    return set;
}

void signals_block(bool screen)
{
    sigset_t set = ending_set();

    for (size_t i = 0; screen && i < sizeof(of_screen) / sizeof(of_screen[0]); i++)
        sigaddset(&set, of_screen[i]);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

void signals_ignore(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

int signals_open(void)
{
    sigset_t set = ending_set();
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int signals_take(int fd)
{
    struct signalfd_siginfo info;
    return read(fd, &info, sizeof(info)) == (ssize_t)sizeof(info) ? (int)info.ssi_signo : 0;
}

void signals_release(void)
{
    sigset_t set = ending_set();
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}
