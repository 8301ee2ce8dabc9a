/* spans.c: when there are too many, the shortest goes, other programs' before the round's. */
#include "trace/spans.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "trace/actor.h"

enum {
    FOREIGN_ROOM = 8, /* other programs' bars that are kept however many the round itself has */
    WORKER_PART = 8,
};

void spans_begin(struct spans *s, uint64_t start_ns, const struct round_calls *calls,
                 struct inside *out)
{
    *s = (struct spans){.start_ns = start_ns, .calls = *calls, .out = out};
}

static uint64_t length(const struct span *span)
{
    return span->to_ns - span->from_ns;
}

static bool is_foreign(const struct span *span)
{
    return span->kind == SPAN_OTHER;
}

static bool is_call(const struct span *span)
{
    return span->kind == SPAN_WRITE || span->kind == SPAN_SYNC;
}

/* Of the FOREIGN ones, or of the round's but for its calls; NULL: there is none. */
static struct span *shortest(struct inside *out, bool foreign)
{
    struct span *found = NULL;
    for (unsigned i = 0; i < out->span_count; i++) {
        struct span *span = &out->span[i];
        if (is_foreign(span) == foreign && !is_call(span) &&
            (!found || length(span) < length(found)))
            found = span;
    }
    return found;
}

/* Where to put SPAN; NULL: it is to be left out. The round's own come first; of the others, the
 * longest have some room that is theirs. */
static struct span *place_for(struct inside *out, const struct span *span)
{
    const bool foreign = is_foreign(span);
    unsigned foreigners = 0;
    if (out->span_count < INSIDE_SPANS)
        return &out->span[out->span_count++];
    out->spans_left_out++;
    for (unsigned i = 0; i < INSIDE_SPANS; i++)
        foreigners += is_foreign(&out->span[i]);
    if (!foreign && foreigners > FOREIGN_ROOM)
        return shortest(out, true);
    if (foreign && foreigners < FOREIGN_ROOM)
        return shortest(out, false);
    struct span *rival = shortest(out, foreign);
    return rival && (is_call(span) || length(rival) < length(span)) ? rival : NULL;
}

/* A moment as time since the start, within the round. */
static uint64_t within(const struct spans *s, uint64_t ns)
{
    if (ns <= s->start_ns)
        return 0;
    return (ns < s->calls.end_ns ? ns : s->calls.end_ns) - s->start_ns;
}

void spans_add(struct spans *s, const struct span *span)
{
    struct span cut = *span;
    if (span->to_ns <= s->start_ns || span->from_ns >= s->calls.end_ns)
        return;
    cut.from_ns = within(s, span->from_ns);
    cut.begun_ns = within(s, span->begun_ns);
    cut.to_ns = within(s, span->to_ns);
    struct span *place = place_for(s->out, &cut);
    if (place)
        *place = cut;
}

/* A flush that a worker asks for says nothing of whose it is. */
static bool is_nobodys(const struct bar *bar)
{
    return bar->kernel && !bar->span.bytes && strcmp(bar->span.who, ACTOR_WORKER) == 0;
}

/* The kernel's threads of one name are one: their numbers say nothing. */
static bool is_same(const struct inside_program *p, const struct bar *bar)
{
    return strcmp(p->who, bar->span.who) == 0 && p->kernel == bar->kernel &&
           (bar->kernel || p->pid == bar->span.pid);
}

static uint64_t *bytes_of(struct inside_program *p, enum work work)
{
    return work == WORK_READ      ? &p->read_bytes
           : work == WORK_DISCARD ? &p->discarded_bytes
                                  : &p->bytes;
}

static void count_program(struct spans *s, const struct bar *bar)
{
    const struct span *span = &bar->span;
    unsigned i = 0;
    while (i < s->programs && !is_same(&s->program[i].did, bar))
        i++;
    if (i == SPANS_PROGRAMS)
        return;
    struct inside_program *p = &s->program[i].did;
    if (i == s->programs) {
        s->programs++;
        text_copy(p->who, sizeof p->who, span->who);
        p->pid = span->pid;
        p->kernel = bar->kernel;
    }
    *bytes_of(p, bar->work) += span->bytes;
    s->program[i].busy_ns += within(s, span->to_ns) - within(s, span->from_ns);
    p->requests++;
}

/* Whether another writer's request was what the round waited for, for the better part of it. */
static bool is_waited_for(const struct spans *s, const struct span *span)
{
    const uint64_t from_ns = within(s, span->from_ns), to_ns = within(s, span->to_ns);
    const uint64_t call_ns = within(s, s->calls.write_ns),
                   synced_ns = within(s, s->calls.synced_ns);
    const uint64_t before_ns =
        from_ns < call_ns ? (to_ns < call_ns ? to_ns : call_ns) - from_ns : 0;
    const uint64_t after_ns =
        to_ns > synced_ns ? to_ns - (from_ns > synced_ns ? from_ns : synced_ns) : 0;
    return (before_ns + after_ns) * 2 > to_ns - from_ns;
}

void spans_take(void *ctx, const struct bar *bar)
{
    struct spans *s = ctx;
    const struct span *span = &bar->span;
    struct span drawn = *span;
    if (bar->owner == OWNER_KIN && !is_waited_for(s, span))
        drawn.kind = SPAN_OTHER;
    spans_add(s, &drawn);
    if (bar->owner == OWNER_OTHER && !bar->again && !is_nobodys(bar) && span->to_ns > s->start_ns &&
        span->from_ns < s->calls.end_ns)
        count_program(s, bar);
}

static int by_start(const void *a, const void *b)
{
    const struct span *x = a, *y = b;
    if (x->from_ns != y->from_ns)
        return x->from_ns < y->from_ns ? -1 : 1;
    return x->kind < y->kind ? -1 : x->kind > y->kind;
}

uint64_t spans_able_ns(uint64_t requests, uint64_t bytes)
{
    const uint64_t request_ns = 400000, byte_ns = 16;
    return requests * request_ns + bytes * byte_ns;
}

/* Of the program number I: its requests were open for so long, and can have kept the disk busy for
 * so long; one that waits on a stalled disk has done little. A worker that only handed over what
 * somebody had put into a full queue is named when there is nobody else of any weight. */
static uint64_t cost_ns(const struct spans_program *one)
{
    const struct inside_program *p = &one->did;
    const uint64_t able_ns = spans_able_ns(p->requests, inside_program_bytes(p));
    const uint64_t ns = one->busy_ns < able_ns ? one->busy_ns : able_ns;
    return p->kernel && strcmp(p->who, ACTOR_WORKER) == 0 ? ns / WORKER_PART : ns;
}

static int by_cost(const void *a, const void *b)
{
    const struct spans_program *x = a, *y = b;
    const uint64_t x_ns = cost_ns(x), y_ns = cost_ns(y);
    if (x_ns != y_ns)
        return x_ns > y_ns ? -1 : 1;
    return x->did.pid < y->did.pid ? -1 : x->did.pid > y->did.pid;
}

/* Those that kept the disk busiest, by name, and the sum of all; leaves them in that order. */
static void name_programs(struct spans *s)
{
    struct inside *out = s->out;
    qsort(s->program, s->programs, sizeof s->program[0], by_cost);
    for (unsigned i = 0; i < s->programs; i++) {
        const struct inside_program *p = &s->program[i].did;
        out->others_bytes += p->bytes;
        out->others_read_bytes += p->read_bytes;
        out->others_discarded_bytes += p->discarded_bytes;
        out->others_requests += p->requests;
        if (i < INSIDE_PROGRAMS)
            out->others[out->others_count++] = *p;
    }
}

void spans_end(struct spans *s)
{
    struct other_program *most = &s->out->other;
    qsort(s->out->span, s->out->span_count, sizeof s->out->span[0], by_start);
    name_programs(s);
    const struct inside_program *p = &s->out->others[0];
    if (s->programs)
        *most = (struct other_program){.pid = p->pid,
                                       .kernel = p->kernel,
                                       .bytes = p->bytes,
                                       .read_bytes = p->read_bytes,
                                       .discarded_bytes = p->discarded_bytes,
                                       .requests = p->requests};
    if (s->programs)
        text_copy(most->who, sizeof most->who, p->who);
    most->programs = s->programs;
}
