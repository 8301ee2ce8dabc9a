/* test_keeper.c: what the keeper puts right when its program ends, however that happens.
 *
 * Each ending is real: a forked child starts a keeper and is killed. This process adopts orphans,
 * so it can wait for the keeper's own end and then look; nothing here waits for time to pass. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/tree.h"
#include "sys/keeper.h"

/* A child process that runs a scene and then waits to be killed. */
struct victim {
    pid_t pid;
    int ready; /* readable once the scene is played */
};

static struct victim victim_start(void (*scene)(void *), void *arg)
{
    int pipe_fd[2];
    assert_return_code(pipe2(pipe_fd, O_CLOEXEC), errno);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        close(pipe_fd[0]);
        scene(arg);
        (void)!write(pipe_fd[1], "r", 1);
        for (;;)
            pause();
    }
    close(pipe_fd[1]);
    return (struct victim){.pid = pid, .ready = pipe_fd[0]};
}

static void victim_await(const struct victim *victim)
{
    char byte;
    assert_int_equal(read(victim->ready, &byte, 1), 1);
}

/* Kills it and waits until its orphaned keeper has ended as well. */
static void victim_kill(const struct victim *victim)
{
    kill(victim->pid, SIGKILL);
    while (waitpid(-1, NULL, 0) > 0)
        ;
    assert_int_equal(errno, ECHILD);
    close(victim->ready);
}

static bool exists(const struct tree *tree, const char *name)
{
    return faccessat(tree->fd, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

static void scene_two_files(void *arg)
{
    const struct tree *tree = arg;
    struct keeper *keeper;
    if (keeper_start(tree->fd, -1, &keeper, NULL))
        _exit(1);
    keeper_add_file(keeper, "not there yet");
    keeper_add_file(keeper, "kept");
    keeper_add_file(keeper, "dropped");
    tree_write(tree, "kept", "x");
    tree_write(tree, "dropped", "x");
    keeper_drop_file(keeper, "dropped");
}

static void killed_program_leaves_no_file_that_is_on_the_list(void **state)
{
    struct tree tree;
    (void)state;
    tree_make(&tree, NULL);
    tree_write(&tree, "stranger", "x");
    const struct victim victim = victim_start(scene_two_files, &tree);
    victim_await(&victim);
    assert_true(exists(&tree, "kept"));
    victim_kill(&victim);
    assert_false(exists(&tree, "kept"));
    assert_true(exists(&tree, "dropped"));
    assert_true(exists(&tree, "stranger"));
    tree_remove(&tree);
}

static void stop_removes_what_is_still_on_the_list(void **state)
{
    struct tree tree;
    struct keeper *keeper;
    (void)state;
    tree_make(&tree, NULL);
    tree_write(&tree, "a", "x");
    tree_write(&tree, "b", "x");
    assert_int_equal(keeper_start(tree.fd, -1, &keeper, NULL), 0);
    keeper_add_file(keeper, "a");
    keeper_add_file(keeper, "b");
    keeper_drop_file(keeper, "b");
    keeper_stop(keeper, NULL);
    assert_false(exists(&tree, "a"));
    assert_true(exists(&tree, "b"));
    tree_remove(&tree);
}

static bool set_immutable(const struct tree *tree, const char *name, bool yes)
{
    int flags = yes ? FS_IMMUTABLE_FL : 0;
    const int fd = openat(tree->fd, name, O_RDONLY);
    const bool done = fd >= 0 && ioctl(fd, FS_IOC_SETFLAGS, &flags) == 0;
    close(fd);
    return done;
}

static void stop_names_what_cannot_be_removed(void **state)
{
    struct tree tree;
    struct keeper *keeper;
    struct keeper_leftover left;
    (void)state;
    tree_make(&tree, NULL);
    tree_write(&tree, "gone", "x");
    tree_write(&tree, "stays", "x");
    assert_int_equal(keeper_start(tree.fd, -1, &keeper, NULL), 0);
    keeper_add_file(keeper, "gone");
    keeper_add_file(keeper, "stays");
    const bool immutable = set_immutable(&tree, "stays", true);
    keeper_stop(keeper, &left);
    set_immutable(&tree, "stays", false);
    tree_remove(&tree);
    if (!immutable)
        skip(); /* asks for root, and a file system with such a flag */
    assert_int_equal(left.count, 1);
    assert_int_equal(left.code, EPERM);
    assert_string_equal(left.name, "stays");
}

static void what_is_no_regular_file_is_left_alone(void **state)
{
    struct tree tree;
    struct keeper *keeper;
    (void)state;
    tree_make(&tree, NULL);
    tree_write(&tree, "victim", "x");
    tree_link(&tree, "link", "victim");
    tree_write(&tree, "folder/file", "x");
    assert_int_equal(keeper_start(tree.fd, -1, &keeper, NULL), 0);
    keeper_add_file(keeper, "link");
    keeper_add_file(keeper, "folder");
    keeper_stop(keeper, NULL);
    assert_true(exists(&tree, "link"));
    assert_true(exists(&tree, "victim"));
    assert_true(exists(&tree, "folder/file"));
    tree_remove(&tree);
}

static void name_too_long_for_a_file_is_not_cut_to_another(void **state)
{
    struct tree tree;
    struct keeper *keeper;
    char shorter[256], longer[400];
    (void)state;
    memset(shorter, 'n', 255);
    shorter[255] = '\0';
    memset(longer, 'n', 399);
    longer[399] = '\0';
    tree_make(&tree, NULL);
    tree_write(&tree, shorter, "x");
    assert_int_equal(keeper_start(tree.fd, -1, &keeper, NULL), 0);
    keeper_add_file(keeper, longer);
    keeper_stop(keeper, NULL);
    assert_true(exists(&tree, shorter));

    assert_int_equal(keeper_start(tree.fd, -1, &keeper, NULL), 0);
    keeper_add_file(keeper, shorter);
    keeper_stop(keeper, NULL);
    assert_false(exists(&tree, shorter));
    tree_remove(&tree);
}

/* Reads /proc/PID/stat as far as the parent's pid. */
static bool is_keeper_of_ours(const char *pid)
{
    char path[300], name[32] = "";
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    FILE *in = fopen(path, "re");
    if (!in)
        return false;
    const int fields = fscanf(in, "%*d (%31[^)]) %*c %d", name, &parent);
    fclose(in);
    return fields == 2 && parent == getpid() && strcmp(name, "scratch-keeper") == 0;
}

static pid_t keeper_pid(void)
{
    pid_t pid = -1;
    DIR *proc = opendir("/proc");
    assert_non_null(proc);
    for (const struct dirent *entry; pid < 0 && (entry = readdir(proc));) {
        if (isdigit((unsigned char)entry->d_name[0]) && is_keeper_of_ours(entry->d_name))
            pid = atoi(entry->d_name);
    }
    closedir(proc);
    assert_true(pid > 0);
    return pid;
}

static void keeper_outlives_the_signals_of_a_terminal(void **state)
{
    static const int signals[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGTSTP,
                                  SIGTTIN, SIGTTOU, SIGPIPE, SIGUSR1, SIGUSR2};
    struct tree tree;
    struct keeper *keeper;
    (void)state;
    tree_make(&tree, NULL);
    tree_write(&tree, "a", "x");
    assert_int_equal(keeper_start(tree.fd, -1, &keeper, NULL), 0);
    const pid_t pid = keeper_pid();
    assert_int_equal(getsid(pid), pid);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        kill(pid, signals[i]);
    keeper_add_file(keeper, "a");
    keeper_stop(keeper, NULL);
    assert_false(exists(&tree, "a"));
    tree_remove(&tree);
}

/* Three at /dev/null, socket, directory, /dev/null for the terminal, signals. */
static void keeper_holds_nothing_else_open(void **state)
{
    struct tree tree, fds = {.fd = -1};
    struct keeper *keeper;
    (void)state;
    tree_make(&tree, NULL);
    const int many = dup2(tree.fd, 200);
    assert_int_equal(keeper_start(tree.fd, -1, &keeper, NULL), 0);
    snprintf(fds.path, sizeof fds.path, "/proc/%d/fd", (int)keeper_pid());
    assert_int_equal(tree_entries(&fds), 7);
    close(many);
    keeper_stop(keeper, NULL);
    tree_remove(&tree);
}

static void signal_mask_and_handlers_of_the_program_are_untouched(void **state)
{
    struct tree tree;
    struct keeper *keeper;
    sigset_t before, after;
    (void)state;
    tree_make(&tree, NULL);
    sigemptyset(&before);
    sigaddset(&before, SIGWINCH);
    sigprocmask(SIG_SETMASK, &before, NULL);
    assert_int_equal(keeper_start(tree.fd, -1, &keeper, NULL), 0);
    sigprocmask(SIG_SETMASK, NULL, &after);
    assert_true(sigismember(&after, SIGWINCH));
    assert_false(sigismember(&after, SIGINT));
    sigemptyset(&before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    keeper_stop(keeper, NULL);
    tree_remove(&tree);
}

static void killed_keeper_does_not_disturb_the_program(void **state)
{
    struct tree tree;
    struct keeper *keeper;
    struct termios state_of_nothing = {0};
    (void)state;
    tree_make(&tree, NULL);
    tree_write(&tree, "a", "x");
    assert_int_equal(keeper_start(tree.fd, -1, &keeper, NULL), 0);
    kill(keeper_pid(), SIGKILL);
    keeper_add_file(keeper, "a");
    keeper_drop_file(keeper, "a");
    keeper_screen_up(keeper, &state_of_nothing, "reset");
    keeper_restore_now(keeper);
    keeper_screen_down(keeper);
    keeper_stop(keeper, NULL);
    assert_true(exists(&tree, "a"));
    tree_remove(&tree);
}

static void no_keeper_is_allowed_everywhere(void **state)
{
    struct termios state_of_nothing = {0};
    (void)state;
    keeper_add_file(NULL, "a");
    keeper_drop_file(NULL, "a");
    keeper_screen_up(NULL, &state_of_nothing, "reset");
    keeper_restore_now(NULL);
    keeper_screen_down(NULL);
    keeper_stop(NULL, NULL);
}

/* A pseudo terminal and what it was set to before a scene made it raw. */
struct terminal {
    struct tree *tree;
    int master, slave;
    struct termios before;
};

static void terminal_make(struct terminal *terminal, struct tree *tree)
{
    tree_make(tree, NULL);
    terminal->tree = tree;
    terminal->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_true(terminal->master >= 0);
    assert_return_code(grantpt(terminal->master), errno);
    assert_return_code(unlockpt(terminal->master), errno);
    terminal->slave = open(ptsname(terminal->master), O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_true(terminal->slave >= 0);
    assert_return_code(tcgetattr(terminal->slave, &terminal->before), errno);
}

static void terminal_close(struct terminal *terminal)
{
    close(terminal->slave);
    close(terminal->master);
    tree_remove(terminal->tree);
}

/* Waits for the text that the keeper writes and checks the terminal's state. */
static void terminal_assert_restored(const struct terminal *terminal, const char *reset)
{
    char text[64] = "";
    struct termios now;
    assert_int_equal(read(terminal->master, text, sizeof text - 1), strlen(reset));
    assert_string_equal(text, reset);
    assert_return_code(tcgetattr(terminal->slave, &now), errno);
    assert_int_equal(now.c_lflag, terminal->before.c_lflag);
    assert_int_equal(now.c_iflag, terminal->before.c_iflag);
    assert_int_equal(now.c_oflag, terminal->before.c_oflag);
}

static struct keeper *screen_begin(const struct terminal *terminal)
{
    struct keeper *keeper;
    struct termios raw = terminal->before;
    if (keeper_start(terminal->tree->fd, terminal->slave, &keeper, NULL))
        _exit(1);
    keeper_add_file(keeper, "a");
    tree_write(terminal->tree, "a", "x");
    keeper_screen_up(keeper, &terminal->before, "RESET");
    cfmakeraw(&raw);
    tcsetattr(terminal->slave, TCSANOW, &raw);
    return keeper;
}

static void scene_screen(void *arg)
{
    screen_begin(arg);
}

static void killed_program_leaves_the_terminal_whole(void **state)
{
    struct tree tree;
    struct terminal terminal;
    (void)state;
    terminal_make(&terminal, &tree);
    const struct victim victim = victim_start(scene_screen, &terminal);
    victim_await(&victim);
    victim_kill(&victim);
    terminal_assert_restored(&terminal, "RESET");
    assert_int_equal(tree_entries(&tree), 0);
    terminal_close(&terminal);
}

static void restore_now_returns_when_the_terminal_is_whole(void **state)
{
    struct tree tree;
    struct terminal terminal;
    (void)state;
    terminal_make(&terminal, &tree);
    struct keeper *keeper = screen_begin(&terminal);
    errno = EXDEV;
    keeper_restore_now(keeper);
    assert_int_equal(errno, EXDEV);
    terminal_assert_restored(&terminal, "RESET");
    keeper_stop(keeper, NULL); /* and not a second time */
    fcntl(terminal.master, F_SETFL, O_NONBLOCK);
    char byte;
    assert_int_equal(read(terminal.master, &byte, 1), -1);
    assert_int_equal(errno, EAGAIN);
    terminal_close(&terminal);
}

static void screen_that_is_down_is_left_alone(void **state)
{
    struct tree tree;
    struct terminal terminal;
    char byte;
    (void)state;
    terminal_make(&terminal, &tree);
    struct keeper *keeper = screen_begin(&terminal);
    keeper_screen_down(keeper);
    keeper_stop(keeper, NULL);
    fcntl(terminal.master, F_SETFL, O_NONBLOCK);
    assert_int_equal(read(terminal.master, &byte, 1), -1);
    assert_int_equal(errno, EAGAIN);
    terminal_close(&terminal);
}

static void *wait_for_ever(void *arg)
{
    (void)!write(*(const int *)arg, "r", 1);
    for (;;)
        pause();
    return NULL;
}

/* A killed program of which one thread is stuck in the kernel: its main thread ends, the process,
 * and with it the socket, does not. */
static void scene_main_thread_dies(void *arg)
{
    pthread_t thread;
    int ready[2];
    char byte;
    screen_begin(arg);
    if (pipe(ready) || pthread_create(&thread, NULL, wait_for_ever, &ready[1]) ||
        read(ready[0], &byte, 1) != 1)
        _exit(1);
    syscall(SYS_exit, 0);
}

static void terminal_does_not_wait_for_a_stuck_thread(void **state)
{
    struct tree tree;
    struct terminal terminal;
    (void)state;
    terminal_make(&terminal, &tree);
    const struct victim victim = victim_start(scene_main_thread_dies, &terminal);
    terminal_assert_restored(&terminal, "RESET");
    assert_int_equal(kill(victim.pid, 0), 0);
    assert_true(exists(&tree, "a")); /* still in use */
    victim_kill(&victim);
    assert_false(exists(&tree, "a"));
    terminal_close(&terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(killed_program_leaves_no_file_that_is_on_the_list),
        cmocka_unit_test(stop_removes_what_is_still_on_the_list),
        cmocka_unit_test(stop_names_what_cannot_be_removed),
        cmocka_unit_test(what_is_no_regular_file_is_left_alone),
        cmocka_unit_test(name_too_long_for_a_file_is_not_cut_to_another),
        cmocka_unit_test(keeper_outlives_the_signals_of_a_terminal),
        cmocka_unit_test(keeper_holds_nothing_else_open),
        cmocka_unit_test(signal_mask_and_handlers_of_the_program_are_untouched),
        cmocka_unit_test(killed_keeper_does_not_disturb_the_program),
        cmocka_unit_test(no_keeper_is_allowed_everywhere),
        cmocka_unit_test(killed_program_leaves_the_terminal_whole),
        cmocka_unit_test(restore_now_returns_when_the_terminal_is_whole),
        cmocka_unit_test(screen_that_is_down_is_left_alone),
        cmocka_unit_test(terminal_does_not_wait_for_a_stuck_thread),
    };
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* so that orphaned keepers can be waited for */
    alarm(60); /* a keeper that never ends must not hold up the other tests */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
