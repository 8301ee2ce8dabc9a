/* spans.c: when there are too many, the shortest goes. */
#include "trace/spans.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

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
static uint64_t moment(const struct spans *s, uint64_t ns)
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
    cut.from_ns = moment(s, span->from_ns);
    cut.begun_ns = moment(s, span->begun_ns);
    cut.to_ns = moment(s, span->to_ns);
    struct span *place = place_for(s->out, length(&cut));
    if (place)
        *place = cut;
}

/* Pages that the kernel writes back later are nobody's by name. */
static void count_program(struct spans *s, const struct span *span)
{
    const bool kernel = strncmp(span->who, "kworker/", 8) == 0;
    if (kernel && !span->bytes)
        return; /* a flush: whose, is not known */
    const char *who = kernel ? "writeback" : span->who;
    unsigned i = 0;
    while (i < s->programs &&
           (strcmp(s->program[i].who, who) != 0 || (!kernel && s->program[i].pid != span->pid)))
        i++;
    if (i == SPANS_PROGRAMS)
        return;
    struct other_program *p = &s->program[i];
    if (i == s->programs) {
        s->programs++;
        text_copy(p->who, sizeof p->who, who);
        p->pid = span->pid;
    }
    p->bytes += span->bytes;
    p->requests++;
}

void spans_take(void *ctx, const struct span *span, enum owner owner)
{
    struct spans *s = ctx;
    spans_add(s, span);
    if (owner == OWNER_OTHER && span->to_ns > s->start_ns && span->from_ns < s->end_ns)
        count_program(s, span);
}

static int by_start(const void *a, const void *b)
{
    const struct span *x = a, *y = b;
    if (x->from_ns != y->from_ns)
        return x->from_ns < y->from_ns ? -1 : 1;
    return x->kind < y->kind ? -1 : x->kind > y->kind;
}

static int by_work(const void *a, const void *b)
{
    const struct other_program *x = a, *y = b;
    if (x->bytes != y->bytes)
        return x->bytes > y->bytes ? -1 : 1;
    if (x->requests != y->requests)
        return x->requests > y->requests ? -1 : 1;
    return x->pid < y->pid ? -1 : x->pid > y->pid;
}

/* Those that did most, by name, and the sum of all; leaves them in that order. */
static void name_programs(struct spans *s)
{
    struct inside *out = s->out;
    qsort(s->program, s->programs, sizeof s->program[0], by_work);
    for (unsigned i = 0; i < s->programs; i++) {
        const struct other_program *p = &s->program[i];
        out->others_bytes += p->bytes;
        out->others_requests += p->requests;
        if (i >= INSIDE_PROGRAMS)
            continue;
        struct inside_program *named = &out->others[out->others_count++];
        text_copy(named->who, sizeof named->who, p->who);
        named->pid = p->pid;
        named->bytes = p->bytes;
        named->requests = p->requests;
    }
}

void spans_end(struct spans *s)
{
    struct other_program *most = &s->out->other;
    qsort(s->out->span, s->out->span_count, sizeof s->out->span[0], by_start);
    name_programs(s);
    for (unsigned i = 0; i < s->programs; i++) {
        const struct other_program *p = &s->program[i];
        if (i == 0 || p->bytes > most->bytes ||
            (p->bytes == most->bytes && p->requests > most->requests))
            *most = *p;
    }
    most->programs = s->programs;
}
