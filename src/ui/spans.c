/* spans.c: see spans.h. A request has two parts: '<' while it waits in the queue, its own
 * glyph while the disk has it; '>' at the end of what was still open. */
#include "ui/spans.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"
#include "ui/glyph.h"
#include "ui/shares.h"

enum {
    WIDE_COLS = 90,
    LABEL_COLS = 24,
    LABEL_COLS_WIDE = 32,
    TIME_COLS = 9,
    LABEL_MAX = 160,
};

/* What a span is called, and the share whose glyph it has. */
struct span_look {
    const char *words;
    enum share share;
};

static const struct span_look looks[SPAN_KINDS] = {
    [SPAN_WRITE] = {"write()", SHARE_WRITE},    [SPAN_SYNC] = {"sync", SHARE_CPU},
    [SPAN_DATA] = {"data", SHARE_DATA},         [SPAN_META] = {"journal", SHARE_META},
    [SPAN_FLUSH] = {"flush", SHARE_FLUSH},      [SPAN_OTHER] = {"other program", SHARE_OTHERS},
    [SPAN_JOURNAL] = {"commit", SHARE_JOURNAL}, [SPAN_READY] = {"waits", SHARE_READY},
};

struct spans_scale spans_scale(int width, uint64_t full_ns)
{
    return (struct spans_scale){
        .label = width >= WIDE_COLS ? LABEL_COLS_WIDE : LABEL_COLS,
        .time = TIME_COLS,
        .full_ns = full_ns,
    };
}

static bool is_call(const struct span *span)
{
    return span->kind == SPAN_WRITE || span->kind == SPAN_SYNC;
}

static bool is_request(const struct span *span)
{
    return span->kind == SPAN_DATA || span->kind == SPAN_META || span->kind == SPAN_FLUSH ||
           span->kind == SPAN_OTHER;
}

static uint64_t length_ns(const struct span *span)
{
    return span->to_ns > span->from_ns ? span->to_ns - span->from_ns : 0;
}

/* What is worth a line, the best first: of each kind of the round's own requests and waits the
 * longest, other programs' longest, more of the round's own, more of others', calls, which the bars
 * tell of as well. */
enum worth { WORTH_OWN, WORTH_OTHER, WORTH_MORE_OWN, WORTH_MORE_OTHER, WORTH_CALL };

static unsigned count_of(const struct inside *inside)
{
    return inside->span_count < INSIDE_SPANS ? inside->span_count : INSIDE_SPANS;
}

static bool is_longest_of_kind(const struct inside *inside, unsigned at)
{
    const struct span *span = &inside->span[at];
    for (unsigned i = 0; i < count_of(inside); i++) {
        const struct span *other = &inside->span[i];
        bool longer =
            length_ns(other) > length_ns(span) || (i < at && length_ns(other) == length_ns(span));
        if (other->kind == span->kind && longer)
            return false;
    }
    return true;
}

static enum worth worth_of(const struct inside *inside, unsigned at)
{
    const struct span *span = &inside->span[at];
    bool longest = is_longest_of_kind(inside, at);
    if (is_call(span))
        return WORTH_CALL;
    if (span->kind == SPAN_OTHER)
        return longest ? WORTH_OTHER : WORTH_MORE_OTHER;
    return longest ? WORTH_OWN : WORTH_MORE_OWN;
}

/* Whether span A is to have a line before span B has one. */
static bool goes_before(const struct inside *inside, const enum worth worth[INSIDE_SPANS],
                        unsigned a, unsigned b)
{
    uint64_t x = length_ns(&inside->span[a]), y = length_ns(&inside->span[b]);
    if (worth[a] != worth[b])
        return worth[a] < worth[b];
    return x != y ? x > y : a < b;
}

/* Marks the ROWS spans that are worth most; returns how many. */
static int choose(bool chosen[INSIDE_SPANS], const struct inside *inside, int rows)
{
    enum worth worth[INSIDE_SPANS];
    unsigned count = count_of(inside);
    int taken = 0;
    memset(chosen, 0, INSIDE_SPANS * sizeof chosen[0]);
    for (unsigned i = 0; i < count; i++)
        worth[i] = worth_of(inside, i);
    for (unsigned i = 0; i < count; i++) {
        int before = 0;
        for (unsigned k = 0; k < count; k++)
            before += goes_before(inside, worth, k, i);
        chosen[i] = before < rows;
        taken += chosen[i];
    }
    return taken;
}

/* Adds " WORD" where it fits in WIDTH. */
static void add_word(char out[LABEL_MAX], const char *word, int width)
{
    size_t used = strlen(out);
    if (word[0] && (int)(text_length(out) + 1 + text_length(word)) <= width)
        snprintf(out + used, LABEL_MAX - used, " %s", word);
}

static const char *words_of(const struct span *span, bool no_journal)
{
    return span->kind == SPAN_META && no_journal ? "metadata" : looks[span->kind].words;
}

/* "data 4 KiB vda", "postgres[812] 64 KiB", "jbd2/vda-8 commit": names first, the rest as far as
 * it fits. */
static void label_text(char out[LABEL_MAX], const char *prefix, const struct span *span,
                       const char *words, int width)
{
    char who[4 * INSIDE_WHO_MAX], text[4 * INSIDE_DISK_MAX], bytes[FORMAT_MAX];
    bool thread = span->kind == SPAN_JOURNAL || span->kind == SPAN_READY;
    text_escape(who, sizeof who, span->who);
    if (span->kind == SPAN_OTHER && who[0])
        snprintf(out, LABEL_MAX, "%s%s[%" PRId32 "]", prefix, who, span->pid);
    else
        snprintf(out, LABEL_MAX, "%s%s", prefix, thread && who[0] ? who : words);
    if (thread && who[0])
        add_word(out, words, width);
    if (!is_request(span))
        return;
    if (span->bytes > 0)
        add_word(out, format_bytes(bytes, span->bytes), width);
    add_word(out, text_escape(text, sizeof text, span->disk), width);
}

static int column_of(const struct spans_scale *scale, int width, uint64_t ns)
{
    double x = (double)ns / (double)scale->full_ns * width;
    return x >= width ? width : (int)x;
}

/* At least one cell, so that what was there is seen; of a request, one that the disk had it in. */
static void draw_bar(struct canvas *canvas, struct rect bars, const struct spans_scale *scale,
                     const struct span *span)
{
    const struct share_look look = share_look(looks[span->kind].share);
    uint32_t glyph = span->kind == SPAN_SYNC ? GLYPH_HORIZONTAL : look.glyph;
    int from = column_of(scale, bars.w, span->from_ns);
    int begun = column_of(scale, bars.w, span->begun_ns);
    int to = column_of(scale, bars.w, span->to_ns);
    if (from >= bars.w)
        from = bars.w - 1;
    if (to <= from)
        to = from + 1;
    canvas_fill(canvas, (struct rect){bars.x + from, bars.y, to - from, 1}, glyph, look.role);
    if (is_request(span) && begun > from) {
        const struct share_look queued = share_look(SHARE_QUEUE);
        int cells = (begun < to ? begun : to - 1) - from;
        canvas_fill(canvas, (struct rect){bars.x + from, bars.y, cells, 1}, queued.glyph,
                    queued.role);
    }
    if (span->open)
        canvas_glyph(canvas, bars.x + to - 1, bars.y, '>', ROLE_WARN);
}

static struct rect bars_of(struct rect row, const struct spans_scale *scale)
{
    int before = scale->label + scale->time + 1;
    return (struct rect){row.x + before, row.y, row.w - before, 1};
}

int spans_draw(struct canvas *canvas, struct rect area, const struct spans_scale *scale,
               const struct inside *inside, const char *prefix, enum role role, unsigned *left_out)
{
    bool chosen[INSIDE_SPANS];
    int rows = choose(chosen, inside, area.h), y = area.y;
    *left_out = inside->spans_left_out + inside->span_count - (unsigned)rows;
    for (int i = 0; i < INSIDE_SPANS && y < area.y + rows; i++) {
        const struct span *span = &inside->span[i];
        char text[LABEL_MAX], time[FORMAT_MAX];
        if (!chosen[i])
            continue;
        label_text(text, prefix, span, words_of(span, inside->no_journal), scale->label - 1);
        canvas_short(canvas, area.x, y, scale->label - 1, role, text);
        canvas_right(canvas, area.x + scale->label, y, scale->time - 1, ROLE_TEXT,
                     format_duration(time, length_ns(span)));
        draw_bar(canvas, bars_of((struct rect){area.x, y, area.w, 1}, scale), scale, span);
        y++;
    }
    return rows;
}

void spans_axis(struct canvas *canvas, struct rect row, const struct spans_scale *scale)
{
    struct rect bars = bars_of(row, scale);
    char text[FORMAT_MAX];
    canvas_text(canvas, bars.x, row.y, bars.w, ROLE_DIM, "0");
    format_duration(text, scale->full_ns / 2);
    canvas_text(canvas, bars.x + bars.w / 2 - (int)strlen(text) / 2, row.y, bars.w, ROLE_DIM, text);
    canvas_right(canvas, bars.x, row.y, bars.w, ROLE_DIM, format_duration(text, scale->full_ns));
}
