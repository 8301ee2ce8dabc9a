/* scratch_root.c: see scratch_root.h. */
#include "fuzz/scratch_root.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[64];

static void must(int ok)
{
    if (!ok) {
        perror("scratch root");
        abort();
    }
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    (void)type;
    (void)ftw;
    return remove(path);
}

static void remove_root(void)
{
    nftw(root, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

const char *scratch_root(void)
{
    if (!root[0]) {
        snprintf(root, sizeof root, "%s/fsyncscope-fuzz-XXXXXX",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
        must(mkdtemp(root) != NULL);
        atexit(remove_root);
    }
    return root;
}

static void path_in_root(char out[1024], const char *path)
{
    must(snprintf(out, 1024, "%s/%s", scratch_root(), path) < 1024);
}

void scratch_root_folder(const char *path)
{
    char whole[1024];
    path_in_root(whole, path);
    for (char *slash = whole + strlen(root); (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        must(mkdir(whole, 0755) == 0 || errno == EEXIST);
        *slash = '/';
    }
    must(mkdir(whole, 0755) == 0 || errno == EEXIST);
}

void scratch_root_link(const char *path, const char *target)
{
    char whole[1024];
    path_in_root(whole, path);
    must(symlink(target, whole) == 0);
}

void scratch_root_write(const char *path, const void *text, size_t length)
{
    char whole[1024];
    path_in_root(whole, path);
    if (!text) {
        unlink(whole);
        return;
    }
    const int fd = open(whole, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    must(fd >= 0 && write(fd, text, length) == (ssize_t)length);
    close(fd);
}
