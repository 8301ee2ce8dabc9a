/* test_ring.c: what the two requests say that a ring hands over: no trace from outside shows that.
 *
 * The source is a part of this test, so that it can look into the ring: a queue keeps what was
 * handed over until it comes round. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#if __has_include(<liburing.h>) && !defined HAVE_LIBURING
#define HAVE_LIBURING
#endif
#include "../src/sys/ring.c"

#include "disk/syncmode.h"
#include "engine/sink.h"
#include "support/tree.h"

#ifdef HAVE_LIBURING

/* A ring of the kernel's, or the test is skipped. */
static struct ring *ring_of_kernel(void)
{
    struct ring *ring = NULL;
    if (ring_open(&ring)) {
        print_message("no io_uring here\n");
        skip();
    }
    return ring;
}

static const struct io_uring_sqe *request(const struct ring *ring, unsigned i)
{
    return &ring->uring.sq.sqes[i];
}

static int file_of(const struct tree *tree, int flags)
{
    tree_write(tree, "file", "");
    const int fd = openat(tree->fd, "file", flags | O_CLOEXEC);
    assert_true(fd >= 0);
    return fd;
}

static void check_write(const struct io_uring_sqe *sqe, int opcode, int fd, const void *at,
                        unsigned length, uint64_t offset)
{
    assert_int_equal(sqe->opcode, opcode);
    assert_int_equal(sqe->fd, fd);
    assert_ptr_equal((const void *)(uintptr_t)sqe->addr, at);
    assert_int_equal(sqe->len, length);
    assert_int_equal(sqe->off, offset);
    assert_int_equal(sqe->rw_flags, 0);
    assert_int_equal(sqe->flags, IOSQE_IO_LINK);
}

static void check_sync(const struct io_uring_sqe *sqe, int fd)
{
    assert_int_equal(sqe->opcode, IORING_OP_FSYNC);
    assert_int_equal(sqe->fd, fd);
    assert_int_equal(sqe->fsync_flags, IORING_FSYNC_DATASYNC);
    assert_int_equal(sqe->off, 0); /* with a length of 0: the whole file */
    assert_int_equal(sqe->len, 0);
    assert_int_equal(sqe->flags, 0);
}

static void a_write_is_linked_to_an_fdatasync_of_the_same_file(void **state)
{
    static char bytes[4096];
    struct iovec part[2] = {{bytes, sizeof bytes}, {bytes, 100}};
    struct ring *ring = ring_of_kernel();
    struct tree tree;
    int sync_rc = -1;
    (void)state;
    tree_make(&tree, NULL);
    const int fd = file_of(&tree, O_RDWR);
    assert_int_equal(ring_write_sync(ring, fd, part, 1, 8192, &sync_rc), 4096);
    assert_int_equal(sync_rc, 0);
    check_write(request(ring, 0), IORING_OP_WRITE, fd, bytes, 4096, 8192);
    check_sync(request(ring, 1), fd);
    assert_int_equal(ring_write_sync(ring, fd, part, 2, 12288, &sync_rc), 4196);
    check_write(request(ring, 2), IORING_OP_WRITEV, fd, part, 2, 12288);
    check_sync(request(ring, 3), fd);
    close(fd);
    ring_close(ring);
    tree_remove(&tree);
}

/* A pipe can be written and not synced: an empty request in its place would succeed. */
static void the_sync_is_the_kernels_and_its_error_is_told(void **state)
{
    static char bytes[64];
    const struct iovec part = {bytes, sizeof bytes};
    struct ring *ring = ring_of_kernel();
    int sync_rc = 0, ends[2];
    (void)state;
    assert_return_code(pipe2(ends, O_CLOEXEC), errno);
    assert_int_equal(ring_write_sync(ring, ends[1], &part, 1, 0, &sync_rc), 64);
    assert_int_equal(sync_rc, -EINVAL);
    close(ends[0]);
    close(ends[1]);
    ring_close(ring);
}

static void a_write_that_fails_takes_the_sync_with_it(void **state)
{
    static char bytes[64];
    const struct iovec part = {bytes, sizeof bytes};
    struct ring *ring = ring_of_kernel();
    struct tree tree;
    int sync_rc = 0;
    (void)state;
    tree_make(&tree, NULL);
    const int fd = file_of(&tree, O_RDONLY);
    assert_int_equal(ring_write_sync(ring, fd, &part, 1, 0, &sync_rc), -EBADF);
    assert_int_equal(sync_rc, -ECANCELED);
    close(fd);
    ring_close(ring);
    tree_remove(&tree);
}

/* The mode itself on the kernel's files: it goes round its file, and each place is written. */
static void the_mode_goes_round_its_file(void **state)
{
    enum { RECORD = 4096, SLOTS = 3 };
    static char bytes[RECORD];
    const struct payload payload = {
        .bytes = bytes, .record_bytes = RECORD, .records = 1, .span = RECORD};
    struct scratch s;
    struct sink sink = {.mode = syncmode_find("uring-fdatasync"), .scratch = &s, .reserve = RECORD};
    struct sink_times times;
    struct tree tree;
    (void)state;
    ring_close(ring_of_kernel());
    tree_make(&tree, NULL);
    const struct syncmode_place place = {.io = &sysio_kernel, .dirfd = tree.fd};
    assert_int_equal(syncmode_open(sink.mode, &place, (uint64_t)SLOTS * RECORD, RECORD, &s, NULL),
                     0);
    for (unsigned i = 0; i < 2 * SLOTS; i++) {
        assert_int_equal(sink_commit(&sink, 0, &payload, 1, 0, &times), 0);
        const struct ring *ring = s.own;
        check_write(request(ring, 2 * i % ENTRIES), IORING_OP_WRITE, s.fd, bytes, RECORD,
                    i % SLOTS * (uint64_t)RECORD);
        check_sync(request(ring, (2 * i + 1) % ENTRIES), s.fd);
    }
    syncmode_close(sink.mode, &s);
    tree_remove(&tree);
}

int main(void)
{
    alarm(60);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_write_is_linked_to_an_fdatasync_of_the_same_file),
        cmocka_unit_test(the_sync_is_the_kernels_and_its_error_is_told),
        cmocka_unit_test(a_write_that_fails_takes_the_sync_with_it),
        cmocka_unit_test(the_mode_goes_round_its_file),
    };
    return cmocka_run_group_tests_name("ring", tests, NULL, NULL);
}

#else

static void a_build_without_liburing_says_so(void **state)
{
    struct ring *ring;
    (void)state;
    assert_false(ring_built_in());
    assert_int_equal(ring_open(&ring), -ENOSYS);
    assert_non_null(syncmode_missing(syncmode_find("uring-fdatasync")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_build_without_liburing_says_so)};
    return cmocka_run_group_tests_name("ring", tests, NULL, NULL);
}

#endif
