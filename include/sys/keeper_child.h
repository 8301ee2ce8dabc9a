/* keeper_child.h: what keeper.c and the process that it forks say to each other. Private to them.
 *
 * Orders go one a message over a SOCK_SEQPACKET pair, so none arrives in halves. The child answers
 * KEEPER_RESTORE with one byte, and sends one when it is ready. Once no more orders can come it
 * sends what could not be removed. */
#ifndef FSYNCSCOPE_SYS_KEEPER_CHILD_H
#define FSYNCSCOPE_SYS_KEEPER_CHILD_H

#include <sys/types.h>
#include <termios.h>

enum {
    KEEPER_TEXT_MAX = 257, /* a file's name (NAME_MAX is 255), or a reset string, and a NUL */
    KEEPER_FILES_MAX =
        3088, /* files on its list at once: 3 (create-rename) for each of 1,024
                 writers, and some under two names; more are left to the next start */
    KEEPER_DIRS_MAX = 2,
};

enum keeper_order {
    KEEPER_ADD_FILE,
    KEEPER_DROP_FILE,
    KEEPER_ADD_DIR, /* the parent directory's descriptor comes with it, SCM_RIGHTS of unix(7) */
    KEEPER_DROP_DIR,
    KEEPER_SCREEN_UP,
    KEEPER_SCREEN_DOWN,
    KEEPER_RESTORE,
};

struct keeper_message {
    enum keeper_order order;
    struct termios state;       /* of KEEPER_SCREEN_UP */
    char text[KEEPER_TEXT_MAX]; /* name, or the reset string */
};

/* Of each file that it could not remove at the end. */
struct keeper_report {
    int code; /* errno value */
    char name[KEEPER_TEXT_MAX];
};

/* The child's whole life, after fork: PARENT's orders from SOCK until that end closes. */
_Noreturn void keeper_child_run(int sock, int dirfd, int tty, pid_t parent);

#endif
