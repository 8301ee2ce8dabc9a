/* pty_driver.c: runs a program on a terminal of its own and tells how it left that terminal.
 *
 *   pty_driver STEP... -- PROGRAM [ARGUMENT]...
 *
 *   log=FILE        every byte that the program writes goes to FILE too
 *   size=COLSxROWS  the terminal gets this size (80x24 before the first)
 *   wait=TEXT       until TEXT is in what came since the last wait; \e stands for escape
 *   type=TEXT       as if typed
 *   read=MS         takes output for so long: for signals at any moment
 *   signal=NUMBER   to the program
 *   close           the terminal vanishes
 *
 * After the last step it waits for the program to end and for all others to let go of the terminal,
 * and prints four lines: "ended exit N" or "ended signal N"; "modes same" or "modes changed";
 * "cursor on" or "cursor off"; "screen normal" or "screen alternate". The last two follow from the
 * escape sequences of an xterm, the order they came in. Each wait has a limit; past it the program
 * is killed, "failed: step N, STEP" printed, and the status is 1.
 *
 * What stands on the screen is not known here: tmux is for that. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum {
    LIMIT_MS = 20000, /* of any one wait: far more than a loaded machine needs */
    CHUNK = 16384,
};

struct driver {
    int master; /* -1: closed */
    int log;
    pid_t pid;
    int pidfd;
    struct termios before;
    char *bytes; /* all output so far */
    size_t used, room;
    size_t seen; /* where the next wait begins to search */
};

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- output --- */

static void keep(struct driver *d, const char *bytes, size_t length)
{
    if (d->used + length > d->room) {
        d->room = (d->used + length) * 2;
        d->bytes = realloc(d->bytes, d->room);
        if (!d->bytes)
            die("realloc");
    }
    memcpy(d->bytes + d->used, bytes, length);
    d->used += length;
    if (d->log >= 0 && write(d->log, bytes, length) != (ssize_t)length)
        die("log");
}

/* Takes what there is, waiting for it until UNTIL_MS. False when nothing came, or nobody is left to
 * write: the kernel then says EIO. */
static bool take(struct driver *d, int64_t until_ms)
{
    char chunk[CHUNK];
    struct pollfd fd = {.fd = d->master, .events = POLLIN};
    int64_t left = until_ms - now_ms();
    if (poll(&fd, 1, left > 0 ? (int)left : 0) <= 0)
        return false;
    ssize_t got = read(d->master, chunk, sizeof chunk);
    if (got > 0)
        keep(d, chunk, (size_t)got);
    return got > 0;
}

/* --- steps --- */

/* TEXT with \e made an escape byte, in place. */
static char *unescape(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        bool escape = from[0] == '\\' && from[1] == 'e';
        *to++ = escape ? '\033' : *from;
        from += escape;
    }
    *to = '\0';
    return text;
}

static bool step_wait(struct driver *d, char *text)
{
    int64_t until_ms = now_ms() + LIMIT_MS;
    size_t length = strlen(unescape(text));
    for (;;) {
        const char *at = memmem(d->bytes + d->seen, d->used - d->seen, text, length);
        if (at) {
            d->seen = (size_t)(at - d->bytes) + length;
            return true;
        }
        if (!take(d, until_ms))
            return false;
    }
}

static bool step_type(struct driver *d, char *text)
{
    ssize_t length = (ssize_t)strlen(unescape(text));
    return write(d->master, text, (size_t)length) == length;
}

static bool step_size(struct driver *d, char *text)
{
    struct winsize size = {0};
    if (sscanf(text, "%hux%hu", &size.ws_col, &size.ws_row) != 2)
        return false;
    return ioctl(d->master, TIOCSWINSZ, &size) == 0;
}

static bool step_read(struct driver *d, char *text)
{
    int64_t until_ms = now_ms() + atoi(text);
    while (take(d, until_ms))
        ;
    return true;
}

static bool step_signal(struct driver *d, char *text)
{
    return kill(d->pid, atoi(text)) == 0;
}

static bool step_log(struct driver *d, char *text)
{
    d->log = open(text, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    return d->log >= 0;
}

static bool step_close(struct driver *d, char *text)
{
    (void)text;
    close(d->master);
    d->master = -1;
    return true;
}

static const struct step {
    const char *name;
    bool (*run)(struct driver *d, char *text);
} steps[] = {
    {"log=", step_log},   {"size=", step_size},     {"wait=", step_wait},  {"type=", step_type},
    {"read=", step_read}, {"signal=", step_signal}, {"close", step_close},
};

static bool step_run(struct driver *d, char *argument)
{
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        size_t length = strlen(steps[i].name);
        if (strncmp(argument, steps[i].name, length) == 0)
            return steps[i].run(d, argument + length);
    }
    return false;
}

/* --- begin and end --- */

/* The child's terminal is its controlling one, as a login would make it. */
static _Noreturn void child(int master, char **command)
{
    setsid();
    int slave = open(ptsname(master), O_RDWR);
    if (slave < 0 || ioctl(slave, TIOCSCTTY, 0))
        _exit(126);
    for (int fd = 0; fd < 3; fd++)
        dup2(slave, fd);
    if (slave > 2)
        close(slave);
    execvp(command[0], command);
    _exit(127);
}

static void begin(struct driver *d, char **command)
{
    d->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (d->master < 0 || grantpt(d->master) || unlockpt(d->master))
        die("pty");
    if (!step_size(d, (char[]){"80x24"}) || tcgetattr(d->master, &d->before))
        die("terminal");
    d->pid = fork();
    if (d->pid == 0)
        child(d->master, command);
    d->pidfd = d->pid > 0 ? pidfd_open(d->pid, 0) : -1;
    if (d->pidfd < 0)
        die("start");
}

/* Output is read meanwhile: a program that still writes must not be held by a full terminal. */
static bool wait_for_end(struct driver *d)
{
    int64_t until_ms = now_ms() + LIMIT_MS;
    bool open = d->master >= 0;
    while (open && now_ms() < until_ms)
        open = take(d, until_ms);
    struct pollfd fd = {.fd = d->pidfd, .events = POLLIN};
    int64_t left = until_ms - now_ms();
    return poll(&fd, 1, left > 0 ? (int)left : 0) == 1;
}

/* Whether TEXT came last, of TEXT and OTHER; true when neither came. */
static bool came_last(const struct driver *d, const char *text, const char *other)
{
    size_t length = strlen(text), other_length = strlen(other);
    bool last = true;
    for (size_t i = 0; i < d->used; i++) {
        if (d->used - i >= length && memcmp(d->bytes + i, text, length) == 0)
            last = true;
        if (d->used - i >= other_length && memcmp(d->bytes + i, other, other_length) == 0)
            last = false;
    }
    return last;
}

static bool same_modes(const struct termios *a, const struct termios *b)
{
    return a->c_iflag == b->c_iflag && a->c_oflag == b->c_oflag && a->c_cflag == b->c_cflag &&
           a->c_lflag == b->c_lflag && memcmp(a->c_cc, b->c_cc, sizeof a->c_cc) == 0;
}

static void report(const struct driver *d)
{
    struct termios after;
    int status;
    if (waitpid(d->pid, &status, 0) != d->pid)
        die("waitpid");
    if (WIFSIGNALED(status))
        printf("ended signal %d\n", WTERMSIG(status));
    else
        printf("ended exit %d\n", WEXITSTATUS(status));
    if (d->master < 0)
        return; /* there is no terminal to tell of */
    if (tcgetattr(d->master, &after))
        die("tcgetattr");
    printf("modes %s\n", same_modes(&d->before, &after) ? "same" : "changed");
    printf("cursor %s\n", came_last(d, "\033[?25h", "\033[?25l") ? "on" : "off");
    printf("screen %s\n", came_last(d, "\033[?1049l", "\033[?1049h") ? "normal" : "alternate");
}

static int fail(const struct driver *d, int number, const char *step)
{
    printf("failed: step %d, %s\n", number, step);
    fflush(stdout);
    kill(d->pid, SIGKILL);
    waitpid(d->pid, NULL, 0);
    return 1;
}

int main(int argc, char *argv[])
{
    struct driver d = {.log = -1, .room = CHUNK, .bytes = malloc(CHUNK)};
    int first = 1;
    while (first < argc && strcmp(argv[first], "--") != 0)
        first++;
    if (first + 1 >= argc || !d.bytes) {
        fputs("usage: pty_driver STEP... -- PROGRAM [ARGUMENT]...\n", stderr);
        return 2;
    }
    begin(&d, argv + first + 1);
    for (int i = 1; i < first; i++)
        if (!step_run(&d, argv[i]))
            return fail(&d, i, argv[i]);
    if (!wait_for_end(&d))
        return fail(&d, first, "the end");
    report(&d);
    free(d.bytes);
    return 0;
}
