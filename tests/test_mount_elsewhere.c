/* test_mount_elsewhere.c: a directory of another mount namespace has that one's mount, never the
 * mount that has its name here. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/facts.h"
#include "disk/mountinfo.h"
#include "disk/resolve.h"
#include "support/mounts.h"

/* --- tables of other processes --- */

static void add_process(const struct tree *tree, const char *pid, const char *name,
                        const char *table)
{
    char path[64];
    snprintf(path, sizeof path, "proc/%s/mountinfo", pid);
    tree_write(tree, path, table);
    snprintf(path, sizeof path, "proc/%s/ns/mnt", pid);
    if (name)
        tree_link(tree, path, name);
}

static void table_that_lists_the_id_tells_the_mount(void **state)
{
    struct tree tree;
    struct mount mount;
    (void)state;
    tree_make(&tree, NULL);
    tree_write(&tree, "proc/self/mountinfo", "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n");
    tree_write(&tree, "proc/self/fdinfo/9", "mnt_id:\t50\n");
    add_process(&tree, "1", "mnt:[100]", "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n");
    add_process(&tree, "20", NULL, "50 1 8:9 / / rw - ext4 /not/this rw\n"); /* not to be trusted */
    add_process(&tree, "31", "mnt:[200]", "50 1 8:2 / / rw,sync - xfs /dev/sda2 rw\n");
    add_process(&tree, "x4", "mnt:[300]", "50 1 8:7 / / rw - ext4 /no/process rw\n");
    assert_int_equal(mountinfo_find(tree.path, 9, "/", &mount), 0);
    assert_string_equal(mount.source, "/dev/sda2");
    assert_int_equal(mount.seen_by, 31);
    tree_write(&tree, "proc/self/fdinfo/9", "mnt_id:\t1\n");
    assert_int_equal(mountinfo_find(tree.path, 9, "/", &mount), 0);
    assert_int_equal(mount.seen_by, 0);
    tree_write(&tree, "proc/self/fdinfo/9", "mnt_id:\t51\n");
    assert_int_equal(mountinfo_find(tree.path, 9, "/", &mount), -EXDEV);
    tree_remove(&tree);
}

static void empty_table_is_no_other_namespace(void **state)
{
    struct tree tree;
    struct mount mount;
    (void)state;
    tree_make(&tree, NULL);
    tree_write(&tree, "proc/self/mountinfo", "");
    tree_write(&tree, "proc/self/fdinfo/9", "mnt_id:\t50\n");
    assert_int_equal(mountinfo_find(tree.path, 9, "/", &mount), -ENOENT);
    tree_remove(&tree);
}

/* --- a namespace of a child's --- */

struct stage {
    struct mounts mounts;
    pid_t child;
};

/* A process in a copy of this namespace; what is unmounted here stays there. */
static void child_start(struct stage *stage)
{
    int ready[2];
    char byte;
    assert_return_code(pipe(ready), errno);
    stage->child = fork();
    assert_return_code(stage->child, errno);
    if (stage->child == 0) {
        if (unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
            write(ready[1], "r", 1) == 1)
            pause();
        _exit(1);
    }
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
}

static void here_unmount(const struct stage *stage, const char *dir)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", stage->mounts.tree.path, dir);
    assert_return_code(umount(path), errno);
}

/* Resolves the child's folder DIR of the tree. */
static void there_resolve(const struct stage *stage, const char *dir, struct target *target)
{
    char path[512];
    snprintf(path, sizeof path, "/proc/%d/root%s/%s", (int)stage->child, stage->mounts.tree.path,
             dir);
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_return_code(fd, errno);
    assert_int_equal(target_resolve(fd, path, "", target, NULL), 0);
    close(fd);
}

static void check(const struct stage *stage, const char *dir, const struct target *target)
{
    char point[512], disk[64];
    snprintf(point, sizeof point, "%s/%s", stage->mounts.tree.path, dir);
    mounts_device(&stage->mounts, 1, disk);
    assert_true(target->mount_elsewhere);
    assert_int_equal(target->mount_seen_by, stage->child);
    assert_string_equal(target->mount_point, point);
    assert_int_equal(target->device_count, 1);
    assert_string_equal(target->device[0].name, disk);
}

#define MAKE_EXT4 "need mkfs.ext4; mkdir m; loop a.img; mkfs.ext4 -q $DEV;"

static void folder_of_another_namespace_has_its_own_mount(void **state)
{
    struct stage *stage = *state;
    struct target target;
    mounts_make(&stage->mounts, MAKE_EXT4 "mount -o noatime,nobarrier $DEV m");
    child_start(stage);
    here_unmount(stage, "m");
    there_resolve(stage, "m", &target);
    check(stage, "m", &target);
    assert_non_null(strstr(target.mount_options, "noatime"));
    assert_int_equal(target.barrier, NO);
}

static void overlay_of_another_namespace_is_gone_through(void **state)
{
    struct stage *stage = *state;
    struct target target;
    mounts_make(&stage->mounts,
                MAKE_EXT4 "mount $DEV m; mkdir m/up m/work low o;"
                          "mount -t overlay o -o lowerdir=low,upperdir=$PWD/m/up,workdir=m/work o");
    child_start(stage);
    here_unmount(stage, "o");
    there_resolve(stage, "o", &target);
    check(stage, "o", &target);
    assert_string_equal(target.file_system, "overlay");
}

/* Its options are nobody's to tell, its disk is known by its number. */
static void mount_that_nobody_shows_lends_no_facts(void **state)
{
    struct stage *stage = *state;
    struct target target;
    char disk[64], path[512];
    mounts_make(&stage->mounts, MAKE_EXT4 "mount $DEV m");
    const int fd = mounts_open(&stage->mounts, "m");
    snprintf(path, sizeof path, "%s/m", stage->mounts.tree.path);
    assert_return_code(umount2(path, MNT_DETACH), errno);
    assert_int_equal(target_resolve(fd, path, "", &target, NULL), 0);
    close(fd);
    mounts_device(&stage->mounts, 1, disk);
    assert_true(target.mount_elsewhere);
    assert_int_equal(target.mount_seen_by, 0);
    assert_string_equal(target.mount_point, "");
    assert_string_equal(target.mount_options, "");
    assert_int_equal(target.device_count, 1);
    assert_string_equal(target.device[0].name, disk);
}

static int take_down(void **state)
{
    struct stage *stage = *state;
    if (stage->child > 0) {
        kill(stage->child, SIGKILL);
        waitpid(stage->child, NULL, 0);
    }
    mounts_remove(&stage->mounts);
    return 0;
}

/* --- in words --- */

static void mount_keep(void *ctx, const char *label, const char *text)
{
    if (strcmp(label, "mount") == 0)
        snprintf(ctx, FACT_MAX, "%s", text);
}

static void facts_say_whose_view_of_the_mount_it_is(void **state)
{
    static struct target target;
    char text[FACT_MAX] = "";
    (void)state;
    target.mount_elsewhere = true;
    facts_tell(&target, mount_keep, text);
    assert_string_equal(text,
                        "in no mount table that is seen here: of another namespace, or detached");
    strcpy(target.mount_point, "/data");
    strcpy(target.mount_source, "/dev/sdb");
    target.mount_seen_by = 4711;
    facts_tell(&target, mount_keep, text);
    assert_string_equal(text, "/data from /dev/sdb, as process 4711 sees it: this one does not");
}

#define STAGED(name)                                                                               \
    {                                                                                              \
#name, name, NULL, take_down, &(struct stage)                                              \
        {                                                                                          \
            .child = 0                                                                             \
        }                                                                                          \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_that_lists_the_id_tells_the_mount),
        cmocka_unit_test(empty_table_is_no_other_namespace),
        STAGED(folder_of_another_namespace_has_its_own_mount),
        STAGED(overlay_of_another_namespace_is_gone_through),
        STAGED(mount_that_nobody_shows_lends_no_facts),
        cmocka_unit_test(facts_say_whose_view_of_the_mount_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
