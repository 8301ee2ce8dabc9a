/* bare.c: the bare loop: the calls of one mode and nothing else, to see what measuring costs.
 *
 *   bare MODE DIR ROUNDS     prints rounds per second
 *   bare                     prints the modes that it has
 *
 * The file is made and started anew as fsyncscope does it, and one clock reading stands before and
 * one after all rounds. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "kept.h"

#ifdef HAVE_LIBURING
#include <liburing.h>
#endif

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

enum { RECORD = 4096, FILLED = 1024, AREA = 1, SCATTER = 641 };

static const off_t once_bytes = 256 << 20, filled_bytes = (off_t)FILLED * RECORD;

static _Alignas(4096) char record[RECORD];
static int file, directory;
static char *mapped;

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- rounds --- */

static void put(int fd, off_t at)
{
    if (pwrite(fd, record, RECORD, at) != RECORD)
        die("pwrite");
}

static void check(int rc, const char *what)
{
    if (rc)
        die(what);
}

static void write_alone(off_t at)
{
    put(file, at);
}

static void write_fsync(off_t at)
{
    put(file, at);
    check(fsync(file), "fsync");
}

static void write_fdatasync(off_t at)
{
    put(file, at);
    check(fdatasync(file), "fdatasync");
}

static void flush(off_t at)
{
    (void)at;
    check(fdatasync(file), "fdatasync");
}

static void write_rwf(off_t at)
{
    const struct iovec part = {record, RECORD};
    if (pwritev2(file, &part, 1, at, RWF_DSYNC) != RECORD)
        die("pwritev2");
}

static void write_range(off_t at)
{
    put(file, at);
    check(sync_file_range(file, at, RECORD,
                          SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE |
                              SYNC_FILE_RANGE_WAIT_AFTER),
          "sync_file_range");
}

static void store(off_t at)
{
    check(madvise(mapped + at, RECORD, MADV_POPULATE_WRITE), "madvise");
    memcpy(mapped + at, record, RECORD);
    check(msync(mapped + at, RECORD, MS_SYNC), "msync");
}

static void replace(off_t at)
{
    (void)at;
    int fd =
        openat(directory, "bare-new", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        die("openat");
    put(fd, 0);
    check(fsync(fd), "fsync");
    check(close(fd), "close");
    check(renameat(directory, "bare-new", directory, "bare-now"), "renameat");
    check(fsync(directory), "fsync");
}

static void write_twice(off_t at)
{
    put(file, 0);
    check(fdatasync(file), "fdatasync");
    put(file, (AREA + at / RECORD * SCATTER % (FILLED - AREA)) * RECORD);
    check(fdatasync(file), "fdatasync");
}

#ifdef HAVE_LIBURING
static struct io_uring ring;

static void ring_set_up(void)
{
    if (io_uring_queue_init(4, &ring, 0))
        die("io_uring_queue_init");
}

static void write_linked(off_t at)
{
    struct io_uring_sqe *sqe = io_uring_get_sqe(&ring);
    io_uring_prep_write(sqe, file, record, RECORD, (__u64)at);
    sqe->flags |= IOSQE_IO_LINK;
    io_uring_prep_fsync(io_uring_get_sqe(&ring), file, IORING_FSYNC_DATASYNC);
    if (io_uring_submit_and_wait(&ring, 2) < 0)
        die("io_uring_submit_and_wait");
    for (int i = 0; i < 2; i++) {
        struct io_uring_cqe *cqe;
        if (io_uring_wait_cqe(&ring, &cqe) || cqe->res < 0)
            die("io_uring");
        io_uring_cqe_seen(&ring, cqe);
    }
}
#endif

/* --- files --- */

enum layout { APPEND, FILL, ALLOCATE, EXTEND };

static void fill(void)
{
    for (int i = 0; i < FILLED; i++)
        put(file, (off_t)i * RECORD);
    check(fsync(file), "fsync");
}

static void lay_out(enum layout layout)
{
    if (layout == ALLOCATE)
        check(fallocate(file, 0, 0, once_bytes), "fallocate");
    if (layout == EXTEND)
        check(ftruncate(file, once_bytes), "ftruncate");
    check(fsync(file), "fsync");
}

static void map(void)
{
    mapped = mmap(NULL, (size_t)filled_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED)
        die("mmap");
}

static const struct mode {
    const char *name;
    enum layout layout;
    int flags;
    void (*round)(off_t at);
    void (*set_up)(void);
} modes[] = {
    {"append-fsync", APPEND, 0, write_fsync, NULL},
    {"append-fdatasync", APPEND, 0, write_fdatasync, NULL},
    {"dsync", APPEND, O_DSYNC, write_alone, NULL},
    {"sync", APPEND, O_SYNC, write_alone, NULL},
    {"falloc-fdatasync", ALLOCATE, 0, write_fdatasync, NULL},
    {"extend-fsync", EXTEND, 0, write_fsync, NULL},
    {"overwrite-fsync", FILL, 0, write_fsync, NULL},
    {"overwrite-fdatasync", FILL, 0, write_fdatasync, NULL},
    {"overwrite-dsync", FILL, O_DSYNC, write_alone, NULL},
    {"overwrite-sync", FILL, O_SYNC, write_alone, NULL},
    {"rwf-dsync", FILL, 0, write_rwf, NULL},
#ifdef HAVE_LIBURING
    {"uring-fdatasync", FILL, 0, write_linked, ring_set_up},
#endif
    {"direct-fdatasync", FILL, O_DIRECT, write_fdatasync, NULL},
    {"direct-dsync", FILL, O_DIRECT | O_DSYNC, write_alone, NULL},
    {"mmap-msync", FILL, 0, store, map},
    {"create-rename", FILL, 0, replace, NULL},
    {"doublewrite", FILL, 0, write_twice, NULL},
    {"flush-only", FILL, 0, flush, NULL},
    {"no-sync", APPEND, 0, write_alone, NULL},
    {"sync-file-range", FILL, 0, write_range, NULL},
};

enum { MODES = sizeof modes / sizeof modes[0] };

static void loop(const struct mode *mode, long rounds)
{
    const off_t wrap = mode->layout == FILL ? filled_bytes : once_bytes;
    off_t at = 0;
    for (long i = 0; i < rounds; i++) {
        mode->round(at);
        at += RECORD;
        if (at + RECORD > wrap) {
            at = 0;
            if (mode->layout == FILL)
                continue;
            check(ftruncate(file, 0), "ftruncate");
            lay_out(mode->layout);
        }
    }
}

static const struct mode *find(const char *name)
{
    for (int i = 0; i < MODES; i++)
        if (strcmp(modes[i].name, name) == 0)
            return &modes[i];
    fprintf(stderr, "bare: no mode %s\n", name);
    exit(2);
}

static void open_file(const char *dir, int flags)
{
    char *name = kept_file(0, dir, "bare-XXXXXX");
    file = mkostemp(name, flags | O_CLOEXEC);
    if (file < 0)
        die(name);
    kept_file(1, dir, "bare-new");
    kept_file(2, dir, "bare-now");
    directory = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0)
        die(dir);
}

int main(int argc, char **argv)
{
    if (argc == 1) {
        for (int i = 0; i < MODES; i++)
            puts(modes[i].name);
        return 0;
    }
    if (argc != 4) {
        fprintf(stderr, "usage: bare MODE DIR ROUNDS\n");
        return 2;
    }
    const struct mode *mode = find(argv[1]);
    const long rounds = atol(argv[3]);
    for (int i = 0; i < RECORD; i++)
        record[i] = (char)rand();
    open_file(argv[2], mode->flags);
    if (mode->layout == FILL)
        fill();
    else
        lay_out(mode->layout);
    if (mode->set_up)
        mode->set_up();
    const double begin = now_s();
    loop(mode, rounds);
    printf("%.3f\n", (double)rounds / (now_s() - begin));
    return 0;
}
