/* test_scratch.c: a scratch file's places and preparation, and that nothing ever stays. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "disk/scratch.h"
#include "support/tree.h"

#define MIB (UINT64_C(1) << 20)

static int create(struct scratch *s, const struct tree *tree, enum layout layout, uint64_t bytes)
{
    return scratch_create(s, &sysio_kernel, NULL, tree->fd, layout, 0, bytes, NULL, NULL);
}

/* Runs TEST in a directory on the usual disk and in one in memory. */
static void in_both_places(void (*test)(const struct tree *))
{
    struct tree tree;
    tree_make(&tree, NULL);
    test(&tree);
    tree_remove(&tree);
    if (access("/dev/shm", W_OK) == 0) {
        tree_make(&tree, "/dev/shm");
        test(&tree);
        tree_remove(&tree);
    }
}

static void check_file(const struct tree *tree)
{
    struct scratch s;
    struct statx st;
    char want[128], name[256];
    assert_int_equal(create(&s, tree, LAYOUT_APPEND, MIB), 0);
    assert_return_code(statx(s.fd, "", AT_EMPTY_PATH, STATX_BASIC_STATS | STATX_BTIME, &st), errno);
    assert_int_equal(st.stx_mode & 07777, 0600);
    assert_int_equal(st.stx_size, 0);
    tree_only_entry(tree, name);
    assert_string_equal(name, s.name);
    assert_memory_equal(name, ".fsyncscope-", 12);
    assert_int_equal(strspn(name + 12, "0123456789abcdef"), 16);
    if (st.stx_mask & STATX_BTIME)
        snprintf(want, sizeof want, "-%llx-%llx", (unsigned long long)st.stx_ino,
                 (unsigned long long)st.stx_btime.tv_sec * 1000000000u + st.stx_btime.tv_nsec);
    else
        want[0] = '\0';
    assert_string_equal(name + 28, want);
    scratch_remove(&s);
    assert_int_equal(tree_entries(tree), 0);
}

static void file_is_private_and_named_by_inode_and_birth(void **state)
{
    (void)state;
    in_both_places(check_file);
}

static void check_filled(const struct tree *tree)
{
    enum { BYTES = 3 * 1024 * 1024 + 100, BLOCK = 512 };
    struct scratch_progress progress = {0};
    struct scratch s;
    struct stat st;
    unsigned char block[BLOCK];
    unsigned used[256] = {0}, values = 0;

    assert_int_equal(
        scratch_create(&s, &sysio_kernel, NULL, tree->fd, LAYOUT_FILLED, 0, BYTES, &progress, NULL),
        0);
    assert_return_code(fstat(s.fd, &st), errno);
    assert_int_equal(st.st_size, BYTES);
    assert_true(st.st_blocks * 512 >= BYTES);
    assert_int_equal(progress.total, BYTES);
    assert_int_equal(progress.done, BYTES);
    /* 512 random bytes have about 221 different values; a repeated pattern has few. */
    assert_int_equal(pread(s.fd, block, BLOCK, 2 * 1024 * 1024), BLOCK);
    for (int i = 0; i < BLOCK; i++)
        values += used[block[i]]++ == 0;
    assert_in_range(values, 180, 256);
    scratch_remove(&s);
}

static void filled_file_is_allocated_noise_from_end_to_end(void **state)
{
    (void)state;
    in_both_places(check_filled);
}

static void fixed_file_is_one_block_and_always_written_at_its_start(void **state)
{
    struct tree tree;
    struct scratch s;
    struct stat st;
    (void)state;
    tree_make(&tree, NULL);
    assert_int_equal(create(&s, &tree, LAYOUT_FIXED, MIB), 0);
    assert_return_code(fstat(s.fd, &st), errno);
    assert_int_equal(st.st_size, 4096);
    assert_int_equal(scratch_place(&s, 100), 0);
    assert_int_equal(scratch_place(&s, 100), 0);
    assert_false(scratch_is_full(&s, MIB));
    scratch_remove(&s);
    tree_remove(&tree);
}

static void place_wraps_so_that_each_piece_lies_inside_a_filled_file(void **state)
{
    struct scratch s = {.layout = LAYOUT_FILLED, .bytes = 1000};
    (void)state;
    assert_int_equal(scratch_place(&s, 400), 0);
    assert_int_equal(scratch_place(&s, 400), 400);
    assert_int_equal(scratch_place(&s, 400), 0);
    assert_int_equal(scratch_place(&s, 600), 400); /* up to the very end */
    assert_int_equal(scratch_place(&s, 1000), 0);
    assert_int_equal(scratch_place(&s, 1), 0);
    assert_false(scratch_is_full(&s, 1000));
}

static void append_file_is_full_when_the_next_bytes_do_not_fit(void **state)
{
    struct scratch s = {.layout = LAYOUT_APPEND, .bytes = 1000};
    (void)state;
    assert_int_equal(scratch_place(&s, 400), 0);
    assert_false(scratch_is_full(&s, 600));
    assert_true(scratch_is_full(&s, 601));
    assert_int_equal(scratch_place(&s, 600), 400);
    assert_true(scratch_is_full(&s, 1));
}

static void restart_cuts_an_append_file_to_nothing(void **state)
{
    struct tree tree;
    struct scratch s;
    struct stat st;
    (void)state;
    tree_make(&tree, NULL);
    assert_int_equal(create(&s, &tree, LAYOUT_APPEND, MIB), 0);
    const off_t offset = (off_t)scratch_place(&s, 5);
    assert_int_equal(sysio_write_all(s.io, s.fd, "hello", 5, offset), 0);
    assert_int_equal(scratch_restart(&s), 0);
    assert_return_code(fstat(s.fd, &st), errno);
    assert_int_equal(st.st_size, 0);
    assert_int_equal(scratch_place(&s, 5), 0);
    scratch_remove(&s);
    tree_remove(&tree);
}

static void removing_what_was_never_created_does_nothing(void **state)
{
    struct scratch s = {.io = &sysio_kernel, .fd = -1, .dirfd = -1};
    (void)state;
    scratch_remove(&s);
    assert_int_equal(s.fd, -1);
}

/* The kernel's table with single calls that fail: the file's and the directory's syncs apart. */
struct faulty {
    struct sysio io;
    int dirfd;
    int open_rc, write_rc, file_sync_rc, dir_sync_rc, truncate_rc;
    bool open_leaves_file; /* as an open that refuses a flag after creating */
    unsigned opens, unlinks, file_syncs;
    char first_name[96];
};

static struct faulty *faulty_of(const struct sysio *io)
{
    return (struct faulty *)(uintptr_t)io;
}

static int faulty_open(const struct sysio *io, int dirfd, const char *name, int flags, mode_t mode)
{
    struct faulty *faulty = faulty_of(io);
    if (faulty->opens++ > 0 && faulty->open_rc == -EEXIST)
        return sysio_kernel.open(&sysio_kernel, dirfd, name, flags, mode);
    snprintf(faulty->first_name, sizeof faulty->first_name, "%s", name);
    if (faulty->open_rc && !faulty->open_leaves_file)
        return faulty->open_rc;
    const int fd = sysio_kernel.open(&sysio_kernel, dirfd, name, flags & ~O_DIRECT, mode);
    if (!faulty->open_rc)
        return fd;
    close(fd);
    return faulty->open_rc;
}

static ssize_t faulty_pwrite(const struct sysio *io, int fd, const void *data, size_t bytes,
                             off_t offset)
{
    const int rc = faulty_of(io)->write_rc;
    return rc ? rc : sysio_kernel.pwrite(&sysio_kernel, fd, data, bytes, offset);
}

static int faulty_fsync(const struct sysio *io, int fd)
{
    struct faulty *faulty = faulty_of(io);
    if (fd == faulty->dirfd)
        return faulty->dir_sync_rc;
    faulty->file_syncs++;
    return faulty->file_sync_rc;
}

static int faulty_ftruncate(const struct sysio *io, int fd, off_t bytes)
{
    (void)fd;
    (void)bytes;
    return faulty_of(io)->truncate_rc;
}

static int faulty_unlink(const struct sysio *io, int dirfd, const char *name)
{
    faulty_of(io)->unlinks++;
    return sysio_kernel.unlink(&sysio_kernel, dirfd, name);
}

static struct faulty faulty_make(const struct tree *tree)
{
    struct faulty faulty = {.io = sysio_kernel, .dirfd = tree->fd};
    faulty.io.open = faulty_open;
    faulty.io.pwrite = faulty_pwrite;
    faulty.io.fsync = faulty_fsync;
    faulty.io.fdatasync = faulty_fsync;
    faulty.io.ftruncate = faulty_ftruncate;
    faulty.io.unlink = faulty_unlink;
    return faulty;
}

static int faulty_create(struct faulty *faulty, struct scratch *s, int flags, struct err *err)
{
    return scratch_create(s, &faulty->io, NULL, faulty->dirfd, LAYOUT_FILLED, flags, MIB, NULL,
                          err);
}

static void failed_preparation_leaves_nothing_and_names_the_call(void **state)
{
    static const struct {
        int write_rc, file_sync_rc, dir_sync_rc;
        int rc;
        const char *word;
    } rows[] = {
        {.write_rc = -ENOSPC, .rc = -ENOSPC, .word = "write"},
        {.file_sync_rc = -ENOSPC, .rc = -ENOSPC, .word = "fsync"},
        {.file_sync_rc = -EIO, .rc = -EIO, .word = "fsync"},
        {.dir_sync_rc = -EIO, .rc = -EIO, .word = "directory"},
    };
    struct tree tree;
    (void)state;
    tree_make(&tree, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct faulty faulty = faulty_make(&tree);
        struct scratch s;
        struct err err;
        faulty.write_rc = rows[i].write_rc;
        faulty.file_sync_rc = rows[i].file_sync_rc;
        faulty.dir_sync_rc = rows[i].dir_sync_rc;
        assert_int_equal(faulty_create(&faulty, &s, 0, &err), rows[i].rc);
        assert_non_null(strstr(err.text, rows[i].word));
        assert_int_equal(s.fd, -1);
        assert_int_equal(tree_entries(&tree), 0);
        assert_true(faulty.file_syncs <= 1); /* never tried again */
    }
    tree_remove(&tree);
}

static void directory_that_cannot_be_synced_is_no_failure(void **state)
{
    static const int unsupported[] = {-EINVAL, -ENOSYS, -EOPNOTSUPP};
    struct tree tree;
    (void)state;
    tree_make(&tree, NULL);
    for (size_t i = 0; i < sizeof unsupported / sizeof unsupported[0]; i++) {
        struct faulty faulty = faulty_make(&tree);
        struct scratch s;
        faulty.dir_sync_rc = unsupported[i];
        assert_int_equal(faulty_create(&faulty, &s, 0, NULL), 0);
        scratch_remove(&s);
    }
    tree_remove(&tree);
}

static void open_that_refuses_a_flag_after_creating_leaves_nothing(void **state)
{
    struct tree tree;
    struct scratch s;
    struct err err;
    (void)state;
    tree_make(&tree, NULL);
    struct faulty faulty = faulty_make(&tree);
    faulty.open_rc = -EINVAL;
    faulty.open_leaves_file = true;
    assert_int_equal(faulty_create(&faulty, &s, O_DIRECT, &err), -EINVAL);
    assert_non_null(strstr(err.text, "O_DIRECT"));
    assert_int_equal(faulty.opens, 1);
    assert_int_equal(tree_entries(&tree), 0);
    tree_remove(&tree);
}

static void name_that_is_taken_is_neither_used_nor_removed(void **state)
{
    struct tree tree;
    struct scratch s;
    (void)state;
    tree_make(&tree, NULL);
    struct faulty faulty = faulty_make(&tree);
    faulty.open_rc = -EEXIST;
    assert_int_equal(faulty_create(&faulty, &s, 0, NULL), 0);
    assert_int_equal(faulty.opens, 2);
    assert_int_equal(faulty.unlinks, 0);
    assert_memory_not_equal(s.name, faulty.first_name, 28);
    scratch_remove(&s);
    tree_remove(&tree);
}

static void failed_restart_keeps_its_place(void **state)
{
    struct tree tree;
    (void)state;
    tree_make(&tree, NULL);
    struct faulty faulty = faulty_make(&tree);
    struct scratch s = {.io = &faulty.io, .fd = 77, .dirfd = -1, .bytes = 10, .next = 10};
    faulty.truncate_rc = -EIO;
    assert_int_equal(scratch_restart(&s), -EIO);
    faulty.truncate_rc = 0;
    faulty.file_sync_rc = -EIO;
    assert_int_equal(scratch_restart(&s), -EIO);
    assert_int_equal(faulty.file_syncs, 1);
    assert_int_equal(s.next, 10);
    tree_remove(&tree);
}

static void simulated_file_keeps_its_first_name(void **state)
{
    struct tree tree;
    struct scratch s;
    (void)state;
    tree_make(&tree, NULL);
    struct faulty faulty = faulty_make(&tree);
    faulty.io.kernel_files = false;
    assert_int_equal(faulty_create(&faulty, &s, 0, NULL), 0);
    assert_int_equal(strlen(s.name), 28);
    assert_string_equal(s.name, faulty.first_name);
    scratch_remove(&s);
    assert_int_equal(tree_entries(&tree), 0);
    tree_remove(&tree);
}

static void cancelled_fill_leaves_nothing(void **state)
{
    struct scratch_progress progress = {.cancel = true};
    struct tree tree;
    struct scratch s;
    (void)state;
    tree_make(&tree, NULL);
    assert_int_equal(scratch_create(&s, &sysio_kernel, NULL, tree.fd, LAYOUT_FILLED, 0, 64 * MIB,
                                    &progress, NULL),
                     -ECANCELED);
    assert_int_equal(progress.total, 64 * MIB);
    assert_int_equal(progress.done, 0);
    assert_int_equal(tree_entries(&tree), 0);
    tree_remove(&tree);
}

static void missing_right_is_told_with_its_name(void **state)
{
    struct scratch s;
    struct err err;
    (void)state;
    const int fd = open("/proc/self", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_true(scratch_create(&s, &sysio_kernel, NULL, fd, LAYOUT_APPEND, 0, MIB, NULL, &err) < 0);
    assert_non_null(strstr(err.text, "scratch file in /proc/"));
    assert_int_equal(s.fd, -1);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(file_is_private_and_named_by_inode_and_birth),
        cmocka_unit_test(filled_file_is_allocated_noise_from_end_to_end),
        cmocka_unit_test(fixed_file_is_one_block_and_always_written_at_its_start),
        cmocka_unit_test(place_wraps_so_that_each_piece_lies_inside_a_filled_file),
        cmocka_unit_test(append_file_is_full_when_the_next_bytes_do_not_fit),
        cmocka_unit_test(restart_cuts_an_append_file_to_nothing),
        cmocka_unit_test(removing_what_was_never_created_does_nothing),
        cmocka_unit_test(failed_preparation_leaves_nothing_and_names_the_call),
        cmocka_unit_test(directory_that_cannot_be_synced_is_no_failure),
        cmocka_unit_test(open_that_refuses_a_flag_after_creating_leaves_nothing),
        cmocka_unit_test(name_that_is_taken_is_neither_used_nor_removed),
        cmocka_unit_test(failed_restart_keeps_its_place),
        cmocka_unit_test(simulated_file_keeps_its_first_name),
        cmocka_unit_test(cancelled_fill_leaves_nothing),
        cmocka_unit_test(missing_right_is_told_with_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
