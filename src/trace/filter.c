/* filter.c: the disks, and of switches those alone that tell of a wait.
 *
 * An event costs a microsecond (tally.c), in a round of a hundred. So a thread that takes a
 * processor from the idle one, as ours does after each request, is not noted: it has waited for
 * nobody. Noted are one that takes it from another thread, one that could have gone on, and one
 * that a signal stops. All of them are noted, and wakings, where rounds can bear that. */
#include "trace/filter.h"

#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

/* Those that let a limit's request go, and those of file systems that end a write in a worker. */
static const char *const queues[] = {"\"kthrotld\"", "\"ext4-*\"", "\"xfs-*\"", "\"btrfs-*\""};

/* Those of disks that stand on a file. */
static const char carriers[] = "\"loop*\"";

/* Adds "FIELD OPERATOR WORD" as one more that will do. */
static void append(char *out, size_t size, const char *field, const char *operator,
                   const char * word)
{
    const size_t used = strlen(out);
    snprintf(out + used, size - used, "%s%s %s %s", used ? " || " : "", field, operator, word);
}

static void disks(const struct trace_stack *stack, char *out, size_t size)
{
    char number[16];
    for (unsigned i = 0; i < stack->devs; i++) {
        snprintf(number, sizeof number, "%u", stack->dev[i].dev);
        append(out, size, "dev", "==", number);
    }
}

/* "(what is there) && MORE" */
static void also(char *out, size_t size, const char *more)
{
    const size_t used = strlen(out), closing = strlen(") && ") + strlen(more);
    if (used + 1 + closing >= size)
        return;
    memmove(out + 1, out, used + 1);
    out[0] = '(';
    snprintf(out + used + 1, size - used - 1, ") && %s", more);
}

/* A name that the filter's grammar would trip over is left out. */
static bool own_name(char name[TRACE_WHO_MAX])
{
    memset(name, 0, TRACE_WHO_MAX);
    prctl(PR_GET_NAME, name);
    return name[0] && !name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789_-.")];
}

struct trace_threads trace_threads_of(const int32_t *pid, unsigned count)
{
    struct trace_threads out = {0};
    for (unsigned i = 0; i < count; i++) {
        out.first = pid[i] > 0 && (!out.first || pid[i] < out.first) ? pid[i] : out.first;
        out.last = pid[i] > out.last ? pid[i] : out.last;
    }
    return out;
}

/* Which thread of an event: what its fields of name and id are called, and what it has to be. */
struct whom {
    const char *name, *operator;
    struct trace_threads threads;
};

/* "FIELD is the thread": by the name in SIDE_comm and the id in SIDE_pid. */
static void is_thread(const struct whom *whom, const char *side, char *out, size_t size)
{
    snprintf(out, size, "%scomm %s \"%s\"", side, whom->operator, whom->name);
    const size_t used = strlen(out);
    if (whom->threads.last)
        snprintf(out + used, size - used, " && %spid >= %d && %spid <= %d", side,
                 (int)whom->threads.first, side, (int)whom->threads.last);
}

/* Its switches: all of them with RICH, else those that tell of a wait. The numbers of states are
 * those of the event's print format; 256 is a thread that was put aside. */
static void thread(const struct whom *whom, bool rich, char *out, size_t size)
{
    char next[128], prev[128];
    const size_t used = strlen(out);
    is_thread(whom, "next_", next, sizeof next);
    is_thread(whom, "prev_", prev, sizeof prev);
    snprintf(out + used, size - used, "%s(%s%s) || (%s%s)", used ? " || " : "", next,
             rich ? "" : " && prev_pid != 0", prev,
             rich ? "" : " && (prev_state == 0 || prev_state == 256 || prev_state == 4)");
}

static bool threads(const struct trace_stack *stack, struct trace_threads own, bool rich, char *out,
                    size_t size)
{
    char name[TRACE_WHO_MAX], journal[TRACE_WHO_MAX + 1];
    if (own_name(name))
        thread(&(struct whom){name, "==", own}, rich, out, size);
    snprintf(journal, sizeof journal, "jbd2/%.10s*", stack->own.name);
    if (stack->journal && stack->own.name[0])
        thread(&(struct whom){journal, "~", {0, 0}}, false, out, size);
    return out[0] != '\0';
}

static bool waking(struct trace_threads own, char *out, size_t size)
{
    char name[TRACE_WHO_MAX];
    if (own_name(name))
        is_thread(&(struct whom){name, "==", own}, "", out, size);
    return out[0] != '\0';
}

/* Where a disk has a scheduler, any thread may hand over what another put into its queue: who put
 * it there is noted always, and when it was handed over where that can be afforded. */
static void issues(const struct trace_stack *stack, bool rich, char *out, size_t size)
{
    disks(stack, out, size);
    if (stack->scheduler && !rich)
        also(out, size, "nr_sector == 0");
}

bool trace_filter(enum trace_kind kind, const struct trace_stack *stack, struct trace_threads own,
                  bool rich, char *out, size_t size)
{
    out[0] = '\0';
    switch (kind) {
    case TRACE_QUEUE:
        disks(stack, out, size);
        return stack->scheduler;
    case TRACE_ASK_FLUSH:
        disks(stack, out, size);
        also(out, size, "rwbs ~ \"F*\"");
        return true;
    case TRACE_ISSUE:
        issues(stack, rich, out, size);
        return true;
    case TRACE_COMPLETE:
        /* Not the second end of a flush that was asked for alone. */
        disks(stack, out, size);
        also(out, size, "sector != 0");
        return true;
    case TRACE_COMMIT_BEGIN:
    case TRACE_COMMIT_END:
        snprintf(out, size, "dev == %u", stack->own.dev);
        return stack->journal;
    case TRACE_SWITCH:
        return threads(stack, own, rich, out, size);
    case TRACE_WAKING:
        return waking(own, out, size) && rich;
    case TRACE_WORK:
        for (size_t i = 0; i < sizeof queues / sizeof queues[0]; i++)
            append(out, size, "workqueue", "~", queues[i]);
        if (stack->any_upper)
            append(out, size, "workqueue", "~", carriers);
        return true;
    case TRACE_RUN: /* of workers that may run on any processor, as those of such disks do */
        append(out, size, "COMM", "~", "\"kworker/u*\"");
        return stack->any_upper;
    default:
        return false;
    }
}
