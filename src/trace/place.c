/* place.c: where tracefs is, why it is not to be had, and what runs that are dead have left in it.
 *
 * Where it is not mounted, a mount that no directory shows is made for this process alone
 * (fsmount(2)): it is gone with its descriptor. A leftover is removed by name; a run that is alive,
 * be it in another container, holds its files open, and rmdir says EBUSY. */
#include "trace/place.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { TRACEFS_TYPE = 0x74726163 }; /* f_type, linux/magic.h */

/* Where it is mounted; -ENOENT: nowhere. */
static int open_mounted(void)
{
    static const char *const place[] = {"/sys/kernel/tracing", "/sys/kernel/debug/tracing"};
    int rc = -ENOENT;
    for (size_t i = 0; i < sizeof place / sizeof place[0]; i++) {
        struct statfs fs;
        const int fd = open(place[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (fd < 0) {
            rc = errno == EACCES || errno == EPERM ? -errno : rc;
            continue;
        }
        if (fstatfs(fd, &fs) == 0 && fs.f_type == TRACEFS_TYPE)
            return fd;
        close(fd);
    }
    return rc;
}

/* A mount of its own. The numbers are the kernel's: glibc has names for them since 2.36. */
static int open_unseen(void)
{
#if defined SYS_fsopen && defined SYS_fsconfig && defined SYS_fsmount
    enum { FS_CLOEXEC = 1, CONFIG_CREATE = 6, MOUNT_CLOEXEC = 1 };
    const int fs = (int)syscall(SYS_fsopen, "tracefs", FS_CLOEXEC);
    if (fs < 0)
        return -errno;
    int fd = -1, rc = 0;
    if (syscall(SYS_fsconfig, fs, CONFIG_CREATE, NULL, NULL, 0) == 0)
        fd = (int)syscall(SYS_fsmount, fs, MOUNT_CLOEXEC, 0);
    rc = fd < 0 ? -errno : fd;
    close(fs);
    return rc;
#else
    return -ENOSYS;
#endif
}

int tracefs_find(void)
{
    const int fd = open_mounted();
    return fd == -ENOENT ? open_unseen() : fd;
}

void tracefs_sweep(int instances, const char *prefix)
{
    struct dirent *entry;
    const int fd = openat(instances, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    while (dir && (entry = readdir(dir))) {
        const size_t length = strlen(prefix);
        const bool ours = strncmp(entry->d_name, prefix, length) == 0;
        const long pid = ours ? strtol(entry->d_name + length, NULL, 10) : 0;
        if (pid > 0 && kill((pid_t)pid, 0) && errno == ESRCH)
            unlinkat(instances, entry->d_name, AT_REMOVEDIR);
    }
    if (dir)
        closedir(dir);
    else if (fd >= 0)
        close(fd);
}

int tracefs_explain(int rc, const char *missing, char *reason, size_t size)
{
    if (missing)
        snprintf(reason, size, "this kernel does not trace %s (%s)", missing, strerror(-rc));
    else if (geteuid() != 0)
        snprintf(reason, size,
                 "only root may look into the kernel; `sudo fsyncscope` would, in this directory");
    else if (rc == -ENODEV || rc == -ENOSYS || rc == -ENOENT)
        snprintf(reason, size,
                 "tracefs is not to be had here; `mount -t tracefs nodev /sys/kernel/tracing`, on "
                 "the host if this is a container");
    else
        snprintf(reason, size,
                 "the kernel's tracer cannot be used here (%s); on the host, or in a container "
                 "with --privileged, it can",
                 strerror(-rc));
    return rc;
}
