/* kept.h: files that keep their names while they are measured, and lose them whatever ends the
 * program but a kill -9: a file without a name syncs about a fifth slower on btrfs and ext4, which
 * would flatter whoever is compared. */
#ifndef FSYNCSCOPE_BENCH_KEPT_H
#define FSYNCSCOPE_BENCH_KEPT_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { KEPT_FILES = 3, KEPT_NAME = 4096 };

static char kept_name[KEPT_FILES][KEPT_NAME];

static void kept_remove(void)
{
    for (int i = 0; i < KEPT_FILES; i++)
        if (kept_name[i][0])
            unlink(kept_name[i]);
}

static void kept_on_signal(int signo)
{
    kept_remove(); /* unlink(2) and _exit(2) alone: both may be called here */
    _exit(128 + signo);
}

/* Before the first file is made: the name of the I-th, which PATTERN makes of DIR. */
static char *kept_file(int i, const char *dir, const char *pattern)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM};
    const struct sigaction act = {.sa_handler = kept_on_signal};
    if (i == 0)
        atexit(kept_remove);
    for (size_t s = 0; s < sizeof signals / sizeof signals[0]; s++)
        sigaction(signals[s], &act, NULL);
    snprintf(kept_name[i], KEPT_NAME, "%s/%s", dir, pattern);
    return kept_name[i];
}

#endif
