/* filter.c: the disks, the threads and the work queues of interest.
 *
 * Each switch of each processor passes the threads' filter, so it holds as few words as will do:
 * the program's own threads and the journals'. Kernel workers are added where a disk stands on
 * another, for only there a round waits for them in the middle of a request. */
#include "trace/filter.h"

#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

/* Work queues that carry requests, here or between the storeys of a stack. */
static const char *const queues[] = {
    "\"kblockd\"",  "\"kthrotld*\"", "\"loop*\"",     "\"xfs-*\"", "\"btrfs-*\"", "\"ext4-*\"",
    "\"kcryptd*\"", "\"kverityd*\"", "\"writeback\"", "\"md*\"",   "\"raid5*\"",  "\"dm*\"",
};

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

/* A name that the filter's grammar would trip over is left out. */
static bool own_name(char name[TRACE_WHO_MAX])
{
    memset(name, 0, TRACE_WHO_MAX);
    prctl(PR_GET_NAME, name);
    return name[0] && !name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789_-.")];
}

static void threads(const char *const *field, const struct trace_stack *stack, char *out,
                    size_t size)
{
    char name[TRACE_WHO_MAX], quoted[TRACE_WHO_MAX + 2];
    const bool own = own_name(name);
    snprintf(quoted, sizeof quoted, "\"%s\"", name);
    for (; *field; field++) {
        if (own)
            append(out, size, *field, "==", quoted);
        append(out, size, *field, "~", "\"jbd2/*\"");
        if (stack->any_upper)
            append(out, size, *field, "~", "\"kworker/*\"");
    }
}

bool trace_filter(enum trace_kind kind, const struct trace_stack *stack, char *out, size_t size)
{
    static const char *const waking[] = {"comm", NULL};
    static const char *const change[] = {"prev_comm", "next_comm", NULL};
    out[0] = '\0';
    switch (kind) {
    case TRACE_BIO_QUEUE:
    case TRACE_ISSUE:
    case TRACE_COMPLETE:
        disks(stack, out, size);
        return true;
    case TRACE_WAKING:
        threads(waking, stack, out, size);
        return true;
    case TRACE_SWITCH:
        threads(change, stack, out, size);
        return true;
    case TRACE_WORK_QUEUED:
        for (size_t i = 0; i < sizeof queues / sizeof queues[0]; i++)
            append(out, size, "workqueue", "~", queues[i]);
        return true;
    default:
        return false;
    }
}
