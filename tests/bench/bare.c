/* bare.c: the bare loop: the calls of one mode and nothing else, to see what measuring costs.
 *
 *   bare MODE DIR ROUNDS     prints rounds per second
 *
 * The file is made and started anew as fsyncscope does it, and one clock reading stands before and
 * one after all rounds. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { RECORD = 4096, FILLED = 1024 };

static const off_t append_bytes = 256 << 20;

static char record[RECORD];

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

static void fill(int fd)
{
    for (int i = 0; i < FILLED; i++)
        if (pwrite(fd, record, RECORD, (off_t)i * RECORD) != RECORD)
            die("fill");
    if (fsync(fd))
        die("fsync");
}

static int open_file(const char *dir, int flags)
{
    char name[4096];
    snprintf(name, sizeof name, "%s/bare-XXXXXX", dir);
    int fd = mkostemp(name, flags | O_CLOEXEC);
    if (fd < 0)
        die(name);
    unlink(name); /* removed whatever ends it; costs nothing on the file systems benched here */
    return fd;
}

/* WRAP: where the offset goes back to 0; ANEW: the file is cut there. */
static void loop(int fd, long rounds, int (*sync_file)(int), int writes, off_t wrap, int anew)
{
    off_t at = 0;
    for (long i = 0; i < rounds; i++) {
        if (writes && pwrite(fd, record, RECORD, at) != RECORD)
            die("pwrite");
        if (sync_file && sync_file(fd))
            die("sync");
        at += RECORD;
        if (at + RECORD > wrap) {
            if (anew && (ftruncate(fd, 0) || fsync(fd)))
                die("ftruncate");
            at = 0;
        }
    }
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: bare MODE DIR ROUNDS\n");
        return 2;
    }
    const char *mode = argv[1];
    long rounds = atol(argv[3]);
    int dsync = strcmp(mode, "dsync") == 0;
    int append = dsync || strncmp(mode, "append-", 7) == 0;
    int writes = strcmp(mode, "flush-only") != 0;
    int (*sync_file)(int) = strcmp(mode, "append-fsync") == 0 ? fsync : dsync ? NULL : fdatasync;
    for (int i = 0; i < RECORD; i++)
        record[i] = (char)rand();
    int fd = open_file(argv[2], O_RDWR | (dsync ? O_DSYNC : 0));
    if (!append)
        fill(fd);
    double begin = now_s();
    loop(fd, rounds, sync_file, writes, append ? append_bytes : (off_t)FILLED * RECORD, append);
    printf("%.3f\n", (double)rounds / (now_s() - begin));
    return 0;
}
