/* state.c: the dashboard's memory follows the snapshots. */
#include "ui/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"

#define MESSAGE_NS UINT64_C(2000000000)

void state_init(struct state *state)
{
    *state = (struct state){
        .window = WINDOW_10S, .wish = config_default(), .comparing = {.column = COMPARE_P50}};
}

void state_say(struct state *state, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(state->message.text, sizeof state->message.text, format, args);
    va_end(args);
    state->message.until_ns = state->now_ns + MESSAGE_NS;
    state->message.follows = false;
}

/* What differs from the configuration before, the weightiest alone. */
static void label(char *out, const struct config *now, const struct config *before)
{
    char text[FORMAT_MAX];
    if (strcmp(now->mode, before->mode) != 0)
        snprintf(out, MARK_LABEL_MAX, "%s", now->mode);
    else if (strcmp(now->strategy, before->strategy) != 0)
        snprintf(out, MARK_LABEL_MAX, "%s", now->strategy);
    else if (now->writers != before->writers)
        snprintf(out, MARK_LABEL_MAX, "writers %s", format_count(text, now->writers));
    else if (now->record_bytes != before->record_bytes)
        snprintf(out, MARK_LABEL_MAX, "record %s", format_bytes(text, now->record_bytes));
    else if (now->batch != before->batch)
        snprintf(out, MARK_LABEL_MAX, "batch %s", format_count(text, now->batch));
    else if (now->delay_ns != before->delay_ns)
        snprintf(out, MARK_LABEL_MAX, "delay %s", format_duration(text, now->delay_ns));
    else
        snprintf(out, MARK_LABEL_MAX, "started anew");
}

static void add_mark(struct state *state, const struct snapshot *snapshot)
{
    struct mark *mark = &state->marks[state->marks_added % MARKS_MAX];
    char raw[MARK_LABEL_MAX];
    mark->generation = snapshot->generation;
    label(raw, &snapshot->config, &state->marked);
    text_escape(mark->label, sizeof mark->label, raw);
    state->marked = snapshot->config;
    state->marks_added++;
}

void state_note(struct state *state, const struct snapshot *snapshot)
{
    if (state->marks_added == 0 || snapshot->generation != state->generation) {
        add_mark(state, snapshot);
        state->generation = snapshot->generation;
        state->run_ns = 0;
    }
    state->run_ns += snapshot->active_ns;
    if (config_equal(&state->wish, &snapshot->config))
        state->wish_pending = false;
    if (!state->wish_pending)
        state->wish = snapshot->config;
}

const struct mark *state_mark(const struct state *state, uint64_t generation)
{
    for (unsigned i = 0; i < MARKS_MAX && i < state->marks_added; i++)
        if (state->marks[i].generation == generation)
            return &state->marks[i];
    return NULL;
}
