/* inside.c: the names of shares and causes. See inside.h. */
#include "base/inside.h"

static const struct share_row shares[SHARES] = {
    [SHARE_WAIT] =
        {"wait", "wait for lock or leader",
         "until the lock was free or the leader done, while the disk had nothing of theirs"},
    [SHARE_WRITE] = {"write", "write()", "copying the record into the page cache"},
    [SHARE_CPU] = {"cpu", "own work", "the sync's own work on a processor"},
    [SHARE_QUEUE] = {"queue", "queue", "a request of the round waits to be handed to the disk"},
    [SHARE_DATA] = {"data", "data write", "the disk writes data"},
    [SHARE_META] = {"meta", "journal write", "the disk writes journal or metadata"},
    [SHARE_FLUSH] = {"flush", "flush", "the disk empties its cache"},
    [SHARE_JOURNAL] = {"journal", "journal thread", "waiting for the journal's thread"},
    [SHARE_WORKER] = {"worker", "kernel worker",
                      "a kernel worker that the round waits for has no processor yet"},
    [SHARE_READY] = {"ready", "no processor", "the writer could run and had no processor"},
    [SHARE_OTHERS] = {"others", "other programs", "the disk is busy with other programs' requests"},
    [SHARE_THROTTLE] = {"throttle", "throttled", "a cgroup's limit holds a request back"},
    [SHARE_FROZEN] = {"frozen", "frozen", "the file system is frozen"},
    [SHARE_STOPPED] = {"stopped", "stopped", "a signal had stopped the program"},
    [SHARE_UNNAMED] = {"unnamed", "not named", "nothing that was seen accounts for it"},
};

const struct share_row *share_row(enum share share)
{
    return &shares[share];
}

static const char metadata_write[] = "metadata write";

const char *share_words(enum share share, bool no_journal)
{
    return share == SHARE_META && no_journal ? metadata_write : shares[share].words;
}

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
    };
    return words[cause];
}

uint64_t other_program_bytes(const struct other_program *other)
{
    return other->bytes + other->read_bytes + other->discarded_bytes;
}

bool inside_known(const struct inside *inside)
{
    return inside->origin == INSIDE_INFERRED || inside->origin == INSIDE_TRACED;
}
