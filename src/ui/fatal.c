/* fatal.c: handlers for signals that the program does not survive.
 *
 * The handler runs on a stack of its own, since a stack that overflowed has no room for it, and
 * once: SA_RESETHAND puts the default back, and the signal, raised again, ends the process as it
 * would have. A handler takes no argument of ours, hence the static pointer. */
#include "ui/fatal.h"

#include <signal.h>
#include <stddef.h>

enum {
    SIGNALS = 5,
    STACK_BYTES = 64 * 1024,
};

static const int signals[SIGNALS] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

static const struct ui_guard *volatile guarded;
static struct sigaction before[SIGNALS];
static char stack[STACK_BYTES];

static void on_fatal(int number)
{
    const struct ui_guard *guard = guarded;
    guarded = NULL;
    if (guard && guard->fatal)
        guard->fatal(guard->ctx);
    raise(number); /* blocked until the handler returns, then by default */
}

void fatal_install(const struct ui_guard *guard)
{
    const stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = on_fatal, .sa_flags = (int)SA_RESETHAND | SA_ONSTACK};
    guarded = guard;
    sigemptyset(&action.sa_mask);
    sigaltstack(&own, NULL);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &action, &before[i]);
}

void fatal_remove(void)
{
    const stack_t none = {.ss_flags = SS_DISABLE};
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
    sigaltstack(&none, NULL);
    guarded = NULL;
}
