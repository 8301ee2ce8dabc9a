/* tree.c: temporary directories for tests. */
#include "support/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

void tree_make(struct tree *tree, const char *parent)
{
    if (!parent)
        parent = getenv("TMPDIR");
    if (!parent || !*parent)
        parent = "/tmp";
    const int length = snprintf(tree->path, sizeof tree->path, "%s/fsyncscope-test-XXXXXX", parent);
    assert_in_range(length, 1, sizeof tree->path - 1);
    assert_non_null(mkdtemp(tree->path));
    tree->fd = open(tree->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_true(tree->fd >= 0);
}

static void make_folders(const struct tree *tree, const char *name)
{
    char path[512];
    assert_in_range(snprintf(path, sizeof path, "%s", name), 1, sizeof path - 1);
    for (char *slash = path; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        assert_true(mkdirat(tree->fd, path, 0755) == 0 || errno == EEXIST);
        *slash = '/';
    }
}

void tree_write(const struct tree *tree, const char *name, const char *text)
{
    make_folders(tree, name);
    const int fd = openat(tree->fd, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
}

void tree_link(const struct tree *tree, const char *name, const char *target)
{
    make_folders(tree, name);
    assert_return_code(symlinkat(target, tree->fd, name), errno);
}

/* Counts the entries and copies the last one's name. */
static unsigned look(const struct tree *tree, char name[256])
{
    unsigned count = 0;
    DIR *dir = opendir(tree->path);
    assert_non_null(dir);
    for (const struct dirent *entry; (entry = readdir(dir));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(name, 256, "%s", entry->d_name);
        count++;
    }
    closedir(dir);
    return count;
}

unsigned tree_entries(const struct tree *tree)
{
    char name[256];
    return look(tree, name);
}

void tree_only_entry(const struct tree *tree, char name[256])
{
    assert_int_equal(look(tree, name), 1);
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    (void)type;
    (void)ftw;
    return remove(path);
}

void tree_remove(struct tree *tree)
{
    close(tree->fd);
    assert_int_equal(nftw(tree->path, remove_entry, 16, FTW_DEPTH | FTW_PHYS), 0);
}
