/* spans.c: when there are too many, the shortest goes. */
#include "trace/spans.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "trace/actor.h"

void spans_begin(struct spans *s, uint64_t start_ns, uint64_t end_ns, struct inside *out)
{
    *s = (struct spans){.start_ns = start_ns, .end_ns = end_ns, .out = out};
}

static uint64_t length(const struct span *span)
{
    return span->to_ns - span->from_ns;
}

/* Where to put another, of LENGTH_NS; NULL: it is the shortest of all. */
static struct span *place_for(struct inside *out, uint64_t length_ns)
{
    struct span *shortest = &out->span[0];
    if (out->span_count < INSIDE_SPANS)
        return &out->span[out->span_count++];
    out->spans_left_out++;
    for (unsigned i = 1; i < INSIDE_SPANS; i++) {
        if (length(&out->span[i]) < length(shortest))
            shortest = &out->span[i];
    }
    return length(shortest) < length_ns ? shortest : NULL;
}

/* A moment as time since the start, within the round. */
static uint64_t within(const struct spans *s, uint64_t ns)
{
    if (ns <= s->start_ns)
        return 0;
    return (ns < s->end_ns ? ns : s->end_ns) - s->start_ns;
}

void spans_add(struct spans *s, const struct span *span)
{
    struct span cut = *span;
    if (span->to_ns <= s->start_ns || span->from_ns >= s->end_ns)
        return;
    cut.from_ns = within(s, span->from_ns);
    cut.begun_ns = within(s, span->begun_ns);
    cut.to_ns = within(s, span->to_ns);
    struct span *place = place_for(s->out, length(&cut));
    if (place)
        *place = cut;
}

/* A flush that a worker asks for says nothing of whose it is. */
static bool is_nobodys(const struct bar *bar)
{
    return bar->kernel && !bar->span.bytes && strcmp(bar->span.who, ACTOR_WORKER) == 0;
}

/* The kernel's threads of one name are one: their numbers say nothing. */
static bool is_same(const struct other_program *p, const struct bar *bar)
{
    return strcmp(p->who, bar->span.who) == 0 && p->kernel == bar->kernel &&
           (bar->kernel || p->pid == bar->span.pid);
}

static uint64_t *bytes_of(struct other_program *p, enum work work)
{
    return work == WORK_READ      ? &p->read_bytes
           : work == WORK_DISCARD ? &p->discarded_bytes
                                  : &p->bytes;
}

static void count_program(struct spans *s, const struct bar *bar)
{
    const struct span *span = &bar->span;
    unsigned i = 0;
    s->out->others.requests++;
    s->out->others.bytes += span->bytes;
    while (i < s->programs && !is_same(&s->program[i], bar))
        i++;
    if (i == SPANS_PROGRAMS)
        return;
    struct other_program *p = &s->program[i];
    if (i == s->programs) {
        s->programs++;
        text_copy(p->who, sizeof p->who, span->who);
        p->pid = span->pid;
        p->kernel = bar->kernel;
    }
    *bytes_of(p, bar->work) += span->bytes;
    s->busy_ns[i] += within(s, span->to_ns) - within(s, span->from_ns);
    p->requests++;
}

void spans_take(void *ctx, const struct bar *bar)
{
    struct spans *s = ctx;
    const struct span *span = &bar->span;
    spans_add(s, span);
    if (bar->owner == OWNER_OTHER && !bar->again && !is_nobodys(bar) && span->to_ns > s->start_ns &&
        span->from_ns < s->end_ns)
        count_program(s, bar);
}

static int by_start(const void *a, const void *b)
{
    const struct span *x = a, *y = b;
    if (x->from_ns != y->from_ns)
        return x->from_ns < y->from_ns ? -1 : 1;
    return x->kind < y->kind ? -1 : x->kind > y->kind;
}

void spans_end(struct spans *s)
{
    struct other_program *most = &s->out->other;
    qsort(s->out->span, s->out->span_count, sizeof s->out->span[0], by_start);
    unsigned first = 0;
    for (unsigned i = 1; i < s->programs; i++)
        first = s->busy_ns[i] > s->busy_ns[first] ? i : first;
    if (s->programs)
        *most = s->program[first];
    most->programs = s->programs;
}
