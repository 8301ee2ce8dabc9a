/* inside.c: the names of shares and causes. See inside.h. */
#include "base/inside.h"

static const struct share_row shares[SHARES] = {
    [SHARE_WAIT] =
        {"wait", "wait for lock or leader",
         "until the lock was free or the leader done, while the disk had nothing of theirs",
         "Own stamps: what of the latency is neither write nor sync, less what sched_switch "
         "shows the writer to be ready or stopped, and less what requests of other writers of "
         "this program took meanwhile, which is given to their shares"},
    [SHARE_WRITE] =
        {"write", "write()", "copying the record into the page cache",
         "Own stamps around the write calls, less what sched_switch shows the thread to be "
         "ready or stopped"},
    [SHARE_CPU] = {"cpu", "own work", "the sync's own work on a processor",
                   "In the sync, with no request of the round under way: the writer runs, by "
                   "sched_switch; where not every switch is watched, up to 100 us before its next "
                   "request or the sync's return"},
    [SHARE_QUEUE] =
        {"queue", "queue", "a request of the round waits to be handed to the disk",
         "block_rq_insert to block_rq_issue of a request of the round, with none of its own on "
         "the disk; where not all is watched, block_rq_issue is not seen on a disk with a "
         "scheduler, and this counts as the disk's"},
    [SHARE_DATA] =
        {"data", "data write", "the disk writes data",
         "block_rq_issue to block_rq_complete, with neither M nor FF in its letters, of a "
         "request of the round: handed over by a writer, the journal's thread, or a kernel "
         "worker for them; of disks that stand on each other, the lowest counts"},
    [SHARE_META] = {"meta", "journal write", "the disk writes journal or metadata",
                    "The same with M in its letters, while no data and no flush is on the disk"},
    [SHARE_FLUSH] =
        {"flush", "flush", "the disk empties its cache",
         "block_rq_issue to block_rq_complete of an FF that the round asked for, by "
         "block_bio_queue with F in its letters; it goes before data and metadata. Inferred: "
         "the whole sync of flush-only"},
    [SHARE_JOURNAL] =
        {"journal", "journal thread", "waiting for the journal's thread",
         "jbd2_start_commit to jbd2_end_commit, with no request under way and the writer not "
         "at work; and the time before the commit begins, or before the journal's thread hands "
         "over a request or, by sched_switch, gets a processor"},
    [SHARE_WORKER] =
        {"worker", "kernel worker", "a kernel worker that the round waits for has no processor yet",
         "From block_bio_queue, asking for a flush, to its block_rq_issue; and the time before "
         "a request that a kernel worker hands over, or before the sync's return where one had "
         "been asked for, by workqueue_queue_work"},
    [SHARE_READY] =
        {"ready", "no processor", "the writer could run and had no processor",
         "sched_waking to sched_switch; where not every switch is watched, the time before a "
         "sched_switch that takes the processor from another thread, at most what "
         "/proc/self/task/TID/schedstat says. Inferred: what schedstat says at least"},
    [SHARE_OTHERS] =
        {"others", "other programs", "the disk is busy with other programs' requests",
         "block_rq_issue to block_rq_complete of other threads' requests on the same disk, "
         "with none of the round's on it; the worker of another loop device on that disk, by "
         "workqueue_queue_work and workqueue_execute_start, is another"},
    [SHARE_THROTTLE] =
        {"throttle", "throttled", "a cgroup's limit holds a request back",
         "The time before a request of the round that kthrotld let go, by workqueue_queue_work"},
    [SHARE_FROZEN] =
        {"frozen", "frozen", "the file system is frozen",
         "/proc/self/task/TID/wchan of a writer, read while a round hangs, shows a wait for "
         "the thaw: then what has no other name, and what a write took beyond 100 us, was that"},
    [SHARE_STOPPED] =
        {"stopped", "stopped", "a signal had stopped the program",
         "sched_switch of the writer into a stop; or the program's own clock came over 150 ms "
         "late, and schedstat does not say that it waited for a processor"},
    [SHARE_UNNAMED] =
        {"unnamed", "not named", "nothing that was seen accounts for it",
         "What is left, and of the sync what was before watching began. Inferred: what is left "
         "of the sync, shown as in the sync"},
};

const struct share_row *share_row(enum share share)
{
    return &shares[share];
}

static const char metadata_write[] = "metadata write";

const char *cause_label(enum cause cause, bool no_journal)
{
    return cause == CAUSE_META && no_journal ? metadata_write : cause_words(cause);
}

const char *cause_words(enum cause cause)
{
    static const char *const words[CAUSES] = {
        [CAUSE_NONE] = "none",           [CAUSE_FLUSH] = "flush",
        [CAUSE_DATA] = "data write",     [CAUSE_META] = "journal write",
        [CAUSE_QUEUE] = "queue",         [CAUSE_JOURNAL] = "journal thread",
        [CAUSE_SCHEDULER] = "scheduler", [CAUSE_OTHERS] = "other programs",
        [CAUSE_THROTTLE] = "throttled",  [CAUSE_FROZEN] = "frozen",
        [CAUSE_STOPPED] = "stopped",     [CAUSE_WAIT] = "waiting",
        [CAUSE_WORK] = "own work",       [CAUSE_UNNAMED] = "not named",
        [CAUSE_SYNC] = "in the sync",    [CAUSE_RESTED] = "watching rested",
    };
    return words[cause];
}

const char *share_words(enum share share, enum inside_origin origin)
{
    bool sync = share == SHARE_UNNAMED && origin == INSIDE_INFERRED;
    return sync ? cause_words(CAUSE_SYNC) : shares[share].words;
}

enum cause inside_class(const struct inside *inside)
{
    if (inside->origin == INSIDE_RESTED)
        return CAUSE_RESTED;
    bool sync = inside->origin == INSIDE_INFERRED && inside->cause == CAUSE_UNNAMED;
    return sync ? CAUSE_SYNC : inside->cause;
}

const char *share_label(enum share share, const struct inside *inside)
{
    return share == SHARE_META && inside->no_journal ? metadata_write
                                                     : share_words(share, inside->origin);
}

uint64_t inside_program_bytes(const struct inside_program *program)
{
    return program->bytes + program->read_bytes + program->discarded_bytes;
}

uint64_t inside_others_bytes(const struct inside *inside)
{
    return inside->others_bytes + inside->others_read_bytes + inside->others_discarded_bytes;
}

bool inside_known(const struct inside *inside)
{
    return inside->origin == INSIDE_INFERRED || inside->origin == INSIDE_TRACED;
}
