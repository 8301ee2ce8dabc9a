/* keeper.c: this program's side of the keeper: start it, tell it, end it.
 *
 * Nothing is remembered here but the socket and the pid; what is to be put right is known to the
 * child (keeper_child.c). The socket's end is closed by the kernel however this process goes, and
 * orders already sent are still read by then, so no moment between two orders is uncovered. */
#include "sys/keeper.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "sys/keeper_child.h"

enum { RESTORE_WAIT_MS = 500 };

struct keeper {
    int sock;
    pid_t pid;
};

/* MSG_NOSIGNAL: a keeper that was killed is no reason to die of SIGPIPE. */
static void keeper_send(const struct keeper *keeper, const struct keeper_message *message)
{
    while (send(keeper->sock, message, sizeof *message, MSG_NOSIGNAL) < 0 && errno == EINTR)
        ;
}

static void keeper_send_text(const struct keeper *keeper, struct keeper_message *message,
                             const char *text)
{
    const size_t length = strnlen(text, sizeof message->text);
    if (length == sizeof message->text)
        return; /* half a name is another file's name */
    memcpy(message->text, text, length);
    keeper_send(keeper, message);
}

/* All signals are blocked meanwhile: the child must not run this program's handlers. */
static pid_t keeper_fork(const int pair[2], int dirfd, int tty)
{
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    const pid_t parent = getpid();
    const pid_t pid = fork();
    const int fork_errno = errno;
    if (pid == 0)
        keeper_child_run(pair[1], dirfd, tty, parent);
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = fork_errno;
    return pid;
}

/* Waits for the child's word that it is ready, or why not; one that died first closed its end. */
static int keeper_await_ready(int sock)
{
    unsigned char code;
    ssize_t got;
    do
        got = recv(sock, &code, 1, 0);
    while (got < 0 && errno == EINTR);
    return got == 1 ? -(int)code : -ECHILD;
}

static int keeper_spawn(struct keeper *keeper, int dirfd, int tty)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
        return -errno;
    keeper->pid = keeper_fork(pair, dirfd, tty);
    const int fork_rc = keeper->pid < 0 ? -errno : 0;
    close(pair[1]);
    keeper->sock = pair[0];
    if (fork_rc) {
        close(pair[0]);
        return fork_rc;
    }
    return keeper_await_ready(keeper->sock);
}

int keeper_start(int dirfd, int tty, struct keeper **out, struct err *err)
{
    struct keeper *keeper = calloc(1, sizeof *keeper);
    if (!keeper)
        return err_set(err, ENOMEM, "start the clean-up process");
    const int rc = keeper_spawn(keeper, dirfd, tty);
    if (!rc) {
        *out = keeper;
        return 0;
    }
    if (keeper->pid > 0)
        keeper_stop(keeper, NULL);
    else
        free(keeper);
    return err_set(err, rc, "start the clean-up process");
}

void keeper_add_file(struct keeper *keeper, const char *name)
{
    if (keeper)
        keeper_send_text(keeper, &(struct keeper_message){.order = KEEPER_ADD_FILE}, name);
}

void keeper_drop_file(struct keeper *keeper, const char *name)
{
    if (keeper)
        keeper_send_text(keeper, &(struct keeper_message){.order = KEEPER_DROP_FILE}, name);
}

/* Like keeper_send, with a descriptor. */
static void keeper_send_fd(const struct keeper *keeper, const struct keeper_message *message,
                           int fd)
{
    alignas(struct cmsghdr) char room[CMSG_SPACE(sizeof fd)] = {0};
    struct iovec part = {.iov_base = (void *)message, .iov_len = sizeof *message};
    struct msghdr whole = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    struct cmsghdr *rights = CMSG_FIRSTHDR(&whole);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(rights), &fd, sizeof fd);
    while (sendmsg(keeper->sock, &whole, MSG_NOSIGNAL) < 0 && errno == EINTR)
        ;
}

void keeper_add_dir(struct keeper *keeper, int parent, const char *name)
{
    struct keeper_message message = {.order = KEEPER_ADD_DIR};
    if (!keeper || strlen(name) >= sizeof message.text)
        return;
    memcpy(message.text, name, strlen(name));
    keeper_send_fd(keeper, &message, parent);
}

void keeper_drop_dir(struct keeper *keeper, const char *name)
{
    if (keeper)
        keeper_send_text(keeper, &(struct keeper_message){.order = KEEPER_DROP_DIR}, name);
}

void keeper_screen_up(struct keeper *keeper, const struct termios *state, const char *reset)
{
    if (keeper)
        keeper_send_text(
            keeper, &(struct keeper_message){.order = KEEPER_SCREEN_UP, .state = *state}, reset);
}

void keeper_screen_down(struct keeper *keeper)
{
    if (keeper)
        keeper_send(keeper, &(struct keeper_message){.order = KEEPER_SCREEN_DOWN});
}

void keeper_restore_now(const struct keeper *keeper)
{
    static const struct keeper_message message = {.order = KEEPER_RESTORE};
    const int saved_errno = errno;
    char byte;

    if (!keeper)
        return;
    if (send(keeper->sock, &message, sizeof message, MSG_NOSIGNAL | MSG_DONTWAIT) > 0) {
        struct pollfd answer = {.fd = keeper->sock, .events = POLLIN};
        if (poll(&answer, 1, RESTORE_WAIT_MS) > 0)
            (void)!recv(keeper->sock, &byte, 1, MSG_DONTWAIT);
    }
    errno = saved_errno;
}

/* Until the child has gone, which closes its end. */
static void collect_reports(int sock, struct keeper_leftover *left)
{
    struct keeper_report report;
    ssize_t got;
    while ((got = recv(sock, &report, sizeof report, 0)) > 0 || (got < 0 && errno == EINTR)) {
        if (got == sizeof report && left->count++ == 0) {
            left->code = report.code;
            text_copy(left->name, sizeof left->name, report.name);
        }
    }
}

void keeper_stop(struct keeper *keeper, struct keeper_leftover *left)
{
    struct keeper_leftover unheard;
    left = left ? left : &unheard;
    *left = (struct keeper_leftover){0};
    if (!keeper)
        return;
    shutdown(keeper->sock, SHUT_WR);
    collect_reports(keeper->sock, left);
    close(keeper->sock);
    while (waitpid(keeper->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    free(keeper);
}
