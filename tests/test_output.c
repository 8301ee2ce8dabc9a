/* test_output.c: where a result goes, and that it gets there whole or is told to be lost. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/output.h"
#include "app/signals.h"

static char folder[] = "/tmp/fsyncscope-test-XXXXXX";

static char *in_folder(char path[128], const char *name)
{
    snprintf(path, 128, "%s/%s", folder, name);
    return path;
}

static char *content_of(const char *path)
{
    static char text[64];
    int fd = open(path, O_RDONLY);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
    if (fd >= 0)
        close(fd);
    text[n < 0 ? 0 : n] = '\0';
    return n < 0 ? NULL : text;
}

static void file_keeps_its_old_content_until_the_new_is_whole(void **state)
{
    struct output output;
    struct stat st;
    char path[128];
    (void)state;
    in_folder(path, "result");
    assert_int_equal(output_open(&output, path, NULL), 0);
    assert_null(content_of(path));
    assert_int_equal(output_deliver(&output, "old", 3, NULL), 0);
    assert_string_equal(content_of(path), "old");
    chmod(path, 0640);
    assert_int_equal(output_open(&output, path, NULL), 0);
    assert_string_equal(content_of(path), "old");
    assert_int_equal(output_deliver(&output, "new", 3, NULL), 0);
    assert_string_equal(content_of(path), "new");
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    unlink(path);
    assert_int_equal(rmdir(folder), 0); /* nothing else was left there */
    assert_int_equal(mkdir(folder, 0700), 0);
}

static void link_is_followed_and_a_special_file_is_not_replaced(void **state)
{
    struct output output;
    struct stat st;
    char target[128], link[128];
    (void)state;
    in_folder(target, "target");
    in_folder(link, "link");
    assert_int_equal(output_open(&output, target, NULL), 0);
    assert_int_equal(output_deliver(&output, "old", 3, NULL), 0);
    assert_int_equal(symlink("target", link), 0);
    assert_int_equal(output_open(&output, link, NULL), 0);
    assert_int_equal(output_deliver(&output, "new", 3, NULL), 0);
    assert_string_equal(content_of(target), "new");
    assert_int_equal(lstat(link, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    unlink(link);
    unlink(target);

    assert_int_equal(symlink("/dev/null", link), 0);
    assert_int_equal(output_open(&output, link, NULL), 0);
    assert_int_equal(output_deliver(&output, "gone", 4, NULL), 0);
    assert_int_equal(lstat(link, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    unlink(link);
}

/* Relative to the link's own folder, over several links, and none of them replaced. */
static void link_to_nothing_yet_is_followed_as_well(void **state)
{
    struct output output;
    struct stat st;
    char target[128], link[128], first[128];
    (void)state;
    in_folder(target, "target");
    in_folder(link, "link");
    in_folder(first, "first");
    assert_int_equal(symlink("target", link), 0);
    assert_int_equal(symlink(link, first), 0);
    assert_int_equal(output_open(&output, first, NULL), 0);
    assert_null(content_of(target));
    assert_int_equal(output_deliver(&output, "new", 3, NULL), 0);
    assert_string_equal(content_of(target), "new");
    assert_int_equal(lstat(first, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(lstat(link, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    unlink(first);
    unlink(link);
    unlink(target);

    struct err err = {0};
    assert_int_equal(symlink("no/such", link), 0);
    assert_int_equal(output_open(&output, link, &err), -ENOENT);
    assert_non_null(strstr(err.text, "no/such: No such file or directory (ENOENT)"));
    unlink(link);
}

static void output_that_cannot_be_is_refused_before_the_run(void **state)
{
    struct output output;
    struct err err = {0};
    char path[128];
    (void)state;
    assert_int_equal(output_open(&output, folder, &err), -EISDIR);
    assert_int_equal(output_open(&output, in_folder(path, "no/such"), &err), -ENOENT);
    assert_non_null(strstr(err.text, "no/such: No such file or directory (ENOENT)"));
}

static void write_errors_are_told_by_their_name(void **state)
{
    struct output output;
    struct err err = {0};
    int fds[2];
    (void)state;
    assert_int_equal(output_open(&output, "/dev/full", &err), 0);
    assert_int_equal(output_deliver(&output, "x", 1, &err), -ENOSPC);
    assert_non_null(strstr(err.text, "/dev/full"));
    assert_int_equal(pipe(fds), 0);
    close(fds[0]);
    output = (struct output){.fd = fds[1]};
    assert_int_equal(output_deliver(&output, "x", 1, &err), -EPIPE);
    close(fds[1]);
}

/* By whatever name it was asked for. */
static void reader_of_standard_output_that_has_gone_is_no_failure(void **state)
{
    static const char *const names[] = {NULL, "-"};
    struct output output;
    int fds[2], saved = dup(STDOUT_FILENO);
    (void)state;
    fflush(stdout);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(pipe(fds), 0);
        close(fds[0]);
        assert_int_equal(output_open(&output, names[i], NULL), 0);
        dup2(fds[1], STDOUT_FILENO);
        int rc = output_deliver(&output, "x", 1, NULL);
        dup2(saved, STDOUT_FILENO);
        close(fds[1]);
        assert_int_equal(rc, 0);
    }
    close(saved);
}

static int set_up_all(void **state)
{
    (void)state;
    signals_ignore();
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down_all(void **state)
{
    (void)state;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(file_keeps_its_old_content_until_the_new_is_whole),
        cmocka_unit_test(link_is_followed_and_a_special_file_is_not_replaced),
        cmocka_unit_test(link_to_nothing_yet_is_followed_as_well),
        cmocka_unit_test(output_that_cannot_be_is_refused_before_the_run),
        cmocka_unit_test(write_errors_are_told_by_their_name),
        cmocka_unit_test(reader_of_standard_output_that_has_gone_is_no_failure),
    };
    return cmocka_run_group_tests(tests, set_up_all, tear_down_all);
}
