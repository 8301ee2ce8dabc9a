/* view_context.c: what else is known of a slow round: what it was part of, what the whole disk did,
 * how busy the machine was; and who else used the disk, in a row of its own where there is one. */
#include "ui/panels.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"
#include "ui/round_text.h"

enum {
    LINE_MAX_BYTES = 512,
    OTHERS_MAX_BYTES = 448,
    WORK_MAX = 2 * FORMAT_MAX + 16,
    BOTH_ROWS = 5, /* of which two are not too many */
};

static void add(char line[LINE_MAX_BYTES], const char *text)
{
    size_t used = strlen(line);
    if (text[0])
        snprintf(line + used, LINE_MAX_BYTES - used, "%s%s", used ? "; " : "", text);
}

/* Who led whom is known once the round is OVER; a round that was ACKNOWLEDGED before its sync
 * followed nobody. */
static void add_sharing(char line[LINE_MAX_BYTES], const struct slow_round *slow, bool over,
                        bool acknowledged)
{
    char text[96], count[FORMAT_MAX];
    snprintf(text, sizeof text, "writer %" PRIu32, slow->round.writer);
    add(line, text);
    if (over && acknowledged)
        add(line, "acknowledged before its sync");
    else if (over && slow->round.led == 0)
        add(line, "followed a leader");
    else if (over && slow->round.led > 1) {
        snprintf(text, sizeof text, "led %s records", format_count(count, slow->round.led));
        add(line, text);
    }
}

/* "batch 1; 24 KiB, 2 flushes; load 2.27; writer 8": what is short first, so that it is seen in a
 * narrow place. */
static void own_text(char line[LINE_MAX_BYTES], const struct scene *scene)
{
    const struct slow_round *slow = scene->detail;
    char text[ROUND_TEXT_MAX], number[FORMAT_MAX];
    snprintf(line, LINE_MAX_BYTES, "batch %s", format_count(number, slow->batch));
    if (inside_known(&slow->inside) && slow->round.disk.syncs > 0) {
        /* else it is told with the stamps */
        round_disk(text, &slow->round.disk, slow->syncs_each);
        add(line, text);
    }
    if (slow->load_average >= 0) {
        snprintf(text, sizeof text, "load %s", format_fixed(number, slow->load_average, 2));
        add(line, text);
    }
    if (slow->inside.lost_events > 0) {
        snprintf(text, sizeof text, "%s trace events lost",
                 format_count(number, slow->inside.lost_events));
        add(line, text);
    }
    add_sharing(line, slow, slow != &scene->hanging, scene->now->has_risk);
}

/* "3.20 MiB in 40 requests", or in BRIEF what of it tells most. */
static void work_text(char out[WORK_MAX], uint64_t bytes, uint32_t requests, bool brief)
{
    char size[FORMAT_MAX], count[FORMAT_MAX];
    format_bytes(size, bytes);
    format_count(count, requests);
    if (brief && bytes)
        snprintf(out, WORK_MAX, "%s", size);
    else
        snprintf(out, WORK_MAX, "%s%s%s request%s", bytes ? size : "", bytes ? " in " : "", count,
                 requests == 1 ? "" : "s");
}

/* "postgres[812]"; pages that the kernel writes back are no program's. */
static void who_text(char out[4 * INSIDE_WHO_MAX + 16], const struct inside_program *program)
{
    char who[4 * INSIDE_WHO_MAX];
    text_escape(who, sizeof who, program->who);
    if (program->kernel)
        snprintf(out, 4 * INSIDE_WHO_MAX + 16, "%s", who);
    else
        snprintf(out, 4 * INSIDE_WHO_MAX + 16, "%s[%" PRId32 "]", who, program->pid);
}

/* "postgres[812]: 3.20 MiB in 40 requests meanwhile"; of several the sum, then as many of them as
 * fit in WIDTH: "7 others: 3.21 MiB in 47 requests; postgres[812] 3.20 MiB, dd[5] 8 KiB". */
static void traced_others(char line[OTHERS_MAX_BYTES], const struct inside *inside, int width)
{
    char who[4 * INSIDE_WHO_MAX + 16], work[WORK_MAX], count[FORMAT_MAX];
    bool alone = inside->other.programs == 1;
    work_text(work, inside_others_bytes(inside), inside->others_requests, false);
    if (alone) {
        who_text(who, &inside->others[0]);
        snprintf(line, OTHERS_MAX_BYTES, "%s: %s meanwhile", who, work);
        return;
    }
    snprintf(line, OTHERS_MAX_BYTES, "%s others: %s", format_count(count, inside->other.programs),
             work);
    for (unsigned i = 0; i < inside->others_count && i < INSIDE_PROGRAMS; i++) {
        const struct inside_program *program = &inside->others[i];
        size_t used = strlen(line);
        who_text(who, program);
        work_text(work, inside_program_bytes(program), program->requests, true);
        snprintf(line + used, OTHERS_MAX_BYTES - used, "%s%s %s", i ? ", " : "; ", who, work);
        if ((int)text_length(line) > width)
            line[used] = '\0';
    }
}

/* Where requests are not seen, only their sum is known. "" when there was nobody. */
static void others_text(char line[OTHERS_MAX_BYTES], const struct inside *inside, int width)
{
    char bytes[FORMAT_MAX];
    line[0] = '\0';
    if (inside->origin == INSIDE_INFERRED && inside->other.programs)
        snprintf(line, OTHERS_MAX_BYTES, "others wrote %s meanwhile",
                 format_bytes(bytes, inside->other.bytes));
    else if (inside->origin == INSIDE_TRACED && inside->others_count)
        traced_others(line, inside, width);
}

int panel_context_rows(int rows, const struct scene *scene)
{
    char others[OTHERS_MAX_BYTES];
    others_text(others, &scene->detail->inside, OTHERS_MAX_BYTES);
    return rows <= 0 ? 0 : others[0] && rows >= BOTH_ROWS ? 2 : 1;
}

void panel_context(struct canvas *canvas, struct rect area, const struct scene *scene)
{
    char own[LINE_MAX_BYTES], others[OTHERS_MAX_BYTES];
    if (area.h <= 0)
        return;
    own_text(own, scene);
    others_text(others, &scene->detail->inside, area.w);
    if (area.h > 1)
        canvas_short(canvas, area.x, area.y + 1, area.w, ROLE_DIM, others);
    else
        add(own, others);
    canvas_short(canvas, area.x, area.y, area.w, ROLE_DIM, own);
}
