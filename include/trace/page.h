/* page.h: the events of one page of the kernel's ring, as trace_pipe_raw hands it over
 * (Documentation/trace/ring-buffer-design.rst; the kernel's events/header_page and header_event).
 *
 * Pure, and safe on any bytes. */
#ifndef FSYNCSCOPE_TRACE_PAGE_H
#define FSYNCSCOPE_TRACE_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/event.h"

/* A growing list, oldest first once sorted. */
struct trace_events {
    struct trace_event *at;
    size_t count, room;
};

/* What one page was. */
struct trace_page {
    bool valid;
    bool missed;           /* events before this page were overwritten or left out */
    uint64_t missed_count; /* how many; 0 with MISSED: not known */
    uint64_t from_ns;      /* its first event's time at the earliest */
};

/* What PAGE says of itself, without its events. */
struct trace_page trace_page_head(const uint8_t *page, size_t bytes);

/* Appends the events of PAGE that LAYOUT knows to OUT as far as there is room; one for which there
 * is none is counted in *LEFT_OUT. */
struct trace_page trace_page_parse(const struct trace_layout layout[TRACE_KINDS],
                                   const uint8_t *page, size_t bytes, struct trace_events *out,
                                   uint64_t *left_out);

/* By time. */
void trace_events_sort(struct trace_events *events);

#endif
