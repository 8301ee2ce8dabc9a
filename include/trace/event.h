/* event.h: one event of the kernel's, as the tracer reads it out of the ring, and how the kernel
 * lays such events out.
 *
 * The kernel describes each event in a `format` file of its own; nothing about offsets is assumed
 * here. Pure functions, any thread. */
#ifndef FSYNCSCOPE_TRACE_EVENT_H
#define FSYNCSCOPE_TRACE_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum trace_kind {
    TRACE_ASK_FLUSH,    /* a flush is asked for, alone or with a write */
    TRACE_QUEUE,        /* a request enters a disk's queue, where that has a scheduler */
    TRACE_ISSUE,        /* the block layer hands a request to the disk */
    TRACE_COMPLETE,     /* the disk is done with it, or with a part of it */
    TRACE_COMMIT_BEGIN, /* the journal commits */
    TRACE_COMMIT_END,
    TRACE_SWITCH, /* a processor goes from one thread to another */
    TRACE_WAKING, /* a thread may run again */
    TRACE_WORK,   /* a kernel worker is asked for */
    TRACE_RUN,    /* a kernel worker begins with what it was asked for */
    TRACE_KINDS,
};

enum {
    TRACE_WHO_MAX = 16, /* TASK_COMM_LEN of the kernel */
    TRACE_RWBS_MAX = 8, /* "FWFSM" */
};

/* Fields that a kind does not have are 0. */
struct trace_event {
    uint64_t at_ns; /* CLOCK_MONOTONIC */
    enum trace_kind kind;
    int32_t pid;  /* of the thread that was on the processor; of a switch: the one that leaves it */
    uint32_t dev; /* as the kernel numbers them inside: major << 20 | minor */
    uint32_t sectors;
    uint64_t sector;
    uint64_t work;    /* of a work: its number, in asking and in beginning */
    int32_t next_pid; /* of a switch: who comes; of a waking: who is woken */
    bool runnable;    /* of a switch: who leaves could go on */
    bool stopped;     /* of a switch: a signal stops who leaves */
    bool ours;        /* of this program, with its name: see kthreads.h */
    bool pretender;   /* WHO is a kernel thread's name, and a program has it: see kthreads.h */
    char rwbs[TRACE_RWBS_MAX];
    char
        who[TRACE_WHO_MAX]; /* of PID; of a switch or a waking: of NEXT_PID; of a work: its queue */
};

enum trace_field {
    FIELD_PID,
    FIELD_DEV,
    FIELD_SECTOR,
    FIELD_SECTORS,
    FIELD_RWBS,
    FIELD_WHO,
    FIELD_NEXT_PID,
    FIELD_STATE,
    FIELD_WORK,
    TRACE_FIELDS,
};

/* Where a field lies in an event's record; size 0: it has none of that name. */
struct trace_place {
    uint16_t offset, size;
    bool elsewhere; /* the place holds offset and length of the text, __data_loc */
};

struct trace_layout {
    uint16_t id; /* 0: this kernel does not have the event */
    struct trace_place place[TRACE_FIELDS];
};

/* What is asked of the kernel. */
struct trace_row {
    const char *group, *name;        /* "block", "block_rq_issue" */
    const char *field[TRACE_FIELDS]; /* the kernel's names; NULL: not wanted */
    bool needed;                     /* without it, nothing can be told */
};

/* Valid for each kind below TRACE_KINDS. */
const struct trace_row *trace_row(enum trace_kind kind);

/* Reads a `format` file's TEXT. False when it is not one, or has not all fields that the row of
 * KIND wants. */
bool trace_layout_parse(enum trace_kind kind, const char *text, struct trace_layout *out);

/* Reads the record of BYTES bytes, whose first two are the event's id. False when it is none of
 * LAYOUT's, or is cut short. Does not set the time. */
bool trace_event_read(const struct trace_layout layout[TRACE_KINDS], const uint8_t *record,
                      size_t bytes, struct trace_event *out);

#endif
