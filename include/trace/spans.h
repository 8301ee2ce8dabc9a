/* spans.h: keeps the bars of a round's timeline, and counts other programs' requests. For
 * attribution.c. */
#ifndef FSYNCSCOPE_TRACE_SPANS_H
#define FSYNCSCOPE_TRACE_SPANS_H

#include "base/inside.h"
#include "trace/calls.h"
#include "trace/timeline.h"

enum { SPANS_PROGRAMS = 32 };

struct spans_program {
    struct inside_program did;
    uint64_t busy_ns; /* how long its requests took, together */
};

struct spans {
    uint64_t start_ns; /* of the round */
    struct round_calls calls;
    struct inside *out;
    struct spans_program program[SPANS_PROGRAMS];
    unsigned programs;
};

void spans_begin(struct spans *spans, uint64_t start_ns, const struct round_calls *calls,
                 struct inside *out);

/* SPAN in times of the clock; what lies outside of the round is cut off. */
void spans_add(struct spans *spans, const struct span *span);

/* A timeline_sink's function: SPANS is its ctx. */
void spans_take(void *ctx, const struct bar *bar);

/* For how long so much work keeps a disk busy at most, contention included. */
uint64_t spans_able_ns(uint64_t requests, uint64_t bytes);

/* Puts them in order, and names the program that kept the disk busiest. */
void spans_end(struct spans *spans);

#endif
