/* fuzz_tracepage.c: a page of the kernel's ring, and the same bytes as the text of a format. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "trace/page.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROOM = 64 };

static void must(bool ok)
{
    if (!ok)
        abort();
}

/* Ids as small as the first bytes of a fuzzer's records, fields anywhere in the first 64 bytes. */
static void make_layout(struct trace_layout layout[TRACE_KINDS])
{
    memset(layout, 0, TRACE_KINDS * sizeof layout[0]);
    for (int kind = 0; kind < TRACE_KINDS; kind++) {
        layout[kind].id = (uint16_t)(kind + 1);
        for (int i = 0; i < TRACE_FIELDS; i++)
            layout[kind].place[i] =
                (struct trace_place){.offset = (uint16_t)(4 + 4 * i),
                                     .size = i == FIELD_SECTOR ? 8 : 4,
                                     .elsewhere = i == FIELD_WHO && kind == TRACE_WORK};
    }
}

static void read_as_page(const uint8_t *data, size_t size)
{
    struct trace_layout layout[TRACE_KINDS];
    struct trace_event room[ROOM];
    struct trace_events events = {.at = room, .room = ROOM};
    uint64_t left_out = 0;
    make_layout(layout);
    const struct trace_page page = trace_page_parse(layout, data, size, &events, &left_out);
    must(page.valid || events.count == 0);
    must(events.count <= ROOM && (events.count == ROOM || left_out == 0));
    for (size_t i = 0; i < events.count; i++)
        must(memchr(room[i].who, '\0', sizeof room[i].who) &&
             memchr(room[i].rwbs, '\0', sizeof room[i].rwbs));
}

static void read_as_format(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    struct trace_layout layout;
    must(text);
    memcpy(text, data, size);
    text[size] = '\0';
    for (int kind = 0; kind < TRACE_KINDS; kind++)
        must(!trace_layout_parse((enum trace_kind)kind, text, &layout) || layout.id);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_as_page(data, size);
    read_as_format(data, size);
    return 0;
}
