/* ending.c: see ending.h, and signal(7). Real-time signals are left to whoever sends them. */
#include "base/ending.h"

static const int numbers[] = {SIGINT,  SIGTERM,   SIGHUP,  SIGQUIT, SIGUSR1, SIGUSR2,
                              SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR,  SIGXCPU};

enum { NUMBERS = sizeof(numbers) / sizeof(numbers[0]) };

int ending_signal(unsigned i)
{
    return i < NUMBERS ? numbers[i] : 0;
}

void ending_signals(sigset_t *set)
{
    for (unsigned i = 0; i < NUMBERS; i++)
        sigaddset(set, numbers[i]);
}
