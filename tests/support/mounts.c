/* mounts.c: see mounts.h.
 *
 * The tree is bound onto itself first, so that one recursive umount takes down all that is in it.
 * Devices are kept in a list beside the mounts. Loop devices are told to detach themselves as soon
 * as they are in use, so that a test that crashes leaves none. */
#include "support/mounts.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { SKIPPED = 77 };

static const char helpers[] =
    "need() { for n; do command -v \"$n\" >/dev/null || { echo \"no $n here\"; exit 77; }; done; "
    "}\n"
    "keep() { echo \"$DEV\" >>devices; }\n"
    "loop() {\n"
    "  image=$1; shift; need losetup; truncate -s 320M \"$image\"\n"
    "  DEV=$(losetup \"$@\" -f --show \"$image\") || { echo 'no loop device here'; exit 77; }\n"
    "  keep\n"
    "}\n"
    "part() { need addpart; addpart \"$DEV\" 1 2048 400000; DEV=${DEV}p1; }\n"
    "zram() {\n"
    "  n=$(cat /sys/class/zram-control/hot_add) || { echo 'no zram here'; exit 77; }\n"
    "  echo 256M >/sys/block/zram$n/disksize; DEV=/dev/zram$n; keep\n"
    "}\n";

static const char release[] =
    "while read -r dev; do case $dev in *loop*) losetup -d \"$dev\" ;; esac; done <devices\n";

static const char take_down[] = "cd /; umount -R \"$TREE\" || umount -R -l \"$TREE\"\n"
                                "while read -r dev; do case $dev in\n"
                                "  *loop*) [ ! -e \"${dev}p1\" ] || delpart \"$dev\" 1 ;;\n"
                                "  *zram*) echo 1 >/sys/block/${dev#/dev/}/reset\n"
                                "    echo ${dev#/dev/zram} >/sys/class/zram-control/hot_remove ;;\n"
                                "esac; done <\"$TREE/devices\"\n";

/* Once for the whole program. */
static bool namespace_enter(void)
{
    static bool inside;
    if (!inside)
        inside =
            unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
    return inside;
}

/* Runs PROLOGUE and SCRIPT in the tree; the last line of output is left in OUTPUT. */
static int run(const struct tree *tree, const char *prologue, const char *script, char *output,
               size_t size)
{
    char line[512], pid[24];
    snprintf(pid, sizeof pid, "%d", (int)getpid());
    setenv("PROGRAM_PID", pid, 1);
    setenv("TREE", tree->path, 1);
    setenv("PROLOGUE", prologue, 1);
    setenv("SCRIPT", script, 1);
    FILE *out =
        popen("exec 2>&1; cd \"$TREE\" && eval \"$PROLOGUE\" && set -eu && eval \"$SCRIPT\"", "r");
    assert_non_null(out);
    output[0] = '\0';
    while (fgets(line, sizeof line, out))
        snprintf(output, size, "%s", line);
    const int status = pclose(out);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void refuse(const char *reason)
{
    print_message("%s\n", reason);
    skip();
}

void mounts_make(struct mounts *mounts, const char *script)
{
    char output[512], unused[512];
    struct tree *tree = &mounts->tree;
    if (geteuid() != 0)
        refuse("only root can mount");
    if (!namespace_enter())
        refuse("no mount namespace here");
    tree_make(tree, NULL);
    tree_write(tree, "devices", "");
    assert_return_code(mount(tree->path, tree->path, NULL, MS_BIND, NULL), errno);
    mounts->standing = true;
    const int status = run(tree, helpers, script, output, sizeof output);
    const int released = run(tree, "true", release, unused, sizeof unused);
    if (status == SKIPPED)
        refuse(output);
    if (status != 0)
        fail_msg("the script ended with status %d: %s", status, output);
    assert_int_equal(released, 0);
}

int mounts_open(const struct mounts *mounts, const char *dir)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", mounts->tree.path, dir);
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_return_code(fd, errno);
    return fd;
}

void mounts_device(const struct mounts *mounts, unsigned i, char name[64])
{
    char path[512], line[128] = "";
    snprintf(path, sizeof path, "%s/devices", mounts->tree.path);
    FILE *list = fopen(path, "r");
    assert_non_null(list);
    while (i-- > 0)
        assert_non_null(fgets(line, sizeof line, list));
    fclose(list);
    line[strcspn(line, "\n")] = '\0';
    snprintf(name, 64, "%.63s", strrchr(line, '/') + 1);
}

void mounts_remove(struct mounts *mounts)
{
    char output[512];
    if (!mounts->standing)
        return;
    mounts->standing = false;
    if (mounts->undo)
        run(&mounts->tree, helpers, mounts->undo, output, sizeof output);
    const int status = run(&mounts->tree, "true", take_down, output, sizeof output);
    tree_remove(&mounts->tree);
    if (status != 0)
        fail_msg("taking the mounts down ended with status %d: %s", status, output);
}
