/* test_mmap_full.c: why a page of a mapping cannot be had is told by name. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/sink.h"
#include "support/tree.h"

static int refusal; /* of pwrite, once the file is filled; 0: none */
static unsigned writes;

static int no_page(const struct sysio *io, void *at, size_t bytes)
{
    (void)io, (void)at, (void)bytes;
    return -EFAULT;
}

static ssize_t refusing_pwrite(const struct sysio *io, int fd, const void *data, size_t bytes,
                               off_t offset)
{
    (void)io;
    writes++;
    return refusal ? -refusal : sysio_kernel.pwrite(&sysio_kernel, fd, data, bytes, offset);
}

/* The code of a round whose page fault fails, while writes are refused with CODE. */
static int code_of_fault(int code)
{
    static const char record[4096];
    const struct payload payload = {
        .bytes = record, .record_bytes = sizeof record, .records = 1, .span = 1};
    struct sysio io = sysio_kernel;
    struct scratch s;
    struct sink sink = {.mode = syncmode_find("mmap-msync"), .scratch = &s, .reserve = 4096};
    struct sink_times times;
    struct tree tree;
    tree_make(&tree, NULL);
    const struct syncmode_place place = {.io = &io, .dirfd = tree.fd};
    assert_int_equal(syncmode_open(sink.mode, &place, 65536, 4096, &s, NULL), 0);
    io.populate = no_page;
    io.pwrite = refusing_pwrite;
    refusal = code;
    writes = 0;
    const int rc = sink_commit(&sink, 0, &payload, 1, 0, &times);
    assert_non_null(strstr(sink.failed_call, "page fault"));
    assert_int_equal(writes, 1); /* asked, and not tried again */
    syncmode_close(sink.mode, &s);
    tree_remove(&tree);
    return rc;
}

static void a_fault_on_a_full_disk_is_told_as_that(void **state)
{
    (void)state;
    assert_int_equal(code_of_fault(ENOSPC), -ENOSPC);
    assert_int_equal(code_of_fault(EDQUOT), -EDQUOT);
}

static void a_fault_of_unknown_cause_is_an_error_of_the_disk(void **state)
{
    (void)state;
    assert_int_equal(code_of_fault(0), -EIO);
    assert_int_equal(code_of_fault(EIO), -EIO);
    assert_int_equal(code_of_fault(EINTR), -EIO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fault_on_a_full_disk_is_told_as_that),
        cmocka_unit_test(a_fault_of_unknown_cause_is_an_error_of_the_disk),
    };
    return cmocka_run_group_tests_name("mmap_full", tests, NULL, NULL);
}
