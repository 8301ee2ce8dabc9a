/* test_rename_safety.c: create-rename, which renames and unlinks by name all the time, touches no
 * file but its own, whoever plants what under its names and when. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "disk/scratch_name.h"
#include "engine/sink.h"
#include "support/tree.h"

static const char precious[] = "somebody's";

/* The mode on the kernel's own files, and what the next creation of a ".new" meets. */
struct stage {
    struct sysio io;
    struct tree tree;
    struct keeper *keeper;
    struct scratch scratch;
    struct sink sink;
    char planted[SCRATCH_COMPANION_MAX];
    bool plants;
};

static struct stage *on_stage;

static bool ends_with(const char *name, const char *ending)
{
    const size_t length = strlen(name), tail = strlen(ending);
    return length >= tail && strcmp(name + length - tail, ending) == 0;
}

/* Somebody is a moment faster. */
static int open_after_others(const struct sysio *io, int dirfd, const char *name, int flags,
                             mode_t mode)
{
    (void)io;
    if (on_stage->plants && ends_with(name, ".new")) {
        tree_write(&on_stage->tree, name, precious);
        strcpy(on_stage->planted, name);
    }
    return sysio_kernel.open(&sysio_kernel, dirfd, name, flags, mode);
}

static void stage_set(struct stage *stage)
{
    memset(stage, 0, sizeof *stage);
    on_stage = stage;
    stage->io = sysio_kernel;
    stage->io.open = open_after_others;
    tree_make(&stage->tree, NULL);
    assert_int_equal(keeper_start(stage->tree.fd, -1, &stage->keeper, NULL), 0);
    stage->sink = (struct sink){
        .mode = syncmode_find("create-rename"), .scratch = &stage->scratch, .reserve = 4096};
}

static int stage_open(struct stage *stage)
{
    const struct syncmode_place place = {
        .io = &stage->io, .keeper = stage->keeper, .dirfd = stage->tree.fd};
    return syncmode_open(stage->sink.mode, &place, 4096, 4096, &stage->scratch, NULL);
}

static int commit_bytes(struct stage *stage, uint64_t bytes)
{
    static const char record[100] = "record";
    const struct payload payload = {
        .bytes = record, .record_bytes = bytes, .records = 1, .span = 1};
    struct sink_times times;
    return sink_commit(&stage->sink, 0, &payload, 1, 0, &times);
}

static int commit(struct stage *stage)
{
    return commit_bytes(stage, 100);
}

/* The run and its keeper end; what is left is the planted file alone, and as it was. */
static void stage_strike(struct stage *stage)
{
    char text[64] = "", left[256];
    syncmode_close(stage->sink.mode, &stage->scratch);
    keeper_stop(stage->keeper, NULL);
    tree_only_entry(&stage->tree, left);
    assert_string_equal(left, stage->planted);
    const int fd = openat(stage->tree.fd, left, O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(read(fd, text, sizeof text), strlen(precious));
    assert_string_equal(text, precious);
    close(fd);
    tree_remove(&stage->tree);
}

/* The name in the tree that ends so. */
static void find_name(const struct stage *stage, const char *ending, char name[256])
{
    DIR *dir = opendir(stage->tree.path);
    assert_non_null(dir);
    *name = '\0';
    for (const struct dirent *entry; (entry = readdir(dir));) {
        if (ends_with(entry->d_name, ending))
            snprintf(name, 256, "%s", entry->d_name);
    }
    closedir(dir);
    assert_true(*name);
}

static void move_over(struct stage *stage, const char *name)
{
    assert_return_code(renameat(stage->tree.fd, "theirs", stage->tree.fd, name), errno);
    snprintf(stage->planted, sizeof stage->planted, "%s", name);
}

static void a_file_under_the_new_files_first_name_stays(void **state)
{
    struct stage stage;
    (void)state;
    stage_set(&stage);
    stage.plants = true;
    assert_int_equal(stage_open(&stage), -EEXIST);
    stage_strike(&stage);
}

static void a_file_under_the_new_files_name_ends_the_run_and_stays(void **state)
{
    struct stage stage;
    (void)state;
    stage_set(&stage);
    assert_int_equal(stage_open(&stage), 0);
    assert_int_equal(commit(&stage), 0);
    stage.plants = true;
    assert_int_equal(commit(&stage), -EEXIST);
    assert_non_null(strstr(stage.sink.failed_call, "somebody else's"));
    stage_strike(&stage);
}

/* Moved over it between two rounds: no file of the run any more, though it has the name. */
static void a_file_moved_over_the_current_one_is_not_removed_at_the_end(void **state)
{
    struct stage stage;
    char name[256];
    (void)state;
    stage_set(&stage);
    assert_int_equal(stage_open(&stage), 0);
    assert_int_equal(commit(&stage), 0);
    tree_write(&stage.tree, "theirs", precious); /* the youngest of all */
    find_name(&stage, ".now", name);
    move_over(&stage, name);
    stage_strike(&stage);
}

static int moving_fsync(const struct sysio *io, int fd)
{
    struct stat st;
    char name[256];
    (void)io;
    if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode) && !on_stage->planted[0]) {
        find_name(on_stage, ".now", name);
        move_over(on_stage, name);
    }
    return sysio_kernel.fsync(&sysio_kernel, fd);
}

static void a_file_moved_over_the_current_one_is_seen_before_the_next_replaces_it(void **state)
{
    struct stage stage;
    (void)state;
    stage_set(&stage);
    tree_write(&stage.tree, "theirs", precious);
    assert_int_equal(stage_open(&stage), 0);
    stage.io.fsync = moving_fsync;
    assert_int_equal(commit(&stage), 0);
    assert_true(stage.planted[0]);
    assert_int_equal(commit(&stage), -EEXIST);
    assert_non_null(strstr(stage.sink.failed_call, "somebody else's"));
    stage_strike(&stage);
}

static ssize_t no_pwrite(const struct sysio *io, int fd, const void *data, size_t bytes,
                         off_t offset)
{
    (void)io, (void)fd, (void)data, (void)bytes, (void)offset;
    return -ENOSPC;
}

/* What is careful with others' files must not leave its own. */
static void a_write_of_another_length_that_fails_leaves_no_file(void **state)
{
    struct stage stage;
    (void)state;
    stage_set(&stage);
    assert_int_equal(stage_open(&stage), 0);
    assert_int_equal(commit(&stage), 0);
    stage.io.pwrite = no_pwrite;
    assert_int_equal(commit_bytes(&stage, 50), -ENOSPC);
    syncmode_close(stage.sink.mode, &stage.scratch);
    assert_int_equal(tree_entries(&stage.tree), 0);
    keeper_stop(stage.keeper, NULL);
    tree_remove(&stage.tree);
}

static unsigned renames;

static int interrupted_rename(const struct sysio *io, int dirfd, const char *name, const char *to)
{
    (void)io;
    return renames++ < 2 ? -EINTR : sysio_kernel.rename(&sysio_kernel, dirfd, name, to);
}

static void a_rename_that_a_signal_interrupted_is_repeated(void **state)
{
    struct stage stage;
    (void)state;
    stage_set(&stage);
    assert_int_equal(stage_open(&stage), 0);
    renames = 0;
    stage.io.rename = interrupted_rename;
    assert_int_equal(commit(&stage), 0);
    assert_int_equal(renames, 3);
    syncmode_close(stage.sink.mode, &stage.scratch);
    assert_int_equal(tree_entries(&stage.tree), 0);
    keeper_stop(stage.keeper, NULL);
    tree_remove(&stage.tree);
}

static void a_file_moved_over_the_scratch_file_stays(void **state)
{
    struct stage stage;
    (void)state;
    stage_set(&stage);
    tree_write(&stage.tree, "theirs", precious);
    assert_int_equal(stage_open(&stage), 0);
    move_over(&stage, stage.scratch.name);
    stage_strike(&stage);
}

/* Whoever knows the scratch file's name knows neither of the two others. */
static void the_names_beside_an_anchor_have_random_parts_of_their_own(void **state)
{
    static const char anchor[] = ".fsyncscope-0123456789abcdef-1-2";
    char first[SCRATCH_COMPANION_MAX], second[SCRATCH_COMPANION_MAX];
    (void)state;
    assert_int_equal(scratch_name_companion(first, anchor, ".new"), 0);
    assert_int_equal(scratch_name_companion(second, anchor, ".new"), 0);
    assert_string_not_equal(first, second);
    assert_true(scratch_name_is_companion(first, anchor));
    assert_false(scratch_name_is_companion(first, ".fsyncscope-0123456789abcdef-1-3"));
    assert_false(scratch_name_is_companion(".fsyncscope-0123456789abcdef-1-2.new", anchor));
    assert_false(scratch_name_is_companion(anchor, anchor));
}

/* A leftover's neighbour that was there before the leftover was born is no file of that run. */
static void next_start_spares_what_is_older_than_the_anchor(void **state)
{
    char name[SCRATCH_COMPANION_MAX], left[256];
    struct scratch_identity identity;
    struct tree tree;
    struct scratch s;
    (void)state;
    tree_make(&tree, NULL);
    tree_write(&tree, "theirs", precious);
    assert_return_code(fchmodat(tree.fd, "theirs", 0600, 0), errno);
    assert_int_equal(scratch_identity_of(tree.fd, "theirs", &identity), 0);
    uint64_t before_ns = identity.birth_ns;
    do { /* births have the clock's tick */
        assert_int_equal(
            scratch_create(&s, &sysio_kernel, NULL, tree.fd, LAYOUT_FRESH, 0, 4096, NULL, NULL), 0);
        assert_int_equal(scratch_identity_read(s.fd, &identity), 0);
        if (identity.birth_ns == before_ns)
            scratch_remove(&s);
    } while (identity.birth_ns == before_ns);
    assert_int_equal(scratch_name_companion(name, s.name, ".now"), 0);
    assert_return_code(renameat(tree.fd, "theirs", tree.fd, name), errno);
    close(s.fd);
    assert_int_equal(scratch_sweep(tree.fd), 1);
    tree_only_entry(&tree, left);
    assert_string_equal(left, name);
    tree_remove(&tree);
}

int main(void)
{
    alarm(120);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_under_the_new_files_first_name_stays),
        cmocka_unit_test(a_file_under_the_new_files_name_ends_the_run_and_stays),
        cmocka_unit_test(a_file_moved_over_the_current_one_is_not_removed_at_the_end),
        cmocka_unit_test(a_file_moved_over_the_current_one_is_seen_before_the_next_replaces_it),
        cmocka_unit_test(a_write_of_another_length_that_fails_leaves_no_file),
        cmocka_unit_test(a_rename_that_a_signal_interrupted_is_repeated),
        cmocka_unit_test(a_file_moved_over_the_scratch_file_stays),
        cmocka_unit_test(the_names_beside_an_anchor_have_random_parts_of_their_own),
        cmocka_unit_test(next_start_spares_what_is_older_than_the_anchor),
    };
    return cmocka_run_group_tests_name("rename_safety", tests, NULL, NULL);
}
