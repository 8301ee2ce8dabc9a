/* place.c: the measured directory. Creates nothing; whether a file can be made there in the end is
 * shown by making it. */
#include "app/place.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/format.h"
#include "base/snapshot.h"
#include "base/target.h"
#include "base/text.h"
#include "disk/fstype.h"
#include "disk/scratch.h"
#include "disk/syncmode.h"

/* A word that names nothing may have been meant as a command. */
static int refuse_open(const struct options *options, int code, struct err *err)
{
    char shown[TEXT_SHOWN_MAX];
    if (code == ENOENT && options->command == COMMAND_DASHBOARD && !strchr(options->dir, '/'))
        return err_set(err, 0, "%s is neither a directory nor a command; see `fsyncscope --help`",
                       text_show(shown, options->dir));
    return err_set(err, code, "cannot open the directory %s", options->dir);
}

/* Some of these take a file's creation and more; the load would end in the middle of nowhere. */
static int check_holds_files(const char *dir, int dirfd, struct err *err)
{
    struct statfs fs;

    if (fstatfs(dirfd, &fs))
        return err_set(err, errno, "cannot look at the directory %s", dir);
    const struct fstype *type = fstype_find((uint32_t)fs.f_type);
    if (type && type->kind == FS_KERNEL)
        return err_set(err, 0, "%s cannot hold files: it is %s, a window into the kernel", dir,
                       type->name);
    return 0;
}

static int check_writable(const char *dir, int dirfd, struct err *err)
{
    struct statvfs fs;

    if (fstatvfs(dirfd, &fs) == 0 && (fs.f_flag & ST_RDONLY))
        return err_set(err, EROFS, "cannot write in %s", dir);
    if (faccessat(dirfd, ".", W_OK | X_OK, AT_EACCESS))
        return err_set(err, errno, "cannot write in %s", dir);
    return 0;
}

static int planned_bytes(const struct options *options, int dirfd, uint64_t *bytes, struct err *err)
{
    const struct syncmode *mode = syncmode_find(options->config.mode);
    return mode ? syncmode_file_bytes(mode, &options->config, dirfd, bytes, err) : -EINVAL;
}

int place_open(const struct options *options, struct err *err)
{
    uint64_t bytes;
    int dirfd = open(options->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (dirfd < 0)
        return refuse_open(options, errno, err);
    int rc = check_holds_files(options->dir, dirfd, err);
    if (!rc)
        rc = check_writable(options->dir, dirfd, err);
    if (!rc)
        rc = planned_bytes(options, dirfd, &bytes, err);
    if (!rc)
        return dirfd;
    close(dirfd);
    return rc;
}

void place_announce(const struct options *options, int dirfd)
{
    char size[FORMAT_MAX], dir[TARGET_PATH_MAX];
    uint64_t bytes;

    if (planned_bytes(options, dirfd, &bytes, NULL) || bytes <= SNAPSHOT_LARGE_BYTES)
        return;
    fprintf(stderr, "fsyncscope: will write %s in %s\n", format_bytes(size, bytes),
            text_escape(dir, sizeof(dir), options->dir));
}
