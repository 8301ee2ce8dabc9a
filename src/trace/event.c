/* event.c: the rows of what is asked of the kernel, and the reading of one record. */
#include "trace/event.h"

#include <stdio.h>
#include <string.h>

/* Of prev_state, as the sched_switch event's own print format names its bits. */
enum { STATE_STOPPED = 0x4, STATE_WAITING = 0xff };

#define PID [FIELD_PID] = "common_pid"
#define PLACE                                                                                      \
    PID, [FIELD_DEV] = "dev", [FIELD_SECTOR] = "sector", [FIELD_SECTORS] = "nr_sector",            \
         [FIELD_RWBS] = "rwbs"

static const struct trace_row rows[TRACE_KINDS] = {
    [TRACE_ASK_FLUSH] = {.group = "block",
                         .name = "block_bio_queue",
                         .field = {PLACE, [FIELD_WHO] = "comm"},
                         .needed = true},
    [TRACE_QUEUE] = {.group = "block",
                     .name = "block_rq_insert",
                     .field = {PLACE, [FIELD_WHO] = "comm"}},
    [TRACE_ISSUE] = {.group = "block",
                     .name = "block_rq_issue",
                     .field = {PLACE, [FIELD_WHO] = "comm"},
                     .needed = true},
    [TRACE_COMPLETE] = {.group = "block",
                        .name = "block_rq_complete",
                        .field = {PLACE},
                        .needed = true},
    [TRACE_COMMIT_BEGIN] = {.group = "jbd2",
                            .name = "jbd2_start_commit",
                            .field = {PID, [FIELD_DEV] = "dev"}},
    [TRACE_COMMIT_END] = {.group = "jbd2",
                          .name = "jbd2_end_commit",
                          .field = {PID, [FIELD_DEV] = "dev"}},
    [TRACE_SWITCH] = {.group = "sched",
                      .name = "sched_switch",
                      .field = {[FIELD_PID] = "prev_pid",
                                [FIELD_WHO] = "next_comm",
                                [FIELD_NEXT_PID] = "next_pid",
                                [FIELD_STATE] = "prev_state"}},
    [TRACE_WAKING] = {.group = "sched",
                      .name = "sched_waking",
                      .field = {PID, [FIELD_WHO] = "comm", [FIELD_NEXT_PID] = "pid"}},
    [TRACE_WORK] = {.group = "workqueue",
                    .name = "workqueue_queue_work",
                    .field = {PID, [FIELD_WHO] = "workqueue", [FIELD_WORK] = "work"}},
    [TRACE_RUN] = {.group = "workqueue",
                   .name = "workqueue_execute_start",
                   .field = {PID, [FIELD_WORK] = "work"}},
};

const struct trace_row *trace_row(enum trace_kind kind)
{
    return &rows[kind];
}

/* "field:TYPE NAME[N];  offset:8;  size:4;" The name is the last word before the first ';'. */
static bool parse_field(const char *line, char name[64], struct trace_place *out)
{
    unsigned offset, size;
    const char *end = strchr(line, ';');
    if (!end || sscanf(end, "; offset:%u; size:%u;", &offset, &size) != 2)
        return false;
    if (!size || offset > UINT16_MAX || size > UINT16_MAX)
        return false;
    const char *from = end;
    while (from > line && from[-1] != ' ' && from[-1] != '*')
        from--;
    size_t length = strcspn(from, "[;");
    if (!length || length >= 64)
        return false;
    memcpy(name, from, length);
    name[length] = '\0';
    *out = (struct trace_place){.offset = (uint16_t)offset,
                                .size = (uint16_t)size,
                                .elsewhere = strncmp(line, "field:__data_loc ", 17) == 0};
    return true;
}

static void take_field(const struct trace_row *row, const char *line, struct trace_layout *out)
{
    char name[64];
    struct trace_place place;
    if (!parse_field(line, name, &place))
        return;
    for (int i = 0; i < TRACE_FIELDS; i++) {
        if (row->field[i] && strcmp(row->field[i], name) == 0)
            out->place[i] = place;
    }
}

bool trace_layout_parse(enum trace_kind kind, const char *text, struct trace_layout *out)
{
    unsigned id = 0;
    *out = (struct trace_layout){0};
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += strspn(line, "\n\t ");
        if (strncmp(line, "ID:", 3) == 0)
            sscanf(line, "ID: %u", &id);
        else if (strncmp(line, "field:", 6) == 0)
            take_field(&rows[kind], line, out);
    }
    for (int i = 0; i < TRACE_FIELDS; i++) {
        if (rows[kind].field[i] && !out->place[i].size)
            return false;
    }
    out->id = id && id <= UINT16_MAX ? (uint16_t)id : 0;
    return out->id != 0;
}

/* An integer of the kernel's byte order, which is this machine's; 0 beyond the record. */
static uint64_t number_at(const uint8_t *record, size_t bytes, const struct trace_place *at)
{
    uint64_t wide = 0;
    uint32_t narrow = 0;
    if ((size_t)at->offset + at->size > bytes)
        return 0;
    if (at->size == sizeof wide) {
        memcpy(&wide, record + at->offset, sizeof wide);
        return wide;
    }
    if (at->size == sizeof narrow)
        memcpy(&narrow, record + at->offset, sizeof narrow);
    return narrow;
}

/* Text that lies in the record, or where the record says. Always ends with a NUL. */
static void text_at(const uint8_t *record, size_t bytes, const struct trace_place *at, char *out,
                    size_t room)
{
    size_t offset = at->offset, size = at->size;
    out[0] = '\0';
    if (at->elsewhere) {
        const uint64_t where = number_at(record, bytes, at);
        offset = where & 0xffff;
        size = where >> 16 & 0xffff;
    }
    if (offset > bytes || size > bytes - offset)
        return;
    if (size > room - 1)
        size = room - 1;
    memcpy(out, record + offset, size);
    out[size] = '\0';
}

static void read_fields(const struct trace_layout *l, const uint8_t *record, size_t bytes,
                        struct trace_event *out)
{
    const struct trace_place *at = l->place;
    out->pid = (int32_t)number_at(record, bytes, &at[FIELD_PID]);
    out->dev = (uint32_t)number_at(record, bytes, &at[FIELD_DEV]);
    out->sector = number_at(record, bytes, &at[FIELD_SECTOR]);
    out->sectors = (uint32_t)number_at(record, bytes, &at[FIELD_SECTORS]);
    out->work = number_at(record, bytes, &at[FIELD_WORK]);
    out->next_pid = (int32_t)number_at(record, bytes, &at[FIELD_NEXT_PID]);
    text_at(record, bytes, &at[FIELD_RWBS], out->rwbs, sizeof out->rwbs);
    text_at(record, bytes, &at[FIELD_WHO], out->who, sizeof out->who);
    const uint64_t state = number_at(record, bytes, &at[FIELD_STATE]);
    out->runnable = out->kind == TRACE_SWITCH && !(state & STATE_WAITING);
    out->stopped = out->kind == TRACE_SWITCH && (state & STATE_STOPPED);
}

bool trace_event_read(const struct trace_layout layout[TRACE_KINDS], const uint8_t *record,
                      size_t bytes, struct trace_event *out)
{
    uint16_t id;
    if (bytes < sizeof id)
        return false;
    memcpy(&id, record, sizeof id);
    for (int kind = 0; id && kind < TRACE_KINDS; kind++) {
        if (layout[kind].id != id)
            continue;
        *out = (struct trace_event){.kind = (enum trace_kind)kind};
        for (int i = 0; i < TRACE_FIELDS; i++) {
            const struct trace_place *at = &layout[kind].place[i];
            if ((size_t)at->offset + at->size > bytes)
                return false;
        }
        read_fields(&layout[kind], record, bytes, out);
        return true;
    }
    return false;
}
