/* test_sysio.c: what the loops around single calls do about signals, short writes and failures. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

#include "sys/clock.h"
#include "sys/futex.h"
#include "sys/sysio.h"

/* A table whose writes and syncs answer by a script; what is written lands in `disk`. */
struct script {
    struct sysio io;
    const int *answer; /* -errno, or the most bytes that the call takes */
    unsigned calls;
    char disk[64];
};

static struct script *script_of(const struct sysio *io)
{
    return (struct script *)(uintptr_t)io;
}

static ssize_t script_pwritev(const struct sysio *io, int fd, const struct iovec *part, int parts,
                              off_t offset)
{
    struct script *script = script_of(io);
    const int answer = script->answer[script->calls++];
    size_t done = 0;
    (void)fd;
    for (int i = 0; i < parts && answer > 0 && done < (size_t)answer; i++) {
        size_t take = part[i].iov_len;
        if (take > (size_t)answer - done)
            take = (size_t)answer - done;
        memcpy(script->disk + offset + done, part[i].iov_base, take);
        done += take;
    }
    return answer < 0 ? answer : (ssize_t)done;
}

static ssize_t script_pwrite(const struct sysio *io, int fd, const void *data, size_t bytes,
                             off_t offset)
{
    const struct iovec part = {.iov_base = (void *)(uintptr_t)data, .iov_len = bytes};
    return script_pwritev(io, fd, &part, 1, offset);
}

static int script_sync(const struct sysio *io, int fd)
{
    struct script *script = script_of(io);
    (void)fd;
    return script->answer[script->calls++];
}

static struct script script_make(const int *answer)
{
    return (struct script){
        .io = {.pwrite = script_pwrite,
               .pwritev = script_pwritev,
               .fsync = script_sync,
               .fdatasync = script_sync},
        .answer = answer,
    };
}

static void write_all_goes_on_after_signals_and_short_writes(void **state)
{
    static const int answer[] = {-EINTR, 3, 1, -EINTR, -EINTR, 99};
    struct script script = script_make(answer);
    (void)state;
    assert_int_equal(sysio_write_all(&script.io, 7, "durability", 10, 4), 0);
    assert_int_equal(script.calls, 6);
    assert_memory_equal(script.disk, "\0\0\0\0durability\0", 15);
}

static void write_all_tells_the_error_that_stopped_it(void **state)
{
    static const int answer[] = {4, -EIO, 99};
    struct script script = script_make(answer);
    (void)state;
    assert_int_equal(sysio_write_all(&script.io, 7, "durability", 10, 0), -EIO);
    assert_int_equal(script.calls, 2);
}

static void write_that_stores_nothing_is_a_full_disk(void **state)
{
    static const int answer[] = {4, 0, 0};
    struct script one = script_make(answer), many = script_make(answer);
    struct iovec part = {.iov_base = "durability", .iov_len = 10};
    (void)state;
    assert_int_equal(sysio_write_all(&one.io, 7, "durability", 10, 0), -ENOSPC);
    assert_int_equal(sysio_writev_all(&many.io, 7, &part, 1, 0), -ENOSPC);
}

static void nothing_to_write_makes_no_call(void **state)
{
    static const int answer[] = {-EIO};
    struct script script = script_make(answer);
    struct iovec part = {.iov_base = "", .iov_len = 0};
    (void)state;
    assert_int_equal(sysio_write_all(&script.io, 7, "", 0, 0), 0);
    assert_int_equal(sysio_writev_all(&script.io, 7, &part, 1, 0), 0);
    assert_int_equal(script.calls, 0);
}

static void writev_all_goes_on_inside_and_between_parts(void **state)
{
    static const int answer[] = {2, -EINTR, 1, 4, 99};
    struct script script = script_make(answer);
    struct iovec part[] = {
        {.iov_base = "one", .iov_len = 3},
        {.iov_base = "", .iov_len = 0},
        {.iov_base = "two", .iov_len = 3},
        {.iov_base = "three", .iov_len = 5},
    };
    (void)state;
    assert_int_equal(sysio_writev_all(&script.io, 7, part, 4, 1), 0);
    assert_int_equal(script.calls, 5);
    assert_memory_equal(script.disk, "\0onetwothree\0", 13);
}

static void sync_is_repeated_after_a_signal(void **state)
{
    static const int answer[] = {-EINTR, -EINTR, 0};
    struct script one = script_make(answer), two = script_make(answer);
    (void)state;
    assert_int_equal(sysio_fsync(&one.io, 7), 0);
    assert_int_equal(one.calls, 3);
    assert_int_equal(sysio_fdatasync(&two.io, 7), 0);
    assert_int_equal(two.calls, 3);
}

static void failed_sync_is_never_tried_again(void **state)
{
    static const int answer[] = {-EIO, 0};
    struct script one = script_make(answer), two = script_make(answer);
    (void)state;
    assert_int_equal(sysio_fsync(&one.io, 7), -EIO);
    assert_int_equal(one.calls, 1);
    assert_int_equal(sysio_fdatasync(&two.io, 7), -EIO);
    assert_int_equal(two.calls, 1);
}

static void kernel_calls_return_negative_errno(void **state)
{
    const struct sysio *io = &sysio_kernel;
    const struct iovec part = {.iov_base = "x", .iov_len = 1};
    (void)state;
    assert_int_equal(io->open(io, AT_FDCWD, "/no/such/file", O_RDWR, 0), -ENOENT);
    assert_int_equal(io->close(io, -1), -EBADF);
    assert_int_equal(io->pwrite(io, -1, "x", 1, 0), -EBADF);
    assert_int_equal(io->pwritev(io, -1, &part, 1, 0), -EBADF);
    assert_int_equal(io->fsync(io, -1), -EBADF);
    assert_int_equal(io->fdatasync(io, -1), -EBADF);
    assert_int_equal(io->ftruncate(io, -1, 0), -EBADF);
    assert_int_equal(io->unlink(io, AT_FDCWD, "/no/such/file"), -ENOENT);
}

static void on_alarm(int number)
{
    (void)number;
}

/* The two milliseconds are not asserted, only that no signal cut them short. */
static void sleep_lasts_until_its_moment_through_signals(void **state)
{
    const struct sigaction action = {.sa_handler = on_alarm};
    const struct itimerval often = {.it_interval = {.tv_usec = 200}, .it_value = {.tv_usec = 200}};
    const struct itimerval never = {.it_value = {.tv_usec = 0}};
    (void)state;
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    const uint64_t when = clock_now_ns() + 2000000;
    atomic_uint word = 0;
    while (futex_wait_until(&word, 0, when))
        continue; /* a signal, not the time */
    const uint64_t woke = clock_now_ns();
    setitimer(ITIMER_REAL, &never, NULL);
    assert_true(woke >= when);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(write_all_goes_on_after_signals_and_short_writes),
        cmocka_unit_test(write_all_tells_the_error_that_stopped_it),
        cmocka_unit_test(write_that_stores_nothing_is_a_full_disk),
        cmocka_unit_test(nothing_to_write_makes_no_call),
        cmocka_unit_test(writev_all_goes_on_inside_and_between_parts),
        cmocka_unit_test(sync_is_repeated_after_a_signal),
        cmocka_unit_test(failed_sync_is_never_tried_again),
        cmocka_unit_test(kernel_calls_return_negative_errno),
        cmocka_unit_test(sleep_lasts_until_its_moment_through_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
