/* test_bypass.c: an O_DIRECT that goes through the page cache is seen, and told. */
#include "disk/bypass.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cmocka.h>

#include "disk/syncmode.h"
#include "source/verdict.h"
#include "support/feed.h"
#include "support/mounts.h"

/* --- real file systems --- */

struct stage {
    const char *make;
    const char *dir;
    bool through_cache;
    unsigned major, minor; /* the first Linux of which it is true */
    struct mounts mounts;
};

static void need_kernel(const struct stage *stage)
{
    struct utsname name;
    unsigned major = 0, minor = 0;
    assert_int_equal(uname(&name), 0);
    assert_int_equal(sscanf(name.release, "%u.%u", &major, &minor), 2);
    if (major < stage->major || (major == stage->major && minor < stage->minor)) {
        print_message("this kernel is too old for it\n");
        skip();
    }
}

static void direct_modes_tell_where_their_writes_go(void **state)
{
    static const char *const names[] = {"direct-fdatasync", "direct-dsync"};
    struct stage *stage = *state;
    need_kernel(stage);
    mounts_make(&stage->mounts, stage->make);
    const int fd = mounts_open(&stage->mounts, stage->dir);
    const struct syncmode_place place = {.io = &sysio_kernel, .dirfd = fd};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct syncmode *mode = syncmode_find(names[i]);
        struct scratch s;
        assert_int_equal(syncmode_open(mode, &place, 65536, 4096, &s, NULL), 0);
        assert_int_equal(s.through_cache, stage->through_cache);
        syncmode_close(mode, &s);
    }
    close(fd);
}

static int take_down(void **state)
{
    struct stage *stage = *state;
    mounts_remove(&stage->mounts);
    return 0;
}

#define EXT4  "need mkfs.ext4; mkdir m; loop a.img; mkfs.ext4 -q $DEV;"
#define BTRFS "need mkfs.btrfs chattr; mkdir m; loop a.img; mkfs.btrfs -q $DEV; mount $DEV m;"

static struct stage stages[] = {
    {.make = EXT4 "mount $DEV m", .dir = "m", .through_cache = false, .major = 5, .minor = 14},
    {.make = "need mkfs.xfs; mkdir m; loop a.img; mkfs.xfs -q $DEV; mount $DEV m",
     .dir = "m",
     .through_cache = false,
     .major = 5,
     .minor = 14},
    {.make = BTRFS, .dir = "m", .through_cache = true, .major = 6, .minor = 15},
    {.make = BTRFS "mkdir m/plain; chattr +C m/plain",
     .dir = "m/plain",
     .through_cache = false,
     .major = 5,
     .minor = 14},
    {.make = BTRFS "mkdir m/up m/work low o;"
                   "mount -t overlay o -o lowerdir=low,upperdir=m/up,workdir=m/work o",
     .dir = "o",
     .through_cache = true,
     .major = 6,
     .minor = 15},
};

/* --- calls that fail --- */

static int failing_write, failing_sync, failing_map, writes;

static ssize_t pwrite_or_fail(const struct sysio *io, int fd, const void *data, size_t bytes,
                              off_t offset)
{
    writes++;
    return failing_write ? -failing_write : sysio_kernel.pwrite(io, fd, data, bytes, offset);
}

static int fdatasync_or_fail(const struct sysio *io, int fd)
{
    return failing_sync ? -failing_sync : sysio_kernel.fdatasync(io, fd);
}

static int map_or_fail(const struct sysio *io, int fd, size_t bytes, void **at)
{
    return failing_map ? -failing_map : sysio_kernel.map(io, fd, bytes, at);
}

/* On an ordinary file without O_DIRECT, whose writes go through the cache. */
static int try_with(int map, int write, int sync, enum known *out)
{
    static const char block[4096];
    struct sysio io = sysio_kernel;
    struct tree tree;
    io.pwrite = pwrite_or_fail;
    io.fdatasync = fdatasync_or_fail;
    io.map = map_or_fail;
    failing_map = map;
    failing_write = write;
    failing_sync = sync;
    writes = 0;
    tree_make(&tree, NULL);
    tree_write(&tree, "file", "");
    const int fd = openat(tree.fd, "file", O_RDWR | O_CLOEXEC);
    assert_int_equal(ftruncate(fd, sizeof block), 0);
    const struct dio align = {.memory = 512, .block = sizeof block};
    const int rc = bypass_try(&io, fd, &align, block, out);
    close(fd);
    tree_remove(&tree);
    return rc;
}

static void file_that_cannot_be_mapped_is_not_judged(void **state)
{
    enum known bypasses = YES;
    (void)state;
    assert_int_equal(try_with(ENODEV, 0, 0, &bypasses), 0);
    assert_int_equal(bypasses, UNKNOWN);
    assert_int_equal(writes, 0);
    assert_int_equal(try_with(0, 0, 0, &bypasses), 0);
    assert_int_equal(bypasses, NO);
    assert_int_equal(writes, 1);
}

static void failure_of_the_trial_is_a_failure(void **state)
{
    enum known bypasses;
    (void)state;
    assert_int_equal(try_with(0, EIO, 0, &bypasses), -EIO);
    assert_int_equal(try_with(0, 0, EIO, &bypasses), -EIO);
}

/* --- what is told --- */

static void load_that_is_not_direct_is_warned_of_as_long_as_it_runs(void **state)
{
    struct feed *feed = *state;
    feed_load(feed, &load_honest, 1);
    assert_false(feed_warns(feed, "not-direct"));
    feed->snapshot.through_cache = true;
    feed_load(feed, &load_honest, 1);
    assert_true(feed_warns(feed, "not-direct"));
    feed->snapshot.through_cache = false;
    feed_load(feed, &load_honest, 1);
    assert_int_equal(feed_warnings(feed), 0);
}

static void its_sentences_are_whole(void **state)
{
    struct feed *feed = *state;
    struct warning list[TARGET_WARNINGS_MAX];
    feed->snapshot.through_cache = true;
    feed_load(feed, &load_honest, 1);
    assert_int_equal(warnings_now(feed->history, WINDOW_10S, list), 1);
    assert_int_equal(list[0].text[strlen(list[0].text) - 1], '.');
    assert_int_equal(list[0].advice[strlen(list[0].advice) - 1], '.');
}

static void merged_snapshots_keep_what_the_newest_says(void **state)
{
    static struct snapshot into, next;
    (void)state;
    next.through_cache = true;
    snapshot_merge(&into, &next);
    assert_true(into.through_cache);
    next.through_cache = false;
    snapshot_merge(&into, &next);
    assert_false(into.through_cache);
}

#define ON(name, i)                                                                                \
    {                                                                                              \
        name, direct_modes_tell_where_their_writes_go, NULL, take_down, &stages[i]                 \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON("ext4", 0),
        ON("xfs", 1),
        ON("btrfs", 2),
        ON("btrfs_without_checksums", 3),
        ON("overlay_on_btrfs", 4),
        cmocka_unit_test(file_that_cannot_be_mapped_is_not_judged),
        cmocka_unit_test(failure_of_the_trial_is_a_failure),
        FEED_TEST(load_that_is_not_direct_is_warned_of_as_long_as_it_runs),
        FEED_TEST(its_sentences_are_whole),
        cmocka_unit_test(merged_snapshots_keep_what_the_newest_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
