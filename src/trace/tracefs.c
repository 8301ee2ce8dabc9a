/* tracefs.c: makes, fills and removes the instance. */
#include "trace/tracefs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "trace/kthreads.h"
#include "trace/place.h"

enum {
    CPUS_MAX = 1024,
    RING_KIB = 16 << 10, /* all processors' together */
    RING_KIB_LEAST = 128,
    RING_KIB_MOST = 4 << 10,
};

#define PREFIX "fsyncscope-"

struct tracefs {
    int instances, dir; /* descriptors of the folder of all instances, and of ours */
    char name[64];      /* "": not made */
    struct keeper *keeper;
    struct kthreads kthreads;
    struct trace_stack stack;
    enum watch watch;
    struct trace_threads threads;
    char filter[TRACE_KINDS][FILTER_MAX]; /* that is set now: setting one takes the kernel long */
    struct trace_layout layout[TRACE_KINDS];
    unsigned cpus;
    int *pipe; /* one a processor */
    size_t page_bytes, pages_most;
    uint8_t *page; /* room for two */
};

static int write_file(int dir, const char *path, const char *text)
{
    const int fd = openat(dir, path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    const ssize_t done = write(fd, text, strlen(text));
    const int rc = done < 0 ? -errno : 0;
    close(fd);
    return rc;
}

/* Reads at most SIZE - 1 bytes. */
static int read_file(int dir, const char *path, char *text, size_t size)
{
    const int fd = openat(dir, path, O_RDONLY | O_CLOEXEC);
    size_t used = 0;
    ssize_t got = 0;
    if (fd < 0)
        return -errno;
    while (used < size - 1 && (got = read(fd, text + used, size - 1 - used)) > 0)
        used += (size_t)got;
    const int rc = got < 0 ? -errno : 0;
    close(fd);
    text[used] = '\0';
    return rc;
}

/* The keeper knows the name before the instance is there. */
static int make_instance(struct tracefs *t, int root)
{
    t->instances = openat(root, "instances", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (t->instances < 0)
        return -errno;
    tracefs_sweep(t->instances, PREFIX);
    for (unsigned i = 0; i < 100; i++) {
        snprintf(t->name, sizeof t->name, PREFIX "%ld-%u", (long)getpid(), i);
        keeper_add_dir(t->keeper, t->instances, t->name);
        if (mkdirat(t->instances, t->name, 0700) == 0) {
            t->dir = openat(t->instances, t->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
            return t->dir < 0 ? -errno : 0;
        }
        const int rc = -errno;
        keeper_drop_dir(t->keeper, t->name);
        t->name[0] = '\0';
        if (rc != -EEXIST)
            return rc;
    }
    return -EEXIST;
}

static unsigned count_cpus(int dir)
{
    char path[32];
    unsigned cpus = 0;
    while (cpus < CPUS_MAX) {
        snprintf(path, sizeof path, "per_cpu/cpu%u", cpus);
        if (faccessat(dir, path, F_OK, 0))
            break;
        cpus++;
    }
    return cpus;
}

static int open_pipes(struct tracefs *t)
{
    char path[64];
    const unsigned cpus = count_cpus(t->dir);
    t->pipe = calloc(cpus ? cpus : 1, sizeof *t->pipe);
    t->page = malloc(2 * t->page_bytes);
    if (!t->pipe || !t->page)
        return -ENOMEM;
    for (; t->cpus < cpus; t->cpus++) {
        snprintf(path, sizeof path, "per_cpu/cpu%u/trace_pipe_raw", t->cpus);
        const int fd = openat(t->dir, path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        if (fd < 0)
            return -errno;
        t->pipe[t->cpus] = fd;
    }
    return cpus ? 0 : -ENOENT;
}

static int set_ring(struct tracefs *t)
{
    char text[32];
    unsigned kib = RING_KIB / (t->cpus ? t->cpus : 1);
    kib = kib < RING_KIB_LEAST ? RING_KIB_LEAST : kib > RING_KIB_MOST ? RING_KIB_MOST : kib;
    snprintf(text, sizeof text, "%u", kib);
    t->page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    t->pages_most = kib * (size_t)1024 / t->page_bytes + 2;
    const int rc = write_file(t->dir, "buffer_size_kb", text);
    return rc ? rc : write_file(t->dir, "trace_clock", "mono");
}

/* An event whose filter is refused would bring everybody's: it stays off. */
static int enable(struct tracefs *t, enum trace_kind kind)
{
    char path[128], filter[FILTER_MAX];
    const struct trace_row *row = trace_row(kind);
    const bool wanted =
        t->watch != WATCH_REST &&
        trace_filter(kind, &t->stack, t->threads, t->watch == WATCH_EXACT, filter, sizeof filter);
    int rc = 0;
    if (wanted && strcmp(filter, t->filter[kind]) != 0) {
        snprintf(path, sizeof path, "events/%s/%s/filter", row->group, row->name);
        rc = write_file(t->dir, path, filter);
        text_copy(t->filter[kind], sizeof t->filter[kind], rc ? "" : filter);
    }
    snprintf(path, sizeof path, "events/%s/%s/enable", row->group, row->name);
    return rc ? rc : write_file(t->dir, path, wanted ? "1" : "0");
}

static int add_event(struct tracefs *t, enum trace_kind kind)
{
    char path[128], text[8192];
    const struct trace_row *row = trace_row(kind);
    snprintf(path, sizeof path, "events/%s/%s/format", row->group, row->name);
    const int rc = read_file(t->dir, path, text, sizeof text);
    if (rc)
        return rc;
    if (!trace_layout_parse(kind, text, &t->layout[kind]))
        return -ENOENT;
    return enable(t, kind);
}

static int add_events(struct tracefs *t, const char **missing)
{
    for (int kind = 0; kind < TRACE_KINDS; kind++) {
        const int rc = add_event(t, (enum trace_kind)kind);
        if (!rc)
            continue;
        t->layout[kind].id = 0;
        *missing = trace_row((enum trace_kind)kind)->name;
        if (trace_row((enum trace_kind)kind)->needed)
            return rc;
    }
    *missing = NULL;
    return 0;
}

int tracefs_open(const struct trace_stack *stack, struct keeper *keeper, struct tracefs **out,
                 char *reason, size_t size)
{
    const char *missing = NULL;
    struct tracefs *t = calloc(1, sizeof *t);
    if (!t)
        return tracefs_explain(-ENOMEM, NULL, reason, size);
    t->keeper = keeper;
    char own[TRACE_WHO_MAX] = "";
    prctl(PR_GET_NAME, own);
    kthreads_begin(&t->kthreads, "", own);
    t->stack = *stack;
    t->watch = WATCH_LEAN;
    t->instances = t->dir = -1;
    const int root = tracefs_find();
    int rc = root < 0 ? root : make_instance(t, root);
    if (root >= 0)
        close(root);
    if (!rc) {
        t->cpus = count_cpus(t->dir);
        rc = set_ring(t);
        t->cpus = 0;
    }
    if (!rc)
        rc = open_pipes(t);
    if (!rc)
        rc = add_events(t, &missing);
    if (rc) {
        tracefs_close(t);
        return tracefs_explain(rc, missing, reason, size);
    }
    *out = t;
    return 0;
}

/* Whether any of FROM_NS to TO_NS lies in one. */
static bool overlaps(const struct trace_windows *windows, uint64_t from_ns, uint64_t to_ns)
{
    for (unsigned i = 0; i < windows->count; i++) {
        if (windows->at[i].from_ns <= to_ns && windows->at[i].to_ns >= from_ns)
            return true;
    }
    return false;
}

static void keep_wanted(struct trace_events *events, size_t from,
                        const struct trace_windows *windows)
{
    size_t kept = from;
    for (size_t i = from; i < events->count; i++) {
        if (overlaps(windows, events->at[i].at_ns, events->at[i].at_ns))
            events->at[kept++] = events->at[i];
    }
    events->count = kept;
}

/* A page that was read and is not looked into before it is known when the next one begins. */
struct held_page {
    const uint8_t *bytes;
    size_t count; /* 0: none */
    uint64_t from_ns;
};

/* Most pages are only read and dropped. */
static void take_page(struct tracefs *t, const struct held_page *page, uint64_t to_ns,
                      const struct trace_windows *windows, struct trace_events *out,
                      struct tracefs_read *seen)
{
    const size_t before = out->count;
    if (!page->count || !overlaps(windows, page->from_ns, to_ns))
        return;
    trace_page_parse(t->layout, page->bytes, page->count, out, &seen->left_out);
    keep_wanted(out, before, windows);
    kthreads_mark(&t->kthreads, out->at + before, out->count - before);
}

static void drain_cpu(struct tracefs *t, int pipe, const struct trace_windows *windows,
                      struct trace_events *out, struct tracefs_read *seen)
{
    struct held_page held = {.count = 0};
    for (size_t i = 0; i < t->pages_most; i++) {
        uint8_t *page = t->page + (i & 1) * t->page_bytes;
        const ssize_t got = read(pipe, page, t->page_bytes);
        if (got <= 0)
            break;
        const struct trace_page head = trace_page_head(page, (size_t)got);
        take_page(t, &held, head.from_ns, windows, out, seen);
        if (head.missed && head.from_ns > seen->whole_from_ns) {
            seen->whole_from_ns = head.from_ns;
            seen->missing += head.missed_count;
        }
        held = (struct held_page){.bytes = page, .count = (size_t)got, .from_ns = head.from_ns};
    }
    take_page(t, &held, UINT64_MAX, windows, out, seen);
}

struct tracefs_read tracefs_drain(struct tracefs *t, const struct trace_windows *windows,
                                  struct trace_events *out)
{
    struct tracefs_read seen = {0};
    keep_wanted(out, 0, windows);
    for (unsigned i = 0; i < t->cpus; i++)
        drain_cpu(t, t->pipe[i], windows, out, &seen);
    trace_events_sort(out);
    return seen;
}

int tracefs_watch(struct tracefs *t, enum watch watch, struct trace_threads threads)
{
    const bool rested = t->watch == WATCH_REST || watch == WATCH_REST;
    int rc = 0;
    t->watch = watch;
    t->threads = threads;
    for (int kind = 0; kind < TRACE_KINDS; kind++) {
        const bool differs = kind == TRACE_ISSUE || kind == TRACE_WAKING || kind == TRACE_SWITCH;
        const int failed =
            t->layout[kind].id && (rested || differs) ? enable(t, (enum trace_kind)kind) : 0;
        rc = rc ? rc : failed;
    }
    return rc;
}

/* What is in a processor's part of the ring, was overwritten there, or was read (trace/ftrace.rst,
 * per_cpu/cpu0/stats). */
static uint64_t events_of_cpu(const struct tracefs *t, unsigned cpu)
{
    static const char *const names[] = {"entries: ", "overrun: ", "read events: "};
    char path[64], text[1024];
    uint64_t sum = 0;
    snprintf(path, sizeof path, "per_cpu/cpu%u/stats", cpu);
    if (read_file(t->dir, path, text, sizeof text))
        return 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *at = strstr(text, names[i]);
        sum += at ? strtoull(at + strlen(names[i]), NULL, 10) : 0;
    }
    return sum;
}

uint64_t tracefs_events(const struct tracefs *t)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < t->cpus; i++)
        sum += events_of_cpu(t, i);
    return sum;
}

void tracefs_close(struct tracefs *t)
{
    if (!t)
        return;
    if (t->dir >= 0)
        write_file(t->dir, "tracing_on", "0");
    for (unsigned i = 0; i < t->cpus; i++)
        close(t->pipe[i]);
    if (t->dir >= 0)
        close(t->dir);
    if (t->name[0] && unlinkat(t->instances, t->name, AT_REMOVEDIR) == 0)
        keeper_drop_dir(t->keeper, t->name);
    if (t->instances >= 0)
        close(t->instances);
    free(t->pipe);
    free(t->page);
    free(t);
}
