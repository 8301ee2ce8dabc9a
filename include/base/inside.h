/* inside.h: what was seen inside one round: to what each nanosecond went, what was open on the disk
 * meanwhile, and the cause in words.
 *
 * Pointer-free values, part of a snapshot. Pure functions, any thread. */
#ifndef FSYNCSCOPE_BASE_INSIDE_H
#define FSYNCSCOPE_BASE_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/round.h"

/* Shares of a round's latency. They never overlap and add up to it. */
enum share {
    SHARE_WAIT,     /* for the lock, the leader or its deliberate delay, with no disk at fault */
    SHARE_WRITE,    /* write() into the page cache */
    SHARE_CPU,      /* the sync's own work on a processor */
    SHARE_QUEUE,    /* a request of the round waits in the disk's queue */
    SHARE_DATA,     /* the disk writes data */
    SHARE_META,     /* the disk writes journal or metadata */
    SHARE_FLUSH,    /* the disk empties its cache */
    SHARE_JOURNAL,  /* waiting for the journal's thread */
    SHARE_WORKER,   /* waiting for a kernel worker to be given a processor */
    SHARE_READY,    /* the writer could run and had no processor */
    SHARE_OTHERS,   /* the disk is busy with other programs' requests */
    SHARE_THROTTLE, /* a cgroup's limit holds the request back */
    SHARE_FROZEN,   /* the file system is frozen */
    SHARE_STOPPED,  /* the program itself was stopped by a signal */
    SHARE_UNNAMED,
    SHARES,
};

struct share_row {
    const char *name;    /* in JSON and OpenMetrics, with a unit added: "flush" */
    const char *words;   /* on screen and in text: "flush" */
    const char *meaning; /* of the man page's table: what it is, */
    const char *known;   /* and what says so: events, stamps, counters */
};

/* Valid for each SHARE below SHARES. */
const struct share_row *share_row(enum share share);

enum {
    INSIDE_SPANS = 40,
    INSIDE_PROGRAMS = 3,
    INSIDE_CAUSE_MAX = 200,
    INSIDE_DISK_MAX = 32,
    INSIDE_WHO_MAX = 16, /* TASK_COMM_LEN of the kernel, its end included */
};

/* One thing that took time, drawn on its own line. */
enum span_kind {
    SPAN_WRITE,   /* the write call */
    SPAN_SYNC,    /* the sync call */
    SPAN_DATA,    /* a request: data */
    SPAN_META,    /* a request: journal or metadata */
    SPAN_FLUSH,   /* a request: flush */
    SPAN_OTHER,   /* another program's request */
    SPAN_JOURNAL, /* the journal commits */
    SPAN_READY,   /* a thread that the round waits for could run and does not */
    SPAN_KINDS,
};

struct span {
    enum span_kind kind;
    bool open;         /* had not ended when it was looked at */
    uint64_t from_ns;  /* since the round's start; a request: queued */
    uint64_t begun_ns; /* a request: handed to the disk; else from_ns */
    uint64_t to_ns;
    uint64_t bytes;           /* of a request */
    char who[INSIDE_WHO_MAX]; /* thread or program */
    int32_t pid;
    char disk[INSIDE_DISK_MAX]; /* of a request: kernel name */
};

/* Another program that used the disk meanwhile, the one that kept it busiest. */
struct other_program {
    char who[INSIDE_WHO_MAX]; /* "": nobody */
    bool kernel;              /* one of its threads or disks, and its number says nothing */
    int32_t pid;
    uint64_t bytes; /* written in the round */
    uint64_t read_bytes, discarded_bytes;
    uint32_t requests;
    uint32_t programs; /* how many programs there were */
};

/* How long a round had something on the disk, or in its queue, and others had so too; and how long
 * of that, a flush. */
struct beside {
    uint64_t ns, flush_ns;
};

/* What a round waits for before its own calls, and after them. */
enum wait_for {
    WAIT_FOR_EITHER, /* which, is not known */
    WAIT_FOR_LOCK,
    WAIT_FOR_LEADER,
    WAIT_FOR_DELAY, /* of its leader, a deliberate one */
};

/* What one of them did. */
struct inside_program {
    char who[INSIDE_WHO_MAX];
    int32_t pid;
    uint64_t bytes; /* written in the round */
    uint32_t requests;
    uint64_t read_bytes, discarded_bytes;
    bool kernel; /* as of other_program */
};

/* The class of a cause, which slow rounds are counted by. The last two are of inside_class
 * alone. */
enum cause {
    CAUSE_NONE, /* not slow, or not looked into */
    CAUSE_FLUSH,
    CAUSE_DATA,
    CAUSE_META,
    CAUSE_QUEUE,
    CAUSE_JOURNAL,
    CAUSE_SCHEDULER, /* a kernel worker's turn, or the writer's own */
    CAUSE_OTHERS,
    CAUSE_THROTTLE,
    CAUSE_FROZEN,
    CAUSE_STOPPED,
    CAUSE_WAIT, /* the strategy's own */
    CAUSE_WORK, /* write() or the sync's own work on the processor */
    CAUSE_UNNAMED,
    CAUSE_SYNC,   /* inferred: in the sync, and what of it is not seen */
    CAUSE_RESTED, /* nobody watched then */
    CAUSES,
};

/* "flush", "other programs", "scheduler": a word or two. */
const char *cause_words(enum cause cause);

enum inside_origin {
    INSIDE_NONE,
    INSIDE_RESTED, /* nobody watched then, for it would have cost too much: nothing else is filled
                    */
    INSIDE_INFERRED,
    INSIDE_TRACED,
};

struct inside {
    enum inside_origin origin;
    uint64_t ns[SHARES];       /* add up to the round's latency, to the nanosecond */
    uint64_t usual_ns[SHARES]; /* an ordinary round of the same configuration; all 0: not known */
    /* Of those shares: while the round itself waited, and another writer had the lock or led. */
    uint64_t ahead_ns[SHARES];
    enum wait_for wait_for;
    uint64_t blind_ns; /* of what is not named: the time before watching began */
    struct other_program other;
    unsigned others_count;
    struct inside_program others[INSIDE_PROGRAMS]; /* that kept the disk busiest, the first most */
    uint64_t others_bytes;                         /* of all there were: written */
    uint64_t others_read_bytes, others_discarded_bytes;
    uint32_t others_requests;
    struct beside beside;
    bool others_unsure; /* whose some of the requests were is not certain */
    bool no_journal;    /* the file system has none: what is written for it is metadata */
    enum cause cause;
    char sentence[INSIDE_CAUSE_MAX]; /* the cause in words, "" for none */
    uint64_t lost_events; /* while it lasted, for want of room in the kernel's ring or ours: shares
                             may miss some */
    unsigned span_count;
    unsigned spans_left_out;        /* for want of room: others' first, then the shortest */
    struct span span[INSIDE_SPANS]; /* by from_ns */
};

/* Whether something of a round's inside is known. */
bool inside_known(const struct inside *inside);

/* What a round is counted as: its cause, but where it was inferred or not watched, no more than is
 * known. */
enum cause inside_class(const struct inside *inside);

/* The words for SHARE of a round of that origin: what is not named of an inferred one was "in the
 * sync". */
const char *share_words(enum share share, enum inside_origin origin);

/* A round together with what was seen inside. */
struct inside_round {
    struct round round;
    struct inside inside;
};

/* Whether looking inside works. */
struct tracing {
    bool on;
    char reason[256];     /* why not, and the command that would help; "" when on */
    uint64_t lost_events; /* since the start */
    double price;         /* the part of the configuration's time that it cost; 0: not known */
};

/* From here on the price is worth a word. */
#define TRACING_PRICE_TOLD 0.025

/* As share_words, for people: where INSIDE's file system has no journal, "metadata write". */
const char *share_label(enum share share, const struct inside *inside);

/* As cause_words, likewise. */
const char *cause_label(enum cause cause, bool no_journal);

/* What was written, read and discarded. */
uint64_t inside_program_bytes(const struct inside_program *program);
uint64_t inside_others_bytes(const struct inside *inside);

#endif
