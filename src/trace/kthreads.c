/* kthreads.c: the kernel's own threads have a flag in /proc/PID/stat; each is asked for once, and
 * remembered with its name, for a number is used again. */
#include "trace/kthreads.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

enum { KTHREADD = 2 }; /* the parent of them all */

/* PF_KTHREAD of the kernel. */
static const unsigned long kernel_flag = 0x200000;

/* "812 (post gres) S 1 812 812 0 -1 4194560 ...": the seventh field after the name. */
static bool is_kernels(const char *root, int32_t pid)
{
    char path[512], line[512];
    unsigned long flags = 0;
    snprintf(path, sizeof path, "%.400s/proc/%d/stat", root, (int)pid);
    FILE *f = fopen(path, "re");
    if (!f)
        return false;
    const size_t got = fread(line, 1, sizeof line - 1, f);
    fclose(f);
    line[got] = '\0';
    const char *name_end = strrchr(line, ')');
    return name_end && sscanf(name_end + 1, " %*c %*d %*d %*d %*d %*d %lu", &flags) == 1 &&
           flags & kernel_flag;
}

static bool is_ours(const char *root, int32_t pid)
{
    char path[512];
    snprintf(path, sizeof path, "%.400s/proc/self/task/%d", root, (int)pid);
    return access(path, F_OK) == 0;
}

void kthreads_begin(struct kthreads *k, const char *root, const char *own)
{
    *k = (struct kthreads){.root = root};
    text_copy(k->own, sizeof k->own, own);
    k->blind = !is_kernels(root, KTHREADD);
}

bool kthreads_sounds_like_one(const char *who)
{
    return strncmp(who, "kworker/", 8) == 0 || strncmp(who, "jbd2/", 5) == 0 ||
           (strncmp(who, "loop", 4) == 0 && who[4] >= '0' && who[4] <= '9');
}

static const struct kthread *look_up(struct kthreads *k, int32_t pid, const char *who)
{
    for (unsigned i = 0; i < KTHREADS_KNOWN; i++) {
        if (k->known[i].pid == pid && strcmp(k->known[i].who, who) == 0)
            return &k->known[i];
    }
    struct kthread *one = &k->known[k->next++ % KTHREADS_KNOWN];
    one->pid = pid;
    text_copy(one->who, sizeof one->who, who);
    one->honest = strcmp(who, k->own) == 0 ? is_ours(k->root, pid) : is_kernels(k->root, pid);
    return one;
}

/* Whose name an event has: see event.h. */
static int32_t named(const struct trace_event *e)
{
    if (e->kind == TRACE_WORK)
        return 0;
    return e->kind == TRACE_SWITCH || e->kind == TRACE_WAKING ? e->next_pid : e->pid;
}

void kthreads_mark(struct kthreads *k, struct trace_event *event, size_t count)
{
    for (size_t i = 0; i < count && !k->blind; i++) {
        struct trace_event *e = &event[i];
        const int32_t pid = named(e);
        if (pid && k->own[0] && strcmp(e->who, k->own) == 0)
            e->ours = look_up(k, pid, e->who)->honest;
        else if (pid && kthreads_sounds_like_one(e->who))
            e->pretender = !look_up(k, pid, e->who)->honest;
    }
}
