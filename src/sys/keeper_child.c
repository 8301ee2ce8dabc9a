/* keeper_child.c: the process that is still there when the other one is not.
 *
 * It lives on a socket, a directory and perhaps a terminal. The socket's end of file means that the
 * last thread of the parent has let go of it: then the terminal is put right and the files on the
 * list are removed, which on a frozen file system waits here, where nobody else has to. A parent
 * that is killed while a thread of it sits in such a file system dies in part only; its main
 * thread's death comes as PARENT_DIED, and the terminal at least is put right at once.
 *
 * Removes only what it was told of, and of that only regular files that belong to this user. */
#include "sys/keeper_child.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Where the child keeps its descriptors; all others are closed. */
enum { SOCK_FD = 3, DIR_FD, TTY_FD, SPARE_FD };

enum {
    PARENT_DIED = SIGUSR1,
    TTY_WRITE_MAX_S = 1, /* a terminal that was stopped with Ctrl-S takes no output */
    DIR_TRIES = 100,     /* for a directory that is held open while the parent's threads end */
    DIR_PAUSE_MS = 20,
};

struct dir {
    int parent;
    char name[KEEPER_TEXT_MAX]; /* "": a free place */
};

struct child {
    struct dir dir[KEEPER_DIRS_MAX];
    char file[KEEPER_FILES_MAX][KEEPER_TEXT_MAX]; /* "": a free place */
    bool screen_up;
    struct termios state;
    char reset[KEEPER_TEXT_MAX];
};

static void child_close_from(int first)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0u, 0) == 0)
        return;
#endif
    for (int fd = first; fd < (int)sysconf(_SC_OPEN_MAX); fd++) /* before Linux 5.9 */
        close(fd);
}

/* Moves the descriptors to their places, by way of spare numbers, since one may hold another's. */
static bool child_arrange(int sock, int dirfd, int tty)
{
    const int given[] = {sock, dirfd, tty};
    int spare[3];

    const int null = fcntl(open("/dev/null", O_RDWR | O_CLOEXEC), F_DUPFD_CLOEXEC, SPARE_FD);
    for (int i = 0; i < 3; i++) {
        spare[i] = given[i] < 0 ? null : fcntl(given[i], F_DUPFD_CLOEXEC, SPARE_FD);
        if (given[i] >= 0 && spare[i] < 0)
            return false;
    }
    for (int fd = 0; fd < SPARE_FD; fd++) {
        const int source = fd < SOCK_FD ? null : spare[fd - SOCK_FD];
        if (dup2(source, fd) < 0)
            close(fd); /* without a /dev/null there is nothing */
    }
    child_close_from(SPARE_FD);
    return true;
}

/* Interrupts a write by coming, not by doing anything. */
static void on_alarm(int number)
{
    (void)number;
}

/* Nothing but SIGKILL ends it early. Returns a descriptor that tells of PARENT_DIED, or -1. */
static int child_set_signals(void)
{
    static const int ignored[] = {SIGINT,  SIGTERM, SIGHUP,    SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU,
                                  SIGPIPE, SIGUSR2, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR,  SIGXCPU};
    const struct sigaction wake = {.sa_handler = on_alarm}; /* without SA_RESTART */
    sigset_t died;

    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL); /* the parent's handlers are not for here */
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        signal(ignored[i], SIG_IGN);
    sigaction(SIGALRM, &wake, NULL);

    sigemptyset(&died);
    sigaddset(&died, PARENT_DIED);
    sigprocmask(SIG_SETMASK, &died, NULL);
    prctl(PR_SET_PDEATHSIG, PARENT_DIED);
    return signalfd(-1, &died, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void screen_restore(struct child *child)
{
    if (!child->screen_up)
        return;
    child->screen_up = false;
    tcsetattr(TTY_FD, TCSANOW, &child->state);
    alarm(TTY_WRITE_MAX_S);
    (void)!write(TTY_FD, child->reset, strlen(child->reset));
    alarm(0);
}

static void file_add(struct child *child, const char *name)
{
    for (int i = 0; i < KEEPER_FILES_MAX; i++) {
        if (child->file[i][0] == '\0') {
            strcpy(child->file[i], name);
            return;
        }
    }
}

static void file_drop(struct child *child, const char *name)
{
    for (int i = 0; i < KEEPER_FILES_MAX; i++) {
        if (strcmp(child->file[i], name) == 0)
            child->file[i][0] = '\0';
    }
}

/* 0, or an errno value when a file of ours is still there. */
static int file_remove(const char *name)
{
    struct stat st;

    /* A directory that was closed meanwhile hides the file, and keeps it. */
    if (fstatat(DIR_FD, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? 0 : errno;
    if (!S_ISREG(st.st_mode) || st.st_uid != geteuid())
        return 0;
    return unlinkat(DIR_FD, name, 0) == 0 || errno == ENOENT ? 0 : errno;
}

/* Whoever is still there to hear it is told what stays. */
static void files_remove(const struct child *child)
{
    for (int i = 0; i < KEEPER_FILES_MAX; i++) {
        struct keeper_report report = {0};
        if (child->file[i][0] == '\0')
            continue;
        report.code = file_remove(child->file[i]);
        if (!report.code)
            continue;
        strcpy(report.name, child->file[i]);
        (void)!send(SOCK_FD, &report, sizeof report, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
}

/* Keeps PARENT open, or closes it when there is no place. */
static void dir_add(struct child *child, const char *name, int parent)
{
    for (int i = 0; parent >= 0 && i < KEEPER_DIRS_MAX; i++) {
        if (child->dir[i].name[0] == '\0') {
            strcpy(child->dir[i].name, name);
            child->dir[i].parent = parent;
            return;
        }
    }
    if (parent >= 0)
        close(parent);
}

static void dir_drop(struct child *child, const char *name)
{
    for (int i = 0; i < KEEPER_DIRS_MAX; i++) {
        if (child->dir[i].name[0] && strcmp(child->dir[i].name, name) == 0) {
            child->dir[i].name[0] = '\0';
            close(child->dir[i].parent);
        }
    }
}

/* The last of the parent's threads may still be on its way out, with a file of it open. */
static void dirs_remove(const struct child *child)
{
    for (int i = 0; i < KEEPER_DIRS_MAX; i++) {
        const struct dir *dir = &child->dir[i];
        for (int k = 0; dir->name[0] && k < DIR_TRIES; k++) {
            if (unlinkat(dir->parent, dir->name, AT_REMOVEDIR) == 0 || errno != EBUSY)
                break;
            poll(NULL, 0, DIR_PAUSE_MS);
        }
    }
}

static void child_obey(struct child *child, const struct keeper_message *message, int fd)
{
    switch (message->order) {
    case KEEPER_ADD_FILE:
        file_add(child, message->text);
        break;
    case KEEPER_DROP_FILE:
        file_drop(child, message->text);
        break;
    case KEEPER_ADD_DIR:
        dir_add(child, message->text, fd);
        break;
    case KEEPER_DROP_DIR:
        dir_drop(child, message->text);
        break;
    case KEEPER_SCREEN_UP:
        child->state = message->state;
        strcpy(child->reset, message->text);
        child->screen_up = true;
        break;
    case KEEPER_SCREEN_DOWN:
        child->screen_up = false;
        break;
    case KEEPER_RESTORE:
        screen_restore(child);
        (void)!send(SOCK_FD, "", 1, MSG_NOSIGNAL);
        break;
    }
}

/* One message, and the descriptor that came with it, or -1. */
static ssize_t receive(struct keeper_message *message, int *fd)
{
    alignas(struct cmsghdr) char room[CMSG_SPACE(sizeof *fd)];
    struct iovec part = {.iov_base = message, .iov_len = sizeof *message};
    struct msghdr whole = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    const ssize_t got = recvmsg(SOCK_FD, &whole, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    const struct cmsghdr *rights = got > 0 ? CMSG_FIRSTHDR(&whole) : NULL;
    *fd = -1;
    if (rights && rights->cmsg_type == SCM_RIGHTS && rights->cmsg_len == CMSG_LEN(sizeof *fd))
        memcpy(fd, CMSG_DATA(rights), sizeof *fd);
    return got;
}

/* Obeys what has arrived. False once the other end is closed and all before that is obeyed. */
static bool child_receive(struct child *child)
{
    struct keeper_message message;
    ssize_t got;
    int fd;
    while ((got = receive(&message, &fd)) > 0) {
        if (got == sizeof message && memchr(message.text, '\0', sizeof message.text))
            child_obey(child, &message, fd);
    }
    return got < 0 && (errno == EAGAIN || errno == EINTR);
}

/* Whether the parent's main thread died; the same signal from elsewhere means nothing. */
static bool parent_died(int signals, pid_t parent)
{
    struct signalfd_siginfo info;
    return read(signals, &info, sizeof info) == sizeof info && info.ssi_pid == (uint32_t)parent;
}

/* The parent waits for one byte: 0 when all is well, else the errno value. */
static void tell_ready(int sock, int code)
{
    unsigned char byte = (unsigned char)code;
    (void)!send(sock, &byte, 1, MSG_NOSIGNAL);
}

_Noreturn void keeper_child_run(int sock, int dirfd, int tty, pid_t parent)
{
    /* 780 KiB: more than a small `ulimit -s` leaves. */
    struct child *child = calloc(1, sizeof *child);
    bool more;

    setsid();
    prctl(PR_SET_NAME, "scratch-keeper");
    if (!child || !child_arrange(sock, dirfd, tty)) {
        tell_ready(sock, errno);
        _exit(1);
    }
    const int signals = child_set_signals();
    tell_ready(SOCK_FD, 0);

    struct pollfd wait[] = {
        {.fd = SOCK_FD, .events = POLLIN},
        {.fd = signals, .events = POLLIN}, /* -1 is ignored by poll */
    };
    do {
        poll(wait, 2, -1);
        more = child_receive(child);
        if (parent_died(signals, parent))
            screen_restore(child);
    } while (more);

    screen_restore(child);
    files_remove(child);
    dirs_remove(child);
    _exit(0);
}
