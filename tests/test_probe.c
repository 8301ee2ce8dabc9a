/* test_probe.c: which modes cannot run is known before they are asked for. */
#include <errno.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cmocka.h>

#include "disk/probe.h"
#include "source/source.h"
#include "support/tree.h"

#define TMPFS UINT32_C(0x01021994)

static struct sysio io;
static unsigned syncs;

static int counted_sync(const struct sysio *unused, int fd)
{
    (void)unused, (void)fd;
    syncs++;
    return 0;
}

static int no_ring(const struct sysio *unused, struct ring **out)
{
    (void)unused, (void)out;
    return -EPERM;
}

static int no_fallocate(const struct sysio *unused, int fd, off_t offset, off_t bytes)
{
    (void)unused, (void)fd, (void)offset, (void)bytes;
    return -EOPNOTSUPP;
}

static int no_range(const struct sysio *unused, int fd, off_t offset, off_t bytes, unsigned flags)
{
    (void)unused, (void)fd, (void)offset, (void)bytes, (void)flags;
    return -ENOSYS;
}

static int no_map(const struct sysio *unused, int fd, size_t bytes, void **at)
{
    (void)unused, (void)fd, (void)bytes, (void)at;
    return -ENODEV;
}

static int set_up(void **state)
{
    (void)state;
    io = sysio_kernel;
    io.fsync = io.fdatasync = counted_sync;
    syncs = 0;
    return 0;
}

static void what_the_kernel_refuses_is_foreseen_by_name(void **state)
{
    static const struct {
        const char *mode, *words;
    } rows[] = {
        {"uring-fdatasync", "io_uring"},
        {"falloc-fdatasync", "fallocate"},
        {"sync-file-range", "sync_file_range"},
    };
    struct tree tree;
    struct err err;
    (void)state;
    tree_make(&tree, NULL);
    io.ring_open = no_ring;
    io.fallocate = no_fallocate;
    io.sync_file_range = no_range;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(mode_probe(syncmode_find(rows[i].mode), &io, tree.fd, &err), -EOPNOTSUPP);
        assert_non_null(strstr(err.text, rows[i].mode));
        if (!syncmode_missing(syncmode_find(rows[i].mode)))
            assert_non_null(strstr(err.text, rows[i].words));
    }
    tree_remove(&tree);
}

/* What failed for another reason than being impossible says nothing of the mode. */
static void a_probe_that_fails_otherwise_claims_nothing(void **state)
{
    struct tree tree;
    (void)state;
    tree_make(&tree, NULL);
    io.map = no_map;
    assert_int_equal(mode_probe(syncmode_find("mmap-msync"), &io, tree.fd, NULL), 0);
    tree_remove(&tree);
}

static void a_probe_leaves_nothing_and_syncs_nothing(void **state)
{
    struct tree tree;
    (void)state;
    tree_make(&tree, NULL);
    for (size_t i = 0; syncmode_at(i); i++)
        mode_probe(syncmode_at(i), &io, tree.fd, NULL);
    assert_int_equal(tree_entries(&tree), 0);
    assert_int_equal(syncs, 0);
    tree_remove(&tree);
}

static bool is_in_memory(const char *dir)
{
    struct statfs fs;
    return statfs(dir, &fs) == 0 && (uint32_t)fs.f_type == TMPFS && access(dir, W_OK) == 0;
}

static void direct_modes_are_foreseen_to_be_impossible_in_memory(void **state)
{
    struct tree tree;
    struct err err;
    (void)state;
    if (!is_in_memory("/dev/shm")) {
        print_message("no tmpfs in /dev/shm\n");
        skip();
    }
    tree_make(&tree, "/dev/shm");
    assert_int_equal(mode_probe(syncmode_find("direct-dsync"), &io, tree.fd, &err), -EOPNOTSUPP);
    assert_non_null(strstr(err.text, "direct-dsync cannot run here: "));
    assert_int_equal(mode_probe(syncmode_find("append-fsync"), &io, tree.fd, &err), 0);
    assert_int_equal(mode_probe(syncmode_find("mmap-msync"), &io, tree.fd, &err), 0);
    tree_remove(&tree);
}

/* The live source, with nobody having tried the mode. */
static void a_source_knows_it_before_anybody_tried(void **state)
{
    struct tree tree;
    struct source *source;
    struct config config = config_default();
    size_t direct = 0;
    (void)state;
    if (!is_in_memory("/dev/shm")) {
        print_message("no tmpfs in /dev/shm\n");
        skip();
    }
    tree_make(&tree, "/dev/shm");
    const struct live_setup setup = {
        .dirfd = tree.fd, .dir = tree.path, .trace = TRACE_OFF, .probes = true};
    assert_int_equal(source_open_live(&setup, &config, &source, NULL), 0);
    while (strcmp(source_mode(source, direct)->name, "direct-dsync") != 0)
        direct++;
    while (!source_mode_trouble(source, direct))
        sched_yield();
    assert_non_null(strstr(source_mode_trouble(source, direct), "direct-dsync cannot run here"));
    assert_null(source_mode_trouble(source, 0));
    source_close(source);
    tree_remove(&tree);
}

int main(void)
{
    alarm(120);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_the_kernel_refuses_is_foreseen_by_name, set_up),
        cmocka_unit_test_setup(a_probe_that_fails_otherwise_claims_nothing, set_up),
        cmocka_unit_test_setup(a_probe_leaves_nothing_and_syncs_nothing, set_up),
        cmocka_unit_test_setup(direct_modes_are_foreseen_to_be_impossible_in_memory, set_up),
        cmocka_unit_test_setup(a_source_knows_it_before_anybody_tried, set_up),
    };
    return cmocka_run_group_tests_name("probe", tests, NULL, NULL);
}
