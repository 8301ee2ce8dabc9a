/* page.c: the header of a page, and the compressed headers of its records.
 *
 * Each record begins with 32 bits: a type or length in the lower 5, the nanoseconds since the
 * record before it in the upper 27. */
#include "trace/page.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEADER_BYTES = 16, /* a time stamp and the length of the data */
    TYPE_LARGE = 0,    /* the length follows in 32 bits */
    TYPE_PADDING = 29,
    TYPE_TIME_EXTEND = 30, /* 32 more bits of time */
    TYPE_TIME_STAMP = 31,  /* a whole time */
    DELTA_BITS = 27,
    STAMP_BITS = 59, /* of a whole time; the rest is the page's */
};

/* Of the header's length field. */
#define MISSED_EVENTS (UINT64_C(1) << 31)
#define MISSED_STORED (UINT64_C(1) << 30)
#define LENGTH_MASK   ((UINT64_C(1) << 20) - 1)

static uint32_t word_at(const uint8_t *at)
{
    uint32_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

static uint64_t long_at(const uint8_t *at)
{
    uint64_t wide;
    memcpy(&wide, at, sizeof wide);
    return wide;
}

/* One step through a page's data. */
struct cursor {
    const uint8_t *data;
    size_t bytes, at;
    uint64_t ns;
    const uint8_t *record; /* of the step; NULL: it held none */
    size_t record_bytes;
};

/* Whether MORE bytes follow the cursor. */
static bool has(const struct cursor *c, size_t more)
{
    return c->bytes - c->at >= more;
}

static bool take_record(struct cursor *c, size_t bytes)
{
    if (!has(c, bytes))
        return false;
    c->record = c->data + c->at;
    c->record_bytes = bytes;
    c->at += bytes;
    return true;
}

/* Padding with no time before it fills the page to its end. */
static bool skip_padding(struct cursor *c, uint32_t delta)
{
    if (!delta || !has(c, 4))
        return false;
    const uint32_t length = word_at(c->data + c->at);
    if (length < 4 || !has(c, length))
        return false;
    c->at += length;
    return true;
}

/* False at the end of what can be read. */
static bool step(struct cursor *c)
{
    c->record = NULL;
    if (!has(c, 4))
        return false;
    const uint32_t head = word_at(c->data + c->at), type = head & 31, delta = head >> 5;
    c->at += 4;
    if (type == TYPE_TIME_EXTEND || type == TYPE_TIME_STAMP) {
        if (!has(c, 4))
            return false;
        const uint64_t wide = ((uint64_t)word_at(c->data + c->at) << DELTA_BITS) + delta;
        const uint64_t kept = c->ns >> STAMP_BITS << STAMP_BITS;
        c->at += 4;
        c->ns = type == TYPE_TIME_EXTEND ? c->ns + wide : kept + wide;
        return true;
    }
    c->ns += delta;
    if (type == TYPE_PADDING)
        return skip_padding(c, delta);
    if (type != TYPE_LARGE)
        return take_record(c, type * (size_t)4);
    if (!has(c, 4))
        return false;
    const uint32_t length = word_at(c->data + c->at);
    c->at += 4;
    return length >= 4 && take_record(c, length - 4);
}

/* Of the page's header, without its events. */
static struct trace_page header(const uint8_t *page, size_t bytes, struct cursor *c)
{
    struct trace_page seen = {0};
    if (bytes < HEADER_BYTES)
        return seen;
    const uint64_t length_field = long_at(page + 8), length = length_field & LENGTH_MASK;
    if (length > bytes - HEADER_BYTES)
        return seen;
    seen.valid = true;
    seen.from_ns = long_at(page);
    seen.missed = length_field & MISSED_EVENTS;
    if ((length_field & MISSED_STORED) && bytes - HEADER_BYTES - length >= 8)
        seen.missed_count = long_at(page + HEADER_BYTES + length);
    *c = (struct cursor){.data = page + HEADER_BYTES, .bytes = length, .ns = seen.from_ns};
    return seen;
}

struct trace_page trace_page_head(const uint8_t *page, size_t bytes)
{
    struct cursor ignored;
    return header(page, bytes, &ignored);
}

struct trace_page trace_page_parse(const struct trace_layout layout[TRACE_KINDS],
                                   const uint8_t *page, size_t bytes, struct trace_events *out,
                                   uint64_t *left_out)
{
    struct cursor c = {0};
    struct trace_event event;
    const struct trace_page seen = header(page, bytes, &c);
    while (seen.valid && step(&c)) {
        if (!c.record || !trace_event_read(layout, c.record, c.record_bytes, &event))
            continue;
        event.at_ns = c.ns;
        if (out->count < out->room)
            out->at[out->count++] = event;
        else
            ++*left_out;
    }
    return seen;
}

/* Two of one time are a processor's neighbours at most by chance: no order of theirs is kept. */
static int by_time(const void *a, const void *b)
{
    const struct trace_event *x = a, *y = b;
    return x->at_ns < y->at_ns ? -1 : x->at_ns > y->at_ns;
}

void trace_events_sort(struct trace_events *events)
{
    qsort(events->at, events->count, sizeof events->at[0], by_time);
}
