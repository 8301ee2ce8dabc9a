/* test_mode_refusals.c: modes that cannot run on a simulated disk: what they say and leave. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "disk/syncmode.h"
#include "support/simdisk.h"

static struct simdisk disk; /* 200 KiB: not on the stack */
static int refusal;

static int no_open(const struct sysio *io, int dirfd, const char *name, int flags, mode_t mode)
{
    (void)io, (void)dirfd, (void)name, (void)flags, (void)mode;
    return -refusal;
}

static ssize_t no_pwritev2(const struct sysio *io, int fd, const struct iovec *part, int parts,
                           off_t offset, int flags)
{
    (void)io, (void)fd, (void)part, (void)parts, (void)offset, (void)flags;
    return -refusal;
}

static int no_fallocate(const struct sysio *io, int fd, off_t offset, off_t bytes)
{
    (void)io, (void)fd, (void)offset, (void)bytes;
    return -refusal;
}

static int no_ring(const struct sysio *io, struct ring **out)
{
    (void)io, (void)out;
    return -refusal;
}

static int no_range(const struct sysio *io, int fd, off_t offset, off_t bytes, unsigned flags)
{
    (void)io, (void)fd, (void)offset, (void)bytes, (void)flags;
    return -refusal;
}

static int no_map(const struct sysio *io, int fd, size_t bytes, void **at)
{
    (void)io, (void)fd, (void)bytes, (void)at;
    return -refusal;
}

static void break_calls(struct sysio *io)
{
    io->pwritev2 = no_pwritev2;
    io->fallocate = no_fallocate;
    io->ring_open = no_ring;
    io->sync_file_range = no_range;
    io->map = no_map;
}

static int open_mode(const struct syncmode *mode, struct err *err)
{
    const struct syncmode_place place = {.io = &disk.io, .dirfd = -1};
    struct scratch s;
    *err = (struct err){0};
    const int rc = syncmode_open(mode, &place, SIM_BYTES, 4096, &s, err);
    if (!rc)
        syncmode_close(mode, &s);
    assert_int_equal(simdisk_files(&disk), 0);
    return rc;
}

static void a_mode_that_cannot_run_says_so_and_the_others_go_on(void **state)
{
    static const char *const broken[] = {"rwf-dsync",       "falloc-fdatasync", "uring-fdatasync",
                                         "sync-file-range", "mmap-msync",       "direct-dsync",
                                         "direct-fdatasync"};
    static const int refusals[] = {EOPNOTSUPP, ENOSYS, EINVAL};
    (void)state;
    for (int r = 0; r < 3; r++) {
        simdisk_init(&disk, 1);
        break_calls(&disk.io);
        refusal = refusals[r];
        int (*open_file)(const struct sysio *, int, const char *, int, mode_t) = disk.io.open;
        for (size_t i = 0; syncmode_at(i); i++) {
            const struct syncmode *mode = syncmode_at(i);
            bool refused = false;
            struct err err;
            for (size_t k = 0; k < sizeof broken / sizeof broken[0]; k++)
                refused = refused || mode == syncmode_find(broken[k]);
            disk.io.open = mode->open_flags & O_DIRECT ? no_open : open_file;
            assert_int_equal(open_mode(mode, &err), refused ? -EOPNOTSUPP : 0);
            char start[64];
            snprintf(start, sizeof start, "%s cannot run here: ", mode->about.name);
            if (!refused)
                continue;
            assert_memory_equal(err.text, start, strlen(start));
            assert_int_equal(err.code, refusal);
        }
        simdisk_destroy(&disk);
    }
}

static void io_uring_that_is_forbidden_is_told_as_that(void **state)
{
    struct err err;
    (void)state;
    simdisk_init(&disk, 1);
    refusal = EPERM;
    disk.io.ring_open = no_ring;
    assert_int_equal(open_mode(syncmode_find("uring-fdatasync"), &err), -EOPNOTSUPP);
    assert_non_null(strstr(err.text, "forbidden"));
    simdisk_destroy(&disk);
}

/* A disk that fails while a mode is prepared is no mode that cannot run. */
static void an_error_of_the_disk_is_no_refusal(void **state)
{
    struct err err;
    (void)state;
    simdisk_init(&disk, 1);
    break_calls(&disk.io);
    refusal = EIO;
    assert_int_equal(open_mode(syncmode_find("rwf-dsync"), &err), -EIO);
    assert_int_equal(open_mode(syncmode_find("falloc-fdatasync"), &err), -EIO);
    simdisk_destroy(&disk);
}

int main(void)
{
    alarm(300);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mode_that_cannot_run_says_so_and_the_others_go_on),
        cmocka_unit_test(io_uring_that_is_forbidden_is_told_as_that),
        cmocka_unit_test(an_error_of_the_disk_is_no_refusal),
    };
    return cmocka_run_group_tests_name("mode_refusals", tests, NULL, NULL);
}
